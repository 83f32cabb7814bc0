"""The colours that a game's pictures may have, and pictures put together from them.

All pictures are put together as palette images ("planes", one byte a pixel).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Final

from PIL import Image

from render.theme import Colour, mix

MOST: Final = 255
"""The most colours: one index is left for what an animation does not change."""


def blended(colours: Iterable[Colour], touching: Iterable[tuple[Colour, Colour, int]]) -> tuple[Colour, ...]:
    """The colours, and the steps between those that touch (so many of them), as soft edges need them."""
    found = dict.fromkeys(colours)
    for one, other, steps in touching:
        for step in range(1, steps + 1):
            found.setdefault(mix(one, other, step / (steps + 1)))
    return tuple(found)[:MOST]


class Palette:
    """The colours of all pictures of a game."""

    def __init__(self, colours: tuple[Colour, ...]) -> None:
        self.colours = colours
        self.data = b"".join(bytes(colour) for colour in colours)
        """The colours as files hold them."""
        self._indices = {colour: index for index, colour in enumerate(colours)}
        self._lock = threading.Lock()
        self._chart = Image.new("P", (1, 1))
        self._chart.putpalette(self.data)

    def index_of(self, colour: Colour) -> int:
        """The index of a colour of the theme. Raises `KeyError` for any other colour."""
        return self._indices[colour]

    def new_plane(self, width: int, height: int, colour: Colour) -> Image.Image:
        """A palette image filled with a colour of the theme."""
        plane = Image.new("P", (width, height), self.index_of(colour))
        plane.putpalette(self.data)
        return plane

    def to_plane(self, picture: Image.Image) -> Image.Image:
        """The picture with every pixel moved to the nearest colour of the palette, without dithering."""
        with self._lock:  # Pillow keeps a table in the shared chart while it converts
            return picture.convert("RGB").quantize(palette=self._chart, dither=Image.Dither.NONE)


def lay(plane: Image.Image, part: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
    """Put a plane onto another that holds it whole: `Image.paste` without its checks, which take as long as it does."""
    box = (x, y, x + part.width, y + part.height)
    if mask is None:
        plane.im.paste(part.im, box)
    else:
        plane.im.paste(part.im, box, mask.im)
