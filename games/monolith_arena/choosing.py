"""The open choices of a match (R5.10): it waits for every one of them."""

from __future__ import annotations

from typing import Final

from games.api import Choice
from games.monolith_arena import answers, setup
from games.monolith_arena.state import State

OPEN_ANSWERS: Final = frozenset({"push", "facing"})
"""The kinds of questions whose answers everybody may see at once."""


def asking(state: State) -> bool:
    """Whether the course of the game may have a question for somebody."""
    return state.cause is not None or state.push is not None or state.unfolding is not None


def choices(state: State) -> tuple[Choice, ...]:
    """All open choices, at most one a seat; none when the match is over."""
    return () if state.result is not None else tuple(_open(state))


def choice_of(state: State, seat: int) -> Choice | None:
    """The open choice of a seat."""
    return next((choice for choice in choices(state) if choice.seat == seat), None)


def waited_for(state: State) -> list[int]:
    """The seats that the match waits for."""
    if state.result is not None:
        return []
    if state.stage == "turn" and not asking(state):
        return [state.active]
    return [choice.seat for choice in _open(state)]


def _open(state: State) -> list[Choice]:
    if state.stage == "factions":
        homeless = [seat for seat, home in enumerate(state.factions) if home is None]
        return [Choice(seat, "faction", "faction", default=("faction", setup.RANDOM)) for seat in homeless]
    if state.stage == "monoliths":
        unprepared = [seat for seat, monolith in enumerate(state.monoliths) if monolith is None]
        return [Choice(seat, "prepare", "prepare", secret=True) for seat in unprepared]
    if state.stage == "banners":
        return [Choice(state.active, "banner", f"b{state.step}")]
    asked = answers.questions(state)
    if not asked:
        return [Choice(state.active, "turn", f"t{state.step}")]
    return [
        Choice(
            q.seat,
            q.kind,
            f"q{state.step}.{q.kind}.{sum(a.kind == q.kind and a.seat == q.seat for a in state.answers)}",
            secret=q.kind not in OPEN_ANSWERS,
            default=("choose", q.values[0]),
        )
        for q in asked
    ]
