"""The games of the bot, each found by its name: the one module that imports their rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot import arena_of_heroes, monolith_arena, monsters_and_myths
from bot.commands import Command
from bot.panels.face import AnyFace

GAMES: Final = (monolith_arena, arena_of_heroes, monsters_and_myths)
"""The room of each game."""
FACES: Final[Mapping[str, AnyFace]] = {room.FACE.game.name: room.FACE for room in GAMES}
"""What each game looks like on Discord."""
COMMANDS: Final[tuple[Command, ...]] = tuple(command for room in GAMES for command in room.COMMANDS)
"""The commands for moves, one group for each game."""
