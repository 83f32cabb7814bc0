"""The sheet of parchment on its table of wood, with the empty places of all cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final

from PIL import Image

from games.monsters_and_myths.cards import NATIONS
from render.canvas import Canvas, Point
from render.monsters_and_myths.layout import CELL, HEADER, MARGIN, ROW, WIDTH, Table, cell_left, row_top
from render.monsters_and_myths.planes import part
from render.monsters_and_myths.theme import GRAIN, RULE, SHEET, SHEET_EDGE, WOOD

_TEAR: Final = 3.0
"""How ragged the edge of the sheet is."""


def _torn(random: Random, start: Point, end: Point) -> Iterator[Point]:
    (ax, ay), (bx, by) = start, end
    steps = max(2, round((abs(bx - ax) + abs(by - ay)) / 26))
    for n in range(steps):
        x, y = ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps
        yield x + random.uniform(-_TEAR, _TEAR), y + random.uniform(-_TEAR, _TEAR)


def _draw(canvas: Canvas, table: Table) -> None:
    random = Random(7)  # noqa: S311  # nothing but the grain of wood
    for n in range(table.height // 9):
        y = n * 9 + random.uniform(-3, 3)
        x = random.uniform(-300, WIDTH - 200)
        canvas.line([(x, y), (x + random.uniform(300, 900), y + random.uniform(-3, 3))], 1.6, GRAIN)
    left, top, right, bottom = MARGIN - 4, HEADER, WIDTH - MARGIN + 4, table.sheet
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    edges = zip(corners, [*corners[1:], corners[0]], strict=True)
    sheet = [point for one, other in edges for point in _torn(random, one, other)]
    canvas.polygon(sheet, SHEET_EDGE)
    inner = [(x + (3.5 if x < WIDTH / 2 else -3.5), y + (3.5 if y < (top + bottom) / 2 else -3.5)) for x, y in sheet]
    canvas.polygon(inner, SHEET)
    for row in range(table.rows):
        for nation in NATIONS:
            x, y = cell_left(nation.index), row_top(row)
            canvas.pill((x, y, x + CELL, y + ROW), 13, RULE)
            canvas.pill((x + 2, y + 2, x + CELL - 2, y + ROW - 2), 11, SHEET)


def ground(table: Table) -> Image.Image:
    """The empty table, free to be drawn on."""
    return part(("ground", table), WIDTH, table.height, partial(_draw, table=table), WOOD).copy()
