"""The levels of the computer players: what each looks at, and how it likes to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

VERSION: Final = 5
"""The version of all players: one more whenever the same seed leads to another choice."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    name: str
    guesses: int = 0
    """In how many places at most it thinks that a hidden hero may be; 0: everywhere where nothing speaks against it."""
    ahead: int = 1
    """How many actions of its turn it plans, this one included."""
    width: int = 1
    """How many aims it plans on from."""
    reading: bool = False
    """It reads others' shots: nobody likes to fire at the own hideout."""
    rests: bool = True
    """With one other left it ends its turn where a shot seems to serve that one more."""
    cover: int = 5
    """With how much stamina at most it looks for cover."""


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level("squire", guesses=1, rests=False, cover=1),
        Level("knight"),
        Level("warlord", ahead=3, width=6, reading=True),
    )
}
