"""Matches and their seats."""

from dataclasses import dataclass, field
from typing import Literal

from storage.records.clocks import SeatClock

MatchStatus = Literal["lobby", "running", "over", "cancelled"]
SeatStatus = Literal["invited", "accepted"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table, open if `user_id` is None. In a lobby `seat` is a mere list position."""

    seat: int
    user_id: int | None
    status: SeatStatus = "invited"
    offered: str | None = None
    """Why a substitute is looked for, in a word of the caller's; None where nobody is."""
    offered_to: int | None = None
    """The only user who may take the offered seat; None for anybody."""
    since: int | None = None
    """The number of the entry with which the user took the seat over; None for whoever has sat there from the start."""
    plan: Literal["pending", "done"] | None = None
    """Whether the user has a plan for the next turn, or had one of which something came; None for neither."""


@dataclass(frozen=True, slots=True)
class Former:
    """Somebody who has handed a seat over: its player from the start, or from the handover before, to this one."""

    seat: int
    user_id: int
    until: int
    """The number of the entry of the handover; entries before it are this player's."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match about to be created, as a lobby of version 0. The caller makes the id."""

    id: str
    game: str
    options: str
    seed: bytes = field(repr=False)
    creator: int
    private: bool = False
    guild_id: int | None = None
    channel_id: int | None = None
    rematch_of: str | None = None
    drawn: bool = False
    """Who gets which seat is drawn when all are there; until then a seat is a mere list position."""
    formation: str | None = None
    """How the players sit down to the game: one of the game's own identifiers."""
    language: str | None = None
    """The language of everything public; None where it is not fixed."""
    parts: str | None = None
    """What the players have added to the seed so far, as JSON."""
    pace: str | None = None
    """How much time the players have, in the words of `bot.clocks.pace`; None for no clocks."""


@dataclass(frozen=True, slots=True)
class MatchHead:
    """What is known of a match without touching its position: where it is, who sits there, how far it is."""

    id: str
    game: str
    status: MatchStatus
    version: int
    creator: int | None
    private: bool
    guild_id: int | None
    channel_id: int | None
    thread_id: int | None
    start_message_id: int | None
    rematch_of: str | None
    created_at: int
    updated_at: int
    formation: str | None
    """None for matches begun before it was noted, when the number of seats told it."""
    language: str | None
    pace: str | None
    drawn: bool
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StoredMatch(MatchHead):
    """A whole match: its head, options, secret seed and the newest snapshot (None while it is a lobby).

    `parts` is what the players have added to the seed, None for matches begun before they added anything.
    """

    options: str
    seed: bytes = field(repr=False)
    snapshot: str | None = field(repr=False)
    state_hash: str | None
    result: str | None
    parts: str | None
    clocks: tuple[SeatClock, ...] = ()
    former: tuple[Former, ...] = ()
    """Who has handed a seat over, the earliest first."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The version of a match, for a caller who may have it as it is then; and where it is: that has no version."""

    id: str
    version: int
    channel_id: int | None
    thread_id: int | None
    start_message_id: int | None
