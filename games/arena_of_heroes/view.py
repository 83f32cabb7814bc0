"""What a reader may know of a match: the only form in which pictures, words and panels get a position.

A `View` has no place for another seat's hidden hero, for the order of a deck or for a Veil that others have used up, so
none of them can leak through it. `games.arena_of_heroes.projection` makes views from states.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.api import Choice, Result
from games.arena_of_heroes.cards import CardType
from games.arena_of_heroes.facts import LETTERS, Question, Shot
from games.arena_of_heroes.heroes import HeroType


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
    """Those of `games.arena_of_heroes.facts.FLAGS` that are so; ``veil`` only for the seat itself."""
    spared: tuple[int, ...]
    """The hideouts, ascending, that were struck since this hidden hero has last moved, and showed nothing."""
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
        """The name of the seat, A to D."""
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
