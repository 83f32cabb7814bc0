"""Monoliths: what the banner of a folded one shows, and the plinth under the hexes of an unfolded one.

The banner of a folded monolith has a mark, and where an ordinary banner has its name, two small hexes with the tiles in
it that the reader knows.

A plinth fills the gaps around its hexes and between them in the colour and the pattern of its owner's frames, with a
light kerb around it and light clamps across each joint. What stands on it keeps its own look. Nothing of it lies on a
tile: it is put on last, and only where the ground of the page shows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from games.monolith_arena.hexes import NEIGHBOUR
from games.monolith_arena.view import TileView, View
from render.canvas import Canvas, Point, breathe
from render.monolith_arena import emblems, layout
from render.monolith_arena.layout import BADGE, Layer, at_corner, disc
from render.monolith_arena.theme import (
    EARTH,
    POISON,
    STORE,
    STYLES,
    WOUND,
    SeatStyle,
    drawn_on,
    floor_of,
    index_of,
    seat_style,
    to_plane,
)
from render.store import Cache, Sprite
from render.theme import DARK, PAGE, TEXT, WHITE, Colour

# the banner of a folded monolith

RADIUS: Final = 18.0
"""The radius of a small hex."""
PLACES: Final[tuple[Point, ...]] = ((-19.5, 28.0), (19.5, 28.0))
"""The centres of the two small hexes, from the centre of the tile."""
_MARK_CORNER: Final = 5
"""The corner of the mark: a banner has no features."""
_UNKNOWN: Final = 26.0


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


def _lying(view: View, tile: TileView) -> Lying:
    """Return a tile in a monolith, in the style of its seat."""
    worn = seat_style(view, tile.seat)
    return Lying(emblems.emblem(tile.type), worn, tile.wounds, tile.poison, tile.entrenched)


def dressed(view: View, tile: TileView) -> TileView:
    """Return a tile of a match as it is drawn: with the style of its seat in the place of the seat.

    The banner of a folded monolith gets what the reader knows of its inside.
    """
    styled = replace(tile, seat=seat_style(view, tile.seat))
    if not tile.type.is_banner or not view.monoliths or (monolith := view.monoliths[tile.seat]).segments:
        return styled
    inside: Inside = None
    if monolith.inside is not None:
        inside = tuple(None if laid is None else _lying(view, laid) for laid in monolith.inside)
    return FoldedBanner(**{field.name: getattr(styled, field.name) for field in fields(TileView)}, inside=inside)


def _dots(tile: Lying) -> list[Colour]:
    """Return a dot for every wound and poison marker and for entrenchment, as many as there is room for."""
    dots = [WOUND] * tile.wounds + [POISON] * tile.poison + [EARTH] * tile.entrenched
    return dots[:4]


def _full(canvas: Canvas, tile: Lying, x: float, y: float) -> None:
    style = STYLES[tile.style]
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
    emblems.draw(canvas, "plates", *at_corner(_MARK_CORNER), BADGE - 2, style.ink, style.ring)
    for n, (x, y) in enumerate(PLACES):
        if inside is None:
            canvas.polygon(layout.corners(RADIUS, x, y), style.frame)
            canvas.polygon(layout.corners(RADIUS - 3, x, y), style.ring)
            canvas.text(x, y + 1, "?", _UNKNOWN, style.ink, bold=True)
            continue
        tile = inside[n] if n < len(inside) else None
        if tile is None:
            _empty(canvas, x, y, style)
        else:
            _full(canvas, tile, x, y)


def inside_layer(inside: Inside, seat: int) -> Layer:
    """Return what a banner shows of its folded monolith."""
    hexes = tuple(tuple(layout.corners(RADIUS, x, y)) for x, y in PLACES)
    mark = disc(*at_corner(_MARK_CORNER), BADGE)
    draw = partial(draw_inside, inside=inside, style=STYLES[seat])
    return Layer("stack", ("stack", inside, seat), (mark, *hexes), 0 if inside else _UNKNOWN, draw)


# the hexes of an unfolded one

INNER: Final = 98.4
"""The radius of the hex that a plinth leaves to what stands on it."""
_SLOT: Final = layout.PITCH_Y / 2
_OUT: Final = 94.8
"""From the centre of a hex to the outside of the kerb, which leaves a dark line before the tile beyond."""
_KERB: Final = 4.2
_JOINT: Final = 0.6
WIDTH: Final = 224
HEIGHT: Final = 196

Kinds = tuple[int, int, int, int, int, int]
"""What lies beyond each side of a hex: `OUTSIDE`, `SAME` monolith or `OTHER` monolith."""
OUTSIDE, SAME, OTHER = 0, 1, 2

_parts: Cache[tuple[Image.Image, Image.Image]] = Cache(256)


class Plinth(NamedTuple):
    """What holds the hexes of a monolith together."""

    style: int
    hexes: tuple[int, ...]
    """The hex of the banner and those of both lower segments."""
    announced: bool
    """It is about to unfold: facings are still to be chosen (R13.5)."""


class Socket(NamedTuple):
    """An unfolded segment without a tile: an empty hex that may be entered (R13.6)."""


class Announced(NamedTuple):
    """A tile that is about to unfold onto a hex, with a facing that is not chosen yet."""

    tile: TileView


Content = TileView | Socket | Announced | None
"""What is drawn on a hex."""


def plinths(view: View) -> tuple[Plinth, ...]:
    """Return the plinths on the board, in the order of the seats."""
    on_board = []
    for monolith in view.monoliths:
        banner = next((h for h, t in enumerate(view.board) if t and t.type.is_banner and t.seat == monolith.seat), None)
        if monolith.segments and banner is not None:
            hexes = (banner, *monolith.segments)
            on_board.append(Plinth(seat_style(view, monolith.seat), hexes, bool(monolith.inside)))
    return tuple(on_board)


def contents(view: View) -> tuple[Content, ...]:
    """Return what is drawn on each hex of the board."""
    shown: list[Content] = [tile and dressed(view, tile) for tile in view.board]
    for monolith in view.monoliths:
        inside = monolith.inside or (None,) * len(monolith.segments)
        facings = monolith.facings or (None,) * len(monolith.segments)
        for hex_, tile, facing in zip(monolith.segments, inside, facings, strict=False):
            if shown[hex_] is None and tile is None:
                shown[hex_] = Socket()
            elif shown[hex_] is None and tile is not None:
                turned = replace(tile, facing=facing or 0)
                shown[hex_] = Announced(dressed(view, turned)) if facing is None else dressed(view, turned)
    return tuple(shown)


def rearranged(view: View, moves: Sequence[tuple[int | None, int]], unfold: tuple[int, ...] = ()) -> View:
    """Return the view with the segments as a move that is only proposed would leave them.

    `moves` are hexes that tiles leave and reach: a segment goes along with its tile (R13.7). `unfold` are the hexes
    that the lower segments of the reader's own monolith would take (R13.3).
    """
    reached = dict(moves)
    monoliths = []
    for monolith in view.monoliths:
        if unfold and monolith.seat == view.reader:
            monoliths.append(replace(monolith, segments=tuple(unfold), inside=()))
        else:
            monoliths.append(replace(monolith, segments=tuple(reached.get(h, h) for h in monolith.segments)))
    return replace(view, monoliths=tuple(monoliths))


# the plinth


def kinds(plinth: Plinth, all_: Sequence[Plinth], hex_: int) -> Kinds:
    """Return what lies beyond each side of a hex of a plinth."""
    others = {h for other in all_ if other is not plinth for h in other.hexes}
    beyond = [SAME if n in plinth.hexes else OTHER if n in others else OUTSIDE for n in NEIGHBOUR[hex_]]
    one, two, three, four, five, six = beyond
    return one, two, three, four, five, six


def _outline(reach: Sequence[float]) -> list[Point]:
    """Return the corners of the hex whose sides lie so far from the centre, from that in the north clockwise."""
    points = []
    for d in range(6):
        (ax, ay), (bx, by) = layout.toward(d, 0, 1), layout.toward(d + 1, 0, 1)
        a, b = reach[d], reach[(d + 1) % 6]
        points.append(((a * by - b * ay) / (ax * by - ay * bx), (ax * b - bx * a) / (ax * by - ay * bx)))
    return points


def _pattern(canvas: Canvas, style: SeatStyle, direction: int, announced: bool) -> None:
    """Draw the pattern of a seat along one side, the same from both ends."""
    half = _SLOT / math.sqrt(3)

    def at(across: float) -> Point:
        return layout.toward(direction, across, _SLOT)

    if announced:
        for n in (-1.5, -0.5, 0.5, 1.5):
            middle = n * half / 2
            canvas.line([at(middle - 8), at(middle + 8)], 7.5, style.frame)
    elif style.pattern == "double":
        canvas.line([at(-half), at(half)], 3.4, style.accent)
    elif style.pattern == "dashed":
        for n in (-1.5, -0.5, 0.5, 1.5):
            middle = n * half / 2
            canvas.line([at(middle - 6), at(middle + 6)], 4.4, style.accent)
    elif style.pattern == "dotted":
        for n in range(8):
            canvas.disc(*at((n - 3.5) * half / 4), 3.0, style.accent)
    elif style.pattern == "teeth":
        for n in range(8):
            middle = (n - 3.5) * half / 4
            (ax, ay), (bx, by) = at(middle - 5), at(middle + 5)
            canvas.polygon([(ax, ay), (bx, by), layout.toward(direction, middle, _SLOT + 4)], style.accent)


def _clamps(canvas: Canvas, direction: int) -> None:
    """Draw what holds two stones together.

    Bright without any colour, and clear of the symbols in the middle of an edge.
    """
    for across in (-36, 36):
        for grow, fill in ((2.5, DARK), (0.0, TEXT)):
            wide = 5.5 + grow
            points = [(across - wide, 80), (across + wide, 80), (across + wide, 93), (across - wide, 93)]
            canvas.polygon([layout.toward(direction, a, o) for a, o in points], fill)


def draw_part(canvas: Canvas, worn: int, sides: Kinds, announced: bool, beyond: float = _JOINT) -> None:
    """Draw the part of a plinth around one hex, which reaches so far beyond the middle of each joint."""
    style = STYLES[worn]
    if not announced:
        kerb = {OUTSIDE: _OUT, SAME: _SLOT + beyond, OTHER: _SLOT - 0.8}
        body = {OUTSIDE: _OUT - _KERB, SAME: _SLOT + beyond, OTHER: _SLOT - 2.6}
        canvas.polygon(_outline([kerb[side] for side in sides]), TEXT)
        canvas.polygon(_outline([body[side] for side in sides]), style.frame)
    for direction, side in enumerate(sides):
        if side != OTHER:
            _pattern(canvas, style, direction, announced)


def finish_part(canvas: Canvas, sides: Kinds, announced: bool) -> None:
    """Draw the clamps of the part around one hex, and the room for what stands there."""
    for direction, side in enumerate(sides):
        if side == SAME and not announced:
            _clamps(canvas, direction)
    canvas.polygon(layout.corners(INNER), PAGE)


def _make(worn: int, sides: Kinds, announced: bool) -> Sprite:
    canvas = Canvas(WIDTH, HEIGHT, PAGE, (WIDTH / 2, HEIGHT / 2))
    draw_part(canvas, worn, sides, announced, _OUT - _SLOT)
    finish_part(canvas, sides, announced)
    breathe()
    plane = to_plane(canvas.done())
    # The halves of a joint belong to two hexes. Each is cut off sharply: soft edges would leave a seam between them.
    beyond = Image.new("1", plane.size, 1)
    reach = [_SLOT + _JOINT if side == SAME else _OUT + 2 for side in sides]
    ImageDraw.Draw(beyond).polygon([(x + WIDTH / 2, y + HEIGHT / 2) for x, y in _outline(reach)], fill=0)
    plane.paste(index_of(PAGE), (0, 0), beyond)
    return Sprite(plane, -WIDTH // 2, -HEIGHT // 2)


def part(worn: int, sides: Kinds, announced: bool = False) -> tuple[Image.Image, Image.Image]:
    """Return the part of a plinth around one hex as a plane, and where it has anything. Do not draw on them."""

    def make() -> tuple[Image.Image, Image.Image]:
        key = ("plinth", worn, sides, announced)
        plane = STORE.get(key, partial(_make, worn, sides, announced)).picture
        return plane, drawn_on(plane)

    return _parts.get((worn, sides, announced), make)


def put_plinths(plane: Image.Image, view: View, centre: tuple[int, int]) -> None:
    """Put all plinths onto the plane of a finished board, where it shows the page. Twice is as once."""
    every = plinths(view)
    for plinth in every:
        for hex_ in plinth.hexes:
            picture, mask = part(plinth.style, kinds(plinth, every, hex_), plinth.announced)
            x, y = layout.CENTRES[hex_]
            left, top = centre[0] + x - WIDTH // 2, centre[1] + y - HEIGHT // 2
            free = floor_of(plane.crop((left, top, left + WIDTH, top + HEIGHT)))
            plane.paste(picture, (left, top), ImageChops.logical_and(free, mask))


def forget() -> None:
    """Empty the cache in memory."""
    _parts.clear()
