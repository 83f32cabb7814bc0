"""What a reader may know of a match: the only form in which pictures, words and panels get a position.

A `View` has no place for the order of a stack, for another seat's private reserve or for a sealed answer, so none of
them can leak through it. `games.monolith_arena.look` makes views from states.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.api import Choice, Result
from games.monolith_arena.tiles import Faction, TileType


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
    """The tiles that the reader has not seen yet and how many of each: stack and hidden reserve together (R3.9)."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader is asked in the middle of a battle or an order (R5.10, R11.5)."""

    seat: int
    kind: str
    """``push``, ``assassin``, ``regeneration`` or ``poison``."""
    subject: int
    """The hex of the tile that it is about: the pushed tile, the assassin, the rune; -1 for poison or several runes."""
    values: tuple[str, ...]
    """The answers, as words for ``choose``."""


@dataclass(frozen=True, slots=True)
class View:
    """A match as `reader` sees it; `reader` `None` is everybody."""

    reader: int | None
    stage: str
    """``factions``, ``banners``, ``turn``, ``battle``, ``order`` (a question is open) or ``over``."""
    seats: tuple[SeatView, ...]
    hit_points: tuple[int, ...]
    """One number a team, 0 to 20 (R1.5)."""
    board: tuple[TileView | None, ...]
    """The 19 hexes in the order of `games.monolith_arena.hexes.NAMES`."""
    active: int | None
    """The seat whose turn it is, or that places its banner."""
    first: int | None
    """The seat that began."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    choices: tuple[Choice, ...]
    """All open choices that are waited for; for the reader's own seat the optional ones too."""
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
    draw_offers: tuple[int, ...]
    """The seats that offer a draw (R12.5)."""
    open_reserves: bool
    result: Result | None
