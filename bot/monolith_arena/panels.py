"""The private panel: from a chair and the words chosen so far to the page that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.monolith_arena import move_draft, move_page, prepare_page, question_page, targets, turn_pages, unfold_page
from bot.panels.model import Panel, SeatPerspective
from games.api import Action, GameError
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.view import View

GONE: Final = "That is no longer possible; this is how things stand now."
_SURE: Final = frozenset({"end", "battle", "redraw"})
Page = Callable[[SeatPerspective, View, Action], Panel]
_SETUP: Final[Mapping[str, Page]] = {
    "faction": turn_pages.faction,
    "prepare": prepare_page.page,
    "banner": move_page.page,
}
"""The pages of the choices before the first turn, whose first word is the kind of the choice."""


def panel(chair: SeatPerspective, words: Sequence[str] = ()) -> Panel:
    """The page for these words; words that are no longer possible give the start and say so."""
    view: View = chair.view
    choice = chair.choice
    if choice is None or choice.kind in ("resign", "draw") or view.result is not None:
        return turn_pages.looking_on(chair, view)
    made = None
    if words:
        try:
            made = _page(chair, view, choice.kind, tuple(words))
        except (GameError, LookupError, StopIteration):
            start = _start(chair, view, choice.kind)
            made = replace(start, text=f"{GONE}\n{start.text}")
    if made is None:
        made = _start(chair, view, choice.kind)
    return replace(made, key=choice.key)


def _start(chair: SeatPerspective, view: View, kind: str) -> Panel:
    if kind in _SETUP:
        return _SETUP[kind](chair, view, (kind,))
    if kind != "turn":
        return question_page.page(chair, view, ("choose",))
    if view.discard_due:
        return turn_pages.discard(chair, view, ())
    return turn_pages.use(chair, view)


def _page(chair: SeatPerspective, view: View, kind: str, words: Action) -> Panel:
    """The page of these words. Raises `GameError`, or what looking up a forged word raises."""
    verb = words[0]
    if kind in _SETUP:
        return _checked(_SETUP[kind], verb == kind, chair, view, words)
    if kind != "turn":
        return _checked(question_page.page, verb == "choose", chair, view, words)
    if verb == "discard":
        page = turn_pages.discard if view.discard_due else turn_pages.discard_more
        return _checked(page, len(words) < 3, chair, view, words)
    if verb in _SURE:
        return _checked(turn_pages.sure, len(words) == 1, chair, view, words)
    if verb == turn_pages.USE:
        return _checked(turn_pages.either, len(words) == 2, chair, view, words)
    if verb == "unfold":
        return unfold_page.page(chair, view, words)
    if verb in targets.TARGET:
        return targets.target(chair, view, words)
    if verb in targets.SUBJECT and not _has_subject(words):
        return targets.subject(chair, view, words)
    return _checked(move_page.page, verb in move_draft.HEAD and move_draft.HEAD[verb] <= len(words), chair, view, words)


def _has_subject(words: Action) -> bool:
    asks = targets.SUBJECT[words[0]]
    return len(words) > asks and (words[asks] in BY_NAME or words[0] == "feature")


def _checked(page: Page, fits: bool, chair: SeatPerspective, view: View, words: Action) -> Panel:
    if not fits:
        raise LookupError(words)
    return page(chair, view, words)
