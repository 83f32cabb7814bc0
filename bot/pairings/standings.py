"""How the entrants of a Swiss or round robin stand: points, and what decides between equal ones.

`docs/tournaments.md` says the same to people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.pairings.rounds import Record, Round, records

TieBreak = Literal["buchholz", "cut", "direct", "sonneborn", "wins"]
SWISS: Final[tuple[TieBreak, ...]] = ("buchholz", "cut", "direct", "sonneborn", "wins")
ROBIN: Final[tuple[TieBreak, ...]] = ("direct", "sonneborn", "wins")


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table."""

    entrant: int
    place: int
    """From 1; those whom nothing tells apart share theirs."""
    points: int
    """In halves."""
    values: tuple[int, ...]
    """What the tie-breaks came to, in their order: in halves, Sonneborn-Berger in quarters, wins as they are."""
    played: int
    """How many pairings were played to their end."""


def table(entrants: Sequence[int], rounds: Sequence[Round], ties: Sequence[TieBreak] = SWISS) -> tuple[Standing, ...]:
    """Return the table, the best first; those who share a place stand in the order of their seeds."""
    had = records(entrants, rounds)
    values: dict[int, list[int]] = {one: [] for one in entrants}
    groups = _split([sorted(entrants)], lambda group: {one: had[one].points for one in group})
    for tie in ties:
        for group in groups:
            for one, value in _values(tie, group, had).items():
                values[one].append(value)
        groups = _split(groups, lambda group: {one: values[one][-1] for one in group})
    lines, place = [], 1
    for group in groups:
        lines += [Standing(one, place, had[one].points, tuple(values[one]), len(had[one].met)) for one in sorted(group)]
        place += len(group)
    return tuple(lines)


def _split(groups: Sequence[Sequence[int]], of: Callable[[Sequence[int]], Mapping[int, int]]) -> list[list[int]]:
    """Return the groups parted by a value of their members, the greatest first."""
    found = []
    for group in groups:
        value = of(group)
        found += [[one for one in group if value[one] == each] for each in sorted(set(value.values()), reverse=True)]
    return found


def _values(tie: TieBreak, group: Sequence[int], had: Mapping[int, Record]) -> dict[int, int]:
    """Return what a tie-break comes to for each of a group that is equal so far."""
    if tie == "direct":
        return _direct(group, had)
    return {one: _value(tie, had[one], had) for one in group}


def _value(tie: TieBreak, record: Record, had: Mapping[int, Record]) -> int:
    if tie == "wins":
        return record.wins
    if tie == "sonneborn":
        return sum(points * had[opponent].points for opponent, points in record.met)
    most = max(len(one.met) + one.free for one in had.values())
    # A round that somebody did not play counts as one against an opponent with as many points as their own.
    faced = [had[opponent].points for opponent, _ in record.met]
    faced += [record.points] * (most - len(faced))
    return sum(faced) - (min(faced, default=0) if tie == "cut" else 0)


def _direct(group: Sequence[int], had: Mapping[int, Record]) -> dict[int, int]:
    """Return the points that equal ones made against each other; 0 for all unless everybody has met everybody."""
    among = {one: [points for opponent, points in had[one].met if opponent in group] for one in group}
    if any(len(points) < len(group) - 1 for points in among.values()):
        return dict.fromkeys(group, 0)
    return {one: sum(points) for one, points in among.items()}
