"""Pictures beside each other, read line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.palette import Palette
from render.theme import SLOT

GUTTER: Final = 10
"""The room between two pictures."""


def strip(pictures: Sequence[Image.Image], size: tuple[int, int], palette: Palette) -> Image.Image:
    """Some pictures as one plane, each made as small as that: three in a line, but four in two lines."""
    wide, high = size
    across = 2 if len(pictures) == 4 else min(len(pictures), 3)
    rows = -(-len(pictures) // across)
    plane = palette.new_plane(across * (wide + GUTTER) - GUTTER, rows * (high + GUTTER) - GUTTER, SLOT)
    for n, picture in enumerate(pictures):
        small = picture.convert("RGB").resize(size, Image.Resampling.BOX)
        plane.paste(palette.to_plane(small), (n % across * (wide + GUTTER), n // across * (high + GUTTER)))
    return plane
