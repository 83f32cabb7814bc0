"""The games and the features of the bot: the one module that imports their rooms."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from bot import arena_of_heroes, monolith_arena, monsters_and_myths
from bot.interactions.services import Command, Feature
from bot.panels.face import AnyFace

GAMES: Final = (
    monolith_arena,
    arena_of_heroes,
    monsters_and_myths,
)
"""The room of each game."""
FACES: Final[Mapping[str, AnyFace]] = {room.FACE.game.name: room.FACE for room in GAMES}
"""What each game looks like on Discord."""
COMMANDS: Final[tuple[Command, ...]] = tuple(command for room in GAMES for command in room.COMMANDS)
"""The commands for moves, one group for each game."""
ROOMS_OF_FEATURES: Final = (
    "substitutes",
    "clocks",
    "standing_orders",
    "plans",
    "guide",
    "quick_start",
    "computers",
    "why",
    "replay",
    "study",
    "reviews",
    "predictions",
    "followers",
    "digests",
    "own_matches",
    "open_panels",
    "openings",
    "lessons",
    "puzzles",
    "greetings",
    "reports",
    "blocks",
    "ratings",
    "tournaments",
    "seasons",
    "seeks",
    "privacy",
)
"""The folders and modules in `bot.features`: one that needs the service of another one stands behind it."""
FEATURES: Final[tuple[Feature, ...]] = tuple(
    import_module(f"bot.features.{room}").FEATURE for room in ROOMS_OF_FEATURES
)
"""All features. They start in this order, and so stand their lines and rows in panels."""
