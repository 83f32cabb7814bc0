"""The open choices of a match: what is waited for, and what may be done besides (M9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.api import Action, Choice
from games.monsters_and_myths import defaults, verbs
from games.monsters_and_myths.grammar import MATCH
from games.monsters_and_myths.state import State
from games.monsters_and_myths.verbs import ASIDE, WINDOW_KINDS
from games.verbs import Verb

BEFORE, WITHIN = WINDOW_KINDS
_WINDOWS: Final = {"card": BEFORE, "ready": BEFORE, "exchange": WITHIN, "after": WITHIN}
"""The kind of a window by the phase in which it is open."""
_KINDS: Final = {"wizards": "wizard", "ready": "exchange"}
"""The kinds of the attacker's choices and of placing wizards, where they are not called as the phase."""
_NOT_FIRING: Final = tuple(verb for verb in MATCH.of_kind(ASIDE) if verb.name != "fire")


def choices(state: State) -> tuple[Choice, ...]:
    """Return all open choices; none when the match is over."""
    if state.phase == "over":
        return ()
    playing = state.playing()
    waited = [_waited(state, seat) for seat in playing if is_waited_for(state, seat)]
    able = [s for s in playing if any(verb.available(state, s) for verb in verbs_of(state, s, ASIDE))]
    aside = [Choice(seat, ASIDE, f"c{state.step}.{state.asides[seat]}", must=False) for seat in able]
    return (*waited, *aside)


def verbs_of(state: State, seat: int, kind: str) -> Sequence[Verb[State, Any]]:
    """Return the verbs in question in a choice of that kind; a seat in a window fires there and not aside."""
    return _NOT_FIRING if kind == ASIDE and seat in state.wait else MATCH.of_kind(kind)


def candidates(state: State, seat: int) -> Sequence[Verb[State, Any]]:
    """Return the verbs in question in all open choices of a seat."""
    if state.phase == "over" or seat in state.left:
        return ()
    aside = verbs_of(state, seat, ASIDE)
    return (*MATCH.of_kind(_kind(state, seat)), *aside) if is_waited_for(state, seat) else aside


def _kind(state: State, seat: int) -> str:
    """Return the kind of what a seat is waited for."""
    return _WINDOWS[state.phase] if seat in state.wait else _KINDS.get(state.phase, state.phase)


def is_waited_for(state: State, seat: int) -> bool:
    """Return True if the match waits for the seat."""
    if state.phase == "start":
        return True
    if state.phase == "lose":
        return state.owe[seat] > 0
    if state.phase == "keep":
        return bool(state.seats[seat].hand)
    if state.phase == "wizards":
        return seat == state.turn
    return seat in state.wait or verbs.decides(state, seat)


def _waited(state: State, seat: int) -> Choice:
    default = defaults.default(state, seat)
    aside = state.asides[seat]
    if state.phase == "start":
        return Choice(seat, "start", "start", default=default)
    if state.phase == "keep":
        return Choice(seat, "keep", f"keep{state.round}.{aside}", secret=True, default=default)
    if seat in state.wait:
        return Choice(seat, _kind(state, seat), f"w{state.step}.{aside}", default=default, window=True)
    if state.phase == "lose":
        return Choice(seat, "lose", f"l{state.step}", secret=_both_lose(state), default=default)
    return Choice(seat, _kind(state, seat), f"t{state.step}.{state.reopened}", default=default)


def is_secret(state: State, seat: int, action: Action) -> bool:
    """Return True if others may not read at once what the seat answers (M8)."""
    return action[0] in ("keep", "usual", "swap") or (action[0] == "lose" and _both_lose(state))


def _both_lose(state: State) -> bool:
    return sum(map(bool, state.owe)) + sum(map(bool, state.given)) > 1
