"""Connections to an SQLite database, each with a thread, in which whole transactions run.

A transaction is a plain function of many statements. Handing each of them to the thread by itself, and its result back,
takes longer than the statements do; so the function goes there as a whole, and comes back once. aiosqlite hands a
statement to `sqlite3` as it was given, and opens the class of connection that it is given: here one that calls a
function which comes with a statement.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine
from sqlalchemy.exc import OperationalError

T = TypeVar("T")

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
                return await worker.run(body)
            finally:
                self._idle.append(worker)

    async def _connect(self) -> "_Worker":
        engine = self.sync_engine
        where, options = engine.dialect.create_connect_args(engine.url)
        try:  # without an isolation level it begins nothing by itself
            driver = await aiosqlite.connect(*where, **options, isolation_level=None, factory=_Caller)
        except sqlite3.Error as error:
            raise OperationalError("connect", None, error) from error
        worker = _Worker(driver, self._begin)
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

    def __new__(cls, statement: str, function: Callable[[sqlite3.Connection], object]) -> "_Call":
        call = super().__new__(cls, statement)
        call.function = function
        return call


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

    def __init__(self, driver: aiosqlite.Connection, begin: str) -> None:
        self.driver = driver
        self._begin = begin

    async def call(self, function: Callable[[sqlite3.Connection], T], after: str = "") -> T:
        """Execute the statement `after`, then call a function with the raw connection, both in one visit of the thread.

        Raises what the function raises, and `OperationalError` if the statement fails.
        """
        results: list[T] = []
        try:
            await self.driver.execute(_Call(after, lambda raw: results.append(function(raw))))
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

    async def run(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction of this connection."""
        # It is not begun by an event of SQLAlchemy's, which takes as long as a statement of the body.
        return await self.call(lambda raw: self._transaction(raw, body), after=self._begin)

    def _transaction(self, raw: sqlite3.Connection, body: Callable[[Connection], T]) -> T:
        try:
            with self.connection.begin():
                return body(self.connection)
        finally:
            if raw.in_transaction:  # a commit that failed
                raw.rollback()
