"""The toy's states, what is seen of them, and what happens in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from games.api import Choice, Result
from games.seats import Seats
from games.values import Absent, value

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State(Seats):
    """A match between two actions."""

    rounds: Annotated[int, Absent(2)]
    cards: Annotated[Cards, Absent((1, 2, 3, 4, 5))]
    """The five cards that each seat picks from, and the faces of the die."""
    cheering: Annotated[bool, Absent(value=True)]
    colours: tuple[str, ...]
    """One a seat, empty before it is chosen."""
    picks: tuple[Cards, ...]
    """What each seat has picked in this round; nothing before it has."""
    scores: tuple[int, ...]
    round: int = 1
    die: int = 0
    """What was rolled in this round; 0 before that."""
    caller: int | None = None
    """The seat that may have the die rolled again."""
    cheered: frozenset[int] = frozenset()
    cursor: int = 0
    """How many numbers of the stream of draws are used up."""

    def waiting(self) -> list[int]:
        """Return the seats whose pick is missing."""
        return [seat for seat in self.playing() if not self.picks[seat]] if not self.die else []

    def points(self, die: int) -> tuple[int, ...]:
        """Return what the picks score: cards that others have picked, too, count for nobody, the rolled one twice."""
        return tuple(self._points(seat, die) if seat in self.playing() else 0 for seat in range(self.seats))

    def _points(self, seat: int, die: int) -> int:
        others = [card for other in self.playing() if other != seat for card in self.picks[other]]
        return sum(card * (2 if card == die else 1) for card in self.picks[seat] if card not in others)


@dataclass(frozen=True, slots=True)
class View:
    """A match as one reader sees it; there is no place in it for what others have picked."""

    round: int
    rounds: int
    colours: tuple[str, ...]
    mine: Cards
    """What the reader has picked in this round."""
    picked: tuple[bool, ...]
    shown: tuple[Cards, ...]
    """What everybody has picked, once the die is rolled."""
    die: int
    points: Sequence[int]
    """What the picks score with the die, once it is rolled."""
    scores: tuple[int, ...]
    choices: tuple[Choice, ...]
    result: Result | None


@value
class Coloured:
    """A seat has chosen its colour."""

    seat: int
    colour: str


@value
class Picked:
    """A seat has picked; `cards` is `None` for readers that may not know them."""

    seat: int
    cards: Cards | None


@value
class Rolled:
    """The die was rolled."""

    die: int


@value
class RoundEnded:
    """The points of a round count."""

    round: int
    scores: tuple[int, ...]


@value
class Cheered:
    """A seat has cheered."""

    seat: int
