"""What has to be told, in order: one row in flight a lane (`thread_key`), nothing lost over a crash.

Whoever sends holds a lease on the row, and with it on the lane: an owner, until when. What is written here works in the
same way for several processes on one database, each with an owner's name of its own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    func,
    or_,
    select,
    update,
)

from storage import outbox_sql as sql
from storage.engine import Repository
from storage.errors import Taken
from storage.messages import get_current, get_direct, put_notes
from storage.records.matches import Unchanged
from storage.records.messages import MessageNote
from storage.records.sending import Claimed, NewOutbox, Noted, OutboxHealth, OutboxRow, ToSend, WaitsFor
from storage.schema import match, outbox

NOTE_LENGTH = 500
PLACED = len(sql.COLUMNS) + 1
"""Where the place of the match begins in what is read of a row that is being sent."""


class JobRepository(Repository):
    """Jobs: what has still to be sent, claimed by whoever sends it."""

    async def add(self, match_id: str, rows: Iterable[NewOutbox], *, now: int, version: int) -> None:
        """Add rows outside a step (a reminder, a repair); `version` is that of the match."""
        new = tuple(rows)
        await self._db.write(lambda connection: put(connection, match_id, version, now, new))

    async def add_all(self, news: Mapping[str, tuple[int, NewOutbox]], *, now: int) -> None:
        """Add a row for each of several matches, with the match's version, in one transaction."""

        def body(connection: Connection) -> None:
            for match_id, (version, row) in news.items():
                put(connection, match_id, version, now, (row,))

        await self._db.write(body)

    async def claim(self, now: int, *, owner: str, lease_ms: int, room: int, retries: int | None = None) -> Claimed:
        """Take up to `room` rows, each the first in its lane, the longest due first, and mark them 'sending'.

        They are the owner's until the lease ends; then anybody may claim them. A row that waits for a later attempt
        holds back the rows behind it. At most `retries` of them have been tried before (None: as many as have room).
        What sending them asks for is read in the same transaction.
        """
        which = {"now": now, "room": room, "retries": room if retries is None else retries}
        lease = {"new_owner": owner, "until": now + lease_ms}

        def body(connection: Connection) -> Claimed:
            # That a lane has one sender is kept by the index `uq_outbox_sending`, whatever two of them see.
            taken = set(connection.scalars(sql.TAKE, which | lease))
            rows = _sent(connection, owner, taken) if taken else ()
            return Claimed(rows, _next_due(connection, owner))

        try:
            return await self._db.write(body)
        except Taken:  # another process has taken the lane at this very moment
            return Claimed((), now)

    async def renew(self, owner: str, until: int) -> int:
        """Prolong the leases on everything that the owner is sending; returns on how many rows."""
        mine = (outbox.c.state == "sending", outbox.c.owner == owner)
        statement = update(outbox).where(*mine).values(leased_until=until)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)

    async def finish(
        self,
        row_id: int,
        *,
        owner: str,
        now: int,
        ok: bool = True,
        note: str = "",
        messages: Iterable[MessageNote] = (),
    ) -> Noted:
        """End a row that its owner is sending, as 'done' or 'failed', together with the messages it became.

        A row that is somebody else's by now is left alone; the messages are noted all the same.
        """

        def body(connection: Connection) -> Noted:
            put_notes(connection, messages, now)
            return _noted(connection, row_id, _settle(connection, row_id, owner, "done" if ok else "failed", note))

        return await self._db.write(body)

    async def put_back(
        self, row_id: int, *, owner: str, due_at: int, note: str, waits_for: WaitsFor | None = None
    ) -> Noted:
        """Put a row that its owner is sending back in its place, due at `due_at`; see `due_now` for `waits_for`.

        If a newer row that supersedes it waits already, the row is done instead.
        """

        def body(connection: Connection) -> Noted:
            return _noted(connection, row_id, _put_back(connection, row_id, owner, due_at, note, waits_for))

        return await self._db.write(body)

    async def release(self, owner: str) -> int:
        """Put back what the owner has not come to the end of; returns how many rows. Whether they were sent is open."""
        return await self._db.write(lambda connection: _give_up(connection, outbox.c.owner == owner))

    async def release_others(self, owner: str) -> int:
        """Put back what anybody else is sending, without waiting for the leases to end; returns how many rows.

        For the start of a process that has the database to itself: those are the rows that a crash interrupted.
        """
        others = or_(outbox.c.owner.is_(None), outbox.c.owner != owner)
        return await self._db.write(lambda connection: _give_up(connection, others))

    async def make_due(self, guild_ids: Collection[int], now: int) -> int:
        """Make due what waits for a permission in one of these servers; returns how many rows."""
        there = select(match.c.id).where(match.c.guild_id.in_(guild_ids))
        waiting = and_(outbox.c.state == "pending", outbox.c.waits_for == "permission", outbox.c.match_id.in_(there))
        statement = update(outbox).where(waiting, outbox.c.due_at > now).values(due_at=now)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)

    async def count_open(self) -> int:
        """Count the rows not yet told: waiting or being sent."""
        statement = select(func.count()).where(outbox.c.state.in_(("pending", "sending")))
        return await self._db.read(lambda connection: connection.execute(statement).scalar_one())

    async def health(self, now: int) -> OutboxHealth:
        """Return how much waits to be told and for how long; one short query."""
        blocked = outbox.c.waits_for.is_not(None)
        since = case((and_(~blocked, or_(outbox.c.due_at <= now, outbox.c.attempts > 0)), outbox.c.created_at))
        statement = select(func.count(), func.min(since), func.count(outbox.c.waits_for)).where(
            outbox.c.state.in_(("pending", "sending"))
        )

        def body(connection: Connection) -> OutboxHealth:
            depth, oldest, waiting = connection.execute(statement).one()
            return OutboxHealth(depth, 0 if oldest is None else max(0, now - oldest), waiting)

        return await self._db.read(body)

    async def of_match(self, match_id: str) -> tuple[OutboxRow, ...]:
        """Return every row of a match still kept, oldest first; for diagnosis."""
        statement = select(*sql.COLUMNS).where(outbox.c.match_id == match_id).order_by(outbox.c.id)
        return await self._db.read(lambda connection: tuple(_row(row) for row in connection.execute(statement)))


def put(connection: Connection, match_id: str, version: int, now: int, rows: tuple[NewOutbox, ...]) -> None:
    """Add rows inside an open transaction, retiring the waiting ones they supersede.

    A row takes the place of the one that it supersedes, and its age: news that never stop must not keep a lane waiting
    for ever, nor hide that it waits.
    """
    for new in rows:
        if new.direct and not connection.scalar(sql.REACHED, {"user_id": new.recipient}):
            continue
        due, since = now if new.due_at is None else new.due_at, now
        if new.supersedes:
            same = {"of_match": match_id, "lane": new.thread_key, "of_kind": new.kind, "to": new.recipient}
            retired = connection.execute(sql.RETIRE, same).all()
            since = min((now, *(row.created_at for row in retired if row.waits_for is None)))
            if new.due_at is None:
                due = min((due, *(row.due_at for row in retired)))
        connection.execute(
            sql.PUT,
            {
                "match_id": match_id,
                "thread_key": new.thread_key,
                "kind": new.kind,
                "recipient": new.recipient,
                "version": version if new.version is None else new.version,
                "supersedes": new.supersedes,
                "state": "pending",
                "attempts": 0,
                "due_at": due,
                "note": "",
                "created_at": since,
            },
        )


def _same(match_id: str, thread_key: str, kind: str, recipient: int | None) -> ColumnElement[bool]:
    return and_(
        outbox.c.match_id == match_id,
        outbox.c.thread_key == thread_key,
        outbox.c.kind == kind,
        outbox.c.recipient.is_(None) if recipient is None else outbox.c.recipient == recipient,
    )


def _sent(connection: Connection, owner: str, taken: Collection[int]) -> tuple[ToSend, ...]:
    """Those rows among what the owner is sending, with what is asked for.

    Nothing of it is opened or worked out here, so that no row can be in the way of the others.
    """
    found = [row for row in connection.execute(sql.SENT, {"owner": owner}) if row[0] in taken]
    return tuple(_to_send(connection, _row(row[:PLACED]), row[PLACED:]) for row in found)


def _to_send(connection: Connection, row: OutboxRow, place: Sequence[Any]) -> ToSend:
    there = None if place[0] is None else Unchanged(*place)
    if row.recipient is None:
        return ToSend(row, there, get_current(connection, row.match_id), None)
    return ToSend(row, there, (), get_direct(connection, row.match_id, row.recipient))


def _next_due(connection: Connection, owner: str) -> int | None:
    """When there is something to claim (maybe a past time): a row falls due, or somebody else's lease ends."""
    times = [time for time in connection.execute(sql.DUE, {"owner": owner}).one() if time]
    return min(times, default=None)


def _noted(connection: Connection, row_id: int, held: bool) -> Noted:
    """Whether the row was the owner's still, and when its lane has something more to send."""
    return Noted(held, connection.scalar(sql.LANE_DUE, {"row_id": row_id}))


def _settle(connection: Connection, row_id: int, owner: str, state: str, note: str) -> bool:
    held = {"row_id": row_id, "held_by": owner}
    changed = connection.execute(sql.SETTLE, {**held, "new_state": state, "new_note": note[:NOTE_LENGTH]})
    return changed.rowcount > 0


def _put_back(
    connection: Connection, row_id: int, owner: str, due_at: int, note: str, waits_for: WaitsFor | None
) -> bool:
    held = and_(outbox.c.id == row_id, outbox.c.state == "sending", outbox.c.owner == owner)
    row = connection.execute(select(outbox).where(held)).first()
    if row is None:
        return False
    newer = select(outbox.c.id).where(
        outbox.c.id > row_id,
        outbox.c.state == "pending",
        outbox.c.supersedes.is_(True),
        _same(row.match_id, row.thread_key, row.kind, row.recipient),
    )
    following = connection.execute(newer.limit(1)).scalar()
    if following is not None:
        older = outbox.c.created_at > row.created_at
        connection.execute(update(outbox).where(outbox.c.id == following, older).values(created_at=row.created_at))
        return _settle(connection, row_id, owner, "done", sql.SUPERSEDED)
    connection.execute(update(outbox).where(held).values(due_at=due_at, waits_for=waits_for))
    return _settle(connection, row_id, owner, "pending", note)


def _give_up(connection: Connection, whose: ColumnElement[bool]) -> int:
    """Let rows that are being sent wait again."""
    given = update(outbox).where(outbox.c.state == "sending", whose)
    return connection.execute(given.values(state="pending", owner=None, leased_until=None)).rowcount


def _row(values: Sequence[Any]) -> OutboxRow:
    """A row from the values of `COLUMNS`, maybe with one more: `before`."""
    number, match_id, lane, kind, recipient, version, supersedes, *rest = values
    return OutboxRow(number, match_id, lane, kind, recipient, version, bool(supersedes), *rest)
