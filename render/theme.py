"""The colors of surfaces, text and marks that all games share, palettes, and pictures put together from them.

Every color has components that are multiples of four and a game's palette holds it exactly, so quantizing a picture
never shifts a flat area. All pictures are put together as palette images ("planes", one byte a pixel).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image

Colour = tuple[int, int, int]

PAGE: Final[Colour] = (28, 32, 40)
PANEL: Final[Colour] = (44, 48, 60)
SLOT: Final[Colour] = (72, 80, 92)
SLOT_RIM: Final[Colour] = (104, 112, 124)
EMPTY_BAR: Final[Colour] = (60, 64, 76)
TEXT: Final[Colour] = (244, 244, 240)
MUTED: Final[Colour] = (192, 200, 208)
MARK: Final[Colour] = (252, 212, 64)
"""The last moves, and everything that is not as printed."""
DARK: Final[Colour] = (16, 16, 20)
WHITE: Final[Colour] = (252, 252, 252)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours as the accessibility guidelines (WCAG 2) define it, 1 to 21."""

    def luminance(colour: Colour) -> float:
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`other` laid over `one` with the given share, in steps of four."""
    r, g, b = (round((a + (c - a) * share) / 4) * 4 for a, c in zip(one, other, strict=True))
    return r, g, b


MOST: Final = 255
"""The most colours: one index is left for what an animation does not change."""


def blended(colours: Iterable[Colour], touching: Iterable[tuple[Colour, Colour, int]]) -> tuple[Colour, ...]:
    """Return the colours, and the steps between those that touch (so many of them), as soft edges need them."""
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
        self._tones: dict[tuple[Colour, float, frozenset[Colour] | None], list[int]] = {}
        self._lock = threading.Lock()
        self._chart = Image.new("P", (1, 1))
        self._chart.putpalette(self.data)

    def index_of(self, colour: Colour) -> int:
        """Return the index of a colour of the theme. Raises `KeyError` for any other colour."""
        return self._indices[colour]

    def new_plane(self, width: int, height: int, colour: Colour) -> Image.Image:
        """Return a palette image filled with a colour of the theme."""
        plane = Image.new("P", (width, height), self.index_of(colour))
        plane.putpalette(self.data)
        return plane

    def to_plane(self, picture: Image.Image) -> Image.Image:
        """Return the picture with every pixel moved to the nearest colour of the palette, without dithering."""
        with self._lock:  # Pillow keeps a table in the shared chart while it converts
            return picture.convert("RGB").quantize(palette=self._chart, dither=Image.Dither.NONE)

    def toned(
        self, plane: Image.Image, colour: Colour, share: float, only: frozenset[Colour] | None = None
    ) -> Image.Image:
        """Return a plane as it looks under that share of a colour: each colour as the nearest one of the palette.

        With `only` all other colours stay.
        """
        return plane.point(self._tones.get((colour, share, only)) or self._tone(colour, share, only))

    def _tone(self, colour: Colour, share: float, only: frozenset[Colour] | None) -> list[int]:
        table = list(range(256))
        for index, own in enumerate(self.colours):
            if only is None or own in only:
                toned = [a + (c - a) * share for a, c in zip(own, colour, strict=True)]
                table[index] = min(range(len(self.colours)), key=lambda n: _distance(self.colours[n], toned))
        self._tones[colour, share, only] = table
        return table


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how far apart two colours look, roughly: the eye sees green best."""
    return sum(weight * (a - b) ** 2 for weight, a, b in zip((3, 6, 2), one, other, strict=True))


def lay(plane: Image.Image, part: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
    """Put a plane onto another that holds it whole: `Image.paste` without its checks, which take as long as it does."""
    box = (x, y, x + part.width, y + part.height)
    if mask is None:
        plane.im.paste(part.im, box)
    else:
        plane.im.paste(part.im, box, mask.im)
