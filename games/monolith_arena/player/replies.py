"""What the next player may answer: the best turns against the opponent's reply in sampled worlds, and what follows.

All candidates meet the same worlds, and what they come to is averaged as chances of winning: a mean of values would be
timid, and different worlds would let chance decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, Final, Generic, TypeVar

from games.chances import CERTAIN
from games.monolith_arena.player.core import DECIDED, Core
from games.monolith_arena.player.turns import Line, Search, by_value
from games.monolith_arena.state import State

P = TypeVar("P")
ALIKE: Final = 2
"""So many turns of the same value are weighed."""
FEWEST: Final = 4
"""So many candidates stay to the end."""
_STEP: Final = 50
"""How many thousandths of a hit point one entry of the table stands for."""
_REACH: Final = 400
_SLOPE: Final = 0.4
"""How fast chances grow with each hit point."""
CHANCES: Final = tuple(
    round(CERTAIN / (1 + exp(-_SLOPE * (place - _REACH) * _STEP / 1000))) for place in range(2 * _REACH + 1)
)
"""The logistic curve in whole numbers, from 20 hit points behind to 20 ahead."""


def chance(value: int) -> int:
    """Return the chance of winning, in ten-thousandths, of a position of that value."""
    if value >= DECIDED // 2:
        return CERTAIN
    if value <= -DECIDED // 2:
        return 0
    return CHANCES[min(max(value // _STEP + _REACH, 0), 2 * _REACH)]


@dataclass(slots=True, eq=False)
class Candidate(Generic[P]):
    """A whole turn that is weighed against others."""

    line: Line[P]
    total: int = 0
    """The sum of its chances over all worlds so far."""
    worlds: int = 0

    @property
    def mean(self) -> int:
        """Return its chance of winning, in ten-thousandths; before any world the one of its value alone."""
        return self.total // self.worlds if self.worlds else chance(self.line.value)


def candidates(search: Search[P], lines: Sequence[Line[P]], number: int) -> list[Candidate[P]]:
    """Return the best turns, and always the best that fights, that charges and that does nothing more than it must.

    Of turns with the same value few are taken: mostly they differ in where a tile stands that does nothing yet.
    """
    ranked = sorted(lines, key=by_value, reverse=True)
    alike = Counter[int]()
    chosen: list[Line[P]] = []
    for line in ranked:
        alike[line.value] += 1
        if alike[line.value] <= ALIKE:
            chosen.append(line)
            if len(chosen) == number:
                break
    for wanted in ("battle", "charge", None):
        for line in ranked:
            last = search.core.verb(line.moves[-1]) if line.moves else None
            if last == wanted or (wanted is None and last == "discard" and len(line.moves) == 1):
                if line not in chosen:
                    chosen.append(line)
                break
    return [Candidate(line) for line in chosen]


def weigh(
    search: Search[P],
    start: P,
    found: Sequence[Candidate[P]],
    worlds: Sequence[State],
    halved: Sequence[int] = (),
) -> list[Candidate[P]]:
    """Return the candidates, the best first, after they have met the opponent's reply in these worlds.

    The worse half drops out after so many worlds as `halved` says, and from one world to the next where the budget of
    nodes will not do for all of them.
    """
    core = search.core
    left = list(found)
    for number, state in enumerate(worlds, 1):
        before = search.nodes
        begun = core.in_world(start, state)
        for candidate in left:
            candidate.total += chance(after_reply(search, begun, candidate.line.moves))
            candidate.worlds += 1
        left.sort(key=lambda candidate: (-candidate.mean, -candidate.line.value))
        room = search.budget - search.nodes
        if room <= 0:
            break
        needed = (search.nodes - before) * (len(worlds) - number)
        if (number in halved or needed > room) and number < len(worlds) and len(left) > FEWEST:
            left = left[: max(FEWEST, len(left) // 2)]
    return left


def after_reply(search: Search[P], begun: P, moves: Sequence[Any]) -> int:
    """Return what a turn is worth after the reply, for the team that plays it."""
    seat, team = search.core.seat(begun)
    return replied(search, ended(search.core, begun, moves), seat, team)


def ended(core: Core[P], begun: P, moves: Sequence[Any]) -> P:
    """Return the position after a turn that consists of these moves, and is over then."""
    position = begun
    for move in moves:
        position = core.play(position, move)
    return core.end(position) if core.same_turn(begun, position) else position


def replied(search: Search[P], position: P, seat: int, team: int) -> int:
    """Return what a position is worth for a team when the next player has answered with a greedy turn.

    Where the search looks further ahead, the team's greedy turn after that answer counts too.
    """
    core = search.core
    over = core.over(position)
    if over is not None:
        return over if team else -over
    best = max(search.turn(position, 1), key=by_value)
    other, side = core.seat(position)
    if side == team:
        return best.value
    # what is kept as it is before somebody's turn: after it they may have drawn already
    kept = search.taste.kept * core.kept(position, seat) // 100
    after = best.position
    if search.ahead > 1 and core.over(after) is None:
        after = after if best.ended else core.end(after)
        over = core.over(after)
        if over is not None:
            return over if team else -over
        mover, side = core.seat(after)
        if side == team:
            further = max(search.turn(after, 1), key=by_value)
            value = further.value + (0 if mover == seat else kept)
            if core.over(further.position) is None:
                value -= search.taste.kept * core.kept(after, other) // 100
            return value
    return -best.value if core.over(best.position) is not None else kept - best.value
