"""Arena of Heroes on Discord."""

from bot.arena_of_heroes.commands import COMMANDS
from bot.arena_of_heroes.face import FACE

__all__ = ["COMMANDS", "FACE"]
