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

    __slots__ = ("ended", "moves", "position", "value")

    def __init__(self, position: P, moves: tuple[Any, ...], value: int, ended: bool = False) -> None:
        self.position = position
        """After the moves; before the turn is ended, unless the last move ends it by itself."""
        self.moves = moves
        self.value = value
        """For the team whose turn it is."""
        self.ended = ended
        """The last move has ended the turn."""


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
        core, taste = self.core, self.taste
        over = core.over(position)
        if over is not None:
            return over if team else -over
        now = core.now(position)
        change = core.then(position) - now
        if not team:
            now, change = -now, -change
        weighed = taste.now * now + taste.battle * change + taste.fear * min(0, change)
        return (weighed + taste.kept * core.kept(position, seat)) // 100

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
        for _ in range(STEPS):
            found: list[Line[P]] = []
            for line in frontier:
                due = core.due(line.position)
                for move in self._moves(line.position, due):
                    after = core.play(line.position, move)
                    self.nodes += 1
                    if not core.same_turn(start, after):
                        key: Hashable = (core.key(after), move[0])
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

    def _moves(self, position: P, due: bool) -> list[Any]:
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
