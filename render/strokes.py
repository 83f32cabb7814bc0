"""Small drawings in a box from -1 to 1, each written as a line of strokes.

Strokes are parted by semicolons: ``p`` is a filled polygon, ``c x y r`` a filled circle, ``l w`` a line of that width
through points; capital letters draw in the colour of the ground, that is, they cut out.
"""

from __future__ import annotations

from functools import cache

from render.canvas import Canvas, Point
from render.theme import Colour


@cache
def _strokes(drawing: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    parts = (part.split() for part in drawing.split(";"))
    return tuple((part[0], tuple(float(n) for n in part[1:])) for part in parts if part)


def draw(canvas: Canvas, drawing: str, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw it into the square of half width `half` around a point."""
    for kind, numbers in _strokes(drawing):
        colour = ink if kind.islower() else ground

        def points(flat: tuple[float, ...]) -> list[Point]:
            return [(x + a * half, y + b * half) for a, b in zip(flat[::2], flat[1::2], strict=True)]

        if kind in "pP":
            canvas.polygon(points(numbers), colour)
        elif kind in "cC":
            canvas.disc(x + numbers[0] * half, y + numbers[1] * half, numbers[2] * half, colour)
        else:
            canvas.line(points(numbers[1:]), numbers[0] * half, colour)
