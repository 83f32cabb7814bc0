"""Carrying out plans: the step that makes it somebody's turn goes on with what that player has planned for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.matches.plans import PLAYED, Outcome
from games.api import GameError
from games.standing import is_turn

if TYPE_CHECKING:
    from bot.matches.changes import Work


def carry_out(work: Work, by: int | None) -> Mapping[int, Outcome]:
    """Carry out the plans of the seats whose turn has come with a step of seat `by`; what came of each.

    Each action is read and checked as if it were sent at that moment. The first one that is not legal ends the plan.
    """
    found: dict[int, Outcome] = {}
    plans = work.match.plans
    if by is not None and by in plans and _is_on(work, by, before=True):
        found[by] = Outcome((), tuple(plans[by]), PLAYED)
    while (seat := next((s for s in sorted(plans) if s not in found and _has_come(work, s)), None)) is not None:
        found[seat] = _carry_out(work, seat, plans[seat])
    return found


def _has_come(work: Work, seat: int) -> bool:
    return not _is_on(work, seat, before=True) and _is_on(work, seat, before=False)


def _is_on(work: Work, seat: int, *, before: bool) -> bool:
    """Whether it is a seat's turn, before the step or now."""
    game = work.match.face.game
    choices = work.match.choices() if before else game.choices(work.position.state)
    return any(choice.seat == seat and is_turn(game, choice) for choice in choices)


def _carry_out(work: Work, seat: int, lines: Sequence[str]) -> Outcome:
    done: list[int] = []
    for count, line in enumerate(lines):
        try:
            action = work.match.face.game.read(work.position.state, seat, tuple(line.split()))
            work.act(seat, action)
        except GameError as refused:
            return Outcome(tuple(done), tuple(lines[count:]), refused.message, refused.rule)
        done.append(len(work.match.entries) + len(work.actions))
        work.follow()
    return Outcome(tuple(done))
