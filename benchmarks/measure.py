"""What benchmarks share: measuring, and random matches of every registered game to measure with.

Times are taken in interleaved rounds, so that a machine that slows down slows both sides of a ratio.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.panels.face import AnyFace, Scene
from games.api import Formation, Game, new_options
from games.monolith_arena.game import GAME as MONOLITH_ARENA
from games.referee import Moment, moments

Job = Callable[[], int]
"""Does some work and returns how many units of it (moves, positions, frames) it did."""
NAMES = {0: "Anna", 1: "Max", 2: "Lin", 3: "Otto"}
ROOM = 12
"""So many actions in a row belong into a film at most."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: what was measured, its value, what the value is, and the target if there is one."""

    name: str
    value: float
    unit: str
    target: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        return asdict(self)


def resident(process: int | str = "self") -> float:
    """Return the memory of a process in MiB, as Linux counts it now; 0 on other systems."""
    counted = Path(f"/proc/{process}/statm")
    pages = int(counted.read_text(encoding="ascii").split()[1]) if counted.exists() else 0
    return pages * mmap.PAGESIZE / 2**20


def reference() -> int:
    """Do the fixed pure-Python operation that costs are multiples of: sort, group and hash 200 small tuples."""
    items = [(n * 7919 % 211, n % 13, str(n % 17)) for n in range(200)]
    groups: dict[int, list[tuple[int, int, str]]] = {}
    for item in sorted(items):
        groups.setdefault(item[1], []).append(item)
    assert len(frozenset(items)) == 200
    assert sum(len(group) for group in groups.values()) == 200
    return 1


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that something took."""
    start = perf_counter()
    work()
    return perf_counter() - start


def seconds_a_unit(jobs: Sequence[Job], rounds: int) -> list[list[float]]:
    """Return for each job the seconds that a unit took in each round; in a round every job runs once, in turn."""
    for job in jobs:
        job()
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, taken in zip(jobs, times, strict=True):
            start = perf_counter()
            units = job()
            taken.append((perf_counter() - start) / units)
    return times


def ratio(slow: Sequence[float], fast: Sequence[float]) -> float:
    """Return how many times `slow` is as long as `fast`: the median over the rounds."""
    return median(a / b for a, b in zip(slow, fast, strict=True))


def rate(times: Sequence[float]) -> float:
    """Return units a second: the median over the rounds."""
    return 1 / median(times)


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text in columns."""
    width = max(len(row.name) for row in rows)
    lines = []
    for row in rows:
        value = f"{row.value:,.0f}" if abs(row.value) >= 1000 else f"{row.value:,.2f}"
        target = f"   (target: {row.target})" if row.target else ""
        lines.append(f"{row.name:<{width}}  {value:>10} {row.unit}{target}")
    return "\n".join(lines)


def largest(game: Game[Any]) -> Formation:
    """Return the way to sit down with the most players, who play on as many sides as there are."""
    return max(game.formations, key=lambda way: (way.seats, len(set(way.teams))))


def fullest(game: Game[Any]) -> dict[str, Any]:
    """Return the options with which most of the rules are in play: every flag on, of all choices the last one."""
    chosen: dict[str, Any] = {}
    for option in game.match_options:
        if isinstance(option.default, bool):
            chosen[option.name] = True
        elif option.choices:
            chosen[option.name] = option.choices[-1][0]
    return new_options(game, chosen)


def duels(games: int) -> list[Moment]:
    """Return all moments of some random matches of Monolith Arena with two players."""
    random = Random(3)
    return [moment for _ in range(games) for moment in moments(MONOLITH_ARENA, random)]


def match(game: Game[Any], random: Random) -> list[Moment]:
    """Return a random match with as many players and rules as there can be."""
    return list(moments(game, random, largest(game), fullest(game)))


def longest_scene(face: AnyFace, played: list[Moment], room: int = ROOM) -> Scene:
    """Return the longest part of a match that can be filmed, of `room` actions at most."""
    game, film = face.game, face.film
    assert film is not None
    shown = [[e for event in moment.step.events if (e := game.show(event, None)) is not None] for moment in played]
    best: tuple[int, int] = (0, 0)
    start = 0
    for n, events in enumerate(shown):
        if not film.covers(events):
            start = n + 1
        elif min(n + 1 - start, room) > best[1] - best[0]:
            best = (start, min(n + 1, start + room))
    first, end = best
    events = [event for some in shown[first:end] for event in some]
    before, after = played[first].before, played[end - 1].step.state
    return Scene(game.view(before, None), events, game.view(after, None), NAMES)
