"""Poison markers and what happens when the pool runs short (R1.6, R7.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.monolith_arena.pieces import Board
from games.monolith_arena.tiles import Faction


class Demand(NamedTuple):
    """The markers that one team's venomous attacks ask for in a phase."""

    team: int
    left: int
    """The markers in the pool at the start of the phase."""
    wanted: tuple[tuple[int, int], ...]
    """(hex of the target, markers) for each target that survives."""


def markers_left(board: Board, teams: tuple[int, ...], factions: Iterable[Faction | None], team: int) -> int:
    """The markers in the pool of a team: those of its factions less those on enemy tiles."""
    pool = sum(f.poison_markers for f, t in zip(factions, teams, strict=True) if f is not None and t == team)
    return max(0, pool - sum(p.poison for p in board if p is not None and teams[p.seat] != team))


def share(demand: Demand, chosen: Iterable[int]) -> tuple[Mapping[int, int], tuple[int, ...]]:
    """Who gets a marker, after the targets chosen so far, and among whom the next choice is.

    The second part is empty when nothing is left to choose.
    """
    given = Counter(chosen)
    left = demand.left - given.total()
    open_ = {target: n - given[target] for target, n in demand.wanted if n > given[target]}
    if left >= sum(open_.values()):
        given.update(open_)
        return given, ()
    if left <= 0:
        return given, ()
    if len(open_) == 1:
        given.update({next(iter(open_)): left})
        return given, ()
    return given, tuple(sorted(open_))
