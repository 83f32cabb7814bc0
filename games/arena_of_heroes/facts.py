"""What both states and views of a match speak of: seats, flags, the latest shot, an open question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LETTERS: Final = "ABCD"
"""The names of the seats, clockwise (A4.3)."""
FLAGS: Final = ("hit", "shield", "veil", "smoke", "crows", "boarding")
"""What may be so of a hero until a turn begins or ends: hit in this turn, Shield Wall, Veil, under smoke, crows at its
next turn, Boarding Call used in this turn."""
HIT, SHIELD_WALL, VEILED, SMOKE, CROWS, CALLED = FLAGS


@dataclass(frozen=True, slots=True)
class Shot:
    """The latest roll of an attack die."""

    seat: int
    """Who rolled."""
    neutral: bool
    """The roll of a card, not the hero's own (A5.1.6)."""
    aim: int
    face: int
    symbol: str
    hideout: int
    """What was struck; 0 when an idol took the effect away."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has to answer before an action goes on (A6, A7)."""

    seat: int
    kind: str
    """``order``, ``woodrunner``, ``digging``, ``bone``, or the id of the arena card that asks."""
    values: tuple[str, ...]
    """The answers, as tokens for ``choose``."""
    default: str
    """What a timeout answers (A11)."""
