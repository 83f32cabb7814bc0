"""What happened: the events of a step, in order of happening (A15).

Hideouts are numbers from 1 to 20, heroes and cards are named by their codes. `show` gives an event as a seat may see
it; some are for one seat alone.
"""

from __future__ import annotations

from dataclasses import replace

from games.api import Result
from games.values import value


@value
class Event:
    """Base of all events."""


@value
class Picked(Event):
    """A seat has its hero (A4.2)."""

    seat: int
    hero: str
    at_random: bool = False


@value
class Closed(Event):
    """Hideout cards were turned up: in the setup, or drawn in vain (A4.4, A5.3.2)."""

    hideouts: tuple[int, ...]


@value
class CardDrawn(Event):
    """A seat has a new hideout card, which it alone may see (A4.5, A5.3.3)."""

    seat: int
    hideout: int


@value
class TurnBegan(Event):
    """A turn begins (A5.0.1)."""

    seat: int
    number: int


@value
class TurnEnded(Event):
    """A seat has ended its turn (A5.0.2). It is no line of the referee's (A15): there the action says it."""

    seat: int
    left: int
    """The actions that are lost."""


@value
class Bonus(Event):
    """The active hero has an action more (A5.0.1).

    `source` is ``frenzy``, ``hunt`` or an arena card.
    """

    seat: int
    source: str


@value
class Rolled(Event):
    """Dice lie there, and their owner may roll one of them again (A9, Lucky Bone)."""

    seat: int
    faces: tuple[int, ...]


@value
class Attacked(Event):
    """An attack die and what it strikes (A5.1)."""

    seat: int
    neutral: bool
    """The roll of a card, not the hero's own (A5.1.6)."""
    aim: int
    face: int
    symbol: str
    hideout: int
    """What is struck; 0 when an idol takes the effect away."""


@value
class HideDie(Event):
    """A roll of the hide die (A2.1)."""

    seat: int
    purpose: str
    """``hide``, ``work``, ``spider``, or ``check`` for a card."""
    face: int
    colour: str
    """``green``, ``red`` or ``blank``."""


@value
class Revealed(Event):
    """A hidden hero's place is known to all (A5.1.2)."""

    seat: int
    hideout: int


@value
class Hit(Event):
    """A revealed hero was hit (A5.1.2)."""

    seat: int


@value
class Stamina(Event):
    """A hero's stamina is another one now."""

    seat: int
    stamina: int


@value
class Limited(Event):
    """A hero was struck that has been hit in this turn already: nothing happens (A5.1.2)."""

    seat: int


@value
class Shielded(Event):
    """Shield Wall took a hit (A5.1.7)."""

    seat: int


@value
class Veiled(Event):
    """A Veil was used up; its owner alone is told (A5.1.7)."""

    seat: int


@value
class Out(Event):
    """A hero is out; its hideout closes (A5.7.1)."""

    seat: int
    hideout: int


@value
class Left(Event):
    """A hero has gone into a new hideout; the old one closes (A5.3.3)."""

    seat: int
    hideout: int
    """The one that it left."""


@value
class SuddenDeath(Event):
    """The hideout deck is empty (A5.6)."""


@value
class Delayed(Event):
    """Delay tokens came to a hero's hideout card, or went where `tokens` is negative."""

    seat: int
    tokens: int


@value
class AbilityUsed(Event):
    """An ability was used and paid for (A6.2)."""

    seat: int
    ability: str


@value
class ArenaCard(Event):
    """An arena card was drawn (A5.5)."""

    seat: int
    card: str


@value
class Reshuffled(Event):
    """The arena discards are the deck again (A5.5)."""

    cards: int


@value
class Explored(Event):
    """A hero's hideout is explored (A5.5)."""

    seat: int


@value
class ItemDiscarded(Event):
    """An item was used up, given up or lost."""

    seat: int
    card: str


@value
class SlotEmptied(Event):
    """A lasting arena card was replaced, or its work is done (A5.5)."""

    slot: str
    card: str


@value
class TokenTaken(Event):
    """A token came off an idol (A5.4)."""

    seat: int
    card: str
    left: int


@value
class CrowsCalled(Event):
    """Crows will reveal a hero when its next turn begins (A9 B11)."""

    seat: int


@value
class Reopened(Event):
    """A hideout is open again, with a token on it (A9 B14)."""

    hideout: int


@value
class Collapsed(Event):
    """A hideout was closed by a card (A9 X23)."""

    hideout: int


@value
class Tremor(Event):
    """A token came off Seismic Activity (A9 B15)."""

    left: int


@value
class Erupted(Event):
    """Seismic Activity goes off (A9 B15)."""


@value
class SpidersCrawled(Event):
    """Where the spiders are at the end of a turn (A9 B16)."""

    hideouts: tuple[int, ...]


@value
class Spied(Event):
    """A look through a Spyglass: where to is said openly, what it shows to its owner alone (A9 X03)."""

    seat: int
    hideout: int
    found: bool | None
    """A hidden hero is there; `None` for all others."""


@value
class Passed(Event):
    """A seat lets an attack go on (A7)."""

    seat: int
    scope: str | None
    """``once``, ``turn`` or ``always``; `None` for all others."""


@value
class Ended(Event):
    """The match is over (A5.7.2)."""

    result: Result


PRIVATE = (CardDrawn, Veiled, Spied)
"""The events that the referee tells their own seat alone (A15)."""


def show(event: Event, seat: int | None) -> Event | None:
    """Return the event as that seat may see it (`None`: as everybody may), or `None` where it may not see it at all."""
    if isinstance(event, Passed) and event.seat != seat:
        return replace(event, scope=None)
    if isinstance(event, Spied) and event.seat != seat:
        return replace(event, found=None)
    return None if isinstance(event, PRIVATE) and event.seat != seat else event
