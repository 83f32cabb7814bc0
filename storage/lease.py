"""The lease on a database: one process works on it, and notices when it is not the one any more."""

from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select

from storage.engine import BOT, LEASE_MS, Lease, Repository, holder_of, wall_clock
from storage.lock import Holder, in_use
from storage.schema import instance


class LeaseRepository(Repository):
    """The lease of the one process that works on the database."""

    async def take(self, holder: Holder, *, over: bool, clock: Callable[[], int] = wall_clock) -> None:
        """Become the process that works on the database, from now on checked by every transaction that writes.

        Raises `DatabaseInUse` while the lease of another is good, unless it is known to be dead (`over`).
        """
        lease = Lease(clock() + LEASE_MS, clock)

        def body(connection: Connection) -> None:
            good = connection.scalar(select(instance.c.until).where(instance.c.name == BOT).with_for_update())
            if good is not None and good > clock() and not over:
                raise in_use(holder_of(connection))
            connection.execute(delete(instance).where(instance.c.name == BOT))
            connection.execute(
                insert(instance).values(
                    name=BOT,
                    owner=lease.owner,
                    pid=holder.pid,
                    host=holder.host,
                    since=holder.since,
                    until=lease.until,
                )
            )

        await self._db.write(body)
        self._db.lease = lease

    async def renew(self) -> None:
        """Prolong the lease, if one was taken, and see that the database is still there.

        Raises `DatabaseLost` if somebody else has it, or if the file is gone.
        """
        lease = self._db.lease
        await self._db.write(lambda connection: None if lease is None else lease.renew(connection))

    async def release(self) -> None:
        """Let the next process begin at once."""
        if (lease := self._db.lease) is not None:
            self._db.lease = None
            mine = delete(instance).where(instance.c.owner == lease.owner)
            await self._db.write(lambda connection: connection.execute(mine))

    async def holder(self) -> Holder | None:
        """Return who works on the database as it says itself, None if nobody does."""
        return await self._db.read(holder_of)
