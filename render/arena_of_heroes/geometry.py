"""Where things lie on the picture: the ring of twenty wedges round the machine, twenty at the top (A1.1)."""

from __future__ import annotations

import math
from typing import Final

from games.arena_of_heroes.ring import PLACE, RING
from render.canvas import Point

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 456)
OUTER: Final = 384
"""The outer edge of the hideouts."""
RIM: Final = 338
"""From here outwards lies the number."""
INNER: Final = 206
"""The inner edge of the hideouts."""
NUMBER: Final = 360
SIGN: Final = 319
SEATED: Final = 270
"""How far from the centre a hero stands."""
DOTS: Final = (221, 246)
"""How far from the centre the memory dots lie, in one row or two."""
SPAN: Final = 360 / len(RING)
STRIP_Y: Final = 912
"""Where the bottom strip begins."""


def angle(hideout: int) -> float:
    """The middle of a hideout in degrees, clockwise from the right."""
    return PLACE[hideout] * SPAN - 90


def polar(radius: float, degrees: float) -> Point:
    """A point of the picture by its distance from the centre and its direction."""
    turn = math.radians(degrees)
    return CENTRE[0] + radius * math.cos(turn), CENTRE[1] + radius * math.sin(turn)


def at(hideout: int, radius: float, aside: float = 0.0) -> Point:
    """A point in a hideout: so far from the centre, and so many pixels clockwise from its middle line."""
    return polar(radius, angle(hideout) + math.degrees(aside / radius))


def sector(middle: float, inner: float, outer: float, width: float = SPAN) -> list[Point]:
    """The outline of a piece of a ring: its middle and its width in degrees."""
    start, end, steps = middle - width / 2, middle + width / 2, max(2, round(width / 2))
    out = [polar(outer, start + (end - start) * n / steps) for n in range(steps + 1)]
    back = [polar(inner, end + (start - end) * n / steps) for n in range(steps + 1)]
    return out + back


def bounds(points: list[Point], margin: int = 2) -> tuple[int, int, int, int]:
    """The smallest box of whole pixels round some points, and a little more."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        math.floor(min(xs)) - margin,
        math.floor(min(ys)) - margin,
        math.ceil(max(xs)) + margin,
        math.ceil(max(ys)) + margin,
    )
