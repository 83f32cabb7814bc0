"""The levels of the computer players: what each looks at, and how it likes to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.monolith_arena.player.turns import Taste

PLAIN: Final = Taste()
VERSION: Final = 7
"""The version of all players: one more whenever the same seed leads to another choice."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    name: str
    width: int
    """The positions that its beam keeps at every step of a turn."""
    candidates: int
    """How many of its turns it holds against the opponent's reply; 0: it looks at its own turn alone."""
    worlds: int
    """In how many sampled worlds."""
    nodes: int
    """How many positions one decision may look at."""
    ahead: int = 1
    """How many turns follow its own where it looks at replies: the answer, and what its side may do then."""
    halved: tuple[int, ...] = ()
    """After how many worlds the worse half of the candidates drops out."""
    taste: Taste = PLAIN
    duels: int | None = None
    """It plays one action after the other (`player/dueling.py`), and minds banners once its stack is no larger.

    Its beam and its nodes count for nothing then: it looks at each next action once.
    """


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level(
            "squire",
            width=1,
            candidates=0,
            worlds=0,
            nodes=300,
            taste=Taste(battle=10, fear=0, kept=20),
            duels=6,
        ),
        Level(
            "knight",
            width=64,
            candidates=0,
            worlds=0,
            nodes=16_000,
        ),
        Level(
            "warlord",
            width=64,
            candidates=24,
            worlds=8,
            nodes=60_000,
            ahead=2,
            halved=(1, 2, 4),
        ),
    )
}
