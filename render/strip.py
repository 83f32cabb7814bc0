"""Pictures beside each other, read line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.palette import Palette
from render.theme import SLOT

ACROSS: Final = 2
GUTTER: Final = 10
"""The room between two pictures."""


def strip(pictures: Sequence[Image.Image], size: tuple[int, int], palette: Palette) -> Image.Image:
    """Some pictures as one plane, each made as small as that, two in a line: phones show no more that can be read."""
    wide, high = size
    across = min(len(pictures), ACROSS)
    rows = -(-len(pictures) // across)
    plane = palette.new_plane(across * (wide + GUTTER) - GUTTER, rows * (high + GUTTER) - GUTTER, SLOT)
    for n, picture in enumerate(pictures):
        if picture.size != size:
            picture = palette.to_plane(picture.convert("RGB").resize(size, Image.Resampling.BOX))
        plane.paste(picture, (n % across * (wide + GUTTER), n // across * (high + GUTTER)))
    for n in range(len(pictures), rows * across):
        empty = pictures[0].crop((0, 0, 1, 1)).resize(size)
        plane.paste(empty, (n % across * (wide + GUTTER), n // across * (high + GUTTER)))
    return plane
