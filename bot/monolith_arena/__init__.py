"""Monolith Arena on Discord: its commands, its panels, its face."""

from bot.monolith_arena.commands import COMMANDS
from bot.monolith_arena.face import FACE

__all__ = ["COMMANDS", "FACE"]
