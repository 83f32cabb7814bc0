"""In which ways Runes of Regeneration may absorb the hits of a phase (R8).

Absorbing is a process: as long as a hit is in the reach of an able rune, some able rune absorbs some such hit. Its
owner decides in which order that goes; every way it can end is one possible absorption. A rune under a deadly hit is
not able until that hit has been absorbed by another one (R8.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.monolith_arena.battle.attacks import Fate, Hit, fate
from games.monolith_arena.battle.standing import Standing

Absorption = frozenset[tuple[int, int]]
"""Pairs (hex of the rune, number of the hit it absorbs)."""


class _Process:
    """The absorbing of one team's runes."""

    def __init__(self, standing: Standing, reach: Mapping[int, tuple[int, ...]], hits: Sequence[Hit]) -> None:
        self.standing = standing
        self.reach = reach
        self.hits = hits
        self.on: dict[int, list[int]] = {}
        for number, hit in enumerate(hits):
            if hit.wounds > 0:
                self.on.setdefault(hit.target, []).append(number)

    def left_on(self, hex_: int, taken: set[int]) -> list[Hit]:
        return [self.hits[n] for n in self.on.get(hex_, ()) if n not in taken]

    def able(self, done: Absorption) -> set[int]:
        """Return the runes that can still absorb: not used up and not dying (R8.3)."""
        used = {rune for rune, _ in done}
        taken = {number for _, number in done}
        return {
            rune
            for rune in self.reach
            if rune not in used and not fate(self.standing, rune, self.left_on(rune, taken)).dies
        }

    def takers(self, target: int, able: set[int]) -> set[int]:
        """Return the runes that may absorb a hit on that hex: the ends of the chains that begin there (R8.4)."""
        able = able - {target}

        def guards(hex_: int) -> set[int]:
            return {rune for rune in able if hex_ in self.reach[rune]}

        def up(start: set[int]) -> set[int]:
            reached = set(start)
            todo = list(start)
            while todo:
                new = guards(todo.pop()) - reached
                reached |= new
                todo += new
            return reached

        chain = up(guards(target))
        return {rune for rune in chain if all(rune in up({above}) for above in up({rune}))}

    def ends(self) -> set[Absorption]:
        """Return all absorptions after which no able rune has a hit in its reach."""
        ends: set[Absorption] = set()
        seen: set[Absorption] = set()
        todo: list[Absorption] = [frozenset()]
        while todo:
            done = todo.pop()
            able = self.able(done)
            taken = {number for _, number in done}
            steps = [
                done | {(rune, number)}
                for target, numbers in self.on.items()
                if any(n not in taken for n in numbers)
                for rune in self.takers(target, able)
                for number in numbers
                if number not in taken
            ]
            if not steps:
                ends.add(done)
            new = set(steps) - seen
            seen |= new
            todo += new
        return ends


def _signature(
    standing: Standing, process: _Process, end: Absorption
) -> tuple[frozenset[int], frozenset[tuple[int, Fate]]]:
    used = frozenset(rune for rune, _ in end)
    taken = {number for _, number in end}
    fates = frozenset(
        (target, fate(standing, target, process.left_on(target, taken))) for target in process.on if target not in used
    )
    return used, fates


def absorptions(standing: Standing, team: int, hits: Sequence[Hit]) -> list[Absorption]:
    """Return the absorptions that the runes of a team may make, one for each outcome that differs, in a fixed order.

    There is always at least one; it is empty where no able rune has a hit in its reach.
    """
    board = standing.board
    reach = {
        rune: hexes
        for rune, hexes in standing.regeneration.items()
        if (piece := board[rune]) is not None and standing.teams[piece.seat] == team
    }
    if not reach:
        return [frozenset()]
    own = [
        hit if (piece := board[hit.target]) is not None and standing.teams[piece.seat] == team else None for hit in hits
    ]
    # Hits on other teams keep their numbers, but can be absorbed by nobody here.
    process = _Process(standing, reach, [h or Hit(0, h_.target, "", 0, 0) for h, h_ in zip(own, hits, strict=True)])
    if not any(target in process.on for hexes in reach.values() for target in hexes):
        return [frozenset()]
    different: dict[object, Absorption] = {}
    for end in sorted(process.ends(), key=sorted):
        different.setdefault(_signature(standing, process, end), end)
    return list(different.values())
