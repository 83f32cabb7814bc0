"""The private panel of Arena of Heroes: which page shows what (A4.2, A5, A6, A7, A9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.arena_of_heroes.pages import abilities, ahead, pick, questions, turn
from bot.arena_of_heroes.pages.abilities import BESIDE, beside
from bot.arena_of_heroes.pages.shared import came_of_it, how_it_stands
from bot.arena_of_heroes.texts import standing
from bot.arena_of_heroes.texts.names import lookups
from bot.panels.model import Panel, SeatPerspective
from bot.panels.pages import NoPage, Page, Pages, news, undo
from games.api import Action
from games.arena_of_heroes.standing import waits_to_pick
from games.arena_of_heroes.view import View


def waiting(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the position for a reader who has nothing to decide."""
    if waits_to_pick(view):
        return pick.wishes(perspective, view, (pick.WISH,))
    came = came_of_it(perspective, view)
    told = f"**{came.text}**" if came.text else ""
    text = news(perspective, standing.ending, standing.waiting)
    row = (*undo(perspective, standing.action_text), *lookups(perspective))
    return Panel(how_it_stands(perspective, view, told, text), (row,), came.shown, tells=came.tells)


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
    "pick": pick.page,
    "turn": turn.page,
    "ability": abilities.ability_page,
    "hold": abilities.ability_page,
}
"""The page of each kind of choice; all other kinds are questions in the middle of an action."""
_PAGES: Final = Pages(start, find, waiting, {ahead.NEXT: ahead.page, pick.WISH: pick.wishes})


def panel(perspective: SeatPerspective[View], tokens: Action = ()) -> Panel:
    """Return the panel at these tokens; those of an ability go beside a hold to the other open choice."""
    if tokens[:1] == (BESIDE,) and (other := beside(perspective)) is not None:
        return _PAGES.panel(perspective.about(other), tokens)
    return _PAGES.panel(perspective, tokens)
