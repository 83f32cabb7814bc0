"""Replay: going through a match again entry by entry, in a film of it all, or in one of what somebody has missed."""

from __future__ import annotations

from bot.features.replay import pages, recaps
from bot.features.replay.files import RecordedMatches
from bot.features.replay.steps import ACTION_ID
from bot.interactions.services import Feature, Handler, Running, Services


def _start(services: Services) -> Running:
    return Running(services=(RecordedMatches(services.faces),))


FEATURE = Feature(
    "replay",
    handlers={
        ACTION_ID: Handler(pages.pressed, turns=True, outside=pages.pressed_outside),
        recaps.ACTION_ID: Handler(recaps.pressed, turns=True, aside=True),
    },
    commands={"match": (pages.replay, recaps.recap)},
    start_buttons=recaps.start_buttons,
    result_buttons=pages.result_buttons,
    start=_start,
)
