"""A canvas that is drawn four times as large and then reduced: smooth flat shapes and letters with Pillow alone."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache, cached_property, lru_cache
from importlib import resources
from time import sleep
from typing import Final, Self

from PIL import Image, ImageDraw, ImageFont

from render.theme import Colour

FILES: Final = {False: "barlow_condensed_semibold.ttf", True: "barlow_condensed_bold.ttf"}
"""The weights of the one family of all words and numbers, by whether they are bold."""
DISPLAY: Final = "cinzel_bold.ttf"
"""The face of titles: one line a picture."""


@cache
def font(size: int, bold: bool = False, display: bool = False) -> ImageFont.FreeTypeFont:
    """Return the letters of a weight at a size in pixels, laid out the simple way: every machine sets them alike."""
    data = io.BytesIO(resources.files("render").joinpath("fonts", DISPLAY if display else FILES[bold]).read_bytes())
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _has(letter: str, display: bool) -> bool:
    if letter.isascii():  # every face has these
        return True
    letters = font(40, display=display)
    return bytes(letters.getmask(letter)) != bytes(letters.getmask("\uffff"))


def covers(text: str, display: bool = False) -> bool:
    """Return True if every letter of a text can be drawn."""
    return text.isprintable() and all(_has(letter, display) for letter in text)


Point = tuple[float, float]
OVERSAMPLING = 4


def breathe() -> None:
    """Let other threads run now if they wait: long stretches of small drawing steps would hold them up."""
    sleep(0)


class _Surface:
    """The large image that is drawn on; one that nobody draws on is never made."""

    def __init__(self, width: int, height: int, ground: Colour | None) -> None:
        self._size = width, height
        # without alpha where nothing shines through: it would be multiplied in and out when the drawing is reduced
        self._mode = "RGBA" if ground is None else "RGB"
        self._ground = (0, 0, 0, 0) if ground is None else ground
        self._image: Image.Image | None = None

    @property
    def image(self) -> Image.Image:
        if self._image is None:
            width, height = self._size
            self._image = Image.new(self._mode, (width * OVERSAMPLING, height * OVERSAMPLING), self._ground)
        return self._image

    @cached_property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def reduced(self) -> Image.Image:
        if self._image is None:
            return Image.new(self._mode, self._size, self._ground)
        return self._image.reduce(OVERSAMPLING)


class Canvas:
    """A drawing surface in picture pixels around a chosen origin; `ground` `None` is transparent."""

    def __init__(
        self, width: int, height: int, ground: Colour | None, origin: Point = (0, 0), zoom: float = 1.0
    ) -> None:
        self._k = OVERSAMPLING * zoom
        self._origin = origin
        self._surface = _Surface(round(width * zoom), round(height * zoom), ground)

    def moved(self, x: float, y: float) -> Self:
        """Return the same surface with its origin moved to a point of it."""
        other = copy(self)
        other._origin = self._origin[0] + x, self._origin[1] + y
        return other

    @property
    def large(self) -> Image.Image:
        """Return the drawing as it is before it is reduced."""
        return self._surface.image

    def _at(self, points: Iterable[Point]) -> list[tuple[float, float]]:
        (ox, oy), k = self._origin, self._k
        return [((x + ox) * k, (y + oy) * k) for x, y in points]

    def polygon(self, points: Sequence[Point], fill: Colour, alpha: int = 255) -> None:
        """Draw a filled polygon."""
        self._surface.draw.polygon(self._at(points), fill=(*fill, alpha))

    def disc(self, x: float, y: float, radius: float, fill: Colour, alpha: int = 255) -> None:
        """Draw a filled circle."""
        ((cx, cy),), r = self._at([(x, y)]), radius * self._k
        self._surface.draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=(*fill, alpha))

    def line(self, points: Sequence[Point], width: float, fill: Colour, alpha: int = 255) -> None:
        """Draw a line with round ends and joints."""
        at, w = self._at(points), max(1, round(width * self._k))
        colour = (*fill, alpha)
        self._surface.draw.line(at, fill=colour, width=w)
        for x, y in at:
            self._surface.draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=colour)

    def dashes(self, start: Point, end: Point, dash: float, gap: float, width: float, fill: Colour) -> None:
        """Draw a dashed line from point to point."""
        length = math.dist(start, end)
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        at = 0.0
        while at < length:
            to = min(at + dash, length)
            one, other = (start[0] + ux * at, start[1] + uy * at), (start[0] + ux * to, start[1] + uy * to)
            self.line([one, other], width, fill)
            at += dash + gap

    def pill(self, box: tuple[float, float, float, float], radius: float, fill: Colour) -> None:
        """Draw a filled rectangle with round corners, given by left, top, right, bottom."""
        (left, top), (right, bottom) = self._at([(box[0], box[1]), (box[2], box[3])])
        self._surface.draw.rounded_rectangle((left, top, right, bottom), radius * self._k, fill=(*fill, 255))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: Colour,
        bold: bool = False,
        anchor: str = "mm",
        halo: Colour | None = None,
        display: bool = False,
    ) -> None:
        """Draw a line of text; `anchor` as in Pillow, by default the middle both ways.

        `halo` keeps what is below off. `display` letters are those of titles.
        """
        ((cx, cy),) = self._at([(x, y)])
        pixels = round(size * self._k)
        letters = font(pixels, bold, display)
        if halo:
            self._surface.draw.text((cx, cy), text, (*halo, 255), letters, anchor, stroke_width=round(2.6 * self._k))
        self._surface.draw.text((cx, cy), text, (*fill, 255), letters, anchor)

    def done(self) -> Image.Image:
        """Return the finished drawing at its real size."""
        return self._surface.reduced()


@lru_cache(1024)
def text_width(text: str, size: float, bold: bool = False, display: bool = False) -> float:
    """Return the width of a line of text in picture pixels."""
    pixels = round(size * OVERSAMPLING)
    return font(pixels, bold, display).getlength(text) / OVERSAMPLING


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Return the text broken at blanks into lines that are no wider than `width` (a single long word may be)."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fitting(
    text: str, size: float, width: float, bold: bool = False, step: float = 0.5, *, display: bool = False
) -> float:
    """Return the size nearest below `size` at which a line is no wider than `width`."""
    while size > step and text_width(text, size, bold, display) > width:
        size -= step
    return size


def shortened(text: str, size: float, width: float, bold: bool = False, *, display: bool = False) -> str:
    """Return a line that is no wider than `width`: as much of the text as fits, with dots for the rest."""
    if text_width(text, size, bold, display) <= width:
        return text
    while text and text_width(f"{text}…", size, bold, display) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@cache
def _strokes(drawing: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    parts = (part.split() for part in drawing.split(";"))
    return tuple((part[0], tuple(float(n) for n in part[1:])) for part in parts if part)


def draw_strokes(canvas: Canvas, drawing: str, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
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
