"""A picture under a heading: a position that is not so, or not yet, is not to be taken for one that is."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import fitting, font
from render.encode import png
from render.theme import DARK, MARK

SHARE: Final = 0.07
"""The height of the heading, of the width of the picture; two thirds of it are letters."""
EDGE: Final = 0.04


def under_heading(data: bytes, text: str) -> bytes:
    """Return the PNG file of a picture with a heading above it, in the same colors.

    `data` is a PNG file of palette colors that holds those all games share, as every picture of a position does.
    """
    with Image.open(io.BytesIO(data)) as opened:
        opened.load()
        width, height = opened.size
        above = round(width * SHARE)
        heading = Image.new("RGB", (width, above), MARK)
        size = fitting(text, above * 2 / 3, width * (1 - EDGE), bold=True)
        at = (width / 2, above / 2)
        ImageDraw.Draw(heading).text(at, text, DARK, font(round(size), bold=True), anchor="mm")
        plane = Image.new("P", (width, above + height))
        plane.putpalette(opened.getpalette() or ())
        plane.paste(heading.quantize(palette=opened, dither=Image.Dither.NONE), (0, 0))
        plane.paste(opened, (0, above))
    return png(plane)
