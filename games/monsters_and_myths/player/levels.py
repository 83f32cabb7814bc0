"""The levels of the computer players: what each looks at, and how it likes to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

VERSION: Final = 4
"""The version of all players: one more whenever the same seed leads to another choice."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What somebody sees in a position without playing on in the head."""

    nations: bool = True
    """It weighs in a fight what a creature more or less means for the largest nations; else all are alike there."""
    careful: bool = True
    """It stops when the next exchange promises nothing; else it rolls to the end."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    name: str
    taste: Taste = Taste()
    games: int = 0
    """How many games it plays on in its head, for all the ways that it weighs; 0: it decides by its taste."""
    ways: int = 0
    """How many ways it weighs against each other."""


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level("squire", Taste(nations=False, careful=False)),
        Level("knight"),
        Level("warlord", games=240, ways=10),
    )
}
