"""Monolith Arena on Discord: its commands, its panels, its tabletop."""

from bot.monolith_arena.cog import COMMANDS
from bot.monolith_arena.tabletop import TABLETOP

__all__ = ["COMMANDS", "TABLETOP"]
