"""Rows of buttons for hexes and facings, whatever they are chosen for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.monolith_arena.labels import hex_label
from bot.panels.choosing import BUTTONS
from bot.panels.model import Button, Press, Row
from bot.panels.routing import NoPage
from bot.panels.widgets import button, rows_of
from bot.texts.phrases import Phrases
from games.monolith_arena.hexes import BY_DIRECTION, COLUMNS
from games.monolith_arena.view import View

NOWHERE: Final = "-"
"""The token for a hex or a facing that is not chosen yet."""
OPEN: Final = "?"
"""What follows the letter of a column whose hexes are shown."""
_NORTH: Final = ("NW", "N", "NE")
_SOUTH: Final = ("SW", "S", "SE")

Pressing = Callable[[str], Press]
"""What choosing a hex (``C3``), a column (``C?``) or a facing does."""


def hex_rows(
    say: Phrases,
    view: View,
    hexes: Sequence[str],
    chosen: str | None,
    column: str | None,
    press: Pressing,
    origin: int | None = None,
) -> tuple[Row, ...]:
    """Buttons for hexes: for up to ten of them one each, else columns and the hexes of the one that is open."""

    def one(name: str) -> Button:
        return _button(hex_label(say, view, name, origin=origin), press(name), chosen=name == chosen)

    if len(hexes) <= BUTTONS:
        return rows_of([one(name) for name in hexes])
    letters = {name[0] for name in hexes}
    first = tuple(_button(c, press(f"{c}{OPEN}"), chosen=c == column, gone=c not in letters) for c in COLUMNS)
    opened = tuple(one(name) for name in hexes if name[0] == column)
    return (first, opened) if opened else (first,)


def facing_rows(facings: Sequence[str], chosen: str | None, press: Pressing, lead: str = "") -> tuple[Row, ...]:
    """Buttons for facings as they lie around a tile; `lead` says which tile where there are two."""
    if len(facings) <= 3:
        lines = [sorted(facings, key=lambda f: BY_DIRECTION[f])]
    else:
        lines = [[f for f in line if f in facings] for line in (_NORTH, _SOUTH)]
    return tuple(
        tuple(_button(f"{lead} {f}".strip(), press(f), chosen=f == chosen) for f in line) for line in lines if line
    )


def _button(label: str, press: Press, *, chosen: bool, gone: bool = False) -> Button:
    return button(label, press, style="primary" if chosen else "secondary", disabled=chosen or gone)


def column_of(where: str, hexes: Sequence[str]) -> str | None:
    """The column that a token opens; `None` for nothing chosen yet. Raises `NoPage` for other tokens."""
    if where == NOWHERE:
        return None
    if len(where) == 2 and where[1] == OPEN and where[0] in COLUMNS and any(h[0] == where[0] for h in hexes):
        return where[0]
    raise NoPage(where)
