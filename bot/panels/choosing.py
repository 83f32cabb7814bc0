"""Rows to choose from: one of several things, or some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.limits import SELECT_TEXT, cut
from bot.panels.model import Button, Row, Select
from bot.panels.widgets import TURN, button, option, paged, rows_of, show
from bot.texts.phrases import Phrases
from games.api import Action

BUTTONS: Final = 10
"""More things than this to choose from are a select, not buttons."""
COPY: Final = "'"
"""What the token of a second thing of the same kind ends with, where several are picked."""


@dataclass(frozen=True, slots=True)
class Value:
    """One thing that may be chosen: its token, its name, and more about it."""

    token: str
    label: str
    description: str = ""


def one_of(
    say: Phrases,
    head: Action,
    values: Sequence[Value],
    chosen: str | None,
    placeholder: str,
    page: str | None = None,
    *,
    lines: bool = False,
) -> tuple[Row, ...]:
    """Return rows to choose one of several things: buttons for up to ten of them, else a select.

    Choosing shows the page at `head` and the token. `page` is the token that a line of the select has led to which
    turns the page. `lines`: always a select.
    """
    if len(values) <= BUTTONS and not lines:
        return rows_of([_button(head, value, value.token == chosen) for value in values])
    options = [
        option(value.label, show(*head, value.token), value.description, chosen=value.token == chosen)
        for value in values
    ]
    return (Select(cut(placeholder, SELECT_TEXT), paged(say, head, options, page)),)


def _button(head: Action, value: Value, chosen: bool) -> Button:
    press = show(*head, value.token)
    return button(value.label, press, style="primary" if chosen else "secondary", disabled=chosen)


def some_of(
    say: Phrases,
    head: Action,
    values: Sequence[Value],
    picks: Action,
    most: int,
    placeholder: str,
    page: str | None = None,
) -> tuple[Row, ...]:
    """Return a select to pick up to `most` of several things at once; `picks` are chosen already.

    Each thing stands in it as often as in `values`. What is picked on one page stays picked on the others.
    """
    copies = numbered(values)
    taken = set(_numbered([pick.rstrip(COPY) for pick in picks]))
    options = [option(v.label, show(*head, v.token), v.description, chosen=v.token in taken) for v in copies]
    shown = paged(say, head, options, page)
    on_page = {o.press.tokens[-1] for o in shown}
    kept = tuple(v.token for v in copies if v.token in taken and v.token not in on_page)
    shown = tuple(replace(o, press=show(*head, *kept, o.press.tokens[-1])) for o in shown)
    turns = sum(o.press.tokens[-1].startswith(TURN) for o in shown)
    return (Select(cut(placeholder, SELECT_TEXT), shown, most=max(1, min(most - len(kept) + turns, len(shown)))),)


def numbered(values: Sequence[Value]) -> list[Value]:
    """Return the same things with tokens that differ: the second of a kind is marked."""
    tokens = _numbered([value.token for value in values])
    return [replace(value, token=token) for value, token in zip(values, tokens, strict=True)]


def _numbered(tokens: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    marked = []
    for token in tokens:
        marked.append(token + COPY * seen[token])
        seen[token] += 1
    return marked


def plain(tokens: Action) -> Action:
    """Return the tokens as the game knows them, without the marks of second things of a kind."""
    return tuple(token.rstrip(COPY) for token in tokens)
