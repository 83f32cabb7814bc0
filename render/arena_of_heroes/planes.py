"""Where things lie in the pictures of Arena of Heroes, their palette images, and the store that keeps them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import ATTACK_FACES, GROUND, OFFSETS, PLACE, RING
from render.arena_of_heroes.theme import NIGHT, PALETTE
from render.canvas import Canvas, Point
from render.store import Cache, Sprite, Store
from render.theme import Colour, lay

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 456)
OUTER: Final = 384
"""The outer edge of the hideouts."""
RIM: Final = 334
"""From here outwards lies the number."""
INNER: Final = 206
"""The inner edge of the hideouts."""
NUMBER: Final = 355
SPAN: Final = 360 / len(RING)
STRIP_Y: Final = 912
"""Where the bottom strip begins."""


def angle(hideout: int) -> float:
    """Return the middle of a hideout in degrees, clockwise from the right."""
    return PLACE[hideout] * SPAN - 90


def polar(radius: float, degrees: float) -> Point:
    """Return a point of the picture by its distance from the centre and its direction."""
    turn = math.radians(degrees)
    return CENTRE[0] + radius * math.cos(turn), CENTRE[1] + radius * math.sin(turn)


def at(hideout: int, radius: float, aside: float = 0.0) -> Point:
    """Return a point in a hideout: so far from the centre, and so many pixels clockwise from its middle line."""
    return polar(radius, angle(hideout) + math.degrees(aside / radius))


def sector(middle: float, inner: float, outer: float, width: float = SPAN) -> list[Point]:
    """Return the outline of a piece of a ring: its middle and its width in degrees."""
    start, end, steps = middle - width / 2, middle + width / 2, max(2, round(width / 2))
    out = [polar(outer, start + (end - start) * n / steps) for n in range(steps + 1)]
    back = [polar(inner, end + (start - end) * n / steps) for n in range(steps + 1)]
    return out + back


def bounds(points: list[Point], margin: int = 2) -> tuple[int, int, int, int]:
    """Return the smallest box of whole pixels round some points, and a little more."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        math.floor(min(xs)) - margin,
        math.floor(min(ys)) - margin,
        math.ceil(max(xs)) + margin,
        math.ceil(max(ys)) + margin,
    )


Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
SHAPE: Final = 128
"""From this opacity on a pixel of a drawing with a shape belongs to it."""


STORE: Final = Store("arena_of_heroes", 12 << 20, PALETTE, NIGHT, lambda: (RING, GROUND, OFFSETS, ATTACK_FACES))
"""The store of all pictures."""
part: Final = STORE.part
_masks: Final[Cache[Image.Image]] = Cache(256)


class Cutout:
    """A piece of a picture with a shape of its own: its pixels, which of them count, and where it lies."""

    __slots__ = ("mask", "plane", "x", "y")

    def __init__(self, plane: Image.Image, mask: Image.Image, x: int, y: int) -> None:
        self.plane, self.mask, self.x, self.y = plane, mask, x, y

    def put(self, onto: Image.Image) -> None:
        """Lay it onto a plane."""
        lay(onto, self.plane, self.x, self.y, self.mask)


def cutout(
    key: Hashable,
    box: Box,
    draw: Callable[[Canvas], None],
    outline: Hashable,
    shape: Callable[[Canvas], None],
) -> Cutout:
    """Return what `draw` draws, in picture coordinates, within `box` and within what `shape` fills; both drawn once.

    `outline` is the key of the shape, which many drawings may share.
    """
    plane = STORE.plane(("cut", key), lambda: _canvas(box, NIGHT), draw)
    return Cutout(plane, _masks.get((outline, box), lambda: _mask(outline, box, shape)), box[0], box[1])


def _canvas(box: Box, ground: Colour | None) -> Canvas:
    left, top, right, bottom = box
    return Canvas(right - left, bottom - top, ground, (-left, -top))


def _mask(outline: Hashable, box: Box, shape: Callable[[Canvas], None]) -> Image.Image:
    """Return a mask with one bit a pixel, set where the pixel belongs to the shape."""

    def make() -> Sprite:
        canvas = _canvas(box, None)
        shape(canvas)
        solid = canvas.done().getchannel("A").point([0] * SHAPE + [1] * (256 - SHAPE))
        plane = Image.frombytes("P", solid.size, solid.tobytes())
        plane.putpalette(PALETTE.data)
        return Sprite(plane)

    return STORE.get(("mask", outline, box), make).picture.point([0] + [255] * 255, "1")


def forget() -> None:
    """Empty what is kept in memory."""
    STORE.clear()
    _masks.clear()
