"""Palette images of Monsters & Myths and the store that keeps them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from games.monsters_and_myths.cards import ATTACK_CARDS, NATIONS
from render.canvas import Canvas
from render.monsters_and_myths.theme import PALETTE, SHEET
from render.store import Store

to_plane: Final = PALETTE.to_plane


STORE: Final = Store("monsters_and_myths", 8 << 20, PALETTE, SHEET, lambda: (NATIONS, ATTACK_CARDS))
"""The store of all pictures."""
part: Final = STORE.part


def over(plane: Image.Image, box: tuple[int, int, int, int], draw: Callable[[Canvas], None]) -> None:
    """Draw onto a part of a plane, given by left, top, right, bottom; the canvas has the origin of the plane."""
    left, top, right, bottom = box
    canvas = Canvas(right - left, bottom - top, None, (-left, -top))
    draw(canvas)
    drawn = canvas.done()
    below = plane.crop(box).convert("RGB")
    below.paste(drawn, (0, 0), drawn)
    plane.paste(PALETTE.to_plane(below), (left, top))
