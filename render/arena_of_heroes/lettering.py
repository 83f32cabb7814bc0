"""The words on pictures: what whoever draws one hands in, in the language of its readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from games.arena_of_heroes.cards import CardType
from games.arena_of_heroes.heroes import HeroType


class Lettering(Protocol):
    """All words that pictures need. One that equals another makes the same pictures."""

    def player(self, seat: int) -> str:
        """The name of a seat's player; nothing where it is not known or cannot be drawn."""
        ...

    def hero(self, hero: HeroType | None) -> str:
        """The name of a hero, or what stands for one that has not been picked."""
        ...

    def card(self, card: CardType) -> str:
        """The name of a card."""
        ...

    def lasting(self, card: CardType) -> str:
        """What a lasting card does, in a few words."""
        ...

    def to_play(self, left: int) -> str:
        """The mark of the active seat, with the actions it has left."""
        ...

    def turn(self) -> str:
        """The mark of the active seat in a film."""
        ...

    def outcome(self, outcome: str, hideout: int) -> str:
        """What a shot came to: ``void``, ``nothing``, ``reveal``, ``hit``, ``limit``, ``shield`` or ``out``."""
        ...

    def rolled(self, seat: int, purpose: str) -> str:
        """Who rolls the hide die and what for (`games.arena_of_heroes.events.HideDie`)."""
        ...

    def effect(self, card: CardType) -> str:
        """What a card does."""
        ...

    def ability(self, ability: str) -> str:
        """The name of an ability."""
        ...

    def who(self, seat: int) -> str:
        """A seat by its player's name or its letter."""
        ...

    def left(self, seat: int, hideout: int) -> str:
        """A hero has left a hideout and is hidden."""
        ...

    def to_pick(self) -> str:
        """The mark of the seat that picks a hero."""
        ...

    def to_answer(self) -> str:
        """The mark of the seat that is asked something."""
        ...

    def wins(self) -> str:
        """The mark of a seat that has won."""
        ...

    def out(self, place: int) -> str:
        """The mark of a seat that is out: the place that it came in."""
        ...

    def hidden(self) -> str:
        """What stands in the place of a hideout that nobody knows."""
        ...

    def hideout(self, number: int) -> str:
        """The hideout that a hero is at."""
        ...

    def deck(self) -> str:
        """What is left in the hideout deck is called."""
        ...

    def sudden_death(self) -> str:
        """The band of sudden death (A5.6)."""
        ...

    def empty_slot(self) -> str:
        """What stands on a slot without a card."""
        ...

    def own(self, hideout: int, ground: str, hidden: bool, explored: bool | None) -> str:
        """The line that tells the reader where the own hero is; `explored` `None` where nothing is explored."""
        ...

    def choosing(self) -> str:
        """What happens before the first turn."""
        ...

    def verdict(self, winners: Sequence[int]) -> str:
        """Who has won; nobody in a draw."""
        ...

    def reason(self, reason: str) -> str:
        """How the match ended: the reason of a `games.api.Result`."""
        ...

    def after(self, turns: int) -> str:
        """In which turn the match ended."""
        ...

    def hits(self, given: int, taken: int) -> str:
        """How often a hero has hit others and was hit."""
        ...

    def last_at(self, hideout: int) -> str:
        """Where a hero was at the end, or where it went out."""
        ...

    def place(self, place: int) -> str:
        """A place in the ranking."""
        ...
