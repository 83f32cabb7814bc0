"""What happened: the events of a step, complete enough for the log, the battle pictures and "why did it die?".

Hexes and directions are ints as in `games.monolith_arena.hexes`; a tile is named by seat and tile id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.api import Result
from games.values import value


@value
class TileAt:
    """A tile on a hex at the time of the event."""

    hex: int
    seat: int
    tile: str


@value
class Event:
    """Base of all events."""


@value
class FactionChosen(Event):
    """A seat has its faction, chosen or drawn (R2.1)."""

    seat: int
    faction: str
    at_random: bool


@value
class Prepared(Event):
    """A seat has chosen the two tiles in its monolith (R13.1)."""

    seat: int
    tiles: tuple[str, ...] | None
    """Which ones, or `None` for readers that may not know."""


@value
class OrderDrawn(Event):
    """The stacks are shuffled and the turn order is drawn (R2.2, R2.3, R15.1)."""

    order: tuple[int, ...]
    """The seats in the order of their turns, gone through again and again; see `State.order`."""


@value
class TurnBegan(Event):
    """A turn begins (R3.1)."""

    seat: int
    number: int


@value
class Drew(Event):
    """Tiles came from the stack into the reserve (R3.1, R3.2)."""

    seat: int
    count: int
    tiles: tuple[str, ...] | None
    """Which ones, or `None` for readers that may not know."""
    open: bool = False
    """Reserves are open: everybody may read `tiles` (R3.9)."""


@value
class LastTileDrawn(Event):
    """A stack has run out first; the other seats have one more turn (R12.2)."""

    seat: int


@value
class Redrawn(Event):
    """A reserve of orders was discarded for new tiles (R3.2)."""

    seat: int
    tiles: tuple[str, ...]


@value
class Discarded(Event):
    """A tile went from the reserve to the discard pile (R3.3, R3.4)."""

    seat: int
    tile: str
    due: bool
    """It was the discard that the rules ask for."""


@value
class Placed(Event):
    """A tile came from the reserve onto the board (R2.3, R3.7, R9.3)."""

    seat: int
    tile: str
    hex: int
    facing: int
    replaced: TileAt | None = None
    """The enemy tile that a Transformation removed."""


@value
class OrderPlayed(Event):
    """An order was shown and discarded (R3.8)."""

    seat: int
    tile: str
    verb: str


@value
class Moved(Event):
    """A tile moved, turned or both (R10, R11)."""

    seat: int
    """Who moved it."""
    tile: TileAt
    """Where it was."""
    hex: int
    facing: int
    turned: bool
    by: str
    """``maneuver``, ``rotation``, ``teleport``, ``move``, ``rotate``, ``falseorder``, ``charge`` or ``push``."""
    source: int | None = None
    """The hex of the rune or banner that granted it, or of the pusher."""


@value
class Pushing(Event):
    """A push whose destination the pushed tile's owner has to choose (R11.5)."""

    seat: int
    pusher: TileAt
    tile: TileAt


@value
class Unfolding(Event):
    """Where a monolith is about to unfold; the facings of some tiles are still to be chosen (R13.5)."""

    seat: int
    banner: int
    """The hex of the banner."""
    segments: tuple[int, int]
    """The hexes of the lower segments."""
    tiles: tuple[TileAt, ...]
    """The tiles in them, where they will stand."""


@value
class Unfolded(Event):
    """A monolith has unfolded (R13.3)."""

    seat: int
    banner: int
    segments: tuple[int, int]
    tiles: tuple[tuple[TileAt, int], ...]
    """The tiles that came onto the board, with their facings."""


@value
class Folded(Event):
    """A monolith has folded after a battle (R13.8)."""

    seat: int
    banner: int
    segments: tuple[int, int]
    """The hexes that its lower segments left."""
    tiles: tuple[TileAt, ...]
    """The tiles that went inside, where they stood."""


@value
class Netted(Event):
    """A tile got the token of the Net order (R11.11)."""

    seat: int
    tile: TileAt


@value
class Entrenched(Event):
    """A tile got the entrenchment marker (R11.8)."""

    seat: int
    tile: TileAt


@value
class Answered(Event):
    """A seat answered a question (R5.10, R11.5)."""

    seat: int
    kind: str
    subject: int
    value: str | None
    """The answer; `None` for others while answers are sealed."""
    open: bool = True


@value
class BattleBegan(Event):
    """A battle begins (R5.1): ``order``, ``full``, ``final`` or ``additional``."""

    seat: int
    reason: str
    hit_points: tuple[int, ...]
    """The teams' hit points before it."""


@value
class Attack(Event):
    """One source hitting one tile."""

    source: TileAt | None
    """The attacker; `None` for orders and poison."""
    target: TileAt
    kind: str
    strength: int
    wounds: int
    """What came through armor."""
    absorbed_by: int | None
    """The hex of the Rune of Regeneration that absorbed it."""
    poisons: bool
    """It put a poison marker on its target."""


@value
class Wounds(Event):
    """Everything that happened at once in a phase of a battle, by an order or by a charge (R5.4)."""

    cause: str
    """``phase``, ``fire``, ``shoot`` or ``charge``."""
    phase: int
    """The initiative phase, -1 for the beginning of the battle."""
    attacks: tuple[Attack, ...]
    removed: tuple[TileAt, ...]
    """Tiles that took their last wound, absorbing runes and Morlocks."""
    fallen: tuple[TileAt, ...]
    """Tiles that died of lost toughness at the end of the phase (R6.2)."""
    entrenchments: tuple[TileAt, ...]
    """Tiles whose entrenchment marker took a wound."""
    hit_points: tuple[int, ...]
    """The teams' hit points afterwards."""


@value
class ToughnessLost(Event):
    """Tiles that lived by toughness only and have lost it outside a phase of a battle (R5.9, R6.2)."""

    tiles: tuple[TileAt, ...]


@value
class BattleEnded(Event):
    """The battle is over; the tokens of Net orders come off (R5.9)."""

    freed: tuple[TileAt, ...]
    hit_points: tuple[int, ...]


@value
class TurnEnded(Event):
    """A turn ended; the rest of the reserve is kept (R3.6)."""

    seat: int
    kept: int


@value
class ExtraTurns(Event):
    """The Final Battle was a tie: every seat has one more turn, then one more battle is fought (R12.4)."""

    order: tuple[int, ...]


@value
class Ended(Event):
    """The match is over (R12)."""

    result: Result


def lost(events: Iterable[Event]) -> list[TileAt]:
    """Return the tiles that were lost in a battle, in their order: destroyed, or fallen for want of toughness."""
    gone: list[TileAt] = []
    for event in events:
        if isinstance(event, Wounds):
            gone += (*event.removed, *event.fallen)
        elif isinstance(event, ToughnessLost):
            gone += event.tiles
    return gone


def show(event: Event, seat: int | None) -> Event:
    """Return the event as that seat may see it (`None`: as everybody may)."""
    if isinstance(event, Drew) and event.seat != seat and not event.open:
        return replace(event, tiles=None)
    if isinstance(event, Prepared) and event.seat != seat:
        return replace(event, tiles=None)
    if isinstance(event, Answered) and event.seat != seat and not event.open:
        return replace(event, value=None)
    return event
