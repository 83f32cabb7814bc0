"""Seasons of a server: a table of points, titles at the end, a picture to keep."""

from __future__ import annotations

from bot.features.seasons import pages, service
from bot.features.seasons.commands import commands
from bot.features.seasons.service import ACTION_ID, Seasons
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    seasons = Seasons(services)
    return Running(services=(seasons,), periodic={"seasons": (service.LOOK_EVERY, seasons.look)})


FEATURE = Feature(
    "seasons",
    handlers={ACTION_ID: Handler(pages.in_match, turns=True, outside=pages.pressed)},
    game_commands=commands,
    start=_start,
)
