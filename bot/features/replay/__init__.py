"""Replay: going through a match again, entry by entry, as the reader saw it then, or everybody once it is over."""

from __future__ import annotations

from bot.features.replay import pages
from bot.features.replay.files import RecordedMatches
from bot.features.replay.steps import ACTION_ID
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    return Running(services=(RecordedMatches(services.faces),))


FEATURE = Feature(
    "replay",
    handlers={ACTION_ID: Handler(pages.pressed, turns=True, outside=pages.pressed_outside)},
    commands={"match": (pages.replay,)},
    result_buttons=pages.result_buttons,
    start=_start,
)
