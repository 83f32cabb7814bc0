"""SQLite: a file with one connection that writes and a few that cannot; in memory one connection does everything.

A transaction is a plain function of many statements. Handing each of them to the thread by itself, and its result back,
takes longer than the statements do; so the function goes there as a whole, and comes back once. aiosqlite hands a
statement to `sqlite3` as it was given, and opens the class of connection that it is given: here one that calls a
function which comes with a statement.
"""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, Table, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

from storage.dialects import Hear
from storage.dialects import sqlite_files as files
from storage.dialects.sqlite_files import FileGuard
from storage.errors import DatabaseDamaged, StorageBusy, StorageError, StorageFull
from storage.lock import FileLock, Holder

T = TypeVar("T")

READERS: Final = 4

CACHE_KIB: Final = 512
"""How much of the file each connection keeps in memory. What is asked for is read by indexes, a few pages at a time,
and the system has those: the two megabytes that SQLite takes by itself, for every connection, find nothing sooner."""


DRIVER: Final = "sqlite+pysqlite"
"""The dialect that SQLAlchemy speaks in the thread: that of the `sqlite3` below aiosqlite."""


class Connections:
    """As many connections to one SQLite database as are needed at the same time, `size` at most."""

    def __init__(self, url: URL, *, size: int = 1, begin: str = "BEGIN") -> None:
        self._local = threading.local()
        self._ours: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._free = asyncio.Semaphore(size)
        self.sync_engine: Final[Engine] = create_engine(
            url.set(drivername=DRIVER),
            poolclass=NullPool,
            creator=lambda: self._local.raw,
            hide_parameters=True,  # what is bound may be secret and errors end in logs
        )
        """The engine that SQLAlchemy's events of all these connections are heard from."""
        self._begin = begin

    async def run(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction; whatever it raises rolls everything back.

        Raises SQLAlchemy's errors, also where the transaction cannot be begun.
        It runs in a thread, and must not be cancelled: the connection would be used for something else meanwhile.
        """
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._connect()
            try:
                # It is not begun by an event of SQLAlchemy's, which takes as long as a statement of the body.
                return await worker.call(lambda raw: worker.carry_out(raw, body), after=self._begin)
            finally:
                self._idle.append(worker)

    async def _connect(self) -> "_Worker":
        engine = self.sync_engine
        where, options = engine.dialect.create_connect_args(engine.url)
        try:  # without an isolation level it begins nothing by itself
            driver = await aiosqlite.connect(*where, **options, isolation_level=None, factory=_Caller)
        except sqlite3.Error as error:
            raise OperationalError("connect", None, error) from error
        worker = _Worker(driver)
        try:
            await worker.call(lambda raw: self._attach(worker, raw))
        except BaseException:
            await driver.close()
            raise
        self._ours.append(worker)
        return worker

    def _attach(self, worker: "_Worker", raw: sqlite3.Connection) -> None:
        """Put SQLAlchemy over the connection of a worker, in its thread."""
        self._local.raw = raw
        worker.thread = threading.current_thread()
        worker.connection = self.sync_engine.connect()

    @property
    def count(self) -> int:
        """Return how many connections there are."""
        return len(self._ours)

    async def dispose(self) -> None:
        """Close all connections and end their threads, when nothing runs any more; again is harmless."""
        self._idle = []
        while self._ours:
            await self._ours.pop().close()


class _Call(str):
    """A statement, maybe an empty one, with a function to call in the same thread as soon as it was executed."""

    __slots__ = ("function",)
    function: Callable[[sqlite3.Connection], object]


class _Caller(sqlite3.Connection):
    """A connection whose `execute` also calls the function that comes with a statement."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        cursor = super().execute(sql, parameters)
        if isinstance(sql, _Call):
            sql.function(self)
        return cursor


class _Worker:
    """One connection and its thread."""

    connection: Connection
    thread: threading.Thread

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self.driver = driver

    async def call(self, function: Callable[[sqlite3.Connection], T], after: str = "") -> T:
        """Execute the statement `after`, then call a function with the raw connection, both in one visit of the thread.

        Raises what the function raises, and `OperationalError` if the statement fails.
        """
        results: list[T] = []
        statement = _Call(after)
        statement.function = lambda raw: results.append(function(raw))
        try:
            await self.driver.execute(statement)
        except sqlite3.Error as error:
            raise OperationalError(after, None, error) from error
        return results[0]

    async def close(self) -> None:
        """Close the connection and end the thread."""
        try:
            await self.call(lambda raw: self.connection.close())
        finally:
            await self.driver.close()
            self.thread.join()  # aiosqlite has heard that it closes; it ends at once

    def carry_out(self, raw: sqlite3.Connection, body: Callable[[Connection], T]) -> T:
        """Carry `body` out in the transaction that has begun, and commit it; called in the thread."""
        try:
            with self.connection.begin():
                return body(self.connection)
        finally:
            if raw.in_transaction:  # a commit that failed
                raw.rollback()


class SQLite:
    """An SQLite database."""

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername="sqlite+aiosqlite")
        path = self.url.database or ""
        if path.startswith("file:"):
            raise StorageError("write the path of the database itself, not a file: address")
        if url.query or "\0" in path:  # an option could turn the file into another one, or into one in memory
            raise StorageError("a database that is a file has no options: nothing follows its path")
        self.file = Path(path) if path and path != ":memory:" else None
        self.volatile = self.file is None

    @property
    def name(self) -> str:
        """Return the path of the file."""
        return str(self.file or "in memory")

    @property
    def stem(self) -> str:
        """Return the name of the file without its ending."""
        return "" if self.file is None else self.file.stem

    @property
    def suffix(self) -> str:
        """Return that a backup is a database by itself."""
        return ".sqlite3"

    def prepare(self) -> None:
        """Create a missing file readable by its owner only: seeds are in it.

        An existing one is not opened: closing any handle on it would drop the locks SQLite holds here.
        """
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if not self.file.exists():
            os.close(os.open(self.file, os.O_CREAT | os.O_RDWR, 0o600))

    def writer(self, *, foreign_keys: bool = True) -> Connections:
        """Return the one connection that writes, with `BEGIN IMMEDIATE`: one that began by reading could not go on."""
        return self._connections("BEGIN IMMEDIATE", 1, foreign_keys=foreign_keys)

    def readers(self) -> Connections:
        """Return connections that cannot write."""
        return self._connections("BEGIN", READERS, query_only=True)

    def onlooker(self) -> Engine:
        """Return an engine that leaves every file as it is: without a log nobody writes, so none is made."""
        path = self.file
        assert path is not None  # one in memory has no outside

        def connect() -> sqlite3.Connection:
            how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
            return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)

        return create_engine(DRIVER + "://", creator=connect, poolclass=NullPool, hide_parameters=True)

    def single(self) -> Engine:
        """Return an engine for a connection that checks references and writes a log, as the writer's does."""
        assert self.file is not None
        engine = create_engine(f"{DRIVER}:///{self.file}", poolclass=NullPool, hide_parameters=True)

        def on_connect(raw: Any, _record: Any) -> None:
            self._promise(raw, foreign_keys=True)
            raw.isolation_level = None  # `sqlite3` would begin a transaction only where it sees a change of rows

        event.listen(engine, "connect", on_connect)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return engine

    def tables(self, connection: Connection) -> list[str]:
        """Return the names of all tables but SQLite's own."""
        listed = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        return [f'"{name}"' for name in connection.exec_driver_sql(listed).scalars()]

    def drop_all(self, connection: Connection, names: list[str]) -> None:
        """Drop tables; references are checked when all are gone."""
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        for name in names:
            connection.exec_driver_sql(f"DROP TABLE {name}")

    def last_given(self, connection: Connection, table: Table) -> int:
        """Read what SQLite keeps for tables with AUTOINCREMENT."""
        found = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).scalar()
        return int(found or 0)

    def set_last_given(self, connection: Connection, table: Table, number: int) -> None:
        """Write it there."""
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        if number:
            connection.exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, number))

    def lock(self, holder: Holder) -> FileLock | None:
        """Lock the file. One that has vanished is not made anew: everybody's matches would be gone without a word."""
        return None if self.file is None else FileLock.of_database(self.file, holder, make=self.prepare)

    def news(self, mine: int, channel: str, hear: Hear) -> None:
        """Return None: one process has the file to itself."""

    def in_turn(self, connection: Connection) -> None:
        """Do nothing: whoever writes has the file to itself."""

    def guard(self) -> FileGuard | None:
        """Watch over the file."""
        return None if self.file is None else FileGuard(self.file)

    def failure(self, error: DBAPIError) -> StorageError | None:
        """Recognize a full disk, a lock of somebody else's and a damaged file by SQLite's error codes."""
        code = (getattr(error.orig, "sqlite_errorcode", 0) or 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return StorageFull("the disk is full: nothing of this step was stored")
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StorageBusy("the database is locked: nothing of this step was stored")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return DatabaseDamaged(f"the database is damaged: {error.orig}")
        return None

    def check(self) -> None:
        """Check the structure of the file; see `sqlite_files.check_quickly`."""
        if self.file is not None:
            files.check_quickly(self.file)

    def problems(self, connection: Connection) -> list[str]:
        """Let SQLite check the structure of the file and the references between rows."""
        rows = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
        problems = [f"integrity_check: {row}" for row in rows if row != "ok"]
        for table, rowid, parent, _key in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            problems.append(f"foreign_key_check: {table} row {rowid} refers to a missing {parent}")
        return problems

    def checked(self, connection: Connection) -> str:
        """Return that SQLite has checked everything."""
        return f"checked in full by SQLite {sqlite3.sqlite_version}"

    def unable(self, connection: Connection) -> str | None:
        """Return None: SQLite is here."""
        return None

    def restored(self, connection: Connection) -> int:
        """Read the number that `sqlite_files.number_anew` has given."""
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    def set_restored(self, connection: Connection, number: int) -> None:
        """Write the number into the header of the file."""
        connection.exec_driver_sql(f"PRAGMA user_version={number:d}")

    def copy(self, target: Path) -> None:
        """Let SQLite copy the file, and check the copy whole."""
        assert self.file is not None
        files.copy(self.file, target)
        files.check_whole(target)

    def compact(self) -> None:
        """Write the file anew."""
        if self.file is not None:
            files.compact(self.file)

    def _connections(
        self, begin: str, size: int, *, foreign_keys: bool = True, query_only: bool = False
    ) -> Connections:
        """Return connections with the settings that this project promises."""
        connections = Connections(self.url, size=size, begin=begin)

        def on_connect(connection: Any, _record: Any) -> None:
            self._promise(connection, foreign_keys=foreign_keys, query_only=query_only)

        event.listen(connections.sync_engine, "connect", on_connect)
        return connections

    def _promise(self, connection: Any, *, foreign_keys: bool, query_only: bool = False) -> None:
        """Set a new connection as this project promises."""
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={files.BUSY_TIMEOUT_MS}")
        cursor.execute("PRAGMA trusted_schema=OFF")
        cursor.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        cursor.execute("PRAGMA journal_mode=WAL")
        mode = cursor.fetchone()[0]
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=FAST")
        cursor.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        if query_only:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()
        if mode != "wal" and not self.volatile:
            raise StorageError(f"the database cannot use a write-ahead log here (journal mode {mode})")
