"""Poison markers and what happens when the pool runs short (R1.6, R7.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.monolith_arena.state import State


class Demand(NamedTuple):
    """The markers that one team's venomous attacks ask for in a phase."""

    team: int
    left: int
    """The markers in the pool at the start of the phase."""
    wanted: tuple[tuple[int, int], ...]
    """(hex of the target, markers) for each target that survives."""


def markers_left(state: State, team: int) -> int:
    """Return the markers in the pool of a team: those of its factions less those on enemy tiles, in monoliths too."""
    teams = state.teams
    pool = sum(f.poison_markers for f, t in zip(state.factions, teams, strict=True) if f is not None and t == team)
    inside = [p for monolith in state.monoliths if monolith is not None for p in monolith.inside]
    return max(0, pool - sum(p.poison for p in (*state.board, *inside) if p is not None and teams[p.seat] != team))


def share(demand: Demand, chosen: Iterable[int]) -> tuple[Mapping[int, int], tuple[int, ...]]:
    """Return the markers of each target after the choices so far, and the targets that the next choice is between.

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
