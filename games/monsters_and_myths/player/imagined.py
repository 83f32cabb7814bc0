"""Playing on in the head: in worlds that may be the real one everybody answers by habit to the end of the round.

All ways that are weighed meet the same worlds and the same dice. Where the budget will not do for all, the worse half
drops out, again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths import engine
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.player.habits import Habits
from games.monsters_and_myths.player.worth import chance
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import View
from games.monsters_and_myths.worlds import world

FEWEST: Final = 6
"""In so many worlds a way is tried at least before it drops out."""


class Way:
    """Something that may be done, and what it has come to."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.total = self.worlds = 0

    @property
    def mean(self) -> int:
        """Return the chance of winning on average."""
        return self.total // self.worlds if self.worlds else 0


def weigh(view: View, actions: Sequence[Action], habits: Habits, budget: int, random: Random) -> list[Way]:
    """Return the ways with what they come to, the best first, when so many games may be played on."""
    assert view.reader is not None
    ways = alive = [Way(action) for action in actions]
    spent = 0
    while len(alive) > 1 and spent < budget:
        more = max(FEWEST, budget // (len(alive) * len(actions).bit_length()))
        for _ in range(more):
            start, seed = world(view, random), random.randbytes(SEED_BYTES)
            for way in alive:
                way.total += played_on(start, view.reader, (way.action,), habits, Draws(seed))
                way.worlds += 1
        spent += more * len(alive)
        alive = sorted(alive, key=lambda way: (-way.mean, way.action))[: -(-len(alive) // 2)]
    return sorted(ways, key=lambda way: (-way.worlds, -way.mean, way.action))


def played_on(
    start: State, seat: int, actions: Sequence[Action], habits: Habits, draws: Draws, follow: engine.Next | None = None
) -> int:
    """Return the chance of a seat to win after actions that it takes one after the other, at the end of the round."""
    return chance(end_of_round(start, seat, actions, habits, draws, follow), seat)


def end_of_round(
    start: State, seat: int, actions: Sequence[Action], habits: Habits, draws: Draws, follow: engine.Next | None = None
) -> State:
    """Return the position at the end of the round after actions that a seat takes one after the other.

    `follow` says what follows by itself, as in a match; by default nothing does.
    """
    state = start.draft()
    last = max(1, state.round)
    events: list[ev.Event] = []
    follow = follow or _nothing
    for action in actions:
        engine.carry_out(state, seat, action, events, draws, follow)
    while state.result is None and state.round <= last:
        other = next(other for other in range(len(state.seats)) if engine.is_waited_for(state, other))
        engine.carry_out(state, other, habits.answer(state, other), events, draws, follow)
    return state


def _nothing(state: State) -> None:
    """Let nothing follow by itself: to see whether it does takes longer than to answer."""
