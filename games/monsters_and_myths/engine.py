"""Carrying actions out, and what plays itself after them (M9.1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from games.api import Action
from games.monsters_and_myths import catapults
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.luck import Luck
from games.monsters_and_myths.state import State
from games.monsters_and_myths.verbs import VERBS, legal

Next = Callable[[State], tuple[int, Action] | None]


def sole(state: State, seat: int) -> Action | None:
    """The one legal action of a seat that has no other."""
    actions = list(islice(legal(state, seat), 2))
    return actions[0] if len(actions) == 1 else None


def forced(state: State) -> tuple[int, Action] | None:
    """The next action that plays itself: nobody may fire, and a seat that is waited for has no other (M9.1)."""
    if state.phase in ("over", "start") or catapults.anybody_can_fire(state):
        return None
    for seat in range(len(state.seats)):
        action = sole(state, seat)
        if action is not None:
            return seat, action
    return None


def carry_out(draft: State, seat: int, action: Action, events: Events, luck: Luck) -> None:
    """Carry a legal action of the rules out, with all that plays itself."""
    following: tuple[int, Action] | None = (seat, action)
    while following is not None:
        seat, (verb, *tokens) = following
        VERBS[verb].perform(draft, seat, tokens, events, luck)
        following = forced(draft)
