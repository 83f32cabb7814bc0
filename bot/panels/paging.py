"""Selects with more lines than Discord allows: pages, with a last line that leads to the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.limits import SELECT_OPTIONS
from bot.panels.model import Option
from bot.panels.widgets import option, show
from bot.texts.phrases import Phrases
from games.api import Action

TURN: Final = "~"
"""What the token of a line begins with that turns the page."""


def turned(tokens: Action) -> tuple[Action, str | None]:
    """The tokens without the one that turns the page, and that one."""
    page = next((token for token in tokens if token.startswith(TURN)), None)
    return tuple(token for token in tokens if not token.startswith(TURN)), page


def paged(say: Phrases, head: Action, options: Sequence[Option], page: str | None) -> tuple[Option, ...]:
    """The lines of one page; all of them where they fit. `head` are the tokens of the page that shows them."""
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
