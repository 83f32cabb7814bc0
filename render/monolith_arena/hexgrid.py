"""Where the hexes lie on the picture, and the points of a hex."""

from __future__ import annotations

import math
from typing import Final

from games.monolith_arena.hexes import AXIAL
from render.canvas import Point

RADIUS: Final = 104
"""From the centre of a hex to its corners."""
PITCH_X: Final = 156
PITCH_Y: Final = 180
SLOT_WIDTH: Final = 2 * RADIUS
SLOT_HEIGHT: Final = PITCH_Y
BOARD_WIDTH: Final = 4 * PITCH_X + SLOT_WIDTH
BOARD_HEIGHT: Final = 5 * PITCH_Y

CENTRES: Final = tuple((q * PITCH_X, r * PITCH_Y + q * PITCH_Y // 2) for q, r in AXIAL)
"""The centre of each hex, from the centre of the board."""


def corners(radius: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Return the corners of a flat-topped hex, clockwise from the one between N and NE."""
    return [
        (x + radius * math.cos(math.radians(a)), y + radius * math.sin(math.radians(a)))
        for a in (-60, 0, 60, 120, 180, 240)
    ]


def toward(direction: int, across: float, out: float) -> Point:
    """Return the point `out` from the centre towards a direction and `across` clockwise beside that line."""
    a = math.radians(60 * direction)
    return across * math.cos(a) + out * math.sin(a), across * math.sin(a) - out * math.cos(a)


def corner(number: int, out: float) -> Point:
    """Return the point `out` from the centre towards a corner, 0 between N and NE, clockwise."""
    a = math.radians(60 * number + 30)
    return out * math.sin(a), -out * math.cos(a)
