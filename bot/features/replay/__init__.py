"""Replay: going through a match again, entry by entry, as the reader saw it then, or everybody once it is over."""

from __future__ import annotations

from bot.features.replay import pages
from bot.features.replay.steps import ACTION_ID
from bot.interactions.services import Feature, Handler

FEATURE = Feature(
    "replay",
    handlers={ACTION_ID: Handler(pages.pressed, turns=True)},
    commands={"match": (pages.replay,)},
    result_buttons=pages.result_buttons,
)
