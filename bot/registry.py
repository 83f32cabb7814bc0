"""The games of the bot, each found by its name: the one module that imports their rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot import arena_of_heroes, monolith_arena, monsters_and_myths
from bot.commands import Command
from bot.panels.face import GameFace

FACES: Final[Mapping[str, GameFace]] = {
    face.game.name: face for face in (monolith_arena.FACE, arena_of_heroes.FACE, monsters_and_myths.FACE)
}
"""What each game looks like on Discord."""
COMMANDS: Final[tuple[Command, ...]] = (
    *monolith_arena.COMMANDS,
    *arena_of_heroes.COMMANDS,
    *monsters_and_myths.COMMANDS,
)
"""The commands for moves, one group for each game."""
