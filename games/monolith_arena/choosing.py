"""The open choices of a match, and answering what the course of the game asks (R5.10, R11.5, R13.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Choice, Field, NotYourChoice
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena import setup, unfolding
from games.monolith_arena.battle.rounds import consider
from games.monolith_arena.flow import Events, carry_on
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.orders import move
from games.monolith_arena.state import Answer, State
from games.monolith_arena.verbs import Verb
from games.monolith_arena.view import Question
from games.verbs import NEVER

OPEN_ANSWERS: Final = frozenset({"push", "facing"})
"""The kinds of questions whose answers everybody may see at once."""


def questions(state: State) -> tuple[Question, ...]:
    """Return the questions that are open now; at most one a seat."""
    if state.push is not None:
        owner = state.piece_at(state.push.pushed).seat
        names = tuple(NAMES[h] for h in state.push.destinations)
        return (Question(owner, "push", state.push.pushed, names),)
    if state.unfolding is not None:
        facing = unfolding.question(state)
        assert facing is not None
        return (facing,)
    return consider(state).questions if state.cause is not None else ()


def question_of(state: State, seat: int) -> Question | None:
    """Return the question that a seat has to answer."""
    return next((q for q in questions(state) if q.seat == seat), None)


def _choose_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return None
    question = question_of(state, seat)
    return NEVER if question is None else Field(question.kind, question.values, "R5.10")


def _choose(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    question = question_of(draft, seat)
    assert question is not None
    kind, subject, value = question.kind, question.subject, tokens[0]
    events.append(ev.Answered(seat, kind, subject, value, open=kind in OPEN_ANSWERS))
    if kind == "push":
        move.carry_out(draft, BY_NAME[value], events)
    elif kind == "facing":
        unfolding.answer(draft, value, events)
    else:
        draft.answers = (*draft.answers, Answer(seat, kind, subject, value))
        carry_on(draft, events)


CHOOSE = Verb(
    "choose",
    "R5.10",
    Message.term("order", "Answer"),
    Message("Answer a question: a hex, a facing, a target, a wound to absorb"),
    _choose,
    ("answer",),
    _choose_field,
    closed=lambda state, seat: NotYourChoice(Message("You have no question to answer now."), "R5.10"),
    turned=unfolding.asked_tile,
)


def asking(state: State) -> bool:
    """Return True if the course of the game may have a question for somebody."""
    return state.cause is not None or state.push is not None or state.unfolding is not None


def waited_for(state: State) -> list[int]:
    """Return the seats that the match waits for."""
    if state.result is not None:
        return []
    if state.stage == "turn" and not asking(state):
        return [state.active]
    return [choice.seat for choice in choices(state)]


def choices(state: State) -> tuple[Choice, ...]:
    """Return all open choices, at most one a seat; none when the match is over."""
    if state.result is not None:
        return ()
    if state.stage == "factions":
        homeless = [seat for seat, home in enumerate(state.factions) if home is None]
        return tuple([Choice(seat, "faction", "faction", default=("faction", setup.RANDOM)) for seat in homeless])
    if state.stage == "monoliths":
        unprepared = [seat for seat, monolith in enumerate(state.monoliths) if monolith is None]
        return tuple([Choice(seat, "prepare", "prepare", secret=True) for seat in unprepared])
    if state.stage == "banners":
        return (Choice(state.active, "banner", f"b{state.step}"),)
    asked = questions(state)
    if not asked:
        return (Choice(state.active, "turn", f"t{state.step}"),)
    return tuple(
        Choice(
            q.seat,
            q.kind,
            f"q{state.step}.{q.kind}.{sum(a.kind == q.kind and a.seat == q.seat for a in state.answers)}",
            secret=q.kind not in OPEN_ANSWERS,
            default=("choose", q.values[0]),
        )
        for q in asked
    )
