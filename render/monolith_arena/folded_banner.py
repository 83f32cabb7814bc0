"""What a banner shows while its monolith is folded: a mark, and the tiles in it that the reader knows.

The two small hexes stand where an ordinary banner has its name; the flag says that it is one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from games.monolith_arena.view import TileView
from render import strokes
from render.canvas import Canvas, Point
from render.monolith_arena import emblems, hexgrid
from render.monolith_arena.theme import EARTH, POISON, SEATS, WOUND, SeatStyle
from render.theme import WHITE, Colour

RADIUS: Final = 22.0
"""The radius of a small hex."""
PLACES: Final[tuple[Point, ...]] = ((-22.0, 32.0), (22.0, 32.0))
"""The centres of the two small hexes, from the centre of the tile."""
_MARK: Final[Point] = (-31.0, -61.0)


class Lying(NamedTuple):
    """A tile in a folded monolith: all that decides how its small hex looks."""

    emblem: str
    """The name of its drawing."""
    style: int
    wounds: int
    poison: int
    entrenched: bool


Inside = tuple[Lying | None, ...] | None
"""What lies in the two lower segments, `None` for an empty one; `None` as a whole where the reader may not know."""


@dataclass(frozen=True, slots=True)
class FoldedBanner(TileView):
    """The banner of a folded monolith, as it is drawn."""

    inside: Inside = None


def lying(tile: TileView, worn: int) -> Lying:
    """A tile in a monolith, in the style of its seat."""
    return Lying(emblems.emblem(tile.type), worn, tile.wounds, tile.poison, tile.entrenched)


def folded(banner: TileView, inside: Inside) -> FoldedBanner:
    """The banner with what lies under it."""
    return FoldedBanner(**{field.name: getattr(banner, field.name) for field in fields(TileView)}, inside=inside)


def draw_mark(canvas: Canvas, x: float, y: float, size: float, ink: Colour) -> None:
    """Three plates one over the other, around a point."""

    def at(points: list[Point]) -> list[Point]:
        return [(x + a * size, y + b * size) for a, b in points]

    canvas.polygon(at([(0, -1), (1.1, -0.42), (0, 0.16), (-1.1, -0.42)]), ink)
    for low in (0.12, 0.62):
        canvas.line(at([(-1.0, low - 0.12), (0, low + 0.4), (1.0, low - 0.12)]), size * 0.26, ink)


def _counter(canvas: Canvas, x: float, y: float, fill: Colour, text: str, drawing: str = "") -> None:
    canvas.disc(x, y, 10.5, WHITE)
    canvas.disc(x, y, 8.7, fill)
    if drawing:
        strokes.draw(canvas, drawing, x, y, 5.5, WHITE, fill)
    else:
        canvas.text(x, y + 0.5, text, 15, WHITE, bold=True)


def _full(canvas: Canvas, tile: Lying, x: float, y: float) -> None:
    style = SEATS[tile.style]
    canvas.polygon(hexgrid.corners(RADIUS, x, y), style.frame)
    canvas.polygon(hexgrid.corners(RADIUS - 3.5, x, y), style.ground)
    strokes.draw(canvas, tile.emblem, x, y, 12.5, style.ink, style.ground)
    if tile.wounds:
        _counter(canvas, x + 12, y - 16, WOUND, str(tile.wounds))
    if tile.poison:
        _counter(canvas, x + 12, y + 16, POISON, str(tile.poison))
    if tile.entrenched:
        _counter(canvas, x - 12, y + 16, EARTH, "", emblems.EXTRAS["wall"])


def _empty(canvas: Canvas, x: float, y: float, style: SeatStyle) -> None:
    points = hexgrid.corners(RADIUS - 1.5, x, y)
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        start, end = (ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)
        canvas.line([start, end], 3, style.ink)


def draw_inside(canvas: Canvas, inside: Inside, style: SeatStyle) -> None:
    """The mark of a folded monolith and the two small hexes, around the centre of the banner."""
    draw_mark(canvas, *_MARK, 14, style.ink)
    for n, (x, y) in enumerate(PLACES):
        canvas.polygon(hexgrid.corners(RADIUS + 2.5, x, y), style.ground)
        if inside is None:
            canvas.polygon(hexgrid.corners(RADIUS, x, y), style.frame)
            canvas.polygon(hexgrid.corners(RADIUS - 3.5, x, y), style.soft)
            canvas.text(x, y + 1, "?", 30, style.ink, bold=True)
            continue
        tile = inside[n] if n < len(inside) else None
        if tile is None:
            _empty(canvas, x, y, style)
        else:
            _full(canvas, tile, x, y)
