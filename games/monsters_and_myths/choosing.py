"""The open choices of a match: what is waited for, and what may be done besides (M9)."""

from __future__ import annotations

from typing import Final

from games.api import Action, Choice
from games.monsters_and_myths import defaults, grammar, verbs
from games.monsters_and_myths.state import State

WINDOWS: Final = {
    "card": "window_before",
    "ready": "window_before",
    "exchange": "window_within",
    "after": "window_within",
}
"""The kinds of choices in which a seat may pass or fire, before a fight and within it (M6.3)."""
ASIDE: Final = "catapult"
"""The kind of choice that nobody waits for: to fire, to take a pass back, to stop rolling on."""
_KINDS: Final = {"wizards": "wizard", "ready": "exchange"}
"""The kinds of the attacker's choices and of placing wizards, where they are not called as the phase."""


def choices(state: State) -> tuple[Choice, ...]:
    """All open choices; none when the match is over."""
    if state.phase == "over":
        return ()
    found = [_waited(state, seat) for seat in state.playing() if is_waited_for(state, seat)]
    for seat in state.playing():
        if grammar.verbs_of(state, seat, must=False):
            found.append(Choice(seat, ASIDE, f"c{state.step}.{state.asides[seat]}", must=False))  # noqa: PERF401
    return tuple(found)


def is_waited_for(state: State, seat: int) -> bool:
    """Whether the match waits for the seat."""
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
        return Choice(seat, WINDOWS[state.phase], f"w{state.step}.{aside}", default=default, window=True)
    if state.phase == "lose":
        return Choice(seat, "lose", f"l{state.step}", secret=_both_lose(state), default=default)
    return Choice(seat, _KINDS.get(state.phase, state.phase), f"t{state.step}.{state.reopened}", default=default)


def is_secret(state: State, seat: int, action: Action) -> bool:
    """Whether others may not read at once what the seat answers (M8)."""
    return action[0] in ("keep", "usual", "swap") or (action[0] == "lose" and _both_lose(state))


def _both_lose(state: State) -> bool:
    return sum(map(bool, state.owe)) + sum(map(bool, state.given)) > 1
