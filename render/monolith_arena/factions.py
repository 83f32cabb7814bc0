"""What shows a tile's faction, whoever plays it: the texture of the ring, the line around the field, the crest."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from render.canvas import Canvas, Point
from render.monolith_arena import layout
from render.monolith_arena.layout import FIELD, FRAME, ORDER_FIELD, OUT, PLACE, at_edge
from render.monolith_arena.theme import SeatStyle, faction_colour
from render.theme import Colour

_CORNER: Final = 1 / math.cos(math.pi / 6)
"""From the distance of the sides of a hex to that of its corners."""

_NORMALS: Final = tuple(layout.toward(d, 0, 1) for d in range(3))


def _scales(canvas: Canvas, ground: Colour, grain: Colour) -> None:
    """Draw the scales of a dragon."""
    for row in range(-13, 14):
        for column in range(-7, 8):
            x, y = 13 * column + (row % 2) * 6.5, 6.5 * row
            if _in_ring(x, y, 7):
                canvas.disc(x, y, 7, grain)
                canvas.disc(x, y - 1.6, 6, ground)


def _studs(canvas: Canvas, ground: Colour, grain: Colour) -> None:
    """Draw the studs of plate armor."""
    for row in range(-8, 9):
        for column in range(-4, 5):
            x, y = 20 * column + (row % 2) * 10, 10.0 * row
            if _in_ring(x, y, 3):
                canvas.polygon([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)], grain)
                canvas.polygon([(x, y - 2), (x + 2, y), (x, y + 2), (x - 2, y)], ground)


def _leaves(canvas: Canvas, ground: Colour, grain: Colour) -> None:
    """Draw fallen leaves."""
    for row in range(-7, 8):
        for column in range(-6, 7):
            x, y = 15 * column + (row % 2) * 7.5, 11.0 * row
            if not _in_ring(x, y, 6):
                continue
            lean = math.radians((37 * column + 71 * row) % 180)
            ux, uy = math.cos(lean) * 7, math.sin(lean) * 7
            canvas.polygon(
                [(x - ux, y - uy), (x - uy * 0.45, y + ux * 0.45), (x + ux, y + uy), (x + uy * 0.45, y - ux * 0.45)],
                grain,
            )
            canvas.line([(x - ux * 0.7, y - uy * 0.7), (x + ux * 0.9, y + uy * 0.9)], 1.2, ground)


def _flames(canvas: Canvas, ground: Colour, grain: Colour) -> None:
    """Draw tongues of fire."""
    for row in range(-6, 8):
        for column in range(-6, 7):
            x, y = 14 * column + (row % 2) * 7, 13.0 * row
            if _in_ring(x, y - 6, 8):
                canvas.polygon(
                    [(x - 5, y), (x - 4, y - 6), (x + 2, y - 14), (x + 1, y - 8), (x + 5, y - 4), (x + 3, y + 1)], grain
                )


def _out(x: float, y: float) -> float:
    """Return how far a point is from the centre, as the sides of a hex count it."""
    return max(abs(x * dx + y * dy) for dx, dy in _NORMALS)


def _in_ring(x: float, y: float, reach: float) -> bool:
    return FIELD - reach < _out(x, y) < OUT - 1 - reach


_TEXTURES: Final[dict[str, Callable[[Canvas, Colour, Colour], None]]] = {
    "dragon_empire": _scales,
    "guardians_of_the_realm": _studs,
    "harbingers_of_the_forest": _leaves,
    "lords_of_the_abyss": _flames,
}


def _mesh(canvas: Canvas, style: SeatStyle) -> None:
    """Draw the net over the ring of a netted tile, below the symbols, which do nothing now."""
    for n in range(-7, 8):
        for lean in (-1, 1):
            at = n * 17 + 8.5
            ends = (lean * (at - 52), -90.0), (lean * (at + 52), 90.0)
            first, last = _clip(*ends), _clip(*ends[::-1])
            if first and last:
                canvas.line([first, last], 2.6, style.ink)


def _clip(start: Point, end: Point) -> Point | None:
    """Return the first point from `start` on the way to `end` that is inside the frame."""
    for step in range(101):
        x = start[0] + (end[0] - start[0]) * step / 100
        y = start[1] + (end[1] - start[1]) * step / 100
        if _out(x, y) < FRAME + 3:
            return x, y
    return None


def draw_ring(
    canvas: Canvas, faction: str, style: SeatStyle, order: bool = False, netted: Sequence[int] | None = None
) -> None:
    """Draw ring and field, below the frame of a tile; an order has a narrow ring and a large field.

    `netted` are, for a netted tile, the edges at which something stands: the net leaves their places free.
    """
    canvas.polygon(layout.corners((FRAME + 4) * _CORNER), style.ring)
    if netted is not None:
        _mesh(canvas, style)
        for d in netted:
            place = [(-PLACE, FIELD), (PLACE, FIELD), (PLACE, FRAME), (-PLACE, FRAME)]
            canvas.polygon(at_edge(d, place), style.ring)
    else:
        _TEXTURES[faction](canvas, style.ring, style.grain)
    field = ORDER_FIELD if order else FIELD
    canvas.polygon(layout.corners((field + 1) * _CORNER), faction_colour(faction, style))
    canvas.polygon(layout.corners((field - 0.8) * _CORNER), style.ground)
