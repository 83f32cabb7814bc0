"""Connections and transactions. All SQL that only SQLite understands is in this module.

A file has one connection that writes and a few that cannot (`query_only`). Writers queue at an asyncio lock,
so no transaction of this process ever meets a locked database. In memory one connection does everything.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from storage.connections import Connections
from storage.errors import DatabaseDamaged, DatabaseLost, StorageError, StorageFull, Taken
from storage.guard import FileGuard
from storage.lease import Lease
from storage.sealing import Sealing

T = TypeVar("T")

READERS = 4
BUSY_TIMEOUT_MS = 5000


def parse(url: str) -> URL:
    """Return the URL with its driver filled in; anything but SQLite is refused with `StorageError`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StorageError("the database URL cannot be read; expected sqlite+aiosqlite:///path/to/file") from None
    if parsed.drivername == "sqlite":
        parsed = parsed.set(drivername="sqlite+aiosqlite")
    if parsed.drivername != "sqlite+aiosqlite":
        raise StorageError(f"databases of the kind {parsed.drivername!r} are not supported")
    if (parsed.database or "").startswith("file:"):
        raise StorageError("write the path of the database itself, not a file: address")
    return parsed


def file_of(url: str) -> Path | None:
    """Return the path of the database file, or None for a database in memory."""
    database = parse(url).database
    return Path(database) if database and database != ":memory:" else None


def prepare_file(path: Path) -> None:
    """Create a missing database file readable by its owner only: seeds are in it.

    An existing file is not opened: closing any handle on it would drop the locks SQLite holds here.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def make_engine(url: str, *, writer: bool, size: int = 1, foreign_keys: bool = True) -> Connections:
    """Prepare connections each of which carries the settings this project promises.

    `foreign_keys` off is for migrations alone, which rebuild tables and check all references afterwards.
    """
    found = Connections(parse(url), size=size, begin="BEGIN IMMEDIATE" if writer else "BEGIN")
    in_memory = file_of(url) is None

    def on_connect(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        cursor.execute("PRAGMA trusted_schema=OFF")
        cursor.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        cursor.execute("PRAGMA journal_mode=WAL")
        mode = cursor.fetchone()[0]
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=FAST")
        if not writer:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()
        if mode != "wal" and not in_memory:
            raise StorageError(f"the database cannot use a write-ahead log here (journal mode {mode})")

    event.listen(found.sync_engine, "connect", on_connect)
    return found


def translate(error: SQLAlchemyError) -> StorageError:
    """Turn an error of the library into one of ours, without the statement's values."""
    if isinstance(error, IntegrityError) and "unique" in str(error.orig).lower():
        return Taken("the database failed: there is such a row already")
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlite_errorcode", 0) or 0
        if code & 0xFF == sqlite3.SQLITE_FULL:
            return StorageFull("the disk is full: nothing of this step was stored")
        if code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return DatabaseDamaged(f"the database is damaged: {error.orig}")
        return StorageError(f"the database failed: {error.orig}")
    return StorageError(f"the database failed: {type(error).__name__}")


class Database:
    """The connections of one database; transactions are plain functions handed to `write` and `read`."""

    def __init__(self, url: str, keys: Sequence[bytes] = ()) -> None:
        self.url = url
        self.sealing = Sealing(keys)
        """What is secret goes through this on its way in and out."""
        path = file_of(url)
        if path is not None:
            prepare_file(path)
        self.writer = make_engine(url, writer=True)
        self.reader = self.writer if path is None else make_engine(url, writer=False, size=READERS)
        self.observe: Callable[[str, float], None] = lambda kind, seconds: None
        """Told of every transaction: "read" or "write", and how many seconds it took with its wait."""
        self.lease: Lease | None = None
        """Asked before every transaction that writes, if this process holds a lease on the database."""
        self.lost: DatabaseLost | None = None
        """Why nothing is written any more: the database turned out not to be this process's."""
        self.on_lost: Callable[[DatabaseLost], None] = lambda reason: None
        """Told of that, once."""
        self._guard = None if path is None else FileGuard(path)
        if self._guard is not None:
            event.listen(self.writer.sync_engine, "connect", self._connected)
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def write(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction that may write, and return its result once that is durable.

        Whatever `body` raises rolls everything back. A caller who is cancelled meanwhile does not tear the
        transaction: it runs to its end, one way or the other.
        """
        return await self._shielded(self.writer, body)

    async def read(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction that sees a single moment and cannot write."""
        return await self._shielded(self.reader, body)

    async def problems(self) -> list[str]:
        """Return what SQLite's own checks find wrong, one line each; empty when all is well."""
        return await self.read(find_problems)

    async def close(self) -> None:
        """Let running transactions finish, then close every connection and thread; again is harmless."""
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)
        await self.reader.dispose()
        await self.writer.dispose()
        if self._guard is not None:
            self._guard.close()

    async def _shielded(self, engine: Connections, body: Callable[[Connection], T]) -> T:
        if self._closed:
            raise StorageError("the store is closed")
        task = asyncio.create_task(self._transaction(engine, body))
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
                result = await engine.run(self._written(body))
                if self._guard is not None:
                    self._guard.check()
                return result
        except SQLAlchemyError as error:
            raise translate(error) from error
        except DatabaseLost as reason:
            if self.lost is None:
                self.lost = reason
                self.on_lost(reason)
            raise
        finally:
            self.observe("write" if engine is self.writer else "read", time.perf_counter() - begun)

    def _written(self, body: Callable[[Connection], T]) -> Callable[[Connection], T]:
        """The body of a transaction that makes sure of the lease first."""
        if (lease := self.lease) is None:
            return body

        def leased(connection: Connection) -> T:
            lease.before_writing(connection)
            return body(connection)

        return leased

    def _connected(self, *_: Any) -> None:
        assert self._guard is not None
        self._guard.forget_log()


def check_quickly(path: Path) -> None:
    """Raise `DatabaseDamaged` if the structure of the file is broken.

    Every page is read, and noise all over one that is in use is always noticed. Not noticed is what leaves the
    structure whole: other letters inside a long text, noise where nothing is kept, an index that differs from its
    table. For these there are `find_problems` and the hashes that go with snapshots and entries.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        try:
            ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            found = error
    if found != "ok":
        raise DatabaseDamaged(f"the database is damaged: {' '.join(str(found).split())}")


def compact(path: Path) -> None:
    """Write the whole file anew, without what was deleted or changed in it, and empty its log."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise StorageError(f"the database could not be written anew: {error}") from error


def find_problems(connection: Connection) -> list[str]:
    """Run SQLite's check of the file's structure and of all references between rows."""
    rows = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
    found = [f"integrity_check: {row}" for row in rows if row != "ok"]
    for table, rowid, parent, _key in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        found.append(f"foreign_key_check: {table} row {rowid} refers to a missing {parent}")
    return found
