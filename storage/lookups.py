"""Finding and loading matches and their actions."""

from collections.abc import Collection, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, bindparam, false, func, select

from storage import schema
from storage.part import Part
from storage.records.clocks import SeatClock
from storage.records.matches import Former, MatchHead, MatchStatus, Seat, StoredMatch, Unchanged
from storage.records.steps import StoredAction
from storage.sealing import Sealing, entry_of, seed_of, snapshot_of

match, seat, action, seating = schema.match, schema.seat, schema.action, schema.seating

OPEN: tuple[MatchStatus, ...] = ("lobby", "running")
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
    select(seating.c.drawn).where(seating.c.match_id == match.c.id).scalar_subquery().label("drawn"),
)
REST = (match.c.options, match.c.seed, match.c.snapshot, match.c.state_hash, match.c.result, match.c.parts)
ACTION = [action.c[field.name] for field in fields(StoredAction)]
PLACE = [match.c[field.name] for field in fields(Unchanged)]
Whole = tuple[StoredMatch, tuple[StoredAction, ...]]
"""A match and its actions."""
NONE: Final[Mapping[str, int]] = MappingProxyType({})

# Statements that every step needs are built once: building one takes longer than carrying it out.
_ONE: Final[BindParameter[Any]] = bindparam("one")
_NEWEST = (match.c.created_at.desc(), match.c.id)
_PLACE = select(*PLACE)
_PLACE_BY_ID = _PLACE.where(match.c.id == _ONE)
_PLACE_IN_THREAD = _PLACE.where(match.c.thread_id == _ONE).order_by(*_NEWEST).limit(1)
_MATCH = select(*HEAD, *REST).where(match.c.id == _ONE)
SEAT = [seat.c[field.name] for field in fields(Seat)]
_SEATS = select(*SEAT).where(seat.c.match_id == _ONE).order_by(seat.c.seat)
_FORMER = (
    select(*(schema.former.c[field.name] for field in fields(Former)))
    .where(schema.former.c.match_id == _ONE)
    .order_by(schema.former.c.until)
)
_ACTIONS = select(*ACTION).where(action.c.match_id == _ONE).order_by(action.c.seq)
CLOCK = [schema.clock.c[field.name] for field in fields(SeatClock)]
_CLOCKS = select(*CLOCK).where(schema.clock.c.match_id == _ONE).order_by(schema.clock.c.seat)
_NAMES = tuple(column.name for column in (*HEAD, *REST))


class MatchReads(Part):
    """The part of the store that finds and loads matches."""

    async def load(self, match_id: str) -> StoredMatch | None:
        """Return a match with its seats and newest snapshot, None if there is no such match."""
        return await self._one(match.c.id == match_id)

    async def actions(self, match_id: str) -> tuple[StoredAction, ...]:
        """Return the whole list of a match's actions, oldest first; empty for an unknown match."""
        return await self._db.read(lambda connection: _actions(connection, self._db.sealing, match_id))

    async def load_whole(self, match_id: str, held: Mapping[str, int] = NONE) -> Whole | Unchanged | None:
        """Return a match and its actions as they stood at one moment, None if there is no such match.

        `held` are the versions of the matches that the caller has: of one that still has it only the place is read.
        """
        return await self._whole(_PLACE_BY_ID, match_id, held)

    async def load_whole_in(self, thread_id: int, held: Mapping[str, int] = NONE) -> Whole | Unchanged | None:
        """Return the newest match whose thread this is, as `load_whole`."""
        return await self._whole(_PLACE_IN_THREAD, thread_id, held)

    async def match_by_thread(self, thread_id: int) -> StoredMatch | None:
        """Return the newest match whose thread this is (see `set_place`)."""
        return await self._one(match.c.thread_id == thread_id)

    async def match_by_start_message(self, message_id: int) -> StoredMatch | None:
        """Return the match that this start message belongs to."""
        return await self._one(match.c.start_message_id == message_id)

    async def matches_of(self, user_id: int, statuses: Collection[MatchStatus] = OPEN) -> tuple[MatchHead, ...]:
        """Return the matches in which a user has a seat (invitations too), the last changed first."""
        seated = select(seat.c.match_id).where(seat.c.user_id == user_id)
        return await self._heads(match.c.id.in_(seated) & match.c.status.in_(statuses))

    async def matches_in(self, channel_id: int, statuses: Collection[MatchStatus] = OPEN) -> tuple[MatchHead, ...]:
        """Return the matches of a channel, or of a thread, the last changed first."""
        here = (match.c.channel_id == channel_id) | (match.c.thread_id == channel_id)
        return await self._heads(here & match.c.status.in_(statuses))

    async def matches_offered(self, channel_id: int | None, user_id: int) -> tuple[MatchHead, ...]:
        """Return the running matches in which a user may take a seat over, the last changed first.

        They are those of a channel that are not private, and those in which a seat is offered to this user alone.
        """
        here = (match.c.channel_id == channel_id) & match.c.private.is_(False) if channel_id is not None else false()
        to_all = select(seat.c.match_id).where(seat.c.offered.is_not(None), seat.c.offered_to.is_(None))
        to_one = select(seat.c.match_id).where(seat.c.offered.is_not(None), seat.c.offered_to == user_id)
        mine = (here & match.c.id.in_(to_all)) | match.c.id.in_(to_one)
        return await self._heads(mine & (match.c.status == "running"))

    async def matches_on(self, guild_id: int, statuses: Collection[MatchStatus] = OPEN) -> tuple[MatchHead, ...]:
        """Return the matches of a server, the last changed first."""
        return await self._heads((match.c.guild_id == guild_id) & match.c.status.in_(statuses))

    async def number_of(self, head: MatchHead) -> int:
        """Return which match of its server a match is, counted from 1 by when they were opened."""
        same = match.c.guild_id == head.guild_id if head.guild_id is not None else match.c.guild_id.is_(None)
        tied = (match.c.created_at == head.created_at) & (match.c.id < head.id)
        counted = select(func.count()).select_from(match).where(same & ((match.c.created_at < head.created_at) | tied))
        return 1 + await self._db.read(lambda connection: connection.scalar(counted) or 0)

    async def open_matches(self) -> tuple[MatchHead, ...]:
        """Return the heads of all lobbies and running matches, to compare with Discord at the start."""
        return await self._heads(match.c.status.in_(OPEN))

    async def _one(self, which: ColumnElement[bool]) -> StoredMatch | None:
        return await self._db.read(lambda connection: _load(connection, self._db.sealing, which))

    async def _whole(self, place: Select[Any], one: str | int, held: Mapping[str, int]) -> Whole | Unchanged | None:
        return await self._db.read(lambda connection: _whole(connection, self._db.sealing, place, one, held))

    async def _heads(self, which: ColumnElement[bool]) -> tuple[MatchHead, ...]:
        return await self._db.read(lambda connection: _heads(connection, which))


def _load(connection: Connection, sealing: Sealing, which: ColumnElement[bool]) -> StoredMatch | None:
    found = connection.scalar(select(match.c.id).where(which).order_by(*_NEWEST).limit(1))
    return None if found is None else _match(connection, sealing, found)


def _match(connection: Connection, sealing: Sealing, match_id: str) -> StoredMatch | None:
    row = connection.execute(_MATCH, {"one": match_id}).first()
    if row is None:
        return None
    values: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
    values["private"], values["drawn"] = bool(row.private), bool(row.drawn)
    values["seed"] = sealing.open(row.seed, seed_of(match_id))
    values["snapshot"] = row.snapshot and sealing.open_text(row.snapshot, snapshot_of(match_id))
    seats = tuple(Seat(*one) for one in connection.execute(_SEATS, {"one": match_id}))
    clocks = tuple(SeatClock(*one) for one in connection.execute(_CLOCKS, {"one": match_id}))
    handed = any(one.since is not None for one in seats)
    former = tuple(Former(*one) for one in connection.execute(_FORMER, {"one": match_id})) if handed else ()
    return StoredMatch(**values, seats=seats, clocks=clocks, former=former)


def _whole(
    connection: Connection, sealing: Sealing, place: Select[Any], one: str | int, held: Mapping[str, int]
) -> Whole | Unchanged | None:
    row = connection.execute(place, {"one": one}).first()
    if row is None:
        return None
    if held.get(row.id) == row.version:
        return Unchanged(*row)
    found = _match(connection, sealing, row.id)
    return None if found is None else (found, _actions(connection, sealing, row.id))


def _actions(connection: Connection, sealing: Sealing, match_id: str) -> tuple[StoredAction, ...]:
    rows = connection.execute(_ACTIONS, {"one": match_id}).all()
    return tuple(_action(row, sealing, match_id) for row in rows)


def _heads(connection: Connection, which: ColumnElement[bool]) -> tuple[MatchHead, ...]:
    rows = connection.execute(select(*HEAD).where(which).order_by(match.c.updated_at.desc(), match.c.id)).all()
    seats = _seats(connection, select(seat).where(seat.c.match_id.in_(select(match.c.id).where(which))))
    return tuple(MatchHead(**_head(row, seats.get(row.id, ()))) for row in rows)


def _head(row: Row[*tuple[Any, ...]], seats: tuple[Seat, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {column.name: row._mapping[column] for column in HEAD}
    return values | {"private": bool(row.private), "drawn": bool(row.drawn), "seats": seats}


def _seats(connection: Connection, statement: Select[Any]) -> dict[str, tuple[Seat, ...]]:
    found: dict[str, tuple[Seat, ...]] = {}
    for row in connection.execute(statement.order_by(seat.c.match_id, seat.c.seat)):
        one = Seat(*(row._mapping[column] for column in SEAT))
        found[row.match_id] = (*found.get(row.match_id, ()), one)
    return found


def _action(row: Row[*tuple[Any, ...]], sealing: Sealing, match_id: str) -> StoredAction:
    seq, kind, place, text, boundary, secret, *rest = row
    if secret:
        text = sealing.open_text(text, entry_of(match_id, seq))
    return StoredAction(seq, kind, place, text, bool(boundary), bool(secret), *rest)
