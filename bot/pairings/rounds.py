"""What all systems share: entrants, pairings with their points, and what an entrant has had so far.

Entrants are numbers, by their seeds: 1 is the strongest. Who or which team that is, is the caller's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

WIN: Final = 2
DRAW: Final = 1
LOSS: Final = 0
"""Points are counted in halves, so that they are whole numbers."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants in a round, or one with a bye."""

    one: int
    other: int | None = None
    """`None` for a bye."""
    points: tuple[int, int] | None = None
    """The points of both in halves; `None` while they play. Those of a bye are `(WIN, LOSS)`."""
    forfeited: bool = False
    """It was decided without having been played, because one of them or both did not come."""

    @property
    def played(self) -> bool:
        """Return True if two have played it to its end."""
        return self.other is not None and self.points is not None and not self.forfeited


Round = Sequence[Pairing]


def bye(entrant: int) -> Pairing:
    """Return a bye, which counts as a win."""
    return Pairing(entrant, None, (WIN, LOSS))


@dataclass(slots=True)
class Record:
    """What an entrant has had in the rounds so far."""

    points: int = 0
    met: list[tuple[int, int]] = field(default_factory=list)
    """The opponents of pairings that were played, with the points made against each."""
    paired: set[int] = field(default_factory=set)
    """Everybody they were paired with, whether that was played or not."""
    free: int = 0
    """How many wins they got without playing: byes, and opponents who did not come."""
    byes: int = 0
    first: int = 0
    """How often they were named first, which is the first seat of a match."""
    wins: int = 0
    """How many pairings they have won by playing."""


def records(entrants: Iterable[int], rounds: Sequence[Round]) -> dict[int, Record]:
    """Return what each entrant has had; those who stand in a round alone are there, too."""
    found = {entrant: Record() for entrant in entrants}
    for pairing in (pairing for each in rounds for pairing in each):
        for entrant, opponent, points in _sides(pairing):
            record = found.setdefault(entrant, Record())
            record.points += points or 0
            if opponent is None:
                record.byes += 1
                record.free += 1
                continue
            record.paired.add(opponent)
            record.first += entrant == pairing.one
            if pairing.played:
                record.met.append((opponent, points or 0))
                record.wins += points == WIN
            elif pairing.forfeited and points == WIN:
                record.free += 1
    return found


def _sides(pairing: Pairing) -> Iterator[tuple[int, int | None, int | None]]:
    """Yield each entrant of a pairing with the opponent and the points."""
    points = pairing.points
    yield pairing.one, pairing.other, None if points is None else points[0]
    if pairing.other is not None:
        yield pairing.other, pairing.one, None if points is None else points[1]
