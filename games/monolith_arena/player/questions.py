"""Answers given at once, wherever a search comes to a question of the readable rules."""

from __future__ import annotations

from typing import Final

from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.player.worth import worth_of
from games.monolith_arena.state import Answer, State
from games.monolith_arena.view import Question

TRIED: Final = 24
"""How many answers to one question are tried."""


def dealt(state: State) -> State:
    """Return a state after its running round of wounds, every question in it answered for the best."""
    draft = state.draft()
    while (round_ := consider(draft)).questions:
        # answers of one round are sealed: each is found without the others (R5.10)
        answers = [answer_to(draft, question) for question in round_.questions]
        draft.answers = (*draft.answers, *answers)
    resolve(draft, round_)
    return draft


def answer_to(state: State, question: Question) -> Answer:
    """Return the answer that leaves a seat best off in the running round, others answering as they are asked first."""
    given = [Answer(question.seat, question.kind, question.subject, value) for value in question.values[:TRIED]]
    if len(given) == 1:
        return given[0]
    return max(given, key=lambda answer: _outcome(state, answer, question.seat))


def _outcome(state: State, answer: Answer, seat: int) -> int:
    """Return what the round comes to for a seat's team with this answer."""
    draft = state.draft()
    draft.answers = (*draft.answers, answer)
    while (round_ := consider(draft)).questions:
        draft.answers = (*draft.answers, *(Answer(q.seat, q.kind, q.subject, q.values[0]) for q in round_.questions))
    resolve(draft, round_)
    value = worth_of(draft)
    return value if state.teams[seat] else -value
