"""Names on tiles: as large as the symbols beside them allow, on one line or two, upright at every facing."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, text_width
from render.theme import SeatStyle

_BROKEN: Final = {
    "Battle/Charge": "Battle/ Charge",
    "Arquebusier": "Arque- busier",
    "Crossbowman": "Cross- bowman",
    "Disarmament": "Disarma- ment",
    "Entrenchment": "Entrench- ment",
    "Greater Acceleration": "Greater Accel.",
    "Landsknecht": "Lands- knecht",
    "Minor Acceleration": "Minor Accel.",
    "Mygalomorph": "Mygalo- morph",
    "Penetration": "Penetra- tion",
    "Regeneration": "Regene- ration",
    "Reinforcement": "Reinforce- ment",
    "Swordsman": "Swords- man",
    "Teleportation": "Telepor- tation",
}
"""How long names are broken or cut short on tiles."""

_LARGEST: Final = 30.0
_LARGEST_BROKEN: Final = 26.0
_SMALLEST: Final = 12.0
_ENOUGH: Final = 25.0
"""From this size on a name stays on one line."""
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


def board_name(tile: TileType) -> str:
    """The name as it stands on the tile; what all runes share is left to their look."""
    return tile.name.removeprefix("Rune of ")


def _edges(tile: TileType, facing: int) -> tuple[float, float]:
    """How far out the symbols begin at the lower left and at the lower right."""
    sides = tile.turned[facing % 6]
    shooting = {d for d, _ in sides.ranged}
    working = {d for d, _ in sides.melee} | {*sides.nets, *sides.paths, *sides.strikes}
    left, right = (_SHOOTING if d in shooting else _WORKING if d in working else _FREE for d in (4, 2))
    return left, right


@cache
def _breadth(text: str) -> float:
    """The width of a line at size 1: one font for all sizes, because loading one is slow."""
    return text_width(text, _LARGEST, True) / _LARGEST


def _lay(lines: list[str], edges: tuple[float, float], size: float) -> Name | None:
    """The lines in their places, or `None` where they do not fit at that size."""
    first, widest = (27.0, 64.0) if len(lines) == 1 else (16.0, 54.0)  # the name of the hex is beside two lines
    low, high = -widest, widest  # how far to the left and to the right all lines may stand
    for n, text in enumerate(lines):
        left, right = (min(widest, (out - (first + n * size + size * 0.3) / 2) / 0.866) for out in edges)
        half = _breadth(text) * size / 2
        low, high = max(low, half - left), min(high, right - half)
    if low > high:
        return None
    x = min(max(0.0, low), high)
    return Name(tuple(Line(text, x, first + n * size) for n, text in enumerate(lines)), size)


def _fitting(lines: list[str], edges: tuple[float, float], size: float) -> Name:
    while size > _SMALLEST:
        if (name := _lay(lines, edges, size)) is not None:
            return name
        size -= 0.5
    return Name(tuple(Line(text, 0, 20 + n * size) for n, text in enumerate(lines)), size)


@lru_cache(1024)
def place(tile: TileType, facing: int) -> Name:
    """The name of a tile where it fits between the symbols."""
    edges = _edges(tile, facing)
    text = board_name(tile)
    whole = _fitting([text], edges, _LARGEST)
    parts = _BROKEN.get(text, text).split()
    if whole.size < _ENOUGH and len(parts) > 1:
        broken = _fitting([" ".join(parts[:-1]), parts[-1]], edges, _LARGEST_BROKEN)
        if broken.size > whole.size:
            return broken
    return whole


def draw(canvas: Canvas, name: Name, style: SeatStyle) -> None:
    """The name below the middle of a tile."""
    for line in name.lines:
        canvas.text(line.x, line.y, line.text, name.size, style.ink, bold=True, halo=style.ground)


def draw_below(canvas: Canvas, tile: TileType, middle: float, style: SeatStyle) -> None:
    """The name of an order, which has no symbols: on one line or two around that height, as large as it fits."""
    text = board_name(tile)
    parts = _BROKEN.get(text, text).split() if _breadth(text) * _ENOUGH > 112 else [text]
    size = _LARGEST if len(parts) == 1 else _LARGEST_BROKEN
    while max(map(_breadth, parts)) * size > 112:
        size -= 0.5
    for n, part in enumerate(parts):
        canvas.text(0, middle + (n - (len(parts) - 1) / 2) * size, part, size, style.ink, bold=True)
