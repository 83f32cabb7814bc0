"""What falls due without anybody clicking."""

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.part import Part
from storage.records import Timer
from storage.schema import timer


class TimerPart(Part):
    """The part of the store that holds timers."""

    async def set_timer(self, match_id: str, kind: str, due_at: int) -> None:
        """Set a match's timer of a kind, moving it if it is set already."""
        await self._db.write(lambda connection: put_timer(connection, match_id, kind, due_at))

    async def clear_timer(self, match_id: str, kind: str, *, due_at: int | None = None) -> bool:
        """Remove a timer, with `due_at` only if it was not moved meanwhile. Returns whether it was there."""
        statement = delete(timer).where(timer.c.match_id == match_id, timer.c.kind == kind)
        if due_at is not None:
            statement = statement.where(timer.c.due_at == due_at)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def due_timers(self, now: int, limit: int = 100) -> tuple[Timer, ...]:
        """Return timers that are due, the most overdue first; they stay until cleared or moved."""
        statement = select(timer).where(timer.c.due_at <= now).order_by(timer.c.due_at, timer.c.id).limit(limit)

        def body(connection: Connection) -> tuple[Timer, ...]:
            return tuple(Timer(row.match_id, row.kind, row.due_at) for row in connection.execute(statement))

        return await self._db.read(body)

    async def next_timer(self) -> int | None:
        """Return when the next timer falls due, None if none is set."""
        return await self._db.read(lambda connection: connection.scalar(select(func.min(timer.c.due_at))))


def put_timer(connection: Connection, match_id: str, kind: str, due_at: int) -> None:
    """Set or move a timer inside an open transaction."""
    moved = connection.execute(
        update(timer).where(timer.c.match_id == match_id, timer.c.kind == kind).values(due_at=due_at)
    )
    if moved.rowcount == 0:
        connection.execute(insert(timer).values(match_id=match_id, kind=kind, due_at=due_at))
