"""What has to be told, in order: one row in flight a lane (`thread_key`), nothing lost over a crash."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, exists, func, insert, or_, select, update

from storage.messages import put_message
from storage.part import Part
from storage.records import NewMessage, NewOutbox, OutboxRow
from storage.schema import outbox

SUPERSEDED = "superseded"
NOTE_LENGTH = 500


class OutboxPart(Part):
    """The part of the store that holds what has still to be sent."""

    async def enqueue(self, match_id: str, rows: Iterable[NewOutbox], *, now: int, version: int) -> None:
        """Add rows outside a step (a reminder, a repair); `version` is that of the match."""
        new = tuple(rows)
        await self._db.write(lambda connection: put(connection, match_id, version, now, new))

    async def claim(self, now: int, lease_ms: int) -> OutboxRow | None:
        """Take the row that is first in its lane and has been due longest, and mark it 'sending'; None if none is.

        A row that waits for a later attempt holds back the rows behind it. The lease is a note for whoever
        finds the row later (`sending`); nobody else takes it over by itself.
        """

        def body(connection: Connection) -> OutboxRow | None:
            row = connection.execute(
                select(outbox)
                .where(outbox.c.due_at <= now, _first_in_lane())
                .order_by(outbox.c.due_at, outbox.c.id)
                .limit(1)
                .with_for_update(skip_locked=True)
            ).first()
            if row is None:
                return None
            taken = {"state": "sending", "attempts": row.attempts + 1, "leased_until": now + lease_ms}
            connection.execute(update(outbox).where(outbox.c.id == row.id).values(**taken))
            return _record({**row._mapping, **taken})

        return await self._db.write(body)

    async def finish(
        self,
        row_id: int,
        *,
        now: int,
        ok: bool = True,
        note: str = "",
        message: NewMessage | None = None,
    ) -> bool:
        """End a row that is being sent, as 'done' or 'failed', together with the message it became.

        Returns False and leaves the row when it was not being sent; the message is noted all the same.
        """

        def body(connection: Connection) -> bool:
            if message is not None:
                put_message(connection, message, now)
            return _settle(connection, row_id, "done" if ok else "failed", note)

        return await self._db.write(body)

    async def retry(self, row_id: int, *, due_at: int, note: str) -> bool:
        """Put a row that is being sent back in its place, due at `due_at`; False if it is not being sent.

        If a newer row that supersedes it waits already, the row is done instead.
        """
        return await self._db.write(lambda connection: _put_back(connection, row_id, due_at, note))

    async def release(self, row_id: int) -> bool:
        """Put back a row found 'sending' after a crash and known not to have been sent; as `retry`."""
        return await self._db.write(lambda connection: _put_back(connection, row_id, None, "released"))

    async def sending(self, leased_before: int | None = None) -> tuple[OutboxRow, ...]:
        """Return the rows marked 'sending': all of them, or those whose lease ended before that time.

        At the start of the process these are the rows a crash interrupted.
        """
        statement = select(outbox).where(outbox.c.state == "sending").order_by(outbox.c.id)
        if leased_before is not None:
            statement = statement.where(outbox.c.leased_until < leased_before)
        return await self._db.read(lambda connection: tuple(_row(row) for row in connection.execute(statement)))

    async def next_due(self) -> int | None:
        """Return when `claim` will find a row (maybe a past time), None while nothing can be claimed."""
        statement = select(func.min(outbox.c.due_at)).where(_first_in_lane())
        return await self._db.read(lambda connection: connection.scalar(statement))

    async def is_waiting(self, match_id: str, kind: str, recipient: int | None) -> bool:
        """Whether a row of that kind for that recipient is still to be sent or being sent."""
        same = outbox.c.recipient.is_(None) if recipient is None else outbox.c.recipient == recipient
        found = exists().where(
            outbox.c.match_id == match_id, outbox.c.kind == kind, same, outbox.c.state.in_(("pending", "sending"))
        )
        return await self._db.read(lambda connection: bool(connection.scalar(select(found))))

    async def attempts_before(self, row: OutboxRow) -> int:
        """Count the attempts at earlier rows of the same match, lane and kind since one of them was told.

        What they sent before they were given up or superseded may have arrived unnoticed.
        """
        alike = and_(
            outbox.c.match_id == row.match_id,
            outbox.c.thread_key == row.thread_key,
            outbox.c.kind == row.kind,
            outbox.c.id < row.id,
        )
        told = select(func.max(outbox.c.id)).where(alike, outbox.c.state == "done", outbox.c.note == "")
        since = outbox.c.id > func.coalesce(told.scalar_subquery(), 0)
        statement = select(func.coalesce(func.sum(outbox.c.attempts), 0)).where(alike, since)
        return await self._db.read(lambda connection: int(connection.execute(statement).scalar_one()))

    async def outbox_pending(self) -> int:
        """Count the rows not yet told: waiting or being sent."""
        statement = select(func.count()).where(outbox.c.state.in_(("pending", "sending")))
        return await self._db.read(lambda connection: connection.execute(statement).scalar_one())

    async def outbox_rows(self, match_id: str) -> tuple[OutboxRow, ...]:
        """Return every row of a match still kept, oldest first; for diagnosis."""
        statement = select(outbox).where(outbox.c.match_id == match_id).order_by(outbox.c.id)
        return await self._db.read(lambda connection: tuple(_row(row) for row in connection.execute(statement)))


def put(connection: Connection, match_id: str, version: int, now: int, rows: tuple[NewOutbox, ...]) -> None:
    """Add rows inside an open transaction, retiring the waiting ones they supersede.

    A row takes the place of the one that it supersedes: news that never stop must not keep a lane waiting for ever.
    """
    for new in rows:
        due = now if new.due_at is None else new.due_at
        if new.supersedes:
            waiting = and_(outbox.c.state == "pending", _same(match_id, new.thread_key, new.kind, new.recipient))
            retired = update(outbox).where(waiting).values(state="done", note=SUPERSEDED).returning(outbox.c.due_at)
            since = connection.execute(retired).scalars().all()
            if new.due_at is None:
                due = min((due, *since))
        connection.execute(
            insert(outbox).values(
                match_id=match_id,
                thread_key=new.thread_key,
                kind=new.kind,
                recipient=new.recipient,
                version=version if new.version is None else new.version,
                supersedes=new.supersedes,
                state="pending",
                attempts=0,
                due_at=due,
                note="",
                created_at=now,
            )
        )


def _same(match_id: str, thread_key: str, kind: str, recipient: int | None) -> ColumnElement[bool]:
    return and_(
        outbox.c.match_id == match_id,
        outbox.c.thread_key == thread_key,
        outbox.c.kind == kind,
        outbox.c.recipient.is_(None) if recipient is None else outbox.c.recipient == recipient,
    )


def _first_in_lane() -> ColumnElement[bool]:
    other = outbox.alias("other")
    blocks = or_(other.c.state == "sending", and_(other.c.state == "pending", other.c.id < outbox.c.id))
    return and_(
        outbox.c.state == "pending",
        ~exists().where(other.c.thread_key == outbox.c.thread_key, blocks),
    )


def _settle(connection: Connection, row_id: int, state: str, note: str) -> bool:
    changed = connection.execute(
        update(outbox)
        .where(outbox.c.id == row_id, outbox.c.state == "sending")
        .values(state=state, note=note[:NOTE_LENGTH], leased_until=None)
    )
    return changed.rowcount > 0


def _put_back(connection: Connection, row_id: int, due_at: int | None, note: str) -> bool:
    row = connection.execute(select(outbox).where(outbox.c.id == row_id, outbox.c.state == "sending")).first()
    if row is None:
        return False
    newer = select(outbox.c.id).where(
        outbox.c.id > row_id,
        outbox.c.state == "pending",
        outbox.c.supersedes.is_(True),
        _same(row.match_id, row.thread_key, row.kind, row.recipient),
    )
    if connection.execute(newer.limit(1)).first() is not None:
        return _settle(connection, row_id, "done", SUPERSEDED)
    if due_at is not None:
        connection.execute(update(outbox).where(outbox.c.id == row_id).values(due_at=due_at))
    return _settle(connection, row_id, "pending", note)


def _row(row: Row[Any]) -> OutboxRow:
    return _record(dict(row._mapping))


def _record(values: dict[Any, Any]) -> OutboxRow:
    return OutboxRow(**values | {"supersedes": bool(values["supersedes"])})
