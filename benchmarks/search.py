"""The same search of a computer player on the packed core and on the readable rules; battles alone, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.measure import Job, Row, duels, rate, ratio, seconds_a_unit
from games.monolith_arena.choosing import asking
from games.monolith_arena.player.core import Core, Packed, Readable
from games.monolith_arena.player.levels import PLAIN
from games.monolith_arena.player.turns import Search
from games.monolith_arena.state import State

WIDTH = 8
TILES = 5
"""A position in the middle of a match has so many tiles on the board at least."""


def middles(games: int, number: int) -> list[State]:
    """Return positions of random matches at the beginning of a turn's actions, spread evenly."""
    found = [
        moment.before
        for moment in duels(games)
        if moment.before.stage == "turn"
        and not asking(moment.before)
        and sum(piece is not None for piece in moment.before.board) >= TILES
        and moment.before.reserves[moment.before.active]
    ]
    return found[:: max(1, len(found) // number)][:number]


def searching(core: type[Packed] | type[Readable], states: Sequence[State], limit: int) -> Job:
    """Return a job that searches a turn of each position, remembering nothing from before; a unit is a node."""

    def job() -> int:
        nodes = 0
        for state in states:
            rules: Core[Any] = core()
            search = Search(rules, PLAIN, limit)
            search.turn(rules.start(state), WIDTH, limit)
            nodes += search.nodes
        return nodes

    return job


def fighting(core: type[Packed] | type[Readable], states: Sequence[State]) -> Job:
    """Return a job that fights the next battle of each position; a unit is a battle."""
    begun: Core[Any] = core()
    positions = [begun.start(state) for state in states]

    def job() -> int:
        rules: Core[Any] = core()
        for position in positions:
            rules.then(position)
        return len(positions)

    return job


def run(*, small: bool) -> list[Row]:
    """Measure both cores in one run."""
    rounds, games, number, limit = (1, 1, 2, 50) if small else (5, 6, 12, 600)
    states = middles(games, number)
    fast, slow, fights, readable = seconds_a_unit(
        [
            searching(Packed, states, limit),
            searching(Readable, states, limit),
            fighting(Packed, middles(games, 10 * number)),
            fighting(Readable, middles(games, 10 * number)),
        ],
        rounds,
    )
    return [
        Row("a beam over a turn, packed core", rate(fast), "nodes/s"),
        Row("the same on the readable rules", rate(slow), "nodes/s"),
        Row("nodes to nodes", ratio(slow, fast), "x", "at least 4"),
        Row("battles, packed core", rate(fights), "battles/s"),
        Row("battles to battles of the readable rules", ratio(readable, fights), "x", "at least 3"),
    ]
