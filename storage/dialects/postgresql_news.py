"""A connection on which a process hears what the others tell, and which shows them that it lives.

The server's locks end with the connection: one of its own says that this process lives, a shared one that somebody
works on the database, so that nobody else takes all of it meanwhile. A connection that was cut is made anew.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError

from storage.dialects import postgresql_failures as failures
from storage.dialects.postgresql_connections import autocommitting
from storage.errors import StorageError

log = logging.getLogger("storage")

LOOK_EVERY: Final = 0.5
"""Seconds after which the thread sees whether it is to end."""
AGAIN_AFTER: Final = 1.0
"""Seconds after which a connection that was cut is made anew."""


class News:
    """A thread that listens; what it hears is handed on from there."""

    def __init__(self, url: URL, shared: int, mine: int, channel: str, hear: Callable[[str | None], None]) -> None:
        self._url = url
        self._shared = shared
        self._mine = mine
        self._channel = channel
        self._hear = hear
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="news", daemon=True)
        self._first: Connection | None = None

    def open(self) -> bool:
        """Begin to listen; returns False where somebody has the whole database. Raises `StorageError`."""
        try:
            self._first = self._connect()
        except DBAPIError as error:
            raise failures.failure(error) or StorageError("the database does not let this process listen") from error
        if self._first is None:
            return False
        self._thread.start()
        return True

    def release(self) -> None:
        """Stop listening and let go of the locks; again is harmless."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _connect(self) -> Connection | None:
        connection = autocommitting(self._url).connect()
        if not connection.scalar(text("SELECT pg_try_advisory_lock_shared(:lock)"), {"lock": self._shared}):
            connection.close()
            return None
        # Where the server has not noticed yet that an earlier connection is gone, that one holds it.
        connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": self._mine})
        connection.execute(text(f"LISTEN {self._channel}"))
        return connection

    def _run(self) -> None:
        connection = self._first
        while not self._ended.is_set():
            try:
                if connection is None:
                    connection = self._connect()
                    self._hear(None)  # what was told meanwhile is not told again
                self._listen(connection)
            except Exception as error:  # whatever cuts the connection: it is made anew
                log.warning("the database does not tell what other processes do: %s", type(error).__name__)
                with contextlib.suppress(Exception):
                    if connection is not None:
                        connection.close()
                connection = None
                self._ended.wait(AGAIN_AFTER)
        with contextlib.suppress(Exception):
            if connection is not None:
                connection.close()

    def _listen(self, connection: Connection | None) -> None:
        if connection is None:  # somebody has the whole database; the lease tells that soon
            time.sleep(AGAIN_AFTER)
            raise StorageError("the database is another process's")
        driver: Any = connection.connection.driver_connection
        while not self._ended.is_set():
            for heard in driver.notifies(timeout=LOOK_EVERY):
                self._hear(heard.payload)
                if self._ended.is_set():
                    return
