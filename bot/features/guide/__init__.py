"""The guide: a game explained in chapters, and what the bot can do."""

from __future__ import annotations

from bot.features.guide import pages
from bot.interactions.services import Feature, Handler

FEATURE = Feature(
    "guide",
    handlers={"help": Handler(pages.pressed_in_match, outside=pages.pressed)},
    game_commands=lambda faces: (pages.help_command(faces),),
)
