"""What a banner shows while its monolith is folded: a mark, and the tiles in it that the reader knows.

The two small hexes stand where an ordinary banner has its name; the flag says that it is one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import Final, NamedTuple

from games.monolith_arena.view import TileView
from render.canvas import Canvas, Point
from render.monolith_arena import emblems, layout
from render.monolith_arena.layout import BADGE, Layer, at_corner, disc
from render.monolith_arena.theme import EARTH, POISON, SEATS, WOUND, SeatStyle
from render.theme import WHITE, Colour

RADIUS: Final = 20.0
"""The radius of a small hex."""
PLACES: Final[tuple[Point, ...]] = ((-21.0, 32.0), (21.0, 32.0))
"""The centres of the two small hexes, from the centre of the tile."""


_CORNER: Final = 5
"""The corner of the mark: a banner has no features."""
_TEXT: Final = 26.0


class Lying(NamedTuple):
    """A tile in a folded monolith: all that decides how its small hex looks."""

    emblem: str
    """The name of its emblem."""
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
    """Return a tile in a monolith, in the style of its seat."""
    return Lying(emblems.emblem(tile.type), worn, tile.wounds, tile.poison, tile.entrenched)


def folded(banner: TileView, inside: Inside) -> FoldedBanner:
    """Return the banner with what lies under it."""
    return FoldedBanner(**{field.name: getattr(banner, field.name) for field in fields(TileView)}, inside=inside)


def _dots(tile: Lying) -> list[Colour]:
    """Return a dot for every wound and poison marker and for entrenchment, as many as there is room for."""
    found = [WOUND] * tile.wounds + [POISON] * tile.poison + [EARTH] * tile.entrenched
    return found[:4]


def _full(canvas: Canvas, tile: Lying, x: float, y: float) -> None:
    style = SEATS[tile.style]
    canvas.polygon(layout.corners(RADIUS, x, y), style.frame)
    canvas.polygon(layout.corners(RADIUS - 3, x, y), style.ground)
    dots = _dots(tile)
    emblems.draw(canvas, tile.emblem, x, y - (3.5 if dots else 0), 9.5 if dots else 11.5, style.ink, style.ground)
    for n, colour in enumerate(dots):
        at = x + (n - (len(dots) - 1) / 2) * 7
        canvas.disc(at, y + 10.5, 3.8, WHITE)
        canvas.disc(at, y + 10.5, 2.8, colour)


def _empty(canvas: Canvas, x: float, y: float, style: SeatStyle) -> None:
    points = layout.corners(RADIUS - 1.5, x, y)
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        start, end = (ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)
        canvas.line([start, end], 3, style.ink)


def draw_inside(canvas: Canvas, inside: Inside, style: SeatStyle) -> None:
    """Draw the mark of a folded monolith at a corner of the banner and the two small hexes in the place of its name."""
    emblems.draw(canvas, "plates", *at_corner(_CORNER), BADGE - 2, style.ink, style.ring)
    for n, (x, y) in enumerate(PLACES):
        if inside is None:
            canvas.polygon(layout.corners(RADIUS, x, y), style.frame)
            canvas.polygon(layout.corners(RADIUS - 3, x, y), style.ring)
            canvas.text(x, y + 1, "?", _TEXT, style.ink, bold=True)
            continue
        tile = inside[n] if n < len(inside) else None
        if tile is None:
            _empty(canvas, x, y, style)
        else:
            _full(canvas, tile, x, y)


def layer(inside: Inside, seat: int) -> Layer:
    """Return what a banner shows of its folded monolith."""
    hexes = tuple(tuple(layout.corners(RADIUS, x, y)) for x, y in PLACES)
    mark = disc(*at_corner(_CORNER), BADGE)
    draw = partial(draw_inside, inside=inside, style=SEATS[seat])
    return Layer("stack", ("stack", inside, seat), (mark, *hexes), 0 if inside else _TEXT, draw)
