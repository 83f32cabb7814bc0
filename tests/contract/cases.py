"""The games that the contract is checked on, and what of a game only the game's own tests can say: its hidden worlds.

To add a game: one `Case` (docs/adding-a-game.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from games.api import Action, Game, Step, new_options
from games.arena_of_heroes.game import GAME as ARENA_OF_HEROES
from games.monolith_arena.game import GAME as MONOLITH_ARENA
from games.monsters_and_myths.game import GAME as MONSTERS_AND_MYTHS
from tests.games.arena_of_heroes import worlds as arena_worlds
from tests.games.monolith_arena import worlds as monolith_worlds
from tests.games.monsters_and_myths import worlds as monsters_worlds
from tests.toy import TOY
from tests.toy import worlds as toy_worlds

TESTS: Final = Path(__file__).parents[1]
CASE_BOOKS: Final = TESTS / "cases"


@dataclass(frozen=True)
class Case:
    """A game in the contract tests."""

    game: Game[Any]
    options: tuple[Mapping[str, Any], ...]
    """Options that its matches are played with."""
    world: Callable[[Any, int | None, Random], Any]
    """The same state but for what the reader may not know."""
    world_before: Callable[[Any, int | None, int, Action, Step, Random], Any | None]
    """The same, for a state before an action; `None` where what follows tells the reader something."""
    probes: tuple[str, ...] = ()
    """Lines that are refused or half said; what the game says to them may tell nothing hidden either."""
    stride: int = 1
    """Every how many states the costly checks are made."""
    undone: bool = True
    """Random play without options comes to actions that can be taken back."""
    hidden: bool = True
    """Something is hidden from somebody; where nothing is, all worlds are one."""
    draws: bool = True
    """Something is drawn in random play."""
    rereads: bool = False
    """An action that stops for a question is carried out anew with the answer, and reads its draws again."""
    book: Path | None = None
    """The folder of its case book, if `tests/contract/test_cases.py` carries that out."""


CASES: Final = (
    Case(
        MONOLITH_ARENA,
        (
            new_options(MONOLITH_ARENA, {}),
            new_options(MONOLITH_ARENA, {"monoliths": True, "reinforcement": True}),
            new_options(MONOLITH_ARENA, {"open_reserves": True, "monoliths": True}),
            {"monoliths": True},  # as a match that was opened before rulings were counted
        ),
        monolith_worlds.world,
        monolith_worlds.world_before,
        monolith_worlds.PROBES,
        stride=9,
    ),
    Case(
        ARENA_OF_HEROES,
        (
            new_options(ARENA_OF_HEROES, {"mode": "advanced", "deck": "all", "hold_minutes": 30}),
            new_options(ARENA_OF_HEROES, {"mode": "heroes", "pool": "orange"}),
            new_options(ARENA_OF_HEROES, {"mode": "advanced"}),
            new_options(ARENA_OF_HEROES, {"attack_die": "d10"}),
        ),
        arena_worlds.world,
        arena_worlds.world_before,
        arena_worlds.PROBES,
        stride=60,
        undone=False,
        rereads=True,
    ),
    Case(
        MONSTERS_AND_MYTHS,
        (
            new_options(MONSTERS_AND_MYTHS, {}),
            new_options(MONSTERS_AND_MYTHS, {"catapults": "free"}),
            new_options(MONSTERS_AND_MYTHS, {"guarantee_attack": True}),
        ),
        monsters_worlds.world,
        monsters_worlds.world_before,
        monsters_worlds.PROBES,
        stride=5,
    ),
    Case(
        TOY,
        ({}, {"rounds": 3, "cards": "high", "cheering": False}),
        toy_worlds.world,
        toy_worlds.world_before,
        ("pick", "pick 1", "pick 1 1", "again", "colour red", "cheer loud", ""),
        book=TESTS / "toy" / "cases",
    ),
)
