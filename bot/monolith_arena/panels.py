"""The private panel: from a chair and the words chosen so far to the page that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.monolith_arena import aim, place, prepare, questions, spot, stages, unfold
from bot.panel import Chair, Panel
from games.api import Action, GameError
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.view import View

GONE: Final = "That is no longer possible; this is how things stand now."
_SURE: Final = frozenset({"end", "battle", "redraw"})
Page = Callable[[Chair, View, Action], Panel]
_SETUP: Final[Mapping[str, Page]] = {"faction": stages.faction, "prepare": prepare.page, "banner": place.page}
"""The pages of the choices before the first turn, whose first word is the kind of the choice."""


def panel(chair: Chair, words: Sequence[str] = ()) -> Panel:
    """The page for these words; words that are no longer possible give the start and say so."""
    view: View = chair.view
    choice = chair.choice
    if choice is None or choice.kind in ("resign", "draw") or view.result is not None:
        return stages.looking_on(chair, view)
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


def _start(chair: Chair, view: View, kind: str) -> Panel:
    if kind in _SETUP:
        return _SETUP[kind](chair, view, (kind,))
    if kind != "turn":
        return questions.page(chair, view, ("choose",))
    if view.discard_due:
        return stages.discard(chair, view, ())
    return stages.use(chair, view)


def _page(chair: Chair, view: View, kind: str, words: Action) -> Panel:
    """The page of these words. Raises `GameError`, or what looking up a forged word raises."""
    verb = words[0]
    if kind in _SETUP:
        return _checked(_SETUP[kind], verb == kind, chair, view, words)
    if kind != "turn":
        return _checked(questions.page, verb == "choose", chair, view, words)
    if verb == "discard":
        page = stages.discard if view.discard_due else stages.discard_more
        return _checked(page, len(words) < 3, chair, view, words)
    if verb in _SURE:
        return _checked(stages.sure, len(words) == 1, chair, view, words)
    if verb == stages.USE:
        return _checked(stages.either, len(words) == 2, chair, view, words)
    if verb == "unfold":
        return unfold.page(chair, view, words)
    if verb in aim.TARGET:
        return aim.target(chair, view, words)
    if verb in aim.SUBJECT and not _has_subject(words):
        return aim.subject(chair, view, words)
    return _checked(place.page, verb in spot.HEAD and spot.HEAD[verb] <= len(words), chair, view, words)


def _has_subject(words: Action) -> bool:
    asks = aim.SUBJECT[words[0]]
    return len(words) > asks and (words[asks] in BY_NAME or words[0] == "feature")


def _checked(page: Page, fits: bool, chair: Chair, view: View, words: Action) -> Panel:
    if not fits:
        raise LookupError(words)
    return page(chair, view, words)
