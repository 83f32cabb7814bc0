"""The private panel of Arena of Heroes: which page shows what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.arena_of_heroes.pages import questions, turn
from bot.panels.model import Panel, SeatPerspective
from bot.panels.pages import NoPage, Page, Pages
from games.api import Action
from games.arena_of_heroes.view import View


def start(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the page where a choice begins. Raises `GameError`."""
    kind = _kind(perspective)
    return _PAGES_OF[kind](perspective, view, ()) if kind in _PAGES_OF else questions.question(perspective, view)


def find(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page of these tokens. Raises `GameError` or `NoPage`."""
    kind = _kind(perspective)
    if kind not in _PAGES_OF:
        raise NoPage(tokens)
    return _PAGES_OF[kind](perspective, view, tokens)


def _kind(perspective: SeatPerspective[View]) -> str:
    assert perspective.choice is not None
    return perspective.choice.kind


_PAGES_OF: Final[Mapping[str, Page[View]]] = {
    "pick": questions.pick,
    "turn": turn.page,
    "ability": turn.ability_page,
    "hold": turn.ability_page,
}
"""The page of each kind of choice; all other kinds are questions in the middle of an action."""
_PAGES: Final = Pages(start, find, questions.waiting)


def panel(perspective: SeatPerspective[View], tokens: Action = ()) -> Panel:
    """Return the panel at these tokens; those of an ability go beside a hold to the other open choice."""
    if tokens[:1] == (turn.BESIDE,) and (other := turn.beside(perspective)) is not None:
        return _PAGES.panel(perspective.about(other), tokens)
    return _PAGES.panel(perspective, tokens)
