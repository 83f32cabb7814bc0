"""What several pages share: where the match is, buttons that lead elsewhere, odds of an attack."""

from __future__ import annotations

from collections.abc import Iterable

from bot.monsters_and_myths.texts import standing
from bot.monsters_and_myths.texts.standing import fight
from bot.monsters_and_myths.texts.standing import goal as named
from bot.panels import drafts
from bot.panels.model import Button, Press, SeatPerspective
from bot.panels.widgets import button, show
from games.api import Choice, GameError
from games.monsters_and_myths.cards import Ranks, Troops
from games.monsters_and_myths.fights import Odds, of_exchange
from games.monsters_and_myths.view import Target, View
from render.monsters_and_myths import heading


def lines(*parts: str) -> str:
    """Return lines of text, without empty ones."""
    return "\n".join(part for part in parts if part)


def where(perspective: SeatPerspective[View], view: View) -> str:
    """Return the round, the attack card, who fights whom and the last dice."""
    title = perspective.say.message(heading(view))
    return lines(f"**{title}**", fight(perspective.say, view, perspective.names))


def verbs(perspective: SeatPerspective[View]) -> tuple[str, ...]:
    """Return what the panel's choice may begin with."""
    try:
        return drafts.values(perspective, ())
    except GameError:
        return ()


def can(perspective: SeatPerspective[View], *wanted: str) -> bool:
    """Return True if the panel's choice may begin with one of these verbs."""
    return bool({*wanted} & {*verbs(perspective)})


def choice_with(perspective: SeatPerspective[View], *wanted: str) -> Choice | None:
    """Return the open choice of the seat that may begin with one of these verbs."""
    return next((one for one in perspective.choices if can(perspective.about(one), *wanted)), None)


def further(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """Return what leads to things besides the decision: a catapult, what was said in advance, standing orders."""
    say = perspective.say
    found: list[Button] = []
    if choice_with(perspective, "fire") is not None:
        found.append(button(say("Catapult"), show("aim")))
    if choice_with(perspective, "recall", "ahead", "halt") is not None:
        found.append(button(say("More"), show("more")))
    if perspective.seat is not None:
        found.append(button(say("Orders"), Press("orders")))
    return tuple(found)


def versus(view: View, force: Troops, target: Target) -> Odds:
    """Return the odds of an attack; there must be an attack card."""
    assert view.card is not None
    return of_exchange(force, view.card, view.seats[target.seat].troops[target.nation])


def goal_label(perspective: SeatPerspective[View], view: View, force: Troops | None, goal: str) -> str:
    """Return a target with whose it is, and the odds once the force is known."""
    text = named(perspective.say, goal, perspective.names)
    if force is None:
        return text
    return f"{text}: {standing.short_odds(perspective.say, versus(view, force, Target.of(goal)))}"


def only(values: Iterable[str], chosen: str | None) -> str | None:
    """Return what is chosen, or the only thing that could be."""
    return drafts.only(tuple(values), chosen)


def defenders(view: View) -> Ranks:
    """Return the nation that is fought; there must be one."""
    assert view.defenders is not None
    return view.defenders
