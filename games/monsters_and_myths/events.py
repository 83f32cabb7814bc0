"""What happened: the events of a step, complete enough for texts, films and the summary of a round.

Seats and nations are indices, cards are codes (`games.monsters_and_myths.cards`).
"""

from __future__ import annotations

from dataclasses import replace

from games.api import Result
from games.monsters_and_myths.cards import Cards
from games.monsters_and_myths.view import Rolling, Target
from games.values import value


@value
class Event:
    """Base of all events."""


@value
class LaidOut(Event):
    """A seat has laid out its cards (M3.1, M4.3)."""

    seat: int
    cards: Cards


@value
class WizardPlaced(Event):
    """A wizard protects a nation (M3.2, M4.3)."""

    seat: int
    nation: int


@value
class WizardsLost(Event):
    """Wizards without any nation to go to are discarded (M3.2, M4.3)."""

    seat: int
    count: int


@value
class Reshuffled(Event):
    """Pile and discards were shuffled together before the last round (M4.1)."""

    cards: int
    """How many cards the pile has now."""


@value
class RoundBegan(Event):
    """A round begins (M4)."""

    number: int


@value
class Dealt(Event):
    """A seat was dealt cards; only that seat is told (M4.1)."""

    seat: int
    cards: Cards


@value
class Swapped(Event):
    """A seat that was dealt no attack card has swapped a card for one (M10.10)."""

    seat: int
    gave: str | None
    """The card that went into the pile; `None` for readers that may not know."""
    took: str | None
    """The attack card that it got; `None` for readers that may not know."""


@value
class Kept(Event):
    """A seat has chosen which cards it keeps (M4.2)."""

    seat: int
    cards: Cards | None
    """Which ones; `None` for readers that may not know."""


@value
class CardBegan(Event):
    """The lowest attack card is resolved (M4.4, M5.1)."""

    seat: int
    number: int


@value
class Mustered(Event):
    """An army of mercenaries was named (M5.4)."""

    seat: int
    cards: Cards


@value
class Attacked(Event):
    """A nation is attacked (M5.3, M5.4, M5.12)."""

    seat: int
    target: Target
    force: Cards
    """The creatures of the attacker's force that lie face up."""


@value
class Rolled(Event):
    """One exchange was rolled (M5.6 to M5.8)."""

    attacker: int
    attack: tuple[int, ...]
    """The attacker's dice, the highest first, without the bonus."""
    defender: int
    defence: tuple[int, ...]
    bonus: int | None
    """The seat that adds 1 to its highest die for having more archers (M5.7)."""
    losses: tuple[int, int]
    """How many cards attacker and defender lose by it (M5.8, M5.9)."""


@value
class Lost(Event):
    """A creature was lost in an exchange and is captured by the winner (M5.8)."""

    seat: int
    card: str
    winner: int


@value
class Stopped(Event):
    """The attacker has ended the fight (M5.11)."""

    seat: int


@value
class Flipped(Event):
    """A committed creature stays behind, face down, for a pursuit (M5.12)."""

    seat: int
    card: str


@value
class Passed(Event):
    """A seat has passed in a window (M6.4)."""

    seat: int
    scope: str | None = ""
    """How far; empty: for this window. `None` for readers that may not know."""


@value
class PassRecalled(Event):
    """A seat has taken back its pass."""

    seat: int


@value
class RollingAhead(Event):
    """The attacker has said how far to roll on; only that seat is told."""

    seat: int
    rolling: Rolling


@value
class RollingStopped(Event):
    """The attacker wants to be asked again after each roll; only that seat is told."""

    seat: int


@value
class Fired(Event):
    """A catapult has fired (M6.1)."""

    seat: int
    target: str
    """As in the action: ``C.Di``, ``A.Gi.force``, ``A.Gi.flipped``, ``B.Gw``."""
    face: int
    hit: bool


@value
class CardDone(Event):
    """An attack card is done with and discarded (M5.2, M5.13)."""

    seat: int
    number: int


@value
class Cleared(Event):
    """At the end of a round a seat's wizards and catapults are discarded (M4.5)."""

    seat: int
    cards: Cards


@value
class LargestCounted(Event):
    """The largest nation of a type was counted (M7.2)."""

    nation: int
    seats: tuple[int, ...]
    points: int


@value
class PointsCounted(Event):
    """What a seat has at the end (M7.1 to M7.3)."""

    seat: int
    points: int
    captured: int
    """How many cards it has captured; their points are in `points`."""


@value
class Ended(Event):
    """The match is over (M7.3)."""

    result: Result


def show(event: Event, seat: int | None) -> Event | None:
    """Return the event as that seat may see it (`None`: as everybody may); `None` where it may not see it at all."""
    if isinstance(event, Dealt | RollingAhead | RollingStopped):
        return event if event.seat == seat else None
    if isinstance(event, Kept) and event.seat != seat:
        return replace(event, cards=None)
    if isinstance(event, Swapped) and event.seat != seat:
        return replace(event, gave=None, took=None)
    if isinstance(event, Passed) and event.seat != seat:
        return replace(event, scope=None)
    return event
