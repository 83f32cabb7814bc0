"""What a reader may know of a match: the only form in which pictures, words and panels get a position.

A `View` has no place for another seat's hidden hero, for the order of a deck or for a Veil that others have used up, so
none of them can leak through it. `games.arena_of_heroes.projection` makes views from states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.api import Choice, Result
from games.arena_of_heroes.cards import CardType, HeroType

LETTERS: Final = "ABCD"
"""The names of the seats, clockwise (A4.3)."""
FLAGS: Final = ("hit", "shield", "veil", "smoke", "crows", "boarding")
"""What may be so of a hero until a turn begins or ends: hit in this turn, Shield Wall, Veil, under smoke, crows at its
next turn, Boarding Call used in this turn."""
HIT, SHIELD_WALL, VEILED, SMOKE, CROWS, CALLED = FLAGS


@dataclass(frozen=True, slots=True)
class Shot:
    """The latest roll of an attack die."""

    seat: int
    """Who rolled."""
    neutral: bool
    """The roll of a card, not the hero's own (A5.1.6)."""
    aim: int
    face: int
    symbol: str
    hideout: int
    """What was struck; 0 when an idol took the effect away."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has to answer before an action goes on (A6, A7)."""

    seat: int
    kind: str
    """``order``, ``woodrunner``, ``digging``, ``bone``, or the id of the arena card that asks."""
    values: tuple[str, ...]
    """The answers, as tokens for ``choose``."""
    default: str
    """What a timeout answers (A11)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card that lies open, and the tokens on it."""

    card: CardType
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the reader sees it."""

    seat: int
    hero: HeroType | None
    """`None` until it is picked."""
    alive: bool
    """Whether its hero is in the arena; false before the setup too."""
    stamina: int
    hidden: bool
    at: int | None
    """The hideout of its hero: `None` where the reader may not know it, and for one that is not in the arena."""
    delay: int
    explored: bool
    items: tuple[Placed, ...]
    flags: tuple[str, ...]
    """Those of `games.arena_of_heroes.view.FLAGS` that are so; ``veil`` only for the seat itself."""
    spared: tuple[int, ...]
    """The hideouts, ascending, that were struck since this hidden hero has last moved, and showed nothing."""
    aims: tuple[int, ...]
    """Where it has fired since then with no hero in reach that everybody could see."""
    lost: bool
    """It has lost stamina in this turn, not by paying with it, and has not moved since."""
    given: int
    """How often its attacks have hit others."""
    taken: int
    """How often it was hit."""
    fell: int | None
    """The hideout where its hero went out."""
    last: int | None
    """The hideout of its hero when the match was over; `None` before, and for one that was out."""

    @property
    def letter(self) -> str:
        """Return the name of the seat, A to D."""
        return LETTERS[self.seat]


@dataclass(frozen=True, slots=True)
class View:
    """A match as `reader` sees it; `reader` `None` is everybody."""

    reader: int | None
    mode: str
    """``basic``, ``heroes`` or ``advanced`` (A4.1)."""
    die: str
    """``d6`` or ``d10`` (A2.2)."""
    phase: str
    """``draft``, ``turn`` or ``over``."""
    seats: tuple[SeatView, ...]
    active: int | None
    """The seat that picks, or whose turn it is; `None` when the match is over."""
    turns: int
    """The number of the turn, from 1; 0 before the first."""
    left: int
    """Actions that the active hero has left."""
    used: int
    """Actions that it has spent in this turn."""
    searched: bool
    """It has explored in this turn."""
    granted: tuple[str, ...]
    """The sources of bonus actions that were counted in this turn (A5.0.1)."""
    sudden: bool
    """Sudden death has begun (A5.6)."""
    pool: tuple[HeroType, ...]
    """In the draft: the heroes that are still free."""
    closed: tuple[int, ...]
    """The hideouts that are closed, ascending."""
    deck: int
    """How many hideout cards are left."""
    discard: tuple[int, ...]
    """The hideout discards, the top one first."""
    slots: tuple[Placed | None, Placed | None]
    """What lies on E1 and E2."""
    spiders: tuple[int, ...]
    """The hideouts of the spiders."""
    marks: tuple[int, ...]
    """The hideouts with a token of Wrong Way."""
    arena: int
    """How many arena cards are left in their deck."""
    undrawn: tuple[CardType, ...]
    """Which ones these are, whatever their order: the rest of an open list."""
    spent: tuple[CardType, ...]
    """The arena discards."""
    shot: Shot | None
    """The latest roll of an attack die."""
    out: tuple[tuple[int, ...], ...]
    """Who went out, first to last; those who went together in one group."""
    question: Question | None
    """What somebody is asked in the middle of an action; who and what is open to all (A3)."""
    held: tuple[int, ...]
    """The seats that the next attack of the active player waits for (A7)."""
    hold: int
    """How many minutes it waits for each; 0 where the match is played without a hold."""
    choices: tuple[Choice, ...]
    """The open choices that the reader may know of."""
    result: Result | None
    before: View | None = None
    """In the middle of an action: the match before it."""
