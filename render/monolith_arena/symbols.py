"""The symbols at the edges of a tile: what it does in which direction."""

from __future__ import annotations

from typing import NamedTuple

from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, Point
from render.monolith_arena.hexgrid import toward
from render.monolith_arena.theme import SEATS, SeatStyle
from render.theme import Colour

EDGE = 85.0
"""From the centre of a tile to the outside of its frame: symbols break through the frame where they work."""


_ASIDE = {4: -6.0, 5: 6.0}
"""The edges beside the left corner leave room for the name of the hex there: their symbols are narrower and slide."""


def _at(direction: int, across: float, out: float) -> Point:
    aside = _ASIDE.get(direction)
    return toward(direction, across if aside is None else across * 0.87 + aside, out)


def _shape(canvas: Canvas, direction: int, points: list[Point], fill: Colour) -> None:
    canvas.polygon([_at(direction, across, out) for across, out in points], fill)


def _spread(count: int, room: float, widest: float) -> tuple[list[float], float]:
    step = min(widest, room / count)
    return [(i - (count - 1) / 2) * step for i in range(count)], step


def _melee(canvas: Canvas, style: SeatStyle, d: int, strength: int, bonus: int, top: float) -> None:
    places, step = _spread(strength + bonus, 64, 23)
    half = step / 2 - 0.5
    height = 25.0 if top > EDGE - 5 else 21.0
    for grow, low in ((3.5, top - height - 3), (0.0, top - height)):
        for n, at in enumerate(places):
            fill = style.melee if n < strength else style.bonus
            tip = top + grow * 1.2
            wedge = [(at - half - grow, low), (at + half + grow, low), (at, tip)]
            _shape(canvas, d, wedge, style.ground if grow else fill)
            if not grow and n >= strength:  # what runes add is hollow
                inner = [(at - half * 0.48, low + 4), (at + half * 0.48, low + 4), (at, low + height * 0.55)]
                _shape(canvas, d, inner, style.ground)


def _fletching(at: float, low: float) -> list[Point]:
    return [(at - 7, low - 4), (at, low + 2), (at + 7, low - 4), (at + 7, low), (at, low + 6), (at - 7, low)]


def _ranged(canvas: Canvas, style: SeatStyle, d: int, strength: int, bonus: int, top: float) -> None:
    places, step = _spread(strength + bonus, 64, 23)
    head = min(10.0, step / 2 - 1)
    length = 33 if top > EDGE - 5 else 29
    for grow in (3.5, 0.0):
        for n, at in enumerate(places):
            fill = style.ground if grow else style.ranged if n < strength else style.bonus
            shaft, low = 2.6 + grow, top - length
            parts = [[(at - shaft, low), (at + shaft, low), (at + shaft, top - 8), (at - shaft, top - 8)]]
            parts.append([(at - head - grow, top - 15 - grow), (at + head + grow, top - 15 - grow), (at, top + grow)])
            parts += [_fletching(at, tail) for tail in ((low, low + 7) if length > 30 else (low,))]
            for part in parts:
                _shape(canvas, d, part, fill)
            if not grow and n >= strength:
                inner = [(at - head * 0.45, top - 13), (at + head * 0.45, top - 13), (at, top - 6)]
                _shape(canvas, d, inner, style.ground)


def _armor(canvas: Canvas, style: SeatStyle, d: int) -> None:
    low, high = EDGE - 12, EDGE + 1
    _shape(canvas, d, [(-40, low), (40, low), (47, high), (-47, high)], style.ground)
    _shape(canvas, d, [(-38, low + 2), (38, low + 2), (44, high), (-44, high)], style.ink)
    _shape(canvas, d, [(-34, low + 4.5), (34, low + 4.5), (38, high - 2.5), (-38, high - 2.5)], style.armor)
    for at in (-24, -8, 8, 24):
        canvas.line([_at(d, at, low + 2), _at(d, at, high)], 2.4, style.ink)


def _net(canvas: Canvas, style: SeatStyle, d: int) -> None:
    low, high = EDGE - 26, EDGE
    _shape(canvas, d, [(-32, low - 3), (32, low - 3), (46, high), (-46, high)], style.ground)
    for n in range(3):
        out = low + (high - 2 - low) * n / 2
        canvas.line([_at(d, -28 - 6 * n, out), _at(d, 28 + 6 * n, out)], 3.2, style.net)
    for n in range(-3, 4):
        canvas.line([_at(d, n * 9.3, low), _at(d, n * 13.3, high - 2)], 3.2, style.net)


def _path(canvas: Canvas, style: SeatStyle, d: int) -> None:
    canvas.disc(*toward(d, 0, 76), 13, style.ground)
    canvas.disc(*toward(d, 0, 58), 5, style.path)
    canvas.disc(*toward(d, 0, 76), 10, style.path)
    canvas.disc(*toward(d, 0, 76), 4.6, style.ground)


def _strike(canvas: Canvas, style: SeatStyle, d: int) -> None:
    bolt: list[Point] = [(10, 42), (-17, 65), (-3, 65), (-8, 86), (18, 61), (4, 61)]
    _shape(canvas, d, [(a * 1.35, 63 + (o - 63) * 1.15) for a, o in bolt], style.ink)
    _shape(canvas, d, bolt, style.strike)


class Weapon(NamedTuple):
    """The attack symbols at one edge: all that decides how they look."""

    kind: str
    """``melee`` or ``ranged``."""
    direction: int
    strength: int
    bonus: int
    top: float
    """How far out they reach."""
    seat: int


def weapons(tile: TileType, facing: int, seat: int, melee_bonus: int = 0, ranged_bonus: int = 0) -> list[Weapon]:
    """The attack symbols of a tile, turned to the directions in which they work."""
    sides = tile.turned[facing % 6]

    def top(d: int) -> float:
        return EDGE - 12 if sides.armor[d] else EDGE - 10 if d in sides.nets else EDGE - 1

    found = [Weapon("melee", d, strength, melee_bonus, top(d), seat) for d, strength in sides.melee]
    return found + [Weapon("ranged", d, strength, ranged_bonus, top(d), seat) for d, strength in sides.ranged]


def draw_weapon(canvas: Canvas, weapon: Weapon) -> None:
    """The attack symbols at one edge."""
    draw = _melee if weapon.kind == "melee" else _ranged
    draw(canvas, SEATS[weapon.seat], weapon.direction, weapon.strength, weapon.bonus, weapon.top)


def draw_edges(canvas: Canvas, tile: TileType, facing: int, style: SeatStyle) -> None:
    """All other symbols of a tile, turned to the directions in which they work."""
    sides = tile.turned[facing % 6]
    for d in sides.nets:
        _net(canvas, style, d)
    for d in range(6):
        if sides.armor[d]:
            _armor(canvas, style, d)
    if not tile.is_banner:
        for d in sides.paths:
            _path(canvas, style, d)
    for d in sides.strikes:
        _strike(canvas, style, d)
