"""Where everything lies on the table, in picture pixels."""

from __future__ import annotations

from typing import Final, NamedTuple

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
        """Where the rows end."""
        return HEADER + HEADS + GAP // 2 + self.rows * (ROW + GAP)

    @property
    def sheet(self) -> int:
        """Where the sheet ends."""
        return self.foot + (STRIP if self.dice else 0)

    @property
    def height(self) -> int:
        """The height of the whole picture."""
        return self.sheet + MARGIN + (HAND if self.hand else 0)


def row_top(row: int) -> int:
    """The upper edge of a row's cells."""
    return HEADER + HEADS + GAP // 2 + row * (ROW + GAP)


def cell_left(nation: int) -> int:
    """The left edge of a column's cells."""
    return LEFT + nation * PITCH


def lane(row: int) -> float:
    """Where ways run in the gap below a row (above the first one with -1): under what hangs on the cells above."""
    return row_top(row) + ROW + GAP * 0.74
