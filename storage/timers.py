"""What falls due without anybody clicking: claimed with a lease by whoever works on it."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, or_, select, update

from storage.engine import Repository
from storage.records.clocks import ClaimedTimers, Timer
from storage.schema import timer

FREE: dict[str, Any] = {"owner": None, "leased_until": None}

_MOVE = (
    update(timer)
    .where(timer.c.match_id == bindparam("new_match"), timer.c.kind == bindparam("new_kind"))
    .values(**FREE, due_at=bindparam("new_due"), attempts=0)
)
"""Built once: every step moves a timer."""


_FREE_DUE = select(timer.c.due_at).where(timer.c.leased_until.is_(None)).order_by(timer.c.due_at).limit(1)
_LEASE_ENDS = select(func.min(timer.c.leased_until)).where(timer.c.leased_until.is_not(None))
_NEXT = select(_FREE_DUE.scalar_subquery(), _LEASE_ENDS.scalar_subquery())
"""When a timer falls due, and when a lease ends: each the first of an index, however many timers there are."""


class TimerRepository(Repository):
    """Timers of matches."""

    async def set(self, match_id: str, kind: str, due_at: int) -> None:
        """Set a match's timer of a kind, moving it if it is set already."""
        await self._db.write(lambda connection: put_timer(connection, match_id, kind, due_at))

    async def clear(self, match_id: str, kind: str) -> bool:
        """Remove a timer. Returns whether it was there."""
        statement = delete(timer).where(timer.c.match_id == match_id, timer.c.kind == kind)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def claim(self, now: int, *, owner: str, lease_ms: int, room: int) -> ClaimedTimers:
        """Take up to `room` timers that are due, the most overdue first; nobody else gets them until the lease ends."""

        def body(connection: Connection) -> ClaimedTimers:
            found = connection.execute(
                select(timer)
                .where(timer.c.due_at <= now, or_(timer.c.leased_until.is_(None), timer.c.leased_until <= now))
                .order_by(timer.c.due_at, timer.c.id)
                .limit(room)
                .with_for_update(skip_locked=True, of=timer)
            ).all()
            if found:
                connection.execute(
                    update(timer)
                    .where(timer.c.id.in_([row.id for row in found]))
                    .values(owner=owner, leased_until=now + lease_ms, attempts=timer.c.attempts + 1)
                )
            taken = tuple(Timer(row.match_id, row.kind, row.due_at, row.attempts + 1) for row in found)
            times = [time for time in connection.execute(_NEXT).one() if time is not None]
            return ClaimedTimers(taken, min(times, default=None))

        return await self._db.write(body)

    async def finish(self, done: Timer, *, owner: str, due_at: int | None = None) -> bool:
        """Remove a timer that its owner has dealt with, or let it fall due again at `due_at`.

        Returns False, and leaves it alone, where it was moved or removed meanwhile, or is somebody else's by now.
        """
        mine = _held(done, owner)
        again = update(timer).where(mine).values(**FREE, due_at=due_at, attempts=0)
        statement = delete(timer).where(mine) if due_at is None else again
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def put_back(self, failed: Timer, *, owner: str, due_at: int) -> bool:
        """Let a timer that could not be dealt with fall due again at `due_at`; otherwise as `finish_timer`."""
        statement = update(timer).where(_held(failed, owner)).values(**FREE, due_at=due_at)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def release(self, owner: str) -> int:
        """Give up all timers of an owner; returns how many."""
        statement = update(timer).where(timer.c.owner == owner).values(**FREE)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)

    async def release_others(self, owner: str) -> int:
        """Give up all timers of others, without waiting for their leases to end; as `JobRepository.release_others`."""
        statement = update(timer).where(timer.c.owner.is_not(None), timer.c.owner != owner).values(**FREE)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount)

    async def of_match(self, match_id: str) -> tuple[Timer, ...]:
        """Return the timers of a match, the next one first."""
        statement = select(timer).where(timer.c.match_id == match_id).order_by(timer.c.due_at, timer.c.id)

        def body(connection: Connection) -> tuple[Timer, ...]:
            return tuple(
                Timer(row.match_id, row.kind, row.due_at, row.attempts) for row in connection.execute(statement)
            )

        return await self._db.read(body)

    async def count_overdue(self, now: int) -> int:
        """Count the timers that are due and not dealt with."""
        statement = select(func.count()).select_from(timer).where(timer.c.due_at <= now)
        return await self._db.read(lambda connection: connection.execute(statement).scalar_one())


def put_timer(connection: Connection, match_id: str, kind: str, due_at: int) -> None:
    """Set or move a timer inside an open transaction; whoever works on it now does not end it any more."""
    values = {"new_match": match_id, "new_kind": kind, "new_due": due_at}
    if connection.execute(_MOVE, values).rowcount == 0:
        connection.execute(insert(timer).values(match_id=match_id, kind=kind, due_at=due_at))


def _held(one: Timer, owner: str) -> ColumnElement[bool]:
    return and_(timer.c.match_id == one.match_id, timer.c.kind == one.kind, timer.c.owner == owner)
