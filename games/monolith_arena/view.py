"""What a reader may know of a match: the only form in which pictures, words and panels get a position.

A `View` has no place for the order of a stack, for another seat's private reserve or for a sealed answer, so none of
them can leak through it. `games.monolith_arena.projection` makes views from states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from games.api import Choice, Result
from games.monolith_arena.events import Event
from games.monolith_arena.tiles import Faction, TileType


def plays_in(turn: int) -> int:
    """Return how many tiles a turn with reinforcement may play: one in the very first, else two (R14.3, R14.4)."""
    return 2 if turn > 1 else 1


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile on the board, with all that follows from the position around it."""

    seat: int
    type: TileType
    facing: int
    wounds: int = 0
    poison: int = 0
    entrenched: bool = False
    token: bool = False
    """It carries the token of the Net order (R7.10)."""
    netted: bool = False
    """It is netted, by whatever net (R7.7 to R7.10)."""
    disarmed: bool = False
    """It stands at a Rune of Disarmament of the enemy (R7.14)."""
    initiative: tuple[int, ...] = ()
    """The phases in which it would attack now, highest first, with all runes (R7.11, R7.12)."""
    hit_points: int = 1
    """Its hit points without wounds, with all toughness (R6.1, R6.2); the team's track for a banner."""
    melee_bonus: int = 0
    ranged_bonus: int = 0
    venomous: bool = False
    """Its attacks are venomous, by itself or by a banner (R7.6)."""

    @classmethod
    def printed(cls, seat: int, tile: TileType, facing: int = 0) -> TileView:
        """Return a tile as it is printed, without anything that the board would do to it."""
        hit_points = 1 + tile.toughness
        return cls(seat, tile, facing, initiative=tile.initiative, hit_points=hit_points, venomous=tile.venom)

    def moved(self, facing: int) -> TileView:
        """Return the tile put down with another facing; what its old place gave or took is left out."""
        return replace(
            TileView.printed(self.seat, self.type, facing),
            wounds=self.wounds,
            poison=self.poison,
            entrenched=self.entrenched,
            token=self.token,
            netted=self.token,
            hit_points=self.hit_points if self.type.is_banner else 1 + self.type.toughness,
        )


class Put(NamedTuple):
    """A tile that is put down to see what comes of it; `origin` is the hex that it leaves."""

    tile: TileView
    hex: int
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class MonolithView:
    """A seat's monolith (R13)."""

    seat: int
    segments: tuple[int, ...]
    """The hexes of its two lower segments while it is unfolded or unfolds; empty while it is folded."""
    inside: tuple[TileView | None, ...] | None
    """What lies in the two lower segments: `None` where the reader may not know it, empty while it is unfolded."""
    known: bool
    """Everybody knows what lies inside, because it has unfolded before (R13.1)."""
    facings: tuple[int | None, ...] = ()
    """While it unfolds: the facings of what lies inside, `None` where the choice is still open (R13.5)."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: what lies open, and its reserve where the reader may see it."""

    seat: int
    team: int
    faction: Faction | None
    """`None` before it is chosen."""
    stack: int
    """The number of tiles in the stack."""
    reserve_count: int
    reserve: tuple[TileType, ...] | None
    """The tiles in the reserve, or `None` where the reader may not see them."""
    discards: tuple[TileType, ...]
    """The discard pile, oldest first."""
    unseen: tuple[tuple[TileType, int], ...]
    """The tiles that the reader has not seen yet and how many of each: stack, hidden reserve and what lies hidden in
    the monolith together (R3.9)."""
    prepared: bool | None
    """Whether the two tiles of its monolith are chosen (R13.1); `None` in matches without monoliths."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader is asked in the middle of a battle, an order or an unfolding (R5.10, R11.5, R13.5)."""

    seat: int
    kind: str
    """``push``, ``facing``, ``assassin``, ``regeneration`` or ``poison``."""
    subject: int
    """The hex of the tile that it is about: the pushed tile, the tile that unfolds there, the assassin, the rune; -1
    for poison or several runes."""
    values: tuple[str, ...]
    """The answers, as tokens for ``choose``."""


@dataclass(frozen=True, slots=True)
class Running:
    """What deals wounds in the middle of a turn: a phase of a battle, an order or a charge (R5.3, R11)."""

    kind: str
    """``phase``, ``fire``, ``shoot`` or ``charge``."""
    number: int
    """The initiative phase, -1 for the beginning of a battle."""
    hexes: tuple[int, ...]
    """The hexes of the fire, the target of the shot, the champion that charges."""
    seat: int
    """Who played the order; -1 in a battle."""
    reason: str
    """What the battle was begun by: ``order``, ``full``, ``final`` or ``additional``; empty outside of battles."""
    spent: tuple[tuple[int, int], ...]
    """The attacks that tiles on the board have made in the battle: (hex, number of the attack), R5.6."""
    answers: tuple[tuple[int, str, int, str], ...]
    """The answers in this round that are not sealed for the reader: (seat, kind of question, subject, answer)."""


@dataclass(frozen=True, slots=True)
class View:
    """A match as `reader` sees it; `reader` `None` is everybody."""

    reader: int | None
    stage: str
    """``factions``, ``monoliths``, ``banners``, ``turn``, ``battle``, ``order`` (a question is open) or ``over``."""
    seats: tuple[SeatView, ...]
    hit_points: tuple[int, ...]
    """One number a team, 0 to 20 (R1.5)."""
    board: tuple[TileView | None, ...]
    """The 19 hexes in the order of `games.monolith_arena.hexes.NAMES`."""
    active: int | None
    """The seat whose turn it is, or that places its banner."""
    order: tuple[int, ...]
    """The turn order, gone through again and again, the seat that began first; empty before it is drawn.

    Against a team of two the single player stands in it twice (R15.2).
    """
    upcoming: tuple[int, ...]
    """The seats of the turns after this one: the rest of a round, or those before the last battle (R12.2, R15.4)."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    choices: tuple[Choice, ...]
    """All open choices of the game."""
    discard_due: bool
    """A tile must go to the discard pile before anything is played (R3.3)."""
    redraw_offered: bool
    """The reserve holds orders only and may be exchanged (R3.2)."""
    last_turns: tuple[int, ...] | None
    """The seats that still have a turn before the Final Battle, once a stack has run out (R12.2)."""
    extra_turns: bool
    """The Final Battle was a tie; these are the turns before the additional battle (R12.4)."""
    phase: int | None
    """In a battle the initiative phase, -1 for its beginning."""
    question: Question | None
    """The question that the reader's seat has to answer."""
    open_reserves: bool
    monoliths: tuple[MonolithView, ...]
    """One a seat once all factions are chosen; empty in matches without monoliths (R13)."""
    reinforcement: bool
    """Reserves of six and two tiles a turn (R14)."""
    plays: int | None
    """With reinforcement, how many more tiles may be played this turn (R14.3); else `None`."""
    unfolded: bool
    """The active seat has unfolded its monolith this turn, which limits the tiles that it may place (R13.4)."""
    result: Result | None
    rulings: int
    """The rulings that the match is played by (docs/rulings.md)."""
    used: tuple[tuple[int, str, int], ...] = ()
    """Features used this turn: (hex of the tile, feature, hex of what grants it), R10.3."""
    drawn: tuple[TileType, ...] | None = ()
    """The tiles of the latest draw of this turn, `None` where the reader may not know them (R13.4)."""
    played: int = 0
    """How many tiles were played this turn, orders included (R14.3)."""
    placed: bool = False
    """A board tile was played this turn (R13.3)."""
    features_only: bool = False
    """This turn allows nothing but features (R12.4)."""
    running: Running | None = None
    """What deals wounds right now."""
    push: tuple[int, int] | None = None
    """The hexes of the tile that pushes and of the one whose owner chooses where it goes (R11.5)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position, and what happens in it next; `None` if it is only looked at."""

    view: View
    event: Event | None = None
