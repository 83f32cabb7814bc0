"""Where everything lies on the table, the palette images of its parts, and the empty sheet of parchment."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from games.monsters_and_myths.cards import ATTACK_CARDS, NATIONS
from render.canvas import Canvas, Point
from render.monsters_and_myths.theme import CARD, GRAIN, PALETTE, RULE, SHEET, SHEET_EDGE, WOOD
from render.store import Cache, Store
from render.theme import Colour

WIDTH: Final = 1000
HEADER: Final = 132
"""The height of the lines above the sheet: a title, and the attack cards in play."""
TITLE: Final = 68
"""Where the attack cards begin."""
HEADS: Final = 124
"""The height of the column heads."""
ROW: Final = 144
GAP: Final = 34
"""Between two rows, where arrows run."""
LEFT: Final = 206
"""Where the first column begins."""
PITCH: Final = 129
"""From a column to the next."""
CELL: Final = 121
"""The width of a cell."""
STRIP: Final = 196
"""The height of the dice below the table."""
MARGIN: Final = 14
"""Around the sheet."""
HAND_TITLE: Final = 56
HAND_CARD: Final = (236, 124)
"""The width and height of a card in hand."""
HAND_GAP: Final = (7, 10)
"""Between two cards in hand."""
ACROSS: Final = 4
"""The cards in hand that lie side by side."""


class Table(NamedTuple):
    """A table of so many rows, perhaps with dice, perhaps with cards in hand below."""

    rows: int
    dice: bool = False
    hand: int = 0
    own: int | None = None
    """The row of the reader, which is set off."""

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
        lines = -(-self.hand // ACROSS)
        hand = HAND_TITLE + lines * (HAND_CARD[1] + HAND_GAP[1]) if lines else 0
        return self.sheet + MARGIN + hand


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


BLACK: Final[Colour] = (0, 0, 0)
_stamps: Final[Cache[tuple[Image.Image, Image.Image]]] = Cache(512)
"""What lies over other things, with its outline, by what it is."""


def stamp(plane: Image.Image, key: Hashable, box: tuple[int, int, int, int], draw: Callable[[Canvas], None]) -> None:
    """Lay a drawing over a part of a plane, given by left, top, right, bottom; its origin is the left upper corner.

    It is drawn once for each key, which names everything that it depends on. Its edges have the color of the sheet.
    """
    left, top, right, bottom = box
    drawn, outline = _stamps.get(key, partial(_stamped, right - left, bottom - top, draw))
    plane.paste(drawn, (left, top), outline)


def _stamped(width: int, height: int, draw: Callable[[Canvas], None]) -> tuple[Image.Image, Image.Image]:
    """Return a drawing on the sheet, and its outline: where the sheet shines through for less than a half.

    That is seen by drawing it on black as well, which takes less time than one drawing on nothing.
    """
    on_sheet, on_black = (Canvas(width, height, ground) for ground in (SHEET, BLACK))
    draw(on_sheet)
    draw(on_black)
    drawn = on_sheet.done()
    through = ImageChops.subtract(drawn.getchannel("R"), on_black.done().getchannel("R"))
    return PALETTE.to_plane(drawn), through.point(_HALF_SEEN, "1")


_HALF_SEEN: Final = [255 if 2 * level <= SHEET[0] + 1 else 0 for level in range(256)]


_TEAR: Final = 3.0
"""How ragged the edge of the sheet is."""


def _torn(random: Random, start: Point, end: Point) -> Iterator[Point]:
    (ax, ay), (bx, by) = start, end
    steps = max(2, round((abs(bx - ax) + abs(by - ay)) / 26))
    for n in range(steps):
        x, y = ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps
        yield x + random.uniform(-_TEAR, _TEAR), y + random.uniform(-_TEAR, _TEAR)


def below(own: bool) -> Colour:
    """Return the color of the sheet below a row."""
    return CARD if own else SHEET


def _draw_ground(canvas: Canvas, table: Table) -> None:
    random = Random(7)  # noqa: S311  # nothing but the grain of wood
    for n in range((table.height - HEADER) // 9):
        y = HEADER + n * 9 + random.uniform(0, 6)
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
        y = row_top(row)
        if row == table.own:
            canvas.pill((left + 5, y - GAP // 2, right - 5, y + ROW + GAP // 2), 16, CARD)
        for nation in NATIONS:
            x = cell_left(nation.index)
            canvas.pill((x, y, x + CELL, y + ROW), 13, RULE)
            canvas.pill((x + 2, y + 2, x + CELL - 2, y + ROW - 2), 11, below(row == table.own))


def ground(table: Table) -> Image.Image:
    """Return the empty table, free to be drawn on."""
    return part(("ground", table), WIDTH, table.height, partial(_draw_ground, table=table), WOOD).copy()
