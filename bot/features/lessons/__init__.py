"""Lessons: guided first matches for one person alone."""

from __future__ import annotations

from bot.features.lessons import pages
from bot.interactions.services import Feature, Handler

FEATURE = Feature(
    "lessons",
    handlers={"learn": Handler(pages.pressed_in_match, outside=pages.pressed)},
    game_commands=lambda faces: (pages.learn_command(faces),),
    outside=pages.pressed,
)
