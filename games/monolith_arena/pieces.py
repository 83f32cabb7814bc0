"""A tile on the board and its markers, and the monolith that tiles may lie in (R1.6, R6.1, R13)."""

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

Inside = tuple[Piece | None, Piece | None]
"""What lies in the two lower segments of a folded monolith, in the order of `inside`; facings are all 0."""


class Monolith(NamedTuple):
    """The two lower segments of a seat's monolith; the banner is always in the third (R13.1).

    Folded it has no `segments` and its tiles lie `inside`; unfolded they stand on the board and `inside` is empty.
    """

    inside: Inside = (None, None)
    segments: tuple[int, int] | None = None
    """The hexes of the lower segments while it is unfolded, the smaller one first."""
    known: bool = False
    """It has unfolded before, so everybody knows what lies inside (R13.1)."""


def inside(*pieces: Piece | None) -> Inside:
    """Two pieces as they lie in a folded monolith: in a fixed order, because theirs means nothing, and unturned."""
    laid = [None if p is None else p._replace(facing=0) for p in pieces]
    one, other = sorted(laid, key=lambda p: (p is None, () if p is None else (p.seat, p.type.id, *p[4:])))
    return one, other
