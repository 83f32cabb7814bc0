"""How much room a message takes: its rows on a phone, and its text and rows on a laptop, together with its picture.

A laptop has 1366×768 pixels and shows two people side by side; a tab of Discord's own has more room.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Final, NamedTuple

from bot.panels.model import Button, Row, Select
from bot.texts import columns
from bot.texts.columns import LAPTOP, Column, ems, height

NARROW, WIDE = 381, 630
"""How wide a line of buttons is, in CSS pixels, on a phone that is 400 wide and on a laptop."""
_EM: Final = 14
_PADDING: Final = 26
_GAP: Final = 6
"""How large the letters of a label are; what a button has around its label; what is between two buttons."""


class Room(NamedTuple):
    """What a kind of message has beside its picture on a laptop, in CSS pixels."""

    height: float
    """The room of its lines of text and its rows together."""
    line: float
    """The height of a line of text."""
    column: Column


PANEL: Final = Room(304, 18.2, LAPTOP)
"""Four fifths of the picture are seen then."""
POST: Final = Room(220, 22.4, columns.POST)
"""A public post is seen as a whole: its text is above the picture, and nobody scrolls to it."""
ROW: Final = 38
"""The height of a line of buttons or a select with the gap below it."""


def rows_shown(rows: Sequence[Row], wide: int) -> int:
    """Return how many lines some rows take, where buttons that have no room in a line go on in the next."""
    count = 0
    for row in rows:
        room = 0.0
        for width in (wide,) if isinstance(row, Select) else map(_width, row):
            count += width > room
            room = (wide if width > room else room) - width - _GAP
    return count


def one_line(buttons: tuple[Button, ...], wide: int) -> tuple[Button, ...]:
    """Return the first of these buttons that are shown in one line of so many CSS pixels, and one in any case."""
    fitting = (count for count in range(len(buttons), 1, -1) if rows_shown((buttons[:count],), wide) == 1)
    return buttons[: next(fitting, 1)]


def _width(one: Button) -> float:
    return _PADDING + _EM * ems(one.label)


def left(rows: Sequence[Row], text: str, of: Room = PANEL) -> int:
    """Return how many more lines of a laptop there may be above the rows of a message that says this text.

    It is less than nothing where the picture has no room as it is. `of` is the room of that kind of message.
    """
    return floor((of.height - ROW * rows_shown(rows, WIDE)) / of.line) - height(text, of.column)


POST_LINES: Final = 8
"""So many lines of a phone a public message takes at most."""
SCREEN: Final = 532
"""How many CSS pixels text and rows of a panel may take on a phone that is 800 high: it has bars above and below, and a
strip of the picture, 60 high, is seen, too."""
PHONE_ROW, AROUND = 49.3, 16
"""The height of a line of buttons there with the gap below it, and of what is around a text."""


def on_a_phone(rows: Sequence[Row], text: str) -> bool:
    """Return True if a phone shows rows and text of a panel together, and a strip of its picture."""
    high = PHONE_ROW * rows_shown(rows, NARROW) + PANEL.line * height(text) + AROUND
    return high <= SCREEN


def crowded(rows: Sequence[Row], text: str) -> bool:
    """Return True if rows and text of a panel leave its picture too little room, on a laptop or on a phone."""
    return left(rows, text) < 0 or not on_a_phone(rows, text)


def told(texts: Sequence[str], rows: Sequence[Row], *, phone: bool = True) -> str:
    """Return the first of these texts that leaves a line for news above the rows of a panel and its picture.

    With `phone`, one that a phone shows with the rows goes before those that only a laptop does. Where none has room,
    it is the last one without its small print.
    """
    roomy = [text for text in texts if left(rows, text) > 0]
    plain = "\n".join(line for line in texts[-1].split("\n") if not line.startswith(columns.SMALL))
    return next((text for text in roomy if not phone or on_a_phone(rows, text)), roomy[0] if roomy else plain)
