"""Where everything lies before anything is drawn: the hexes on the picture, and what a tile has in its hex.

A tile has a frame, within it a ring with six places at the edges and six at the corners, and within that the field.
What belongs to an edge stands at its place in the ring and turns with the tile: attacks, net, link of a rune,
lightning; armor, a net beside an attack, and the marks of the top lie on the frame, below an attack. Initiative, emblem
and name stand in the field, features and markers at the corners. Every `Layer` says which shapes it fills, so that a
test can compute for every tile, facing and set of markers that nothing lies on anything else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, NamedTuple

from games.monolith_arena.hexes import AXIAL
from render.canvas import Canvas, Point

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


WIDTH: Final = 1000
"""The width of a board and of what stands below it."""

Shape = tuple[Point, ...]
"""The corners of a convex area, from the centre of the tile."""

OUT: Final = 84.0
"""From the centre of a tile to the outside of its frame."""
FRAME: Final = 76.0
"""From the centre to the inside of the frame, where the ring begins."""
FIELD: Final = 50.0
"""From the centre to the inside of the ring."""
ORDER_FIELD: Final = 68.0
"""The same of an order, which has nothing at its edges."""
PLACE: Final = 20.0
"""Half the breadth of a place at an edge."""
REACH: Final = 31.5
"""How far what lies on the frame reaches to both sides of the middle of an edge."""
CORNER: Final = 71.0
"""From the centre of a tile to the middle of a place at a corner."""
BADGE: Final = 14.5
"""The radius of a place at a corner."""
CUT: Final = 1.65
"""How far an octagon reaches, both ways added, as a share of half its width."""
_SIDES: Final = 16


class Layer(NamedTuple):
    """Something on a tile, drawn around the centre of the tile within its shapes."""

    kind: str
    key: Hashable
    shapes: tuple[Shape, ...]
    letters: float
    """The size of the smallest letters or numerals in it, 0 if there are none."""
    draw: Callable[[Canvas], None]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return the smallest box around it."""
        return bounds(self.shapes)


def bounds(shapes: Iterable[Shape]) -> tuple[int, int, int, int]:
    """Return the smallest box around areas as left, top, right, bottom, with room for soft edges."""
    xs, ys = zip(*(point for shape in shapes for point in shape), strict=True)
    return math.floor(min(xs)) - 2, math.floor(min(ys)) - 2, math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2


def disc(x: float, y: float, radius: float) -> Shape:
    """Return the area of a disc: the polygon around it."""
    outer = radius / math.cos(math.pi / _SIDES)
    angles = [2 * math.pi * n / _SIDES for n in range(_SIDES)]
    return tuple((x + outer * math.cos(a), y + outer * math.sin(a)) for a in angles)


def box(left: float, top: float, right: float, bottom: float) -> Shape:
    """Return a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def octagon(x: float, y: float, half: float) -> Shape:
    """Return a square without its corners."""
    cut = half * (CUT - 1)
    turns = (
        (-cut, -half),
        (cut, -half),
        (half, -cut),
        (half, cut),
        (cut, half),
        (-cut, half),
        (-half, cut),
        (-half, -cut),
    )
    return tuple((x + a, y + b) for a, b in turns)


def at_edge(direction: int, points: Sequence[tuple[float, float]]) -> Shape:
    """Return an area given by points across and out from the centre, seen towards an edge."""
    return tuple(toward(direction, across, out) for across, out in points)


def at_corner(number: int) -> Point:
    """Return the middle of the place at a corner, 0 between N and NE, clockwise."""
    return corner(number, CORNER)


def half_width(y: float, field: float = FIELD) -> float:
    """Return how far a field reaches to both sides at a height."""
    return (field - abs(y) / 2) / math.cos(math.pi / 6)


def overlap(one: Shape, other: Shape) -> float:
    """Return how deep one area reaches into the other, 0 or less if they are apart."""
    depth = math.inf
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            length = math.hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            first, second = ([x * nx + y * ny for x, y in s] for s in (one, other))
            depth = min(depth, min(max(first), max(second)) - max(min(first), min(second)))
    return depth
