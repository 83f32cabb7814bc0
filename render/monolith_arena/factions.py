"""The ground of a tile: the field, the ring around it, and the net over that of a netted tile."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from render.canvas import Canvas, Point
from render.monolith_arena import layout
from render.monolith_arena.layout import FRAME, ORDER_FIELD, at_edge
from render.monolith_arena.theme import SeatStyle

_CORNER: Final = 1 / math.cos(math.pi / 6)
"""From the distance of the sides of a hex to that of its corners."""
_FIELD: Final = 64.0
"""From the centre to the inside of the ring that is seen, which begins further out than what stands in it."""
_FREE: Final = ((-24.0, 50.0), (24.0, 50.0), (24.0, FRAME), (-24.0, FRAME))
"""What a net leaves free at an edge where something stands."""
_NORMALS: Final = tuple(layout.toward(d, 0, 1) for d in range(3))


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
        if max(abs(x * dx + y * dy) for dx, dy in _NORMALS) < FRAME + 3:
            return x, y
    return None


def draw_ring(canvas: Canvas, style: SeatStyle, order: bool = False, netted: Sequence[int] | None = None) -> None:
    """Draw ring and field, below the frame of a tile; an order has a narrow ring and a large field.

    `netted` are, for a netted tile, the edges at which something stands: the net leaves their places free.
    """
    canvas.polygon(layout.corners((FRAME + 4) * _CORNER), style.ring)
    if netted is not None:
        _mesh(canvas, style)
        for d in netted:
            canvas.polygon(at_edge(d, _FREE), style.ring)
    field = ORDER_FIELD if order else _FIELD if netted is None else layout.FIELD
    canvas.polygon(layout.corners(field * _CORNER), style.ground)
