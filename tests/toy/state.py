"""The toy's states, what is seen of them, and what happens in them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.api import Choice, Result
from games.values import Absent, value

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A match between two actions."""

    seats: int
    rounds: Annotated[int, Absent(2)]
    cards: Annotated[Cards, Absent((1, 2, 3, 4, 5))]
    """The five cards that each seat picks from, and the faces of the die."""
    cheering: Annotated[bool, Absent(value=True)]
    round: int = 1
    colours: tuple[str, ...] = ()
    """One a seat, empty before it is chosen."""
    picks: tuple[Cards, ...] = ()
    """What each seat has picked in this round; nothing before it has."""
    die: int = 0
    """What was rolled in this round; 0 before that."""
    caller: int | None = None
    """The seat that may have the die rolled again."""
    scores: tuple[int, ...] = ()
    cheered: frozenset[int] = frozenset()
    left: tuple[int, ...] = ()
    """The seats that have given up, the first one first."""
    cursor: int = 0
    result: Result | None = None

    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the match."""
        return tuple(seat for seat in range(self.seats) if seat not in self.left)

    def waiting(self) -> list[int]:
        """The seats whose pick is missing."""
        return [seat for seat in self.playing() if not self.picks[seat]] if not self.die else []

    def points(self, die: int) -> tuple[int, ...]:
        """What the picks of this round score with that die."""
        return points(self.picks, die, self.left)


def points(picks: Sequence[Cards], die: int, left: Container[int]) -> tuple[int, ...]:
    """What picks score with a die: cards that others have picked, too, count for nobody, and the rolled one twice."""
    playing = [seat for seat in range(len(picks)) if seat not in left]
    others = [[card for s in playing if s != seat for card in picks[s]] for seat in range(len(picks))]
    return tuple(
        sum(card * (2 if card == die else 1) for card in picks[seat] if card not in others[seat])
        if seat in playing
        else 0
        for seat in range(len(picks))
    )


@dataclass(frozen=True, slots=True)
class View:
    """A match as `reader` sees it; there is no place in it for what others have picked."""

    reader: int | None
    round: int
    rounds: int
    colours: tuple[str, ...]
    mine: Cards
    """What the reader has picked in this round."""
    picked: tuple[bool, ...]
    shown: tuple[Cards, ...]
    """What everybody has picked, once the die is rolled."""
    die: int
    scores: tuple[int, ...]
    cheered: frozenset[int]
    left: tuple[int, ...]
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
    """The die was rolled, once more at the wish of `caller`."""

    die: int
    points: tuple[int, ...]
    caller: int | None = None


@value
class RoundEnded:
    """The points of a round count."""

    round: int
    scores: tuple[int, ...]


@value
class Cheered:
    """A seat has cheered."""

    seat: int


@value
class Ended:
    """The match is over."""

    result: Result


def show(event: object, seat: int | None) -> object:
    """The event as the seat may see it."""
    return replace(event, cards=None) if isinstance(event, Picked) and event.seat != seat else event
