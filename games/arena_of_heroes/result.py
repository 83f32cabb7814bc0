"""How a match ended: those who outlasted the others first, then the others from the last to go out (A5.7.2)."""

from __future__ import annotations

from games.api import Result
from games.arena_of_heroes.state import State


def of(state: State) -> Result | None:
    """The result, or `None` while the match runs."""
    if state.phase != "over":
        return None
    ranking = [state.winners]
    ranked = set(state.winners)
    for group in reversed(_fallen(state)):
        if rest := tuple(seat for seat in group if seat not in ranked):
            ranking.append(rest)
            ranked |= set(rest)
    return Result(tuple(ranking), state.reason)


def _fallen(state: State) -> list[tuple[int, ...]]:
    """The groups that are out, the first one first; who was about to leave when the match ended came last."""
    gone = {seat for group in state.out for seat in group}
    return [*state.out, *((seat,) for seat in state.leaving if seat not in gone)]
