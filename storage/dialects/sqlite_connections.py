"""Connections to an SQLite database, each with a thread, in which whole transactions run.

A transaction is a plain function of many statements. Handing each of them to the thread by itself, and its result back,
takes longer than the statements do; so the function goes there as a whole, and comes back once.
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
"""What SQLAlchemy speaks in the thread: the `sqlite3` below aiosqlite."""


class Connections:
    """As many connections to one SQLite database as are needed at the same time, `size` at most.

    For another database there would be a second class with the same four names, over an `AsyncEngine`.
    """

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
        """What SQLAlchemy's events of all these connections are heard from."""
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
        try:
            driver = await aiosqlite.connect(*where, **options, isolation_level=None)  # it begins nothing by itself
        except sqlite3.Error as error:
            raise OperationalError("connect", None, error) from error
        worker = _Worker(driver, self._begin)
        try:
            await worker.do(self._attach, worker)
        except BaseException:
            await driver.close()
            raise
        self._ours.append(worker)
        return worker

    def _attach(self, worker: "_Worker") -> None:
        """In the thread of the worker: put SQLAlchemy over its connection."""
        self._local.raw = worker.driver._conn
        worker.connection = self.sync_engine.connect()

    @property
    def count(self) -> int:
        """How many connections there are."""
        return len(self._ours)

    async def dispose(self) -> None:
        """Close all connections and end their threads, when nothing runs any more; again is harmless."""
        self._idle = []
        while self._ours:
            await self._ours.pop().close()


class _Worker:
    """One connection and its thread."""

    connection: Connection

    def __init__(self, driver: aiosqlite.Connection, begin: str) -> None:
        self.driver = driver
        self._begin = begin

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Call a function in the thread."""
        # aiosqlite has no public name for this; tests/storage/test_connections.py says when that changes.
        result: T = await self.driver._execute(work, *arguments)  # type: ignore[no-untyped-call]
        return result

    async def close(self) -> None:
        """Close the connection and end the thread."""
        try:
            await self.do(self.connection.close)
        finally:
            await self.driver.close()
            self.driver._thread.join()  # it has told that it closes, and ends at once

    async def run(self, body: Callable[[Connection], T]) -> T:
        return await self.do(self._transaction, body)

    def _transaction(self, body: Callable[[Connection], T]) -> T:
        raw = self.driver._conn
        try:
            raw.execute(self._begin)  # not by an event of SQLAlchemy's, which takes as long as a statement of the body
        except sqlite3.Error as error:
            raise OperationalError(self._begin, None, error) from error
        try:
            with self.connection.begin():
                return body(self.connection)
        finally:
            if raw.in_transaction:  # a commit that failed
                raw.rollback()
