"""What stands on the pictures in words: whoever draws hands it in, in one language."""

from __future__ import annotations

from typing import Protocol

from games.monsters_and_myths.view import View


class Lettering(Protocol):
    """The words of all pictures in one language. An instance is hashable and always gives the same strings."""

    def nation(self, index: int) -> str:
        """The name of a nation."""
        ...

    def heading(self, view: View) -> str:
        """The round and the attack card."""
        ...

    def round_over(self, number: int) -> str:
        """The heading of what a round has changed."""
        ...

    def waiting(self, view: View) -> str:
        """Who is waited for, by their letters; nothing when nobody is."""
        ...

    def pile(self, count: int) -> str:
        """How many cards the pile has."""
        ...

    def discards(self, count: int) -> str:
        """How many cards were discarded."""
        ...

    def player(self, seat: int) -> str:
        """The name of a seat's player; nothing where it is not known or cannot be drawn."""
        ...

    def now(self, points: int) -> str:
        """What stands below the running total."""
        ...

    def captured(self) -> str:
        """What captured cards are called."""
        ...

    def total(self) -> str:
        """What the sum of all points is called."""
        ...

    def kept(self, chosen: int, number: int) -> str:
        """The line above the cards in hand."""
        ...

    def card(self, code: str) -> str:
        """The name of a card."""
        ...

    def winner(self, view: View) -> str:
        """The headline of a match that is over."""
        ...
