"""Connections to PostgreSQL, each transaction in a thread, which outlast what passes: restarts, failovers, deadlocks.

The pool is SQLAlchemy's, of as many connections as there are threads. What `psycopg_pool` has beside that, waiting for
a free connection and workers that keep some ready, would be of no use: a transaction waits for its thread already.

A transaction is repeated as long as its commit was not sent: then the server has kept nothing of it. While the server
is away all wait for it together, for `PATIENCE` after it was missed; later ones fail at once until it is back.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from storage.dialects import postgresql_failures as failures
from storage.errors import DatabaseRefused, DatabaseUnreachable, OutcomeUnknown

T = TypeVar("T")

OLDEST: Final = 15
"""The oldest version of PostgreSQL that the bot is tested with."""
PATIENCE: Final = 10.0
"""Seconds for which a server that is gone is waited for: longer than a restart takes, shorter than people wait."""
PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between two attempts, the last for all later ones."""
REPEATED: Final = 5
"""How often a transaction is repeated that the server has undone because of others."""
CONNECTED: Final = {
    "connect_timeout": "5",
    # A server whose machine is gone says nothing: it is noticed within half a minute.
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
    # Of several servers in the address the one that can be written to; alone, a copy is never taken for it.
    "target_session_attrs": "read-write",
    "application_name": "arena-bot",
    "client_encoding": "utf8",
}
"""Options of every connection, unless the address has others."""


def engine_of(url: URL, **more: Any) -> Engine:
    """Return an engine whose connections are made with our options and refuse a server that is too old."""
    given = {name: value for name, value in CONNECTED.items() if name not in url.query}
    engine = create_engine(url.update_query_dict(given), hide_parameters=True, **more)  # what is bound may be secret
    event.listen(engine, "connect", _accept)
    event.listen(engine, "handle_error", _tell_no_rows)
    return engine


def autocommitting(url: URL) -> Engine:
    """Return an engine for one connection by itself, each statement of which is a transaction."""
    return engine_of(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")


def _accept(raw: Any, _record: Any) -> None:
    version, encoding = raw.info.server_version // 10_000, raw.info.parameter_status("server_encoding")
    if version < OLDEST:
        raw.close()
        raise DatabaseRefused(f"the server is PostgreSQL {version}; the bot works with {OLDEST} and newer ones")
    if encoding != "UTF8":
        raw.close()
        raise DatabaseRefused(f"the database has the encoding {encoding}: create one with ENCODING 'UTF8'")


def _tell_no_rows(context: ExceptionContext) -> None:
    if isinstance(context.sqlalchemy_exception, DBAPIError):
        failures.without_rows(context.sqlalchemy_exception)


class ThreadedConnections:
    """Connections of one engine, each transaction in one of as many threads."""

    def __init__(self, url: URL, *, size: int, isolation: str, read_only: bool) -> None:
        self._writing = not read_only
        self._missed: float | None = None
        self.sync_engine: Final[Engine] = engine_of(
            url,
            pool_size=size,
            max_overflow=0,
            isolation_level=isolation,
            execution_options={"postgresql_readonly": read_only},
        )
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="postgresql")

    @property
    def count(self) -> int:
        """Return how many connections are in use."""
        return getattr(self.sync_engine.pool, "checkedout", int)()

    async def run(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction; whatever it raises rolls everything back.

        It may be run more than once, always from the beginning and with nothing kept of the time before.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._transaction, body)

    def _transaction(self, body: Callable[[Connection], T]) -> T:
        undone = attempts = taken = 0
        while True:
            try:
                result = self._attempt(body)
            except DBAPIError as error:
                if failures.is_undone(error):
                    undone += 1
                    if undone > REPEATED:
                        raise
                elif failures.is_taken(error) and not taken:
                    taken = 1  # begun again, it sees the row that another process has added at this moment
                elif not failures.is_lost(error, writing=self._writing) or not self._is_worth_waiting(error):
                    raise
                time.sleep(PAUSES[min(attempts, len(PAUSES) - 1)])
                attempts += 1
            else:
                self._missed = None
                return result

    def _is_worth_waiting(self, error: DBAPIError) -> bool:
        """Return True if the server is expected back in time; notes that it is missed."""
        if not isinstance(failures.failure(error), DatabaseUnreachable):
            return False
        now = time.monotonic()
        if self._missed is None:
            self._missed = now
        return now < self._missed + PATIENCE

    def _attempt(self, body: Callable[[Connection], T]) -> T:
        with self.sync_engine.connect() as connection:
            transaction = connection.begin()
            try:
                result = body(connection)
            except BaseException as error:
                if isinstance(error, DBAPIError) and failures.is_lost(error, writing=self._writing):
                    connection.invalidate(error)  # the next one may reach another server
                else:
                    transaction.rollback()
                raise
            try:
                transaction.commit()
            except DBAPIError as error:
                if self._writing and failures.is_lost(error, writing=True):
                    connection.invalidate(error)
                    raise OutcomeUnknown(
                        "the connection to the database was lost during the commit: it is not known whether this"
                        " step was stored"
                    ) from error
                raise
            return result

    async def dispose(self) -> None:
        """Close all connections and end their threads; again is harmless."""
        await asyncio.to_thread(self._threads.shutdown)
        self.sync_engine.dispose()
