"""Rows of buttons for hexes and facings, whatever they are chosen for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.monolith_arena.widgets import PIECES, button, chunks, hex_label
from bot.panels.model import Button, Press, Row
from games.api import IllegalAction
from games.monolith_arena.hexes import BY_DIRECTION, COLUMNS
from games.monolith_arena.view import View

NOWHERE: Final = "-"
"""The word for a hex or a facing that is not chosen yet."""
OPEN: Final = "?"
"""What follows the letter of a column whose hexes are shown."""
_NORTH: Final = ("NW", "N", "NE")
_SOUTH: Final = ("SW", "S", "SE")

Pressing = Callable[[str], Press]
"""What choosing a hex (``C3``), a column (``C?``) or a facing does."""


def hex_rows(
    view: View, hexes: Sequence[str], chosen: str | None, column: str | None, press: Pressing, origin: int | None = None
) -> tuple[Row, ...]:
    """Buttons for hexes: for up to ten of them one each, else columns and the hexes of the one that is open."""
    if not hexes:
        return ()

    def one(name: str) -> tuple[str, str, bool, bool]:
        return hex_label(view, name, origin=origin), name, name == chosen, name == chosen

    if len(hexes) <= PIECES:
        return chunks([_button(*one(name), press) for name in hexes])
    letters = {name[0] for name in hexes}
    columns = [(c, f"{c}{OPEN}", c == column, c == column or c not in letters) for c in COLUMNS]
    rows = tuple(_button(*one(name), press) for name in hexes if name[0] == column)
    first = tuple(_button(*each, press) for each in columns)
    return (first, rows) if rows else (first,)


def facing_rows(facings: Sequence[str], chosen: str | None, press: Pressing, lead: str = "") -> tuple[Row, ...]:
    """Buttons for facings as they lie around a tile; `lead` says which tile where there are two."""
    if len(facings) <= 3:
        lines = [sorted(facings, key=lambda f: BY_DIRECTION[f])]
    else:
        lines = [[f for f in line if f in facings] for line in (_NORTH, _SOUTH)]
    return tuple(
        tuple(_button(f"{lead} {f}".strip(), f, f == chosen, f == chosen, press) for f in line)
        for line in lines
        if line
    )


def _button(label: str, word: str, chosen: bool, disabled: bool, press: Pressing) -> Button:
    return button(label, press(word), style="primary" if chosen else "secondary", disabled=disabled)


def column_of(where: str, hexes: Sequence[str]) -> str | None:
    """The column that a word opens; `None` for nothing chosen yet. Raises `IllegalAction` for other words."""
    if where == NOWHERE:
        return None
    if len(where) == 2 and where[1] == OPEN and where[0] in COLUMNS and any(h[0] == where[0] for h in hexes):
        return where[0]
    raise IllegalAction("That hex is not possible.")
