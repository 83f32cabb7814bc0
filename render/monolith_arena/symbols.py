"""The symbols at the edges of a tile: what it does in which direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, Point
from render.monolith_arena.layout import FRAME, OUT, PLACE, REACH, Layer, Shape, at_edge, disc, toward
from render.monolith_arena.theme import STEEL, STEEL_DARK, STYLES, SeatStyle
from render.theme import DARK, MARK, WHITE, Colour

_LOW: Final = 58.5
"""Where symbols begin."""
_BARE: Final = OUT + 1
"""Where attacks end, over whatever lies on the frame."""
_MIDDLE: Final = _LOW + 9.2
"""The middle of a place at an edge."""
_RIM: Final = 2.2
"""How far the rim of an attack reaches around it."""


class Size(NamedTuple):
    """How large an attack is drawn: the stronger, the larger."""

    half: float
    """Half its breadth."""
    low: float
    """Where it begins, from the centre of the tile."""
    numeral: float
    """The size of its number, 0 for none."""


_BLADE: Final = 0.4
"""How much of a blade has its whole breadth."""
_SIZES: Final = {
    "melee": (Size(11.5, _LOW, 0.0), Size(16.0, 53.6, 23.0), Size(18.0, 52.4, 25.0)),
    "ranged": (Size(12.5, _LOW, 0.0), Size(17.0, 54.0, 22.0), Size(18.5, 52.4, 24.0)),
}
"""The sizes of attacks of strength 1, 2, and 3 or more."""


class Weapon(NamedTuple):
    """The attack at one edge: all that decides how it looks."""

    kind: str
    """``melee`` or ``ranged``."""
    direction: int
    strength: int
    bonus: int
    seat: int

    @property
    def whole(self) -> int:
        """Return its strength with what is added to it."""
        return self.strength + self.bonus

    @property
    def size(self) -> Size:
        """Return how large it is drawn."""
        return _SIZES[self.kind][min(self.whole, 3) - 1]


def weapons(tile: TileType, facing: int, seat: int, melee_bonus: int = 0, ranged_bonus: int = 0) -> list[Weapon]:
    """Return the attacks of a tile, turned to the directions in which they work."""
    sides = tile.turned[facing % 6]
    melee = [Weapon("melee", d, strength, melee_bonus, seat) for d, strength in sides.melee]
    return melee + [Weapon("ranged", d, strength, ranged_bonus, seat) for d, strength in sides.ranged]


def top_edge(tile: TileType, facing: int) -> int | None:
    """Return the edge with the notch that marks the top.

    `None` for tiles that look alike at every facing, and for orders.
    """
    return facing % tile.period if tile.period > 1 else None


def taken_edges(tile: TileType, facing: int) -> list[int]:
    """Return the directions at which something stands in the ring."""
    sides = tile.turned[facing % 6]
    paths = () if tile.is_banner else sides.paths
    return sorted({d for d, _ in (*sides.melee, *sides.ranged)} | {*sides.nets, *paths, *sides.strikes})


def _polygons(canvas: Canvas, direction: int, outlines: Sequence[Sequence[tuple[float, float]]], fill: Colour) -> None:
    for outline in outlines:
        canvas.polygon(at_edge(direction, outline), fill)


def _outline(weapon: Weapon) -> list[tuple[float, float]]:
    """Return the corners of an attack, across and out: a blade, or an arrow with head and shaft.

    A blade is no triangle: on six edges those look alike, two and two, so that only their place tells the direction.
    """
    half, low, _ = weapon.size
    if weapon.kind == "melee":
        side = low + (_BARE - low) * _BLADE
        return [(-half, low), (half, low), (half, side), (0, _BARE), (-half, side)]
    neck, shaft = _BARE - half, half * 0.58
    return [(-half, neck), (0, _BARE), (half, neck), (shaft, neck), (shaft, low), (-shaft, low), (-shaft, neck)]


def _numeral_at(weapon: Weapon) -> float:
    """Return how far out the middle of an attack's number stands: where there is most room around it.

    Below a tile the blade stands on its point, so its number is nearer to its base.
    """
    half, low, _ = weapon.size
    if weapon.kind == "ranged":
        return _BARE - half * 1.16
    return low + (_BARE - low) * (0.36 if weapon.direction == 3 else 0.4)


def draw_weapon(canvas: Canvas, weapon: Weapon) -> None:
    """Draw the attack at one edge: the stronger the larger, its strength in it if above one.

    Its rim is yellow if something adds to it.
    """
    style, size, d = STYLES[weapon.seat], weapon.size, weapon.direction
    fill = style.melee if weapon.kind == "melee" else style.ranged
    outline = at_edge(d, _outline(weapon))
    for wide, colour in ((2 * _RIM, DARK), (2 * _RIM - 1.6, MARK)) if weapon.bonus else ((3.0, style.ground),):
        canvas.line([*outline, outline[0]], wide, colour)
    canvas.polygon(outline, fill)
    if size.numeral:
        x, y = toward(d, 0, _numeral_at(weapon))
        canvas.text(x, y, str(weapon.whole), size.numeral, WHITE if style.light else DARK, bold=True)


def _pointed(half: float, low: float, base: float) -> list[tuple[float, float]]:
    """Return the area of something with a point outwards, with its rim; its base is so high."""
    top = _BARE + _RIM
    return [(-half, low), (half, low), (half, low + base), (2, top), (-2, top), (-half, low + base)]


def _weapon_layer(weapon: Weapon) -> Layer:
    (half, low, numeral), d = weapon.size, weapon.direction
    side = _RIM + (_BARE - low) * _BLADE
    shapes: tuple[Shape, ...] = (at_edge(d, _pointed(half + _RIM, low - _RIM, side)),)
    if weapon.kind == "ranged":
        neck, shaft = _BARE - half - _RIM, half * 0.58 + _RIM
        stem = [(-shaft, low - _RIM), (shaft, low - _RIM), (shaft, neck), (-shaft, neck)]
        shapes = at_edge(d, _pointed(half + _RIM, neck, _RIM)), at_edge(d, stem)
    return Layer(weapon.kind, weapon, shapes, numeral, partial(draw_weapon, weapon=weapon))


def attacks(tile: TileType, facing: int, seat: int, melee_bonus: int, ranged_bonus: int) -> list[Layer]:
    """Return the layers of the attacks of a tile."""
    return [_weapon_layer(weapon) for weapon in weapons(tile, facing, seat, melee_bonus, ranged_bonus)]


# what depends on nothing but the tile and its facing

_ARMOR: Final = (FRAME - 3.0, OUT + 1.5)
"""Where a plate of armor begins and ends."""
_WAIST: Final = 25.0
"""Half the breadth of a plate where it begins: it leaves room for what stands at the corners."""
_RIVETS: Final = (-21.0, -7.0, 7.0, 21.0)


def _plate(low: float, high: float, narrower: float = 0.0) -> list[tuple[float, float]]:
    return [(narrower - _WAIST, low), (_WAIST - narrower, low), (REACH - narrower, high), (narrower - REACH, high)]


def _armor(canvas: Canvas, d: int) -> None:
    low, high = _ARMOR
    middle = (low + high) / 2
    _polygons(canvas, d, [_plate(low, high)], DARK)
    _polygons(canvas, d, [_plate(low + 2, high - 2, 2)], STEEL)
    _polygons(canvas, d, [_plate(low + 2, low + 4.5, 2.5)], STEEL_DARK)
    for across in _RIVETS:
        canvas.disc(*toward(d, across, middle + 1), 2.2, DARK)


def _net_shape(d: int, beside_attack: bool) -> Shape:
    """Return the whole place, or beside an attack a band on the frame."""
    low, half = (FRAME + 1.2, REACH) if beside_attack else (_LOW + 1, PLACE)
    return at_edge(d, [(-half, low), (half, low), (half, OUT + 1), (-half, OUT + 1)])


def _net(canvas: Canvas, style: SeatStyle, shape: Shape, rows: int) -> None:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = shape
    canvas.polygon(shape, style.ring)

    def at(across: float, out: float) -> Point:
        left, right = (ax + (dx - ax) * out, ay + (dy - ay) * out), (bx + (cx - bx) * out, by + (cy - by) * out)
        return left[0] + (right[0] - left[0]) * across, left[1] + (right[1] - left[1]) * across

    def between(start: float, end: float, n: int) -> list[float]:
        return [start + (end - start) * i / n for i in range(n + 1)]

    across, out = between(0.04, 0.96, 6 if rows == 1 else 5), between(0.07, 0.93, rows)
    for low, high in pairwise(out):
        for left, right in pairwise(across):
            canvas.line([at(left, low), at(right, high)], 2.4, style.net)
            canvas.line([at(right, low), at(left, high)], 2.4, style.net)
    for low in (out[0], out[-1]):
        canvas.line([at(across[0], low), at(across[-1], low)], 2.4, style.net)


def _path(canvas: Canvas, style: SeatStyle, d: int) -> None:
    """Draw a link of a rune: an eye whose stem crosses the frame, with a rim that keeps it off the frame's colors."""
    x, y = toward(d, 0, _MIDDLE)
    for wide, colour in ((_STEM + _EDGE, style.ground), (_STEM, style.path)):
        _polygons(canvas, d, [[(-wide, _MIDDLE + 7), (wide, _MIDDLE + 7), (wide, _BARE), (-wide, _BARE)]], colour)
    canvas.disc(x, y, 9, style.path)
    canvas.disc(x, y, 5.6, style.ring)
    canvas.disc(x, y, 2.8, style.path)


_STEM: Final = 4.0
_EDGE: Final = 1.8
"""How far the rims of links, bolts and marks of the top reach around them."""
_BOLT: Final = ((14.5, 0.05), (-14.5, 0.5), (-2.5, 0.52), (-9.0, 0.98), (15.0, 0.38), (4.0, 0.36))


def _strike(canvas: Canvas, style: SeatStyle, d: int) -> None:
    bolt = at_edge(d, [(across, _LOW + out * (_BARE - _LOW)) for across, out in _BOLT])
    canvas.line([*bolt, bolt[0]], 2 * _EDGE + 0.6, style.ground)
    canvas.polygon(bolt, style.strike)


_NOTCH: Final = ((REACH + 0.5, FRAME + 1.5), (40.5, FRAME + 1.5), (45.0, OUT), (REACH + 0.5, OUT))
"""One end of the edge at the top, both of which mark it, whatever stands between them."""
_NOTCH_INSIDE: Final = ((REACH + 1.9, FRAME + 2.9), (39.6, FRAME + 2.9), (43.0, OUT), (REACH + 1.9, OUT))
"""The bright part of it; the dark rim keeps it off bright frames."""


def _notch(canvas: Canvas, d: int) -> None:
    for outline, colour in ((_NOTCH, DARK), (_NOTCH_INSIDE, WHITE)):
        _polygons(canvas, d, [[(side * across, out) for across, out in outline] for side in (-1, 1)], colour)


def printed(tile: TileType, facing: int, seat: int) -> Iterator[Layer]:
    """Yield the layers of everything else at the edges."""
    sides, style, notch = tile.turned[facing % 6], STYLES[seat], top_edge(tile, facing)
    fighting = {d for d, _ in (*sides.melee, *sides.ranged)}

    def layer(kind: str, d: int, shapes: tuple[Shape, ...], draw: partial[None]) -> Layer:
        return Layer(kind, (kind, d), shapes, 0, draw)

    if notch is not None:
        ends = tuple(at_edge(notch, [(side * across, out) for across, out in _NOTCH]) for side in (-1, 1))
        yield layer("notch", notch, ends, partial(_notch, d=notch))
    for d in sides.nets:
        shape, beside = _net_shape(d, d in fighting), d in fighting
        yield layer("net", d, (shape,), partial(_net, style=style, shape=shape, rows=1 if beside else 3))
    for d in range(6):
        if sides.armor[d]:
            yield layer("armor", d, (at_edge(d, _plate(*_ARMOR)),), partial(_armor, d=d))
    for d in () if tile.is_banner else sides.paths:
        wide = _STEM + _EDGE
        stem = at_edge(d, [(-wide, _LOW), (wide, _LOW), (wide, _BARE), (-wide, _BARE)])
        yield layer("path", d, (disc(*toward(d, 0, _MIDDLE), 9), stem), partial(_path, style=style, d=d))
    for d in sides.strikes:
        half = 17.0
        shape = at_edge(d, [(-half, _LOW), (half, _LOW), (half, _BARE), (-half, _BARE)])
        yield layer("strike", d, (shape,), partial(_strike, style=style, d=d))
