"""The private panel of Arena of Heroes: which page shows what."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes.pages import ability, pick, question, turn, waiting
from bot.panels.model import Panel, SeatPerspective
from bot.panels.routing import NoPage, Pages
from games.api import Action
from games.arena_of_heroes.view import View


def start(perspective: SeatPerspective[View], view: View) -> Panel:
    """The page where a choice begins. Raises `GameError`."""
    kind = _kind(perspective)
    if kind == "pick":
        return pick.page(perspective, view, ())
    if kind == "turn":
        return turn.page(perspective, view, ())
    if kind in ("ability", "hold"):
        return ability.page(perspective, view, ())
    return question.page(perspective, view)


def find(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """The page of these tokens. Raises `GameError` or `NoPage`."""
    kind = _kind(perspective)
    if kind == "pick":
        return pick.page(perspective, view, tokens)
    if kind == "turn":
        return turn.page(perspective, view, tokens)
    if kind in ("ability", "hold"):
        return ability.page(perspective, view, tokens)
    raise NoPage(tokens)


def _kind(perspective: SeatPerspective[View]) -> str:
    assert perspective.choice is not None
    return perspective.choice.kind


_PAGES: Final = Pages(start, find, waiting.page)


def panel(perspective: SeatPerspective[View], tokens: Action = ()) -> Panel:
    """The panel at these tokens; those of an ability go beside a hold to the other open choice."""
    if tokens[:1] == (ability.BESIDE,) and (other := ability.beside(perspective)) is not None:
        return _PAGES.panel(perspective.about(other), tokens)
    return _PAGES.panel(perspective, tokens)
