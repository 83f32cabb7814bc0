"""The arena of 19 hexes (R1.1 to R1.3) and everything about it that never changes.

A hex is an int, 0 to 18, in the order of the names A1 … A3, B1 … B4, C1 … C5, D1 … D4, E1 … E3. A direction is an
int, 0 to 5, clockwise from N.
"""

from __future__ import annotations

from typing import Final

COLUMNS: Final = "ABCDE"
SIZE: Final = 19
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
OFF_BOARD: Final = -1

_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _cells() -> tuple[tuple[int, int], ...]:
    cells = []
    for q in range(-2, 3):
        cells += [(q, r) for r in range(max(-2, -2 - q), min(2, 2 - q) + 1)]
    return tuple(cells)


AXIAL: Final = _cells()
"""The axial coordinates (q, r) of each hex; C3 is (0, 0) and N is (0, -1)."""

_INDEX: Final = {cell: index for index, cell in enumerate(AXIAL)}

NAMES: Final = tuple(f"{COLUMNS[q + 2]}{r - max(-2, -2 - q) + 1}" for q, r in AXIAL)
"""The name of each hex, R1.2."""

BY_NAME: Final = {name: index for index, name in enumerate(NAMES)}
BY_DIRECTION: Final = {name: index for index, name in enumerate(DIRECTIONS)}


def turned(edge: int, facing: int) -> int:
    """Return the direction in which edge `edge` of a tile looks that faces `facing` (R1.3).

    The one place where an edge becomes a direction.
    """
    return (edge + facing) % 6


def opposite(direction: int) -> int:
    """Return the direction that looks back."""
    return (direction + 3) % 6


NEIGHBOUR: Final = tuple(tuple(_INDEX.get((q + dq, r + dr), OFF_BOARD) for dq, dr in _STEPS) for q, r in AXIAL)
"""`NEIGHBOUR[hex][direction]`, `OFF_BOARD` past the edge."""

ADJACENT: Final = tuple(tuple(sorted(n for n in row if n != OFF_BOARD)) for row in NEIGHBOUR)
"""The neighbours of each hex that are on the board, in order."""


def distance(one: int, other: int) -> int:
    """Return the number of steps from a hex to another one."""
    (q, r), (to_q, to_r) = AXIAL[one], AXIAL[other]
    return max(abs(q - to_q), abs(r - to_r), abs(q + r - to_q - to_r))


def _ray(start: int, direction: int) -> tuple[int, ...]:
    line = []
    here = NEIGHBOUR[start][direction]
    while here != OFF_BOARD:
        line.append(here)
        here = NEIGHBOUR[here][direction]
    return tuple(line)


RAYS: Final = tuple(tuple(_ray(start, d) for d in range(6)) for start in range(SIZE))
"""`RAYS[hex][direction]`: the hexes of the straight line from a hex, nearest first."""

TRIANGLES: Final = tuple(
    sorted(
        {
            tuple(sorted((h, NEIGHBOUR[h][d], NEIGHBOUR[h][(d + 1) % 6])))
            for h in range(SIZE)
            for d in range(6)
            if NEIGHBOUR[h][d] != OFF_BOARD and NEIGHBOUR[h][(d + 1) % 6] != OFF_BOARD
        }
    )
)
"""The 24 sets of three hexes that all touch each other (R11.6)."""
