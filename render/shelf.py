"""A shelf: boards of several games beside each other, each under its name, to choose a game from."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import font
from render.theme import PAGE, TEXT

WIDTH: Final = 1000
HEIGHT: Final = 330
TITLE: Final = 64
TITLE_SIZE: Final = 34
SMALLEST: Final = 18
GAP: Final = 12


def draw_shelf(games: Sequence[tuple[str, bytes]]) -> bytes:
    """Return the PNG file of these boards with their names, from left to right."""
    sheet = Image.new("RGB", (WIDTH, TITLE + HEIGHT + GAP), PAGE)
    draw = ImageDraw.Draw(sheet)
    place = WIDTH // len(games)
    for number, (name, data) in enumerate(games):
        left = number * place
        letters = next(
            (
                made
                for size in range(TITLE_SIZE, SMALLEST, -2)
                if (made := font(size, bold=True)).getlength(name) < place - GAP
            ),
            font(SMALLEST, bold=True),
        )
        draw.text((left + place / 2, TITLE / 2), name, TEXT, letters, anchor="mm")
        with Image.open(io.BytesIO(data)) as opened:
            board = opened.convert("RGB")
        board.thumbnail((place - GAP, HEIGHT), Image.Resampling.LANCZOS)
        sheet.paste(board, (left + (place - board.width) // 2, TITLE + (HEIGHT - board.height) // 2))
    file = io.BytesIO()
    sheet.quantize(255, Image.Quantize.MEDIANCUT).save(file, "PNG", optimize=True)
    return file.getvalue()
