"""What most games say alike about their seats: who still plays, whose turn comes next, how all are ranked.

A state of such a game derives from `Seats`, and the game from `GameOfSeats`, which answers what follows from that. A
game overrides what is otherwise in its rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeVar

from games.api import Action, Result, Step
from games.grammar import GameOfVerbs


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The part of a state that is about who plays; seats may leave one by one."""

    seats: int
    left: tuple[int, ...] = ()
    """The seats that have given up, the first one first."""
    result: Result | None = None

    def playing(self) -> tuple[int, ...]:
        """Return the seats that are still in the match."""
        return tuple(seat for seat in range(self.seats) if seat not in self.left)

    def after(self, seat: int) -> int:
        """Return the seat whose turn comes after that of `seat`, of those that play."""
        seats = self.playing()
        return next((other for other in seats if other > seat), seats[0])


S = TypeVar("S", bound=Seats)


class GameOfSeats(GameOfVerbs[S]):
    """The part of a `games.api.Game` that follows from the seats of its state: nothing is hidden, scores are none."""

    rulings = 1
    open_verbs: tuple[str, ...] = ()

    def playing(self, state: S) -> tuple[int, ...]:
        """Return the seats that have not given up; nobody when the match is over."""
        return state.playing() if state.result is None else ()

    def result(self, state: S) -> Result | None:
        """Return how the match ended, `None` while it runs."""
        return state.result

    def scores(self, state: S) -> tuple[int, ...]:
        """Return the points of each seat, in games that count them."""
        return ()

    def conclude(self, state: S, result: Result) -> Step:
        """End the match as those who still play have agreed."""
        return self.end(state, result.ranking, result.reason)

    def end(self, state: S, ranking: Iterable[Sequence[int]], reason: str, events: Sequence[Any] = ()) -> Step:
        """Return the step that ends the match with that ranking of those who play.

        Behind them stand those who have left, the last one first.
        """
        groups = (*map(tuple, ranking), *((seat,) for seat in reversed(state.left)))
        result = Result(tuple(group for group in groups if group), reason, self.scores(state))
        return Step(replace(state, result=result), tuple(events), boundary=True)

    def show(self, event: Any, seat: int | None) -> Any | None:
        """Return the event as the seat may see it."""
        return event

    def sealed(self, state: S, seat: int, action: Action) -> bool:
        """Return False: nothing that somebody has chosen is hidden."""
        return False


def by_score(seats: Iterable[int], scores: Sequence[int]) -> list[tuple[int, ...]]:
    """Return these seats in groups of equal scores, the best first."""
    best_first = sorted(seats, key=lambda seat: -scores[seat])
    return [tuple(group) for _, group in groupby(best_first, key=lambda seat: scores[seat])]
