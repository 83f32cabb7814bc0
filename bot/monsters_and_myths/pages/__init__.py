"""The private panel of Monsters & Myths: a page for each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.monsters_and_myths.pages import attacking, catapults, fighting, keeping, parts
from bot.monsters_and_myths.texts.standing import action_text, waiting
from bot.monsters_and_myths.wording import MonstersWording
from bot.panels import pages
from bot.panels.default import DefaultPanel
from bot.panels.model import Panel, SeatPerspective
from bot.panels.pages import Page, Pages
from games.api import Action
from games.monsters_and_myths.view import View

_DEFAULT: Final = DefaultPanel(MonstersWording())
"""Plays what has no page of its own: the deal, a swap, a card without any attack."""
Start = Callable[[SeatPerspective[View], View, Action], Panel]

_KINDS: Final[Mapping[str, Start]] = {
    "keep": keeping.page,
    "wizard": keeping.wizards,
    "card": attacking.page,
    "target": attacking.goals_page,
    "exchange": fighting.page,
    "lose": fighting.losses,
    "after": fighting.after,
    "window_before": catapults.window,
    "window_within": catapults.window,
    "catapult": catapults.aside,
}
"""The page of each kind of choice."""
_OWN_WORDS: Final = ("keep", "wizard", "attack", "muster", "lose", "pursue")
"""What the tokens of these pages begin with: the verbs that they put together."""


def _start(perspective: SeatPerspective[View], view: View) -> Panel:
    return _find(perspective, view, ())


def _find(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    choice = perspective.choice
    page = _KINDS.get(choice.kind) if choice is not None else None
    if page is None or (
        view.phase == "card"
        and choice is not None
        and choice.must
        and not parts.can(perspective, "attack", "muster", "pass")
    ):
        return _DEFAULT.panel(perspective, tokens)
    if tokens and tokens[0] not in _OWN_WORDS:
        return _DEFAULT.panel(perspective, tokens)
    return page(perspective, view, tokens)


def _looking_on(perspective: SeatPerspective[View], view: View) -> Panel:
    role = pages.role(perspective, waiting(perspective.say, view, perspective.names))
    row = pages.undo(perspective, action_text)
    return Panel(parts.lines(parts.where(perspective, view), role), (row,) if row else ())


_ALWAYS: Final[Mapping[str, Page[View]]] = {catapults.AIM: catapults.aim, catapults.MORE: catapults.more}
_PAGES: Final = Pages(_start, _find, _looking_on, _ALWAYS)


def _without_catapult(perspective: SeatPerspective[View]) -> Panel:
    """Return the panel for whoever wants to fire and has nothing to fire with."""
    made = _PAGES.panel(perspective, ())
    why = perspective.say("You have no catapult that you could fire now.") if perspective.seat is not None else ""
    return replace(made, text=parts.lines(why, made.text))


def panel(perspective: SeatPerspective[View], tokens: Action = ()) -> Panel:
    """Return the panel at these tokens; what nobody waits for belongs to a choice of its own."""
    if tokens and tokens[0] in _ALWAYS:
        about = catapults.choice_for(perspective, tokens)
        if about is None:
            return _without_catapult(perspective) if tokens[0] == catapults.AIM else _PAGES.panel(perspective, ("",))
        return _PAGES.panel(perspective.about(about), tokens)
    return _PAGES.panel(perspective, tokens)
