"""Monolith Arena on Discord: its commands, its panels, its tabletop."""

from bot.monolith.cog import COMMANDS
from bot.monolith.tabletop import TABLETOP

__all__ = ["COMMANDS", "TABLETOP"]
