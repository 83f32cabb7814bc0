"""Seeks: people who look for a match are listed, and brought together as soon as they fit."""

from __future__ import annotations

from bot.features.seeks import commands, pages
from bot.features.seeks.listing import ACTION_ID, Listing
from bot.features.seeks.rounds import Rounds
from bot.features.seeks.service import BEGIN, FOUND, GATHERED, Seeks
from bot.interactions.services import Feature, Handler, Running, Services
from bot.publish.across import REACH


def _start(services: Services) -> Running:
    seeks, listing = Seeks(services), Listing(services)
    rounds = Rounds(seeks, listing)
    return Running(
        services=(seeks, listing, rounds),
        jobs={BEGIN: seeks.begin, GATHERED: seeks.begin_gathered, FOUND: seeks.tell},
        tasks={"seeks": rounds.run},
        in_each=frozenset({"seeks"}),
        heard=rounds.heard,
    )


FEATURE = Feature(
    "seeks",
    handlers={ACTION_ID: Handler(pages.pressed_in_match, outside=pages.pressed), REACH: Handler(pages.reach)},
    game_commands=lambda faces: (commands.group(faces),),
    start=_start,
)
