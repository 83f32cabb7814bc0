"""Icons as outlines: what emblems, crests and markers of all games are drawn from.

They come from game-icons.net (CC BY 3.0; `authors` and ``NOTICE`` name who made which), baked into ``icons.txt`` by
`render.icons.bake`. ``chosen.txt`` says which icons are used, and by whom each was made.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from render.canvas import Canvas
from render.theme import Colour

GRID: Final = 128
"""Icons lie on a grid of so many steps; the longer side of each fills it."""
Outline = tuple[tuple[float, float], ...]
"""The points of a closed line."""
_ZERO: Final = 33
"""The sign that stands for zero in a coordinate."""
_BASE: Final = 90


def _number(n: int) -> str:
    return chr(_ZERO + n // _BASE) + chr(_ZERO + n % _BASE)


def written(name: str, outlines: tuple[Outline, ...]) -> str:
    """Return an icon as a line of its file: its name and its outlines, two signs for each coordinate."""
    return " ".join([name, *("".join(_number(round(c)) for point in outline for c in point) for outline in outlines)])


def _points(text: str) -> Outline:
    numbers = [(ord(a) - _ZERO) * _BASE + ord(b) - _ZERO for a, b in zip(text[::2], text[1::2], strict=True)]
    half = GRID / 2
    return tuple((x / half - 1, y / half - 1) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _lines(file: str) -> list[str]:
    return resources.files("render.icons").joinpath(file).read_text(encoding="ascii").splitlines()


@cache
def _texts() -> dict[str, list[str]]:
    return {name: parts for name, *parts in (line.split(" ") for line in _lines("icons.txt"))}


@cache
def outlines(name: str) -> tuple[Outline, ...]:
    """Return the outlines of an icon in a box from -1 to 1, the largest first. Raises `KeyError` for an unknown one."""
    return tuple(_points(text) for text in _texts()[name])


@cache
def _inside(name: str) -> tuple[bool, ...]:
    """Of each outline whether it is filled: it lies within an even number of the others."""
    found = outlines(name)
    return tuple(sum(_within(one[0], other) for other in found[:n]) % 2 == 0 for n, one in enumerate(found))


def _within(point: tuple[float, float], outline: Outline) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


@cache
def spread(name: str, cut: float) -> float:
    """Return how much an icon must be reduced to lie in its square without corners: |x| + |y| no more than `cut`."""
    return max(1.0, *((abs(x) + abs(y)) / cut for outline in outlines(name)[:8] for x, y in outline))


def draw(canvas: Canvas, name: str, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw an icon into the square of half width `half` around a point."""
    for outline, filled in zip(outlines(name), _inside(name), strict=True):
        canvas.polygon([(x + a * half, y + b * half) for a, b in outline], ink if filled else ground)


CROWN: Final = "queen-crown"


def crown(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw the crown of whoever has won, in all games alike, or of what is largest."""
    draw(canvas, CROWN, x, y, half, ink, ground)


def chosen() -> dict[str, str]:
    """Return the icons that are used, each with its author."""
    return {name: author for name, _, author in (line.partition(" ") for line in _lines("chosen.txt"))}


def authors() -> dict[str, tuple[str, ...]]:
    """Return the names of the icons by their authors, both in alphabetical order."""
    used = chosen()
    return {
        author: tuple(sorted(name for name, its in used.items() if its == author))
        for author in sorted(set(used.values()), key=str.casefold)
    }
