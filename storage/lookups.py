"""Reading matches, their seats and their entries inside an open transaction."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, bindparam, select

from storage import schema
from storage.records.clocks import SeatClock
from storage.records.matches import Former, MatchHead, Seat, StoredMatch, Unchanged
from storage.records.steps import StoredAction
from storage.sealing import Sealing, entry_of, seed_of, snapshot_of

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
_ACTIONS = select(*ACTION).where(action.c.match_id == _ONE).order_by(action.c.seq)
CLOCK = [schema.clock.c[field.name] for field in fields(SeatClock)]
_CLOCKS = select(*CLOCK).where(schema.clock.c.match_id == _ONE).order_by(schema.clock.c.seat)
_NAMES = tuple(column.name for column in (*HEAD, *REST))


def load_newest(connection: Connection, sealing: Sealing, which: ColumnElement[bool]) -> StoredMatch | None:
    """Return the newest match that fulfills a condition, None if there is none."""
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


def get_whole(
    connection: Connection, sealing: Sealing, place: Select[Any], one: str | int, held: Mapping[str, int]
) -> Whole | Unchanged | None:
    """Return the match that `place` finds for `one`, or only its place if `held` has its present version."""
    row = connection.execute(place, {"one": one}).first()
    if row is None:
        return None
    if held.get(row.id) == row.version:
        return Unchanged(*row)
    found = _match(connection, sealing, row.id)
    return None if found is None else (found, get_actions(connection, sealing, row.id))


def get_actions(connection: Connection, sealing: Sealing, match_id: str) -> tuple[StoredAction, ...]:
    """Return the entries of a match, the oldest first."""
    rows = connection.execute(_ACTIONS, {"one": match_id}).all()
    return tuple(_action(row, sealing, match_id) for row in rows)


def get_heads(connection: Connection, which: ColumnElement[bool]) -> tuple[MatchHead, ...]:
    """Return the heads of all matches that fulfill a condition, the last changed first."""
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
