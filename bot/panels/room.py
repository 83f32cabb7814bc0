"""How much room a panel takes: its rows on a phone, and its text and rows on a laptop, with most of its picture.

A laptop has 1366×768 pixels and shows two people side by side; a tab of Discord's own has more room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.panels.model import Row, Select
from bot.texts import story

PHONE, LAPTOP = 360, 600
"""How wide a line of buttons is, in CSS pixels, on a phone that is 400 wide and on a laptop."""
_LETTER: Final = 7.2
_PADDING: Final = 28
_GAP: Final = 8
"""How wide a letter of a label is, more or less; what a button has around its label; what is between two buttons."""
HEIGHT: Final = 320
"""CSS pixels that text and rows may take on a laptop: four fifths of the picture are seen with them then."""
LINE, ROW = 23, 38
"""The height of a line of text, and of one of buttons or a select with the gap below it."""


def rows_shown(rows: Sequence[Row], wide: int) -> int:
    """Return how many lines some rows take, where buttons that have no room in a line go on in the next."""
    count = 0
    for row in rows:
        room = 0.0
        for width in (wide,) if isinstance(row, Select) else (_PADDING + _LETTER * len(one.label) for one in row):
            count += width > room
            room = (wide if width > room else room) - width - _GAP
    return count


def left(rows: Sequence[Row], text: str) -> int:
    """Return how many more lines of a laptop there may be above the rows of a panel that says this text.

    It is less than nothing where the picture has no room as it is.
    """
    return (HEIGHT - ROW * rows_shown(rows, LAPTOP) - LINE * story.height(text, story.LAPTOP)) // LINE
