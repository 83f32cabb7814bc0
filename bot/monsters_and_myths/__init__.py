"""Monsters & Myths on Discord: its commands, its panels, its face."""

from bot.monsters_and_myths.commands import COMMANDS
from bot.monsters_and_myths.face import FACE

__all__ = ["COMMANDS", "FACE"]
