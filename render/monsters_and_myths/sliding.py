"""Lost cards on their way from their nation to the captured cards of whoever has won them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PIL import Image

from games.monsters_and_myths.cards import CREATURES, WIZARD
from render import icons
from render.canvas import Canvas
from render.monsters_and_myths import signs
from render.monsters_and_myths.frames import Sliding
from render.monsters_and_myths.layout import CELL, RIGHT, ROW, cell_left, row_top
from render.monsters_and_myths.planes import part
from render.monsters_and_myths.theme import CARD, INK, NATIONS, SYMBOLS

WIDE: Final = 56
HIGH: Final = 74
BESIDE: Final = 40
"""Several cards of one nation lie so far beside each other."""
CAPTURED: Final = (24, 131)
"""Where captured cards lie beside a row."""


def _draw(canvas: Canvas, code: str, nation: int) -> None:
    style = NATIONS[nation]
    canvas.pill((0, 0, WIDE, HIGH), 7, INK)
    canvas.pill((3, 3, WIDE - 3, HIGH - 3), 5, CARD)
    if code == WIZARD:
        signs.hat(canvas, WIDE / 2, HIGH / 2, 20)
        return
    canvas.pill((3, 3, WIDE - 3, 34), 5, style.cloth)
    icons.draw(canvas, style.icon, WIDE / 2, 19, 13, style.ink, style.cloth)
    icons.draw(canvas, SYMBOLS[CREATURES[code][1]], WIDE / 2, 54, 15, INK, CARD)


def card(code: str, nation: int) -> Image.Image:
    """A small card. Do not draw on it."""
    return part(("sliding", code, nation), WIDE, HIGH, partial(_draw, code=code, nation=nation))


def put(plane: Image.Image, moving: Sequence[Sliding]) -> None:
    """Put cards onto a table where they are on their way."""
    for n, one in enumerate(moving):
        shift = BESIDE * sum(other.home == one.home for other in moving[:n])
        start = cell_left(one.home.nation) + CELL / 2 + shift, row_top(one.home.seat) + ROW / 2
        end = RIGHT + CAPTURED[0], row_top(one.winner) + CAPTURED[1]
        x, y = (a + (b - a) * one.share for a, b in zip(start, end, strict=True))
        plane.paste(card(one.code, one.home.nation), (round(x - WIDE / 2), round(y - HIGH / 2)))
