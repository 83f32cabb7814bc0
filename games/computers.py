"""Computer players as a game offers them: the levels that it knows, and the calls of what it decides and foresees.

What decides may be large. So a game names the module, and only a process that thinks imports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from games.api import Action, Decision, Game
from games.messages import Message
from games.values import value

LEVELS: Final[Mapping[str, Message]] = {
    "squire": Message("Squire"),
    "knight": Message("Knight"),
    "warlord": Message("Warlord"),
}
"""The levels that a game may offer, the weakest first, with the names by which people know them."""

ONLY: Final = Message("Nothing else is possible here.")
"""The reason of an action without an alternative (`games.api.Decision`)."""

OFFERED: Final[Mapping[str, Message]] = {
    "squire": Message("Squire (easy)"),
    "knight": Message("Knight (medium)"),
    "warlord": Message("Warlord (hard)"),
}
"""The same where somebody chooses among them: how hard they are to beat beside the names."""


@value
class Strength:
    """How strong a level is in duels, by measurement, beside a fixed reference player at 1500."""

    level: str
    rating: int
    margin: int
    """One standard deviation, as with the ratings of people."""


@value
class Computers:
    """The computer players of a game."""

    module: str
    """The module that has `decide`, `outlook` (`games.api.Outlook`), and `VERSION`, a number that grows whenever a seed
    leads to another choice."""
    characters: tuple[tuple[str, Message], ...]
    """The levels with what each is like to play against, in one sentence, the weakest first."""
    strengths: tuple[Strength, ...] = ()
    """What `benchmarks/data` holds of each level comes to; nothing where that was never measured."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Return the levels, the weakest first."""
        return tuple(level for level, _ in self.characters)


@runtime_checkable
class ComputerGame(Protocol):
    """A game that has computer players."""

    computers: Computers


def computers_of(game: Game[Any]) -> Computers | None:
    """Return the computer players of a game; `None` where it has none."""
    return game.computers if isinstance(game, ComputerGame) else None


def think(module: str, view: Any, legal: Sequence[Action], seed: str, level: str) -> tuple[Decision, int]:
    """Return what a computer player decides, and the version of the player that has decided it.

    `seed` is that of its random numbers. Raises `ImportError` for no such module, `KeyError` for no such level.
    """
    player = import_module(module)
    decision: Decision = player.decide(view, legal, Random(seed), level)  # noqa: S311 - nothing secret depends on it
    return decision, player.VERSION


def foresee(module: str, view: Any, actions: Sequence[Action], seed: str) -> int | None:
    """Return how often a seat wins that means to play so (`games.api.Outlook`). Raises `ImportError`."""
    chance: int | None = import_module(module).outlook(view, actions, Random(seed))  # noqa: S311 - as above
    return chance
