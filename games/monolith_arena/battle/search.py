"""All positions that a battle can lead to, over all choices of the owners."""

from __future__ import annotations

from games.monolith_arena.battle import course
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.state import Answer, State

LIMIT = 200_000
"""The number of different situations that one search looks at before it gives up."""


class TooManyChoices(Exception):
    """The battle has more than `LIMIT` different situations."""


def _key(state: State) -> tuple[object, ...]:
    """What tells two situations apart; answers that only swap equal assassins count as equal."""
    targets = []
    standing = state.standing()
    for answer in state.answers:
        if answer.kind == "assassin":
            served = standing.of(answer.subject)
            targets.append((answer.value, answer.seat, served.melee, served.venom))
    rest = tuple(a for a in state.answers if a.kind != "assassin")
    return (state.board, state.hit_points, state.cause, state.battle, tuple(sorted(targets)), rest)


def outcomes(position: State) -> list[State]:
    """The positions after a battle fought in that position, without repeats, in no particular order.

    Raises `TooManyChoices`.
    """
    start = position.draft()
    course.begin(start, "order")
    seen = {_key(start)}
    todo = [start]
    ends: dict[tuple[object, ...], State] = {}
    while todo:
        state = todo.pop()
        round_ = consider(state)
        if round_.questions:
            question = round_.questions[0]
            following = []
            for value in question.values:
                answered = state.draft()
                answered.answers = (
                    *state.answers,
                    Answer(question.seat, question.kind, question.subject, value),
                )
                following.append(answered)
        else:
            after = state.draft()
            resolve(after, round_)
            if not course.next_phase(after):
                course.end(after)
                course.settle(after)
                ends[(after.board, after.hit_points)] = after
                continue
            following = [after]
        for new in following:
            key = _key(new)
            if key not in seen:
                if len(seen) >= LIMIT:
                    raise TooManyChoices(f"the battle has more than {LIMIT:,} different situations")
                seen.add(key)
                todo.append(new)
    return list(ends.values())
