"""Names on tiles: as large as the symbols beside them allow, on one line or two, upright at every facing."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, text_width
from render.monolith_arena import markers
from render.monolith_arena.lettering import BREAK
from render.monolith_arena.theme import SeatStyle

_LARGEST: Final = 30.0
_LARGEST_BROKEN: Final = 26.0
_SMALLEST: Final = 12.0
_ENOUGH: Final = 25.0
"""From this size on a name stays on one line."""
_WIDEST: Final = 112.0
"""How wide a line of an order's name may be."""
_SIDE: Final = 93.0
"""How far to the left and to the right it may reach at the height of the centre."""
_BADGE: Final = (37.5, 65.0, 15.0)
"""How far to the left and how far down the icon at the lower left corner lies, and its radius."""
_FREE, _WORKING, _SHOOTING = 69.0, 57.0, 47.0
"""How far from the centre the symbols of an edge begin: none or armor, an arrow, everything else."""


class Line(NamedTuple):
    """A line of a name, its middle at (x, y) from the centre of the tile."""

    text: str
    x: float
    y: float


class Name(NamedTuple):
    """A name as it stands on a tile."""

    lines: tuple[Line, ...]
    size: float


def ways(name: str) -> list[list[str]]:
    """All ways to break a name into two lines: at its blanks, and with a hyphen where it has a `BREAK`."""
    found = []
    for at, sign in enumerate(name):
        if sign in (" ", BREAK):
            first, second = name[:at].replace(BREAK, ""), name[at + 1 :].replace(BREAK, "")
            hyphen = "-" if sign == BREAK and first[-1:].isalpha() else ""
            found.append([first + hyphen, second])
    return found


class Room(NamedTuple):
    """What is left for a name between the symbols of a tile."""

    left: float
    """How far out the symbols at the lower left begin."""
    right: float
    badge: bool
    """There is the icon of a feature at the lower left corner."""


def room(tile: TileType, facing: int) -> Room:
    """The room for the name of a tile that faces so."""
    sides = tile.turned[facing % 6]
    shooting = {d for d, _ in sides.ranged}
    working = {d for d, _ in sides.melee} | {*sides.nets, *sides.paths, *sides.strikes}
    left, right = (_SHOOTING if d in shooting else _WORKING if d in working else _FREE for d in (4, 2))
    return Room(left, right, tile.venom or len(markers.features(tile)) > 1)


def _past_badge(bottom: float) -> float:
    """How far to the left a line may reach beside that icon, if its letters end at that height."""
    x, y, radius = _BADGE
    above = max(0.0, y - bottom)
    return x - math.sqrt(radius**2 - above**2) if above < radius else math.inf


@cache
def _breadth(text: str) -> float:
    """The width of a line at size 1: one font for all sizes, because loading one is slow."""
    return text_width(text, _LARGEST, True) / _LARGEST


def _lay(lines: list[str], room: Room, size: float) -> Name | None:
    """The lines in their places, or `None` where they do not fit at that size."""
    first, widest = (27.0, 64.0) if len(lines) == 1 else (16.0, 54.0)  # the name of the hex is beside two lines
    low, high = -widest, widest  # how far to the left and to the right all lines may stand
    for n, text in enumerate(lines):
        bottom = first + n * size + size * 0.3
        left, right = (min(widest, (out - bottom / 2) / 0.866) for out in room[:2])
        if room.badge:
            left = min(left, _past_badge(bottom))
        half = _breadth(text) * size / 2
        low, high = max(low, half - left), min(high, right - half)
    if low > high:
        return None
    x = min(max(0.0, low), high)
    return Name(tuple(Line(text, x, first + n * size) for n, text in enumerate(lines)), size)


def _fitting(lines: list[str], room: Room, size: float) -> Name:
    while size > _SMALLEST:
        if (name := _lay(lines, room, size)) is not None:
            return name
        size -= 0.5
    return Name(tuple(Line(text, 0, 20 + n * size) for n, text in enumerate(lines)), size)


@lru_cache(1024)
def place(text: str, room: Room) -> Name:
    """A name where it fits between the symbols; on two lines only if it is larger then."""
    best = _fitting([text.replace(BREAK, "")], room, _LARGEST)
    if best.size < _ENOUGH:
        for lines in reversed(ways(text)):
            broken = _fitting(lines, room, _LARGEST_BROKEN)
            best = broken if broken.size > best.size else best
    return best


def draw(canvas: Canvas, name: Name, style: SeatStyle) -> None:
    """The name below the middle of a tile."""
    for line in name.lines:
        canvas.text(line.x, line.y, line.text, name.size, style.ink, bold=True, halo=style.ground)


@lru_cache(256)
def place_below(text: str, middle: float) -> Name:
    """The name of an order, which has no symbols: on one line or two around that height, as large as it fits."""
    whole = text.replace(BREAK, "")
    if _breadth(whole) * _ENOUGH <= _WIDEST or not ways(text):
        return _narrowed([whole], _LARGEST, middle)
    return max((_narrowed(way, _LARGEST_BROKEN, middle) for way in reversed(ways(text))), key=lambda name: name.size)


def _narrowed(lines: list[str], size: float, middle: float) -> Name:
    """The lines around a height, as large as they fit between the sides of the tile, which run together downwards."""
    while True:
        first = middle - (len(lines) - 1) / 2 * size
        name = Name(tuple(Line(line, 0, first + n * size) for n, line in enumerate(lines)), size)
        rooms = (min(_WIDEST, 2 * (_SIDE - (line.y + 0.36 * size) / 1.732)) for line in name.lines)
        if all(_breadth(line.text) * size <= room for line, room in zip(name.lines, rooms, strict=True)):
            return name
        size -= 0.5


def draw_below(canvas: Canvas, name: Name, style: SeatStyle) -> None:
    """The name of an order."""
    for line in name.lines:
        canvas.text(line.x, line.y, line.text, name.size, style.ink, bold=True)
