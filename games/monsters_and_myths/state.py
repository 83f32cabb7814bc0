"""The state of a match: everything that the rules need to know, as a value.

A `State` is never changed once it has been handed out. The engine works on a `draft`, a copy that only the running
action holds, and returns that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

from games.api import Result
from games.draws import Dice, Draws
from games.monsters_and_myths.cards import BY_CODE, NONE, AttackCard, Cards, Ranks, Troops, at_home, ordered
from games.monsters_and_myths.view import Exchange, Rolling, Target
from games.values import COLUMNS, SPARSE, At, one_of, value, within

ROUNDS: Final = 3
"""How many rounds are played (M4)."""
FIRST_DEAL: Final = 11
"""How many cards everybody begins with (M3.1)."""
DEAL: Final = 7
"""How many cards everybody gets in a round (M4.1)."""
FACES: Final = 6

WINDOWS: Final = ("card", "ready", "exchange", "after")
"""The phases in which catapults may fire: W0 to W3 (M6.3)."""


SCOPES: Final = ("fight", "card", "round", "attacked")
"""How far a pass may go beyond the window: to the end of the fight, of the attack card, of the round, or until an own
nation is attacked, at most to the end of the round (M6.4)."""


NEWEST_RULINGS: Final = 2
"""The newest rulings. Under 1 a shot asked everybody anew who was being asked; since 2 whoever has not answered yet is
asked the same as before, so that a pass holds though somebody else has fired meanwhile."""

Index = Annotated[int, within(0, lambda state: len(state.seats) - 1)]
"""The number of a seat."""


def kept(round_: int) -> int:
    """Return how many of the cards dealt are kept in that round (M4.2)."""
    return 5 if round_ == ROUNDS else 4


@value
class Options:
    """The options of a match."""

    free: bool = False
    """Nobody is waited for before the attacker goes on (M6.4)."""
    guarantee_attack: bool = False
    """Whoever was dealt no attack card may swap a card for one (M10.10)."""
    hours_before: int = 8
    """How long the windows before a fight stand, in hours; W0 and W1."""
    hours_within: int = 2
    """The same for the windows within and after a fight; W2 and W3."""
    rulings: Annotated[int, within(1, NEWEST_RULINGS)] = 1
    """The rulings that the match is played by to its end: those that were the newest when it was opened."""


class Seat(NamedTuple):
    """What one player has."""

    troops: Troops = NONE
    new: int = 0
    """Wizards that are still to be given to nations."""
    catapults: int = 0
    attacks: tuple[int, ...] = ()
    """The numbers of the attack cards in play, in ascending order."""
    captured: Cards = ()
    hand: Cards = ()
    """The cards dealt, before it is chosen which are kept."""
    kept: Cards = ()
    """Cards that are kept and not laid out yet."""
    away: Cards = ()
    """Cards thrown away face down."""
    scope: Annotated[str, At("scopes"), one_of(("", *SCOPES))] = ""
    """How far the seat has passed beyond the window (`SCOPES`); empty: no further."""


@dataclass(eq=False)
class State:
    """A match between two actions."""

    options: Annotated[Options, At("options"), SPARSE]
    seats: Annotated[tuple[Seat, ...], COLUMNS]
    round: int = 0
    """0 while the match is set up, then 1 to 3."""
    phase: str = "start"
    """``start``, ``keep``, ``wizards``, ``card`` (W0), ``target``, ``ready`` (W1), ``exchange`` (W2), ``lose``,
    ``after`` (W3) or ``over``."""
    turn: int = -1
    """Who places wizards."""
    active: int = -1
    """Whose attack card is being resolved; -1 where none is."""
    card: int = 0
    """The number of that attack card."""
    force: Troops = NONE
    """The committed creatures that lie face up; they also stay in their owner's troops."""
    flipped: Troops = NONE
    """Those that are turned face down for the rest of this card."""
    target: Target | None = None
    fought: tuple[Target, ...] = ()
    """The nations that were rolled against with this card, sorted as text."""
    paid: bool = False
    """A card was flipped for a pursuit whose target was shot away before the roll (M6.4)."""
    wait: tuple[int, ...] = ()
    """Whose pass is waited for, in the order of the seats (M6.4)."""
    owe: tuple[int, ...] = ()
    """How many cards each seat still has to choose as lost; empty outside the phase ``lose``."""
    given: tuple[Cards, ...] = ()
    """The losses that each seat has chosen and nobody else knows yet; empty outside the phase ``lose``."""
    pile: Cards = ()
    """The draw pile, its top first."""
    discards: Cards = ()
    """The cards discarded from play, sorted."""
    exchange: Annotated[Exchange | None, At("exchange")] = None
    """The last roll of the fight that is on, or of the one that has just ended."""
    rolling: Annotated[Rolling | None, At("rolling")] = None
    """How far the attacker has said to go on rolling."""
    left: Annotated[tuple[Index, ...], At("left")] = ()
    """The seats that have given up, the first one first (M9.2)."""
    step: Annotated[int, At("step")] = 0
    """Grows with everything that changes what is asked; the keys of choices are made from it."""
    asides: Annotated[tuple[int, ...], At("asides")] = ()
    """How often each seat has changed what it is asked itself, and nobody else: it has taken back a pass, said
    how far to roll on, swapped a card."""
    reopened: Annotated[int, At("reopened")] = 0
    """How often a pass that was taken back has had the attacker wait again."""
    cursor: Annotated[int, At("cursor")] = 0
    """How far the match's draws have been used."""
    result: Annotated[Result | None, At("result")] = None

    def draft(self) -> State:
        """Return a copy to work on."""
        copy = object.__new__(State)
        copy.__dict__ = self.__dict__.copy()
        return copy

    def put(self, seat: int, **changes: Any) -> None:
        """Change what a seat has. For drafts only."""
        changed = self.seats[seat]._replace(**changes)
        self.seats = (*self.seats[:seat], changed, *self.seats[seat + 1 :])

    def aside(self, seat: int) -> None:
        """Note that the seat has changed what it is asked itself, and nobody else. For drafts only."""
        self.asides = (*self.asides[:seat], self.asides[seat] + 1, *self.asides[seat + 1 :])

    def dice(self, draws: Draws, kind: str, number: int = 1) -> tuple[int, ...]:
        """Return the faces of dice of a kind that are rolled together (`games.draws.Dice`). For drafts only."""
        faces, self.cursor = draws.rolled(self.cursor, Dice(kind, FACES, number))
        return faces

    def shuffled(self, draws: Draws, cards: Cards) -> Cards:
        """Return cards in a random order, whatever order they came in. For drafts only."""
        deck, self.cursor = draws.shuffled(self.cursor, ordered(cards))
        return deck

    @property
    def attack_card(self) -> AttackCard:
        """Return the attack card that is being resolved; there must be one."""
        return BY_CODE[str(self.card)]

    def nation(self, target: Target) -> Ranks:
        """Return the cards of a nation of a seat."""
        return self.seats[target.seat].troops[target.nation]

    def home(self, seat: int) -> Troops:
        """Return the troops of a seat that are not committed to the attack; wizards are with them."""
        troops = self.seats[seat].troops
        return at_home(troops, self.force, self.flipped) if seat == self.active else troops

    def playing(self) -> tuple[int, ...]:
        """Return the seats that have not given up."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.left)
