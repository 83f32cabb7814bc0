"""A beam over the whole turn of the active seat: step by step the best positions, each looked at once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from heapq import nlargest
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from games.monolith_arena.player.core import Core

P = TypeVar("P")
_NO_PART: Final = ("end", "redraw")
UNFOLD: Final = "unfold"
UNFOLDINGS: Final = 60
"""How many ways to unfold a monolith are looked at in one position; there may be thousands (R13.3)."""
STEPS: Final = 14
"""How many actions of one turn are planned at most."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a valuation weighs, in hundredths."""

    now: int = 100
    battle: int = 45
    """What the next battle changes."""
    fear: int = 20
    """What it changes for the worse, once more."""
    kept: int = 80
    """The tiles in the reserve."""


class Line(Generic[P]):
    """The beginning of a turn, or all of it."""

    __slots__ = ("_before", "_position", "ended", "moves", "value")

    def __init__(
        self,
        position: P | None,
        moves: tuple[Any, ...],
        value: int,
        ended: bool = False,
        before: tuple[Core[P], P] | None = None,
    ) -> None:
        self._position = position
        self._before = before
        """The position before the last move, which is carried out when what it leads to is asked for."""
        self.moves = moves
        self.value = value
        """For the team whose turn it is."""
        self.ended = ended
        """The last move has ended the turn."""

    @property
    def position(self) -> P:
        """Return the position after the moves; before the turn is ended, unless the last move ends it by itself."""
        if self._position is None:
            assert self._before is not None
            core, before = self._before
            self._position = core.play(before, self.moves[-1])
        return self._position


by_value: Final = attrgetter("value")


class Search(Generic[P]):
    """One search and the count of its nodes: actions carried out and positions valued."""

    def __init__(self, core: Core[P], taste: Taste, budget: int, ahead: int = 1) -> None:
        self.core = core
        self.taste = taste
        self.budget = budget
        self.ahead = ahead
        """How many turns after the own one are played: the answer, and what the own side may do then."""
        self.nodes = 0

    def value(self, position: P, seat: int, team: int) -> int:
        """Return what a position is worth for a team, with the reserve of a seat."""
        core = self.core
        over = core.over(position)
        if over is not None:
            return over if team else -over
        return self._weighed(core.now(position), core.then(position), core.kept(position, seat), team)

    def _weighed(self, now: int, then: int, kept: int, team: int) -> int:
        """Return what it is worth for a team what board, next battle and reserve are worth."""
        taste = self.taste
        change = then - now
        if not team:
            now, change = -now, -change
        weighed = taste.now * now + taste.battle * change + taste.fear * min(0, change)
        return (weighed + taste.kept * kept) // 100

    def turn(self, start: P, width: int, limit: int | None = None) -> list[Line[P]]:
        """Return all whole turns that a beam of that width comes to, no two with the same end, in no order.

        The turn that plays nothing is among them. A redraw is no part of any: it is a draw, not a plan. After `limit`
        nodes the beam stops where it is.
        """
        core = self.core
        most = None if limit is None else self.nodes + limit
        seat, team = core.seat(start)
        root = Line(start, (), 0 if core.due(start) else self._stopped(start, seat, team))
        ends: dict[Hashable, Line[P]] = {}
        seen = {core.key(start)}
        if not core.due(start):
            ends[core.key(start)] = root
        frontier = [root]
        key: Hashable
        for _ in range(STEPS):
            found: list[Line[P]] = []
            for line in frontier:
                position = line.position
                tried = self.moves(position, core.due(position))
                self.nodes += len(tried)
                for move, glance in zip(tried, core.glances(position, tried), strict=True):
                    if glance is not None:
                        key, now, then, kept = glance
                        if key not in seen:
                            seen.add(key)
                            value = self._weighed(now, then, kept, team)
                            ends[key] = fresh = Line(None, (*line.moves, move), value, False, (core, position))
                            found.append(fresh)
                        continue
                    after = core.play(position, move)
                    if not core.same_turn(start, after):
                        key = (core.key(after), move[0])
                        if key not in ends:
                            value = self.value(after, seat, team)
                            ends[key] = Line(after, (*line.moves, move), value, ended=True)
                        continue
                    key = core.key(after)
                    if key in seen:
                        continue
                    seen.add(key)
                    fresh = Line(after, (*line.moves, move), self._stopped(after, seat, team))
                    found.append(fresh)
                    if not core.due(after):
                        ends[key] = fresh
                if most is not None and self.nodes >= most and ends:
                    return list(ends.values())
            if not found:
                break
            frontier = nlargest(width, found, key=by_value)
        return list(ends.values())

    def _stopped(self, position: P, seat: int, team: int) -> int:
        """Return what a position in a turn is worth if the turn ends here."""
        core = self.core
        if core.decides(position) and not core.due(position):
            return self.value(core.end(position), seat, team)
        return self.value(position, seat, team)

    def moves(self, position: P, due: bool) -> list[Any]:
        """Return the moves that a plan may go on with.

        While a discard is due only discards are: features before it look better at every step and would starve it.
        """
        moves, unfoldings = [], []
        for move in self.core.moves(position):
            verb = self.core.verb(move)
            if verb == UNFOLD:
                unfoldings.append(move)
            elif (verb == "discard" or not due) and verb not in _NO_PART:
                moves.append(move)
        if due:
            return moves
        every = -(-len(unfoldings) // UNFOLDINGS) or 1
        return moves + unfoldings[every // 2 :: every]
