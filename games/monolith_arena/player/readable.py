"""The readable rules for a search: moves of a state, each carried out until somebody has a turn again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action
from games.draws import Draws
from games.monolith_arena import choosing
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.player.battle import pushed_to
from games.monolith_arena.player.packing import pack
from games.monolith_arena.player.questions import answer_to
from games.monolith_arena.state import State
from games.monolith_arena.view import Question

_NOTHING_DRAWN: Final = Draws(b"")
"""Everything is drawn before the first turn."""


def moves(state: State) -> Sequence[Action]:
    """Return all that the active seat may do in its turn."""
    choices = choosing.choices(state)
    return GAME.legal(state, choices[0].seat, choices[0].key) if choices else []


def play(state: State, action: Action) -> State:
    """Return the state after a legal action of the active seat, all questions that it leads to answered."""
    return answered(step(state, state.active, action))


def step(state: State, seat: int, action: Action) -> State:
    """Return the state right after a legal action."""
    after: State = GAME.carry_out(state, seat, action, _NOTHING_DRAWN).state
    return after


def answered(state: State) -> State:
    """Return the state when every open question is answered for the best of whoever is asked."""
    while state.result is None and choosing.asking(state) and (asked := choosing.questions(state)):
        # answers of one round are sealed: each is found without the others (R5.10)
        answers = [(question, answer(state, question)) for question in asked]
        for question, value in answers:
            if choosing.question_of(state, question.seat) == question:
                state = step(state, question.seat, ("choose", value))
    return state


def answer(state: State, question: Question) -> str:
    """Return the answer to a question."""
    if state.push is not None:
        position = pack(state)
        possible = [BY_NAME[name] for name in question.values]
        to = pushed_to(position.table, position.board, position.hit_points, 0, state.push.pushed, possible)
        return NAMES[to]
    if state.cause is not None:
        return answer_to(state, question).value
    return question.values[0]
