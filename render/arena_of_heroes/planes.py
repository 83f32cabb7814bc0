"""Palette images of Arena of Heroes and the store that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import ATTACK_FACES, GROUND, OFFSETS, RING
from render.arena_of_heroes.theme import NIGHT, PALETTE
from render.cache import Cache
from render.canvas import Canvas
from render.palette import lay
from render.store import Sprite, Store
from render.theme import Colour

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
SHAPE: Final = 128
"""From this opacity on a pixel of a drawing with a shape belongs to it."""


STORE: Final = Store("arena_of_heroes", 8 << 20, PALETTE, NIGHT, lambda: (RING, GROUND, OFFSETS, ATTACK_FACES))
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
    """What `draw` draws, in picture coordinates, within `box` and within what `shape` fills; both drawn once.

    `outline` is the key of the shape, which many drawings may share.
    """
    plane = STORE.plane(("cut", key), lambda: _canvas(box, NIGHT), draw)
    return Cutout(plane, _masks.get((outline, box), lambda: _mask(outline, box, shape)), box[0], box[1])


def _canvas(box: Box, ground: Colour | None) -> Canvas:
    left, top, right, bottom = box
    return Canvas(right - left, bottom - top, ground, (-left, -top))


def _mask(outline: Hashable, box: Box, shape: Callable[[Canvas], None]) -> Image.Image:
    """One bit a pixel: whether it belongs to the shape."""

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
