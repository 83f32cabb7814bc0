"""The arena: flagstones where nobody stands, and the fires around them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from render import icons
from render.canvas import Canvas, Point
from render.monolith_arena import layout
from render.monolith_arena.theme import EMBER, GLOW, STONE, STONE_DARK, STONE_LIGHT

_STONE: Final = 97.0
"""The radius of a flagstone."""
FIRES: Final[tuple[Point, ...]] = ((-188.0, -412.0), (188.0, -412.0), (-188.0, 410.0), (188.0, 410.0))
"""Where fires burn, from the centre of the board."""
_FIRE: Final = 21.0
NAME: Final = 24.0
"""The size of the name of a hex on which nobody stands."""


def draw_fires(canvas: Canvas) -> None:
    """Draw what burns beside the hexes; its light stays clear of them, where plinths have their room."""
    for x, y in FIRES:
        for n, colour in enumerate(GLOW):
            canvas.disc(x, y, 42.0 - 9 * n, colour)
        icons.draw(canvas, "fire-bowl", x, y, _FIRE, EMBER, GLOW[-1])


def _dice(seed: int) -> Callable[[float, float], float]:
    """Return numbers between two others that look random and are always the same."""
    state = 7919 * (seed + 1)

    def throw(low: float, high: float) -> float:
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return low + (high - low) * (state >> 8) / 2**23

    return throw


def draw_flagstone(canvas: Canvas, hex_: int) -> None:
    """Draw a stone of the floor around the origin: lit from above, worn, each with cracks and chips of its own."""
    outer, inner = layout.corners(_STONE), layout.corners(_STONE - 7)
    for n in range(6):
        m = (n + 1) % 6
        lit = STONE_LIGHT if n in (5, 4) else STONE_DARK if n in (1, 2) else STONE
        canvas.polygon([outer[n], outer[m], inner[m], inner[n]], lit)
    canvas.polygon(inner, STONE)
    canvas.line([*inner, inner[0]], 1.6, STONE_DARK)
    throw = _dice(hex_)
    for n in range(7):
        angle, out, size = throw(0, 2 * math.pi), throw(30, 74), throw(2, 5)
        x, y = out * math.cos(angle), out * math.sin(angle) * 0.9
        chip = [
            (x - size * throw(0.6, 1.4), y),
            (x, y - size * 0.6),
            (x + size * throw(0.6, 1.4), y),
            (x, y + size * 0.6),
        ]
        canvas.polygon(chip, STONE_LIGHT if n % 2 else STONE_DARK)
    for _ in range(2):
        x, y = inner[int(throw(0, 6))]
        crack = [(x, y)]
        for _ in range(4):
            x, y = x * throw(0.72, 0.86) + throw(-9, 9), y * throw(0.72, 0.86) + throw(-9, 9)
            crack.append((x, y))
        canvas.line(crack, 1.8, STONE_DARK)
    if hex_ == _MIDDLE:
        _sign(canvas)


_MIDDLE: Final = layout.CENTRES.index((0, 0))


def _sign(canvas: Canvas) -> None:
    """Draw the gate of stones that the arena has its name from, cut into the stone in its middle."""
    canvas.disc(0, -14, 50, STONE_DARK)
    canvas.disc(0, -14, 47, STONE)
    icons.draw(canvas, "dolmen", 1, -12.5, 31, STONE_LIGHT, STONE)
    icons.draw(canvas, "dolmen", 0, -14, 31, STONE_DARK, STONE)
