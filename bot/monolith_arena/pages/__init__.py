"""The private panel of Monolith Arena: which page shows what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.monolith_arena.pages import looking, placing, questions, setup, targets, turn, unfolding
from bot.monolith_arena.pages.placing_draft import asks_for_subject, only_targets
from bot.monolith_arena.pages.shared import CARDS, WHAT_IF
from bot.panels.model import Panel, SeatPerspective
from bot.panels.pages import NoPage, Page, Pages, fits
from games.api import Action
from games.monolith_arena.view import View

_SETUP: Final[Mapping[str, Page[View]]] = {
    "faction": setup.choose_faction,
    "prepare": setup.fill_monolith,
    "banner": placing.page,
}
"""The pages of the choices before the first turn, by the kind of choice, which is also their first token."""
_TURN: Final[Mapping[str, Page[View]]] = {
    "discard": turn.discard_page,
    turn.USE: turn.either,
    "end": turn.sure,
    "battle": turn.sure,
    "redraw": turn.sure,
    "unfold": unfolding.page,
    turn.WHY: turn.why,
}
"""Pages of a turn by their first token; those of orders and features follow from their tokens."""
_LENGTHS: Final = {"discard": 1, turn.USE: 2, "end": 1, "battle": 1, "redraw": 1}
"""The most tokens that such a page takes."""


def start(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the page where a choice begins. Raises `GameError`."""
    assert perspective.choice is not None
    kind = perspective.choice.kind
    if kind in _SETUP:
        return _SETUP[kind](perspective, view, (kind,))
    return turn.page(perspective, view) if kind == "turn" else questions.page(perspective, view, ("choose",))


def find(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the page of these tokens. Raises `GameError` or `NoPage`."""
    assert perspective.choice is not None
    kind, verb = perspective.choice.kind, given[0]
    if kind != "turn":
        page = _SETUP.get(kind, questions.page)
        if verb != (kind if kind in _SETUP else "choose"):
            raise NoPage(given)
        return page(perspective, view, given)
    if verb in _TURN:
        return fits(_TURN[verb], given, _LENGTHS.get(verb, len(given)))(perspective, view, given)
    if only_targets(verb):
        return targets.page(perspective, view, given)
    page = targets.subject if asks_for_subject(given) else placing.page
    return page(perspective, view, given)


PAGES: Final = Pages(start, find, looking.waiting, {CARDS: looking.cards, WHAT_IF: looking.what_if})
