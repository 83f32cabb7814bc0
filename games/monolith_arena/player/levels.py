"""The levels of the computer players: what each looks at, and how it likes to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.messages import Message
from games.monolith_arena.player.turns import Taste

PLAIN: Final = Taste()
VERSION: Final = 1
"""The version of all players: one more whenever the same seed leads to another choice."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    name: str
    title: Message
    character: Message
    """What it is like to play against, in one sentence."""
    width: int
    """The positions that its beam keeps at every step of a turn."""
    candidates: int
    """How many of its turns it holds against the opponent's reply; 0: it looks at its own turn alone."""
    worlds: int
    """In how many sampled worlds."""
    nodes: int
    """How many positions one decision may look at."""
    taste: Taste = PLAIN


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level(
            "squire",
            Message("Squire"),
            Message("Strikes whenever it can and seldom thinks of what comes back."),
            width=1,
            candidates=0,
            worlds=0,
            nodes=300,
            taste=Taste(battle=20, fear=0, kept=20),
        ),
        Level(
            "knight",
            Message("Knight"),
            Message("Plans its whole turn and sets traps for the next battle."),
            width=48,
            candidates=0,
            worlds=0,
            nodes=6_000,
        ),
        Level(
            "warlord",
            Message("Warlord"),
            Message("Patient: it weighs your answer before it moves."),
            width=32,
            candidates=24,
            worlds=8,
            nodes=40_000,
        ),
    )
}
