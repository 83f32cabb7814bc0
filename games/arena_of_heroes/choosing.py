"""The open choices of a match (A7): its own turn for the active seat, abilities at any time for all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.api import Choice, NotYourChoice
from games.arena_of_heroes.grammar import MATCH, PASS
from games.arena_of_heroes.heroes import DIGGING, WOODRUNNER
from games.arena_of_heroes.play import kind_of
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import State
from games.arena_of_heroes.verbs import ANSWER, in_turn
from games.arena_of_heroes.view import Question
from games.messages import Message
from games.verbs import Verb


def choices(state: State) -> tuple[Choice, ...]:
    """Return all open choices; none when the match is over."""
    if state.phase == "over":
        return ()
    if state.question is not None:
        return (_asked(state.question, state.step),)
    found = []
    for seat in state.around():
        kind, key = kind_of(state, seat), str(state.since[seat])
        if kind == "pick":
            found.append(Choice(seat, kind, f"p{key}", default=("pick", RANDOM)))
        elif kind == "turn":
            found.append(Choice(seat, kind, f"t{key}", default=("end",)))
        elif kind:
            found.append(Choice(seat, kind, f"a{key}", must=False))
    found += [Choice(seat, "hold", f"h{step}", default=("pass",), window=True) for seat, step in state.held]
    return tuple(found)


def _asked(question: Question, step: int) -> Choice:
    window = question.kind in (WOODRUNNER, DIGGING)
    return Choice(question.seat, question.kind, f"q{step}", default=("choose", question.default), window=window)


def no_choice(state: State, seat: int) -> NotYourChoice:
    """Return why a seat has no such choice now."""
    if state.phase == "over":
        return NotYourChoice(Message("The match is over."), "A5.7.2")
    if state.question is not None:
        return NotYourChoice(Message("Somebody else has to answer a question first."), "A6.3")
    if state.turn != seat:
        return NotYourChoice(Message("It is not your turn."), "A5.0.2")
    return NotYourChoice(Message("This choice is no longer open."), "A5.0.2")


def verbs_of(state: State, seat: int, kind: str) -> Sequence[Verb[State, Any]]:
    """Return the verbs in question in a choice of that kind."""
    if kind == "turn":
        return in_turn(state, seat)
    return MATCH.of_kind(kind if state.question is None else ANSWER)


def candidates(state: State, seat: int) -> Sequence[Verb[State, Any]]:
    """Return the verbs in question in all open choices of a seat."""
    if state.question is not None:
        return MATCH.of_kind(ANSWER) if state.question.seat == seat else ()
    kind = kind_of(state, seat)
    verbs = verbs_of(state, seat, kind) if kind else ()
    return (*verbs, PASS) if any(held == seat for held, _ in state.held) else verbs
