"""Measuring in interleaved rounds, so that a machine that slows down slows both sides of a ratio."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import Any

Job = Callable[[], int]
"""Does some work and returns how many units of it (moves, positions, frames) it did."""


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


def reference() -> int:
    """Do the fixed pure-Python operation that costs are multiples of: sort, group and hash 200 small tuples."""
    items = [(n * 7919 % 211, n % 13, str(n % 17)) for n in range(200)]
    groups: dict[int, list[tuple[int, int, str]]] = {}
    for item in sorted(items):
        groups.setdefault(item[1], []).append(item)
    assert len(frozenset(items)) == 200
    assert sum(len(group) for group in groups.values()) == 200
    return 1


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
