"""Matches as they are stored, and how they are read inside an open transaction: heads, seats, clocks, entries.

The values that go into the store and come out of it are frozen and plain. Times are whole unix milliseconds, ids of
users, channels, messages and guilds are Discord's 64-bit numbers, and whatever is JSON stays text. Fields that may hold
a secret are left out of the `repr`, so that a logged record tells nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, bindparam, select

from storage import schema
from storage.sealing import Sealing, entry_of, seed_of, snapshot_of
from storage.seek_tables import home


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat in a match that has begun. `began` is the version of the match since which it is waited for.

    All other times are unix milliseconds.
    """

    seat: int
    left_ms: int | None = None
    """What was left when the match began to wait for the seat; None in a match without clocks."""
    since: int | None = None
    """Since when the match waits for the seat; None while it does not."""
    own_ms: int | None = None
    """The time that the game itself gives for what is waited for; None where the clock runs."""
    key: str = ""
    """The key of the choice that has a time of its own; empty where the clock runs."""
    began: int = 0
    told: int = 0
    """How many reminders there were since then."""
    runs_out: int | None = None
    """When the time will be over, as far as that is known; None without clocks."""
    out_at: int | None = None
    """Since when the others have been asked what is to be done, because the time is over."""
    nudged_at: int | None = None
    """When somebody has nudged the player last."""
    given: int = 0
    """How often the others have given more time since then."""
    away_told: bool = False
    """Whether the others were told since then that the player is away."""


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
class HomeServer:
    """Where a player of a match across servers has looked for it."""

    user_id: int
    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match about to be created, as a lobby of version 0. The caller makes the id."""

    id: str
    game: str
    options: str
    seed: bytes = field(repr=False)
    creator: int | None
    """None where nobody has opened it, as with the matches of a tournament."""
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
    rated: bool = False
    """Its result will move the ratings of those who play."""


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
    rated: bool
    drawn: bool
    seats: tuple[Seat, ...]
    homes: tuple[HomeServer, ...] = field(default=(), kw_only=True)
    """Where the players come from, in a match across servers."""

    @property
    def in_dm(self) -> bool:
        """Return True for a match on no server: it is played in direct messages."""
        return self.guild_id is None

    @property
    def across(self) -> bool:
        """Return True for a match of people on several servers: each plays in their own direct messages."""
        return self.guild_id is None and self.channel_id is None

    def home_of(self, user_id: int | None) -> HomeServer | None:
        """Return where a player of a match across servers comes from; `None` for everybody else."""
        return next((one for one in self.homes if one.user_id == user_id), None)

    def server_of(self, user_id: int) -> int | None:
        """Return the server among whose matches this one counts for a player; `None` for direct messages."""
        home = self.home_of(user_id)
        return self.guild_id if home is None else home.guild_id


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
    barred: tuple[str, ...] = ()
    """The marks of those who had a seat and were deleted since, while the match is running (`storage.marks`)."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The version of a match, for a caller who may have it as it is then; and where it is: that has no version."""

    id: str
    version: int
    channel_id: int | None
    thread_id: int | None
    start_message_id: int | None


ActionKind = Literal["action", "agreement", "undo"]


@dataclass(frozen=True, slots=True)
class StoredAction:
    """An entry of the list a match consists of; `seq` counts from 1 without gaps."""

    seq: int
    kind: ActionKind
    seat: int
    text: str = field(repr=False)
    boundary: bool
    secret: bool
    undoes: int | None
    state_hash: str
    choice_key: str
    created_at: int


match, seat, action, seating = schema.match, schema.seat, schema.action, schema.seating

HEAD = (
    match.c.id,
    match.c.game,
    match.c.status,
    match.c.version,
    match.c.creator,
    match.c.private,
    match.c.guild_id,
    match.c.channel_id,
    match.c.thread_id,
    match.c.start_message_id,
    match.c.rematch_of,
    match.c.created_at,
    match.c.updated_at,
    match.c.formation,
    match.c.language,
    match.c.pace,
    match.c.rated,
    select(seating.c.drawn).where(seating.c.match_id == match.c.id).scalar_subquery().label("drawn"),
)
REST = (match.c.options, match.c.seed, match.c.snapshot, match.c.state_hash, match.c.result, match.c.parts)
ACTION = [action.c[field.name] for field in fields(StoredAction)]
PLACE = [match.c[field.name] for field in fields(Unchanged)]
Whole = tuple[StoredMatch, tuple[StoredAction, ...]]
"""A match and its actions."""

# Statements that every step needs are built once: building one takes longer than carrying it out.
_ONE: Final[BindParameter[Any]] = bindparam("one")
_NEWEST = (match.c.created_at.desc(), match.c.id)
MATCHES_AT_ONCE: Final = 500
"""Matches named in one statement."""
_PLACE = select(*PLACE)
PLACE_BY_ID = _PLACE.where(match.c.id == _ONE)
PLACE_IN_THREAD = _PLACE.where(match.c.thread_id == _ONE).order_by(*_NEWEST).limit(1)
_MATCH = select(*HEAD, *REST).where(match.c.id == _ONE)
SEAT = [seat.c[field.name] for field in fields(Seat)]
_SEATS = select(*SEAT).where(seat.c.match_id == _ONE).order_by(seat.c.seat)
_FORMER = (
    select(*(schema.former.c[field.name] for field in fields(Former)))
    .where(schema.former.c.match_id == _ONE)
    .order_by(schema.former.c.until)
)
_BARRED = select(schema.barred.c.mark).where(schema.barred.c.match_id == _ONE).order_by(schema.barred.c.mark)
_ACTIONS = select(*ACTION).where(action.c.match_id == _ONE).order_by(action.c.seq)
CLOCK = [schema.clock.c[field.name] for field in fields(SeatClock)]
_CLOCKS = select(*CLOCK).where(schema.clock.c.match_id == _ONE).order_by(schema.clock.c.seat)
_NAMES = tuple(column.name for column in (*HEAD, *REST))


def load_newest(connection: Connection, sealing: Sealing, which: ColumnElement[bool]) -> StoredMatch | None:
    """Return the newest match that fulfills a condition, None if there is none."""
    match_id = connection.scalar(select(match.c.id).where(which).order_by(*_NEWEST).limit(1))
    return None if match_id is None else _match(connection, sealing, match_id)


def _match(connection: Connection, sealing: Sealing, match_id: str) -> StoredMatch | None:
    row = connection.execute(_MATCH, {"one": match_id}).first()
    if row is None:
        return None
    values: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
    values |= {"private": bool(row.private), "rated": bool(row.rated), "drawn": bool(row.drawn)}
    values["seed"] = sealing.open(row.seed, seed_of(match_id))
    values["snapshot"] = row.snapshot and sealing.open_text(row.snapshot, snapshot_of(match_id))
    seats = tuple(Seat(*one) for one in connection.execute(_SEATS, {"one": match_id}))
    clocks = tuple(SeatClock(*one) for one in connection.execute(_CLOCKS, {"one": match_id}))
    handed = any(one.since is not None for one in seats)
    former = tuple(Former(*one) for one in connection.execute(_FORMER, {"one": match_id})) if handed else ()
    deleted = any((user or 0) < 0 for user in (*(s.user_id for s in seats), *(f.user_id for f in former)))
    barred = tuple(connection.scalars(_BARRED, {"one": match_id})) if deleted else ()
    homes = _homes(connection, [match_id]).get(match_id, ()) if _is_across(row) else ()
    return StoredMatch(**values, seats=seats, clocks=clocks, former=former, barred=barred, homes=homes)


def get_whole(
    connection: Connection, sealing: Sealing, place: Select[Any], one: str | int, held: Mapping[str, int]
) -> Whole | Unchanged | None:
    """Return the match that `place` finds for `one`, or only its place if `held` has its present version."""
    row = connection.execute(place, {"one": one}).first()
    if row is None:
        return None
    if held.get(row.id) == row.version:
        return Unchanged(*row)
    stored = _match(connection, sealing, row.id)
    return None if stored is None else (stored, get_actions(connection, sealing, row.id))


def get_actions(connection: Connection, sealing: Sealing, match_id: str) -> tuple[StoredAction, ...]:
    """Return the entries of a match, the oldest first."""
    rows = connection.execute(_ACTIONS, {"one": match_id}).all()
    return tuple(_action(row, sealing, match_id) for row in rows)


def get_heads(connection: Connection, which: ColumnElement[bool]) -> tuple[MatchHead, ...]:
    """Return the heads of all matches that fulfill a condition, the last changed first."""
    rows = connection.execute(select(*HEAD).where(which).order_by(match.c.updated_at.desc(), match.c.id)).all()
    seats = _seats(connection, select(seat).where(seat.c.match_id.in_(select(match.c.id).where(which))))
    homes = _homes(connection, [row.id for row in rows if _is_across(row)])
    return tuple(MatchHead(**_head(row, seats.get(row.id, ())), homes=homes.get(row.id, ())) for row in rows)


def _is_across(row: Row[*tuple[Any, ...]]) -> bool:
    return row.guild_id is None and row.channel_id is None


def _homes(connection: Connection, match_ids: Sequence[str]) -> dict[str, tuple[HomeServer, ...]]:
    """Return where the players of some matches come from."""
    homes: dict[str, tuple[HomeServer, ...]] = {}
    for start in range(0, len(match_ids), MATCHES_AT_ONCE):
        some = home.c.match_id.in_(match_ids[start : start + MATCHES_AT_ONCE])
        for row in connection.execute(select(home).where(some).order_by(home.c.match_id, home.c.user_id)):
            found = HomeServer(row.user_id, row.guild_id, row.channel_id)
            homes[row.match_id] = (*homes.get(row.match_id, ()), found)
    return homes


def _head(row: Row[*tuple[Any, ...]], seats: tuple[Seat, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {column.name: row._mapping[column] for column in HEAD}
    return values | {"private": bool(row.private), "rated": bool(row.rated), "drawn": bool(row.drawn), "seats": seats}


def _seats(connection: Connection, statement: Select[Any]) -> dict[str, tuple[Seat, ...]]:
    seats: dict[str, tuple[Seat, ...]] = {}
    for row in connection.execute(statement.order_by(seat.c.match_id, seat.c.seat)):
        seats[row.match_id] = (*seats.get(row.match_id, ()), Seat(*(row._mapping[column] for column in SEAT)))
    return seats


def _action(row: Row[*tuple[Any, ...]], sealing: Sealing, match_id: str) -> StoredAction:
    seq, kind, place, text, boundary, secret, *rest = row
    if secret:
        text = sealing.open_text(text, entry_of(match_id, seq))
    return StoredAction(seq, kind, place, text, bool(boundary), bool(secret), *rest)
