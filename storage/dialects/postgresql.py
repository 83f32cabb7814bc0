"""PostgreSQL: one connection that writes, a few that read, and a lock of the server's that ends with its connection.

Nothing offers it to operators yet. Backups are the business of the server's own tools (`pg_dump`).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import NullPool

from storage.errors import DatabaseDamaged, StorageBusy, StorageError, StorageFull
from storage.lock import Holder, in_use

T = TypeVar("T")

READERS: Final = 4
LOCK: Final = 7_263_514_082_917_061
"""The number of the advisory lock; the server keeps those of different databases apart."""
FULL: Final = {"53100", "53400"}
"""SQLSTATE: disk full, configured limit exceeded."""
LOCKED: Final = {"55P03"}
"""SQLSTATE: lock not available."""
DAMAGED: Final = {"XX001", "XX002"}
"""SQLSTATE: data corrupted, index corrupted."""


class ThreadedConnections:
    """Connections of one engine, each transaction in one of as many threads."""

    def __init__(self, url: URL, *, size: int, isolation: str, read_only: bool) -> None:
        self.sync_engine: Final[Engine] = create_engine(
            url,
            pool_size=size,
            max_overflow=0,
            pool_pre_ping=True,  # the server may have been started anew
            hide_parameters=True,  # what is bound may be secret and errors end in logs
            isolation_level=isolation,
            execution_options={"postgresql_readonly": read_only},
        )
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="postgresql")

    @property
    def count(self) -> int:
        """Return how many connections are in use."""
        return getattr(self.sync_engine.pool, "checkedout", int)()

    async def run(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction; whatever it raises rolls everything back."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._transaction, body)

    def _transaction(self, body: Callable[[Connection], T]) -> T:
        with self.sync_engine.begin() as connection:
            return body(connection)

    async def dispose(self) -> None:
        """Close all connections and end their threads; again is harmless."""
        await asyncio.to_thread(self._threads.shutdown)
        self.sync_engine.dispose()


class AdvisoryLock:
    """A lock that the server holds for as long as a connection lives."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Connection | None = connection

    def release(self) -> None:
        """Let others have it; again is harmless."""
        if self._connection is not None:
            self._connection.close()
            self._connection.engine.dispose()
            self._connection = None


class PostgreSQL:
    """A database on a PostgreSQL server."""

    file: Path | None = None
    volatile = False

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername="postgresql+psycopg")

    def prepare(self) -> None:
        """Do nothing: an operator creates the database on the server."""

    def writer(self, *, foreign_keys: bool = True) -> ThreadedConnections:
        """Return the one connection that writes. References are always checked: no migration rebuilds a table here."""
        return ThreadedConnections(self.url, size=1, isolation="READ COMMITTED", read_only=False)

    def readers(self) -> ThreadedConnections:
        """Return connections whose transactions see a single moment and cannot write."""
        return ThreadedConnections(self.url, size=READERS, isolation="REPEATABLE READ", read_only=True)

    def lock(self, holder: Holder) -> AdvisoryLock:
        """Lock the database until the connection ends. Raises `DatabaseInUse` when somebody has it.

        Who that is says the lease, once this process may read it.
        """
        engine = create_engine(self.url, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True)
        try:
            connection = engine.connect()
            if connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}):
                return AdvisoryLock(connection)
            readable = connection.scalar(text("SELECT to_regclass('instance') IS NOT NULL"))
            statement = text("SELECT pid, host, since FROM instance WHERE name = 'bot'")
            row = connection.execute(statement).first() if readable else None
            connection.close()
        except OperationalError as error:
            raise StorageError(f"the database cannot be reached: {error.orig}") from error
        raise in_use(None if row is None else Holder(row.pid, row.host, row.since))

    def guard(self) -> None:
        """Return None: the server guards its files itself."""

    def failure(self, error: DBAPIError) -> StorageError | None:
        """Recognize a full disk, a lock of somebody else's and damaged data by their SQLSTATE."""
        state = getattr(error.orig, "sqlstate", None)
        if state in FULL:
            return StorageFull("the disk is full: nothing of this step was stored")
        if state in LOCKED:
            return StorageBusy("the database is locked: nothing of this step was stored")
        if state in DAMAGED:
            return DatabaseDamaged(f"the database is damaged: {error.orig}")
        return None

    def check(self) -> None:
        """Do nothing: a server with checksums checks pages when it reads them."""

    def problems(self, connection: Connection) -> list[str]:
        """Return the constraints that the server has not checked for all rows."""
        unchecked = text("SELECT conname FROM pg_constraint WHERE NOT convalidated ORDER BY conname")
        return [f"constraint {name} was never checked" for name in connection.scalars(unchecked)]

    def restored(self, connection: Connection) -> int:
        """Return 0: a server is restored with its own tools, which give no number."""
        return 0

    def compact(self) -> None:
        """Write all tables anew."""
        engine = create_engine(self.url, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True)
        with engine.connect() as connection:
            connection.execute(text("VACUUM FULL"))
