"""A tile on the board and its markers (R1.6, R6.1)."""

from __future__ import annotations

from typing import NamedTuple

from games.monolith_arena.tiles import TileType


class Piece(NamedTuple):
    """A tile that stands on the board."""

    serial: int
    """Tells it from all other tiles that ever stood on this board."""
    seat: int
    type: TileType
    facing: int
    wounds: int = 0
    poison: int = 0
    entrenched: bool = False
    netted: bool = False
    """It carries the token of the Net order (R7.10); nets of champions follow from the position."""


Board = tuple[Piece | None, ...]
