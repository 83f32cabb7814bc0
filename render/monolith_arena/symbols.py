"""The symbols at the edges of a tile: what it does in which direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, Point
from render.monolith_arena.layout import FIELD, FRAME, OUT, PLACE, REACH, Layer, Shape, at_edge, box, disc, toward
from render.monolith_arena.theme import SEATS, SeatStyle
from render.theme import DARK, WHITE, Colour

_LOW: Final = FIELD + 0.5
"""Where symbols begin."""
_BARE: Final = OUT + 1
"""Where an attack ends at an edge with nothing on its frame; elsewhere it ends at the frame."""
_NUMERAL: Final = 20.0
"""The size of the number of an attack that is stronger than one."""
_NUMERAL_BOX: Final = (6.4, 7.8)
"""Half the width and half the height of that number."""
_MIDDLE: Final = _LOW + 9.2
"""The middle of a place at an edge."""
_BESIDE: Final = 12.0
"""How far beside the middle of its edge such an attack and its number stand."""


class Weapon(NamedTuple):
    """The attack at one edge: all that decides how it looks."""

    kind: str
    """``melee`` or ``ranged``."""
    direction: int
    strength: int
    bonus: int
    top: float
    """How far out it reaches."""
    seat: int


def weapons(tile: TileType, facing: int, seat: int, melee_bonus: int = 0, ranged_bonus: int = 0) -> list[Weapon]:
    """Return the attacks of a tile, turned to the directions in which they work."""
    sides = tile.turned[facing % 6]

    def top(d: int) -> float:
        return FRAME if sides.armor[d] or d in sides.nets else _BARE

    melee = [Weapon("melee", d, strength, melee_bonus, top(d), seat) for d, strength in sides.melee]
    return melee + [Weapon("ranged", d, strength, ranged_bonus, top(d), seat) for d, strength in sides.ranged]


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


def _right(direction: int) -> float:
    """Return the way along an edge, seen outwards, that leads to the right of the picture."""
    return -1.0 if direction in (2, 3, 4) else 1.0


def _polygons(canvas: Canvas, direction: int, outlines: Sequence[Sequence[tuple[float, float]]], fill: Colour) -> None:
    for outline in outlines:
        canvas.polygon(at_edge(direction, outline), fill)


def _wedge(at: float, half: float, top: float) -> list[list[tuple[float, float]]]:
    return [[(at - half, _LOW), (at + half, _LOW), (at, top)]]


def _arrow(at: float, half: float, top: float) -> list[list[tuple[float, float]]]:
    """Head, shaft and, where it is long, feathers."""
    short = top < _BARE
    head, shaft = (9.0, 3.4) if short else (half * 1.15, 3.0)
    neck, tail = top - head, [(at - 8, _LOW), (at, _LOW + 5), (at + 8, _LOW), (at + 8, _LOW + 4), (at, _LOW + 9)]
    found = [
        [(at - half, neck), (at + half, neck), (at, top)],
        [(at - shaft, _LOW if short else _LOW + 3), (at + shaft, _LOW if short else _LOW + 3), (at + shaft, neck),
         (at - shaft, neck)],
    ]  # fmt: skip
    return found if short else [*found, [*tail, (at - 8, _LOW + 4)]]


def draw_weapon(canvas: Canvas, weapon: Weapon) -> None:
    """Draw the attack at one edge.

    A wedge or an arrow, hollow if something adds to it, with its strength if above one.
    """
    kind, d, strength, bonus, top, seat = weapon
    style, whole = SEATS[seat], strength + bonus
    fill = style.melee if kind == "melee" else style.ranged
    at = -_BESIDE * _right(d) if whole > 1 else 0.0
    half = 10.5 if kind == "ranged" else 11.0 if whole > 1 else 14.0
    _polygons(canvas, d, (_wedge if kind == "melee" else _arrow)(at, half, top), fill)
    if bonus:
        low = _LOW if kind == "melee" else top - (9.0 if top < _BARE else half * 1.15)
        high = (top - low) * (0.17 if kind == "melee" else 0.2)
        inner = [(at - half * 0.52, low + high), (at + half * 0.52, low + high), (at, low + (top - low) * 0.7)]
        _polygons(canvas, d, [inner], style.ring)
    if whole > 1:
        x, y = toward(d, _BESIDE * _right(d), _MIDDLE)
        canvas.text(x, y + 1, str(whole), _NUMERAL, style.ink, bold=True)


def _weapon_layer(weapon: Weapon) -> Layer:
    d, top, draw = weapon.direction, weapon.top, partial(draw_weapon, weapon=weapon)
    if weapon.strength + weapon.bonus == 1:
        shape = at_edge(d, [(-14, _LOW), (14, _LOW), (14, top), (-14, top)])
        return Layer(weapon.kind, weapon, (shape,), 0, draw)
    at = -_BESIDE * _right(d)
    (x, y), (wide, high) = toward(d, -at, _MIDDLE), _NUMERAL_BOX
    sign = at_edge(d, [(at - 11, _LOW), (at + 11, _LOW), (at + 11, top), (at - 11, top)])
    return Layer(weapon.kind, weapon, (sign, box(x - wide, y - high, x + wide, y + high)), _NUMERAL, draw)


def attacks(tile: TileType, facing: int, seat: int, melee_bonus: int, ranged_bonus: int) -> list[Layer]:
    """Return the layers of the attacks of a tile."""
    return [_weapon_layer(weapon) for weapon in weapons(tile, facing, seat, melee_bonus, ranged_bonus)]


# what depends on nothing but the tile and its facing

_ARMOR: Final = (FRAME + 1.2, OUT + 1.5)


_BRICKS: Final = ((-REACH, -16.3), (-15.3, -0.5), (0.5, 15.3), (16.3, REACH))


def _armor(canvas: Canvas, style: SeatStyle, d: int) -> None:
    low, high = _ARMOR
    for left, right in _BRICKS:
        _polygons(canvas, d, [[(left, low), (right, low), (right, high), (left, high)]], DARK)
        inner = [(left + 1.8, low + 2), (right - 1.8, low + 2), (right - 1.8, high - 2), (left + 1.8, high - 2)]
        _polygons(canvas, d, [inner], style.armor)


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
    x, y = toward(d, 0, _MIDDLE)
    _polygons(canvas, d, [[(-4, _MIDDLE + 7), (4, _MIDDLE + 7), (4, _BARE), (-4, _BARE)]], style.path)
    canvas.disc(x, y, 9, style.path)
    canvas.disc(x, y, 5.6, style.ring)
    canvas.disc(x, y, 2.8, style.path)


def _strike(canvas: Canvas, style: SeatStyle, d: int) -> None:
    bolt = [(13.0, 0.0), (-14.0, 0.5), (-2.0, 0.5), (-9.0, 1.0), (15.0, 0.36), (4.0, 0.36)]
    _polygons(canvas, d, [[(across, _LOW + out * (_BARE - _LOW)) for across, out in bolt]], style.strike)


_NOTCH: Final = ((REACH + 1.5, FRAME + 2), (39.0, FRAME + 2), (42.0, OUT), (REACH + 1.5, OUT))
"""One end of the edge at the top. Both ends always show, whatever stands in the middle."""


def _notch(canvas: Canvas, d: int) -> None:
    _polygons(canvas, d, [[(-38.5, FRAME), (38.5, FRAME), (42, OUT), (-42, OUT)]], WHITE)


def printed(tile: TileType, facing: int, seat: int) -> Iterator[Layer]:
    """Yield the layers of everything else at the edges."""
    sides, style, notch = tile.turned[facing % 6], SEATS[seat], top_edge(tile, facing)
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
            low, high = _ARMOR
            shape = at_edge(d, [(-REACH, low), (REACH, low), (REACH, high), (-REACH, high)])
            yield layer("armor", d, (shape,), partial(_armor, style=style, d=d))
    for d in () if tile.is_banner else sides.paths:
        stem = at_edge(d, [(-4, _LOW), (4, _LOW), (4, _BARE), (-4, _BARE)])
        yield layer("path", d, (disc(*toward(d, 0, _MIDDLE), 9), stem), partial(_path, style=style, d=d))
    for d in sides.strikes:
        shape = at_edge(d, [(-15, _LOW), (15, _LOW), (15, _BARE), (-15, _BARE)])
        yield layer("strike", d, (shape,), partial(_strike, style=style, d=d))
