"""Where everything lies on the table, the palette images of its parts, and the empty sheet of parchment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import ATTACK_CARDS, NATIONS
from render.canvas import Canvas, Point
from render.monsters_and_myths.theme import GRAIN, PALETTE, RULE, SHEET, SHEET_EDGE, WOOD
from render.store import Store

WIDTH: Final = 1000
HEADER: Final = 84
"""The height of the lines above the sheet."""
HEADS: Final = 178
"""The height of the column heads."""
ROW: Final = 150
GAP: Final = 36
"""Between two rows, where arrows run."""
LEFT: Final = 112
"""Where the first column begins."""
PITCH: Final = 115
"""From a column to the next."""
CELL: Final = 107
"""The width of a cell."""
RIGHT: Final = LEFT + 6 * PITCH + 4
"""Where what lies beside a row begins."""
BESIDE: Final = WIDTH - 22 - RIGHT
"""How wide that is."""
STRIP: Final = 190
"""The height of the dice below the table."""
HAND: Final = 276
"""The height of the reader's cards."""
MARGIN: Final = 14
"""Around the sheet."""


class Table(NamedTuple):
    """A table of so many rows, perhaps with dice, perhaps with a hand below."""

    rows: int
    dice: bool = False
    hand: bool = False

    @property
    def foot(self) -> int:
        """Return where the rows end."""
        return HEADER + HEADS + GAP // 2 + self.rows * (ROW + GAP)

    @property
    def sheet(self) -> int:
        """Return where the sheet ends."""
        return self.foot + (STRIP if self.dice else 0)

    @property
    def height(self) -> int:
        """Return the height of the whole picture."""
        return self.sheet + MARGIN + (HAND if self.hand else 0)


def row_top(row: int) -> int:
    """Return the upper edge of a row's cells."""
    return HEADER + HEADS + GAP // 2 + row * (ROW + GAP)


def cell_left(nation: int) -> int:
    """Return the left edge of a column's cells."""
    return LEFT + nation * PITCH


def lane(row: int) -> float:
    """Return where ways run in the gap below a row (above the first one with -1).

    Under what hangs on the cells above.
    """
    return row_top(row) + ROW + GAP * 0.74


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


_TEAR: Final = 3.0
"""How ragged the edge of the sheet is."""


def _torn(random: Random, start: Point, end: Point) -> Iterator[Point]:
    (ax, ay), (bx, by) = start, end
    steps = max(2, round((abs(bx - ax) + abs(by - ay)) / 26))
    for n in range(steps):
        x, y = ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps
        yield x + random.uniform(-_TEAR, _TEAR), y + random.uniform(-_TEAR, _TEAR)


def _draw_ground(canvas: Canvas, table: Table) -> None:
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
    """Return the empty table, free to be drawn on."""
    return part(("ground", table), WIDTH, table.height, partial(_draw_ground, table=table), WOOD).copy()
