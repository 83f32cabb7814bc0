"""Where dice and shuffles come from: the draws of a match, or what a rule case gives (M13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from games.api import BadNotation
from games.draws import Draws
from games.monsters_and_myths.cards import Cards, ordered
from games.monsters_and_myths.state import State

FACES = 6


class Luck(Protocol):
    """What the rules draw from."""

    def die(self, draft: State) -> int:
        """Return the face of the next die, 1 to 6."""
        ...

    def shuffled(self, draft: State, cards: Cards) -> Cards:
        """Return the cards in a random order, the top first."""
        ...


class Seeded:
    """The draws of a match; how far they are used stands in its state."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def die(self, draft: State) -> int:
        """Return the face of the next die."""
        face, draft.cursor = self._draws.below(draft.cursor, FACES)
        return face + 1

    def shuffled(self, draft: State, cards: Cards) -> Cards:
        """Return the cards in a random order, whatever order they came in."""
        deck, draft.cursor = self._draws.shuffled(draft.cursor, ordered(cards))
        return deck


class Missing(Exception):
    """A draw that a rule case does not give; `what` is ``die`` or ``shuffle``."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Given:
    """The dice and shuffles of a rule case, first first; `dice` and `shuffles` are what is left of them."""

    def __init__(self, dice: Sequence[int], shuffles: Sequence[Cards]) -> None:
        self.dice = list(dice)
        self.shuffles = list(shuffles)

    def die(self, draft: State) -> int:
        """Return the face of the next die. Raises `Missing`."""
        if not self.dice:
            raise Missing("die")
        return self.dice.pop(0)

    def shuffled(self, draft: State, cards: Cards) -> Cards:
        """Return the next shuffle. Raises `Missing`, and `BadNotation` for one of other cards."""
        if not self.shuffles:
            raise Missing("shuffle")
        deck = self.shuffles.pop(0)
        if Counter(deck) != Counter(cards):
            raise BadNotation("a shuffle has exactly the cards that are shuffled, each as often as it is there")
        return deck
