"""Buttons, lines of selects and rows that fit what Discord allows, and selects that turn pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.limits import BUTTON_LABEL, BUTTONS_A_ROW, ROWS, SELECT_OPTIONS, SELECT_TEXT, cut
from bot.panels.model import Button, Option, Press, Row, Style
from bot.texts.phrases import Phrases
from games.api import Action


def button(label: str, press: Press, *, style: Style = "secondary", disabled: bool = False) -> Button:
    """Return a button whose label fits."""
    return Button(cut(label, BUTTON_LABEL), press, style, disabled)


def option(label: str, press: Press, description: str = "", *, chosen: bool = False) -> Option:
    """Return a line of a select that fits."""
    return Option(cut(label, SELECT_TEXT), press, cut(description, SELECT_TEXT), chosen)


def fitting(*labels: str, length: int = BUTTON_LABEL) -> str:
    """Return the first of these labels that has at most `length` characters; the last one, cut, where none has."""
    return next((label for label in labels if len(label) <= length), cut(labels[-1], length))


def how_to_play(say: Phrases) -> Button:
    """Return the button that opens the guide: that of the match's game, else which game is asked."""
    return button(say("How to play"), Press("help"))


def show(*tokens: str) -> Press:
    """Return a press that shows the panel at these tokens."""
    return Press("show", tokens)


def back(say: Phrases, *tokens: str) -> Button:
    """Return the button that leads back to the page of these tokens."""
    return button(say("Back"), show(*tokens))


def do(label: str, action: Action, *, then: Action = (), style: Style = "success") -> Button:
    """Return the button that carries an action out, and another one after it."""
    return button(label, Press("do", action, then), style=style)


def missing(label: str, *tokens: str) -> Button:
    """Return the same button greyed, while something is still to be chosen."""
    return replace(closed(label, *tokens), waits=True)


def held(label: str, style: Style = "danger") -> Button:
    """Return a last button greyed in its place, while something is still to be chosen on the page."""
    return replace(missing(label), style=style, stays=True)


def closed(label: str, *tokens: str) -> Button:
    """Return the same button greyed, where the action is not possible now; the label says why."""
    return button(label, Press("do", tokens), style="success", disabled=True)


def rows_of(buttons: Sequence[Button], size: int = BUTTONS_A_ROW) -> tuple[Row, ...]:
    """Return buttons in rows."""
    return tuple(tuple(buttons[at : at + size]) for at in range(0, len(buttons), size))


def under(rows: tuple[Row, ...], extra: tuple[Button, ...]) -> tuple[Row, ...]:
    """Return the rows with these buttons below them; where there is no room, in the free places of the last rows.

    What has no place even there is left out, the last buttons first.
    """
    if not extra or len(rows) < ROWS:
        return (*rows, extra) if extra else rows
    left, filled = extra, list(rows)
    for at, row in reversed([*enumerate(rows)]):
        if isinstance(row, tuple):
            free = BUTTONS_A_ROW - len(row)
            filled[at], left = (*row, *left[:free]), left[free:]
    return tuple(filled)


def with_button(rows: tuple[Row, ...], last: Button) -> tuple[Row, ...]:
    """Return rows with one more button: in the last row of buttons, else wherever there is room, or below all.

    Where there is no room at all that is a row too many, which `packed` or *More …* has to make room for.
    """
    buttons = [(at, row) for at, row in enumerate(rows) if isinstance(row, tuple)]
    free = [(at, row) for at, row in buttons if len(row) < BUTTONS_A_ROW]
    if free and (free[-1] == buttons[-1] or len(rows) >= ROWS):
        at, row = free[-1]
        return (*rows[:at], (*row, last), *rows[at + 1 :])
    return (*rows, (last,))


def packed(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows in as many as a message has, where the others have room for the buttons of the last ones."""
    while len(rows) > ROWS:
        last = max((at for at, row in enumerate(rows) if isinstance(row, tuple)), default=None)
        if last is None:
            return rows
        moved, rest = rows[last], (*rows[:last], *rows[last + 1 :])
        assert isinstance(moved, tuple)
        room = sum(BUTTONS_A_ROW - len(row) for row in rest if isinstance(row, tuple))
        if room < len(moved):
            return rows
        rows = reduce(with_button, moved, rest)
    return rows


TURN: Final = "~"
"""What the token of a line begins with that turns the page."""


def turned(tokens: Action) -> tuple[Action, str | None]:
    """Return the tokens without the one that turns the page, and that one."""
    page = next((token for token in tokens if token.startswith(TURN)), None)
    return tuple(token for token in tokens if not token.startswith(TURN)), page


def paged(say: Phrases, head: Action, options: Sequence[Option], page: str | None) -> tuple[Option, ...]:
    """Return the lines of one page; all of them where they fit. `head` are the tokens of the page that shows them."""
    if len(options) <= SELECT_OPTIONS:
        return tuple(options)
    size = SELECT_OPTIONS - 1
    pages = [options[at : at + size] for at in range(0, len(options), size)]
    at = _number(page, len(pages))
    label = say("More (page {page} of {pages})", page=at + 1, pages=len(pages))
    return (*pages[at], option(label, show(*head, f"{TURN}{(at + 1) % len(pages)}")))


def _number(page: str | None, pages: int) -> int:
    number = (page or "").removeprefix(TURN)
    return int(number) % pages if number.isdecimal() and len(number) < 4 else 0
