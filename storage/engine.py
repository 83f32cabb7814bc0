"""The connections of a store, and the one way a transaction takes.

One connection writes and a few only read. Writers queue at an asyncio lock, so no transaction of this process ever
meets a locked database.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from storage.dialects import Connections, Dialect, dialect_of
from storage.errors import DatabaseLost, StorageError, Taken
from storage.lock import Holder, in_use
from storage.schema import instance
from storage.sealing import Sealing

T = TypeVar("T")

LEASE_MS: Final = 60_000
"""For how long a lease is good after it was taken or renewed."""
BOT: Final = "bot"
"""Whose lease it is: the one bot that works on a database."""


def translate(error: SQLAlchemyError, dialect: Dialect) -> StorageError:
    """Turn an error of the library into one of ours, without the statement's values."""
    if isinstance(error, IntegrityError) and "unique" in str(error.orig).lower():
        return Taken("the database failed: there is such a row already")
    if isinstance(error, DBAPIError):
        return dialect.failure(error) or StorageError(f"the database failed: {error.orig}")
    return StorageError(f"the database failed: {type(error).__name__}")


class Database:
    """The connections of one database; transactions are plain functions handed to `write` and `read`."""

    def __init__(self, url: str, keys: Sequence[bytes] = ()) -> None:
        self.url = url
        self.dialect = dialect_of(url)
        self.sealing = Sealing(keys)
        """What is secret goes through this on its way in and out."""
        self.dialect.prepare()
        self.writer = self.dialect.writer()
        self.reader = self.writer if self.dialect.volatile else self.dialect.readers()
        self.observe: Callable[[str, float], None] = lambda kind, seconds: None
        """Called after every transaction with "read" or "write" and its seconds, waiting included."""
        self.lease: Lease | None = None
        """Asked before every transaction that writes, if this process holds a lease on the database."""
        self.lost: DatabaseLost | None = None
        """Why nothing is written any more: the database turned out not to be this process's."""
        self.on_lost: Callable[[DatabaseLost], None] = lambda reason: None
        """Called once with that reason."""
        self._guard = self.dialect.guard()
        if self._guard is not None:
            event.listen(self.writer.sync_engine, "connect", self._connected)
        self._beside: Connections | None = None
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def write(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction that may write, and return its result once that is durable.

        Whatever `body` raises rolls everything back. A caller who is cancelled meanwhile does not tear the
        transaction: it runs to its end, one way or the other.
        """
        return await self._shielded(self._transaction(self.writer, body))

    async def write_beside(self, body: Callable[[Connection], T]) -> T:
        """Run `body` as `write` does, on a connection of its own of a server, whoever else writes or waits there."""
        if self._beside is None:
            self._beside = self.dialect.writer()
        return await self._shielded(self._transaction(self._beside, body))

    async def read(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction that sees a single moment and cannot write."""
        return await self._shielded(self._transaction(self.reader, body))

    async def problems(self) -> list[str]:
        """Run the database's own checks; return their findings, one line each."""
        return await self.read(self.dialect.problems)

    async def compact(self) -> None:
        """Write the database anew, so that what was deleted is in no byte of its files; whoever writes has to wait.

        That takes a second for every 200 MB; on a server whoever wants the table that is just written anew waits, and
        nobody else. Raises `StorageError`, and leaves everything as it is then.
        """
        await self._shielded(self._compacted())

    async def close(self) -> None:
        """Let running transactions finish, then close every connection and thread; again is harmless."""
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)
        await self.reader.dispose()
        await self.writer.dispose()
        if self._beside is not None:
            await self._beside.dispose()
        if self._guard is not None:
            self._guard.close()

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closed:
            work.close()
            raise StorageError("the store is closed")
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # seen, even if the caller has gone

    async def _transaction(self, engine: Connections, body: Callable[[Connection], T]) -> T:
        begun = time.perf_counter()
        try:
            if engine is not self.writer:
                return await engine.run(body)
            async with self._lock:
                if self.lost is not None:
                    raise DatabaseLost(*self.lost.args)
                result = await engine.run(body if self.lease is None else self.lease.before(body))
                if self._guard is not None:
                    self._guard.check()
                return result
        except SQLAlchemyError as error:
            raise translate(error, self.dialect) from error
        except DatabaseLost as reason:
            if self.lost is None:
                self.lost = reason
                self.on_lost(reason)
            raise
        finally:
            self.observe("write" if engine in (self.writer, self._beside) else "read", time.perf_counter() - begun)

    async def _compacted(self) -> None:
        async with contextlib.nullcontext() if self.dialect.file is None else self._lock:
            await asyncio.to_thread(self.dialect.compact)

    def _connected(self, *_: Any) -> None:
        assert self._guard is not None
        self._guard.forget_log()


class Repository:
    """Queries about one subject over a database that it shares with others; each method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database


def wall_clock() -> int:
    """Return the time in Unix milliseconds."""
    return int(time.time() * 1000)


@dataclass(slots=True)
class Lease:
    """A lease that this process holds, good until `until`; whoever writes later has to renew it first."""

    until: int
    clock: Callable[[], int] = wall_clock
    owner: str = field(default_factory=lambda: secrets.token_hex(8))

    def renew(self, connection: Connection) -> None:
        """Prolong it inside an open transaction. Raises `DatabaseLost` if somebody else has it."""
        until = self.clock() + LEASE_MS
        mine = (instance.c.name == BOT) & (instance.c.owner == self.owner)
        if connection.execute(update(instance).where(mine).values(until=until)).rowcount == 0:
            raise DatabaseLost(f"the lease on the database was taken over ({holder_of(connection) or 'nobody has it'})")
        self.until = until

    def before(self, body: Callable[[Connection], T]) -> Callable[[Connection], T]:
        """Let a transaction make sure of the lease first: after a long pause somebody else may have taken it."""

        def leased(connection: Connection) -> T:
            if self.clock() >= self.until:
                self.renew(connection)
            return body(connection)

        return leased


def holder_of(connection: Connection) -> Holder | None:
    """Return who works on the database by its lease, None if nobody does."""
    columns = (instance.c.pid, instance.c.host, instance.c.since)
    row = connection.execute(select(*columns).where(instance.c.name == BOT)).first()
    return None if row is None else Holder(row.pid, row.host, row.since)


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
