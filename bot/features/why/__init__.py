"""Why: the causes of what happened, from what the asker saw, under battles, losses, results and in replays."""

from __future__ import annotations

from bot.features.why import pages, refused
from bot.features.why.refused import ACTION_ID
from bot.interactions.services import Feature, Handler

FEATURE = Feature(
    "why",
    handlers={ACTION_ID: Handler(pages.pressed, turns=True, aside=True)},
    commands={"": (pages.why_command,)},
    live_buttons=pages.public_buttons,
    refusal_buttons=refused.buttons,
    start_buttons=pages.start_buttons,
    turn_rows=pages.turn_rows,
    result_buttons=pages.public_buttons,
)
