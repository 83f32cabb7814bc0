"""Creatures and wizards as they lie in front of a player, nation by nation; forces and flipped cards are the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.monsters_and_myths.cards import CREATURES, NATIONS, Cards


class Ranks(NamedTuple):
    """The cards of one nation."""

    infantry: int = 0
    archers: int = 0
    mounted: int = 0
    wizards: int = 0

    @property
    def size(self) -> int:
        """Return how many creatures; wizards do not count (M7.2)."""
        return self.infantry + self.archers + self.mounted


Troops = tuple[Ranks, ...]
"""One entry a nation, in the order of `games.monsters_and_myths.cards.NATIONS`."""

NOBODY: Final = Ranks()
NONE: Final[Troops] = (NOBODY,) * len(NATIONS)
"""No cards of any nation."""


def with_ranks(troops: Troops, nation: int, ranks: Ranks) -> Troops:
    """Return the troops with other cards of one nation."""
    return (*troops[:nation], ranks, *troops[nation + 1 :])


def changed(troops: Troops, code: str, by: int) -> Troops:
    """Return the troops with more or (`by` below 0) fewer creatures of a kind."""
    nation, symbol = CREATURES[code]
    counts = list(troops[nation])
    counts[symbol] += by
    assert counts[symbol] >= 0, f"{code} is not there"
    return with_ranks(troops, nation, Ranks(*counts))


def gathered(cards: Iterable[str], troops: Troops = NONE) -> Troops:
    """Return the troops with those creatures added."""
    for code in cards:
        troops = changed(troops, code, 1)
    return troops


def without(troops: Troops, cards: Iterable[str]) -> Troops:
    """Return the troops with those creatures taken away."""
    for code in cards:
        troops = changed(troops, code, -1)
    return troops


def count(troops: Troops, code: str) -> int:
    """Return how many creatures of a kind there are."""
    nation, symbol = CREATURES[code]
    return troops[nation][symbol]


def creatures(troops: Troops) -> Cards:
    """Return all creatures by their codes, in order."""
    return tuple(code for code, (nation, symbol) in CREATURES.items() for _ in range(troops[nation][symbol]))


def size(troops: Troops) -> int:
    """Return how many creatures there are."""
    return sum([ranks.infantry + ranks.archers + ranks.mounted for ranks in troops])


def infantry(troops: Troops) -> int:
    """Return how many infantry symbols the creatures show."""
    return sum([ranks.infantry for ranks in troops])


def archers(troops: Troops) -> int:
    """Return how many archer symbols the creatures show."""
    return sum([ranks.archers for ranks in troops])


def mounted(troops: Troops) -> int:
    """Return how many mounted symbols the creatures show."""
    return sum([ranks.mounted for ranks in troops])


def at_home(troops: Troops, *away: Troops) -> Troops:
    """Return the troops without the creatures of forces that are `away`; wizards stay."""
    for force in away:
        if force is not NONE:
            troops = tuple(
                Ranks(own[0] - gone[0], own[1] - gone[1], own[2] - gone[2], own[3])
                for own, gone in zip(troops, force, strict=True)
            )
    return troops
