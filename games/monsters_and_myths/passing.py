"""Passing in a window, for how long, and taking it back (M6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.catapults import Events, can_fire
from games.monsters_and_myths.luck import Luck
from games.monsters_and_myths.state import SCOPES, WINDOWS, State

SCOPE_NAMES: Final = {
    "": Message("this window"),
    "fight": Message("this fight"),
    "card": Message("this attack card"),
    "round": Message("this round"),
    "attacked": Message("until I am attacked"),
}


def scopes(state: State) -> tuple[str, ...]:
    """Return the scopes that a pass may have now: after a fight there is no fight to pass for."""
    return tuple(scope for scope in SCOPES if scope != "fight" or state.phase != "after")


def pass_on(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    """Not be waited for any more, in this window or for longer."""
    draft.wait = tuple(other for other in draft.wait if other != seat)
    scope = tokens[0] if tokens else ""
    if scope:
        draft.put(seat, scope=scope)
    events.append(ev.Passed(seat, scope))


def may_recall(state: State, seat: int) -> bool:
    """Return whether there is a pass of the seat that it can take back."""
    if state.seats[seat].scope:
        return True
    asked = not state.options.free and seat != state.active and seat not in state.wait
    return asked and state.phase in WINDOWS and can_fire(state, seat)


def recall(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    """Take a pass back: the seat is waited for again, at once where a window is open."""
    draft.put(seat, scope="")
    if seat != draft.active and not draft.options.free and can_fire(draft, seat):
        draft.wait = tuple(sorted((*draft.wait, seat)))
        draft.reopened += 1
    draft.aside(seat)
    events.append(ev.PassRecalled(seat))
