"""The letters of all pictures."""

from __future__ import annotations

import io
from functools import cache
from importlib import resources

from PIL import ImageFont


@cache
def _english(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size=size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType, which the pictures need")
    return found.font_variant(layout_engine=ImageFont.Layout.BASIC)


@cache
def _latin(size: int) -> ImageFont.FreeTypeFont:
    file = io.BytesIO(resources.files("render").joinpath("fonts", "aileron.ttf").read_bytes())
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def font(size: int, text: str) -> ImageFont.FreeTypeFont:
    """The font for a text, laid out the simple way so that every machine sets it alike.

    It is the one that comes with Pillow; for letters that this copy has not, the same font with all of them.
    """
    return _english(size) if text.isascii() else _latin(size)


@cache
def _has(letter: str) -> bool:
    return letter == " " or bytes(_latin(40).getmask(letter)) != bytes(_latin(40).getmask("\uffff"))


def covers(text: str) -> bool:
    """Whether every letter of a text can be drawn."""
    return text.isprintable() and all(map(_has, text))


@cache
def _middle(size: int, *, english: bool) -> float:
    ascent, descent = (_english(size) if english else _latin(size)).getmetrics()
    return (ascent - descent) / 2


def lowered(size: int, text: str) -> float:
    """By how much a text must be set lower than its font says, for both fonts to stand on one line."""
    return 0 if text.isascii() else _middle(size, english=True) - _middle(size, english=False)
