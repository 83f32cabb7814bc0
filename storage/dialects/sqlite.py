"""SQLite: a file with one connection that writes and a few that cannot; in memory one connection does everything."""

import os
import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import DBAPIError

from storage.dialects import sqlite_files as files
from storage.dialects.sqlite_connections import Connections
from storage.errors import DatabaseDamaged, StorageError, StorageFull
from storage.guard import FileGuard
from storage.lock import FileLock, Holder

READERS: Final = 4

CACHE_KIB: Final = 512
"""How much of the file each connection keeps in memory. What is asked for is read by indexes, a few pages at a time,
and the system has those: the two megabytes that SQLite takes by itself, for every connection, find nothing sooner."""


class SQLite:
    """An SQLite database."""

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername="sqlite+aiosqlite")
        path = self.url.database or ""
        if path.startswith("file:"):
            raise StorageError("write the path of the database itself, not a file: address")
        self.file = Path(path) if path and path != ":memory:" else None
        self.volatile = self.file is None

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
        """The one connection that writes. `BEGIN IMMEDIATE`: a transaction that began by reading could not go on."""
        return self._connections("BEGIN IMMEDIATE", 1, foreign_keys=foreign_keys)

    def readers(self) -> Connections:
        """Connections that cannot write."""
        return self._connections("BEGIN", READERS, query_only=True)

    def lock(self, holder: Holder) -> FileLock | None:
        """Lock the file. One that has vanished is not made anew: everybody's matches would be gone without a word."""
        return None if self.file is None else FileLock.of_database(self.file, holder, make=self.prepare)

    def guard(self) -> FileGuard | None:
        """Watch over the file."""
        return None if self.file is None else FileGuard(self.file)

    def failure(self, error: DBAPIError) -> StorageError | None:
        """A full disk and a damaged file by SQLite's error codes."""
        code = (getattr(error.orig, "sqlite_errorcode", 0) or 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return StorageFull("the disk is full: nothing of this step was stored")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return DatabaseDamaged(f"the database is damaged: {error.orig}")
        return None

    def check(self) -> None:
        """The structure of the file; see `sqlite_files.check_quickly`."""
        if self.file is not None:
            files.check_quickly(self.file)

    def problems(self, connection: Connection) -> list[str]:
        """What SQLite's own checks find: the structure of the file, and all references between rows."""
        rows = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
        found = [f"integrity_check: {row}" for row in rows if row != "ok"]
        for table, rowid, parent, _key in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            found.append(f"foreign_key_check: {table} row {rowid} refers to a missing {parent}")
        return found

    def compact(self) -> None:
        """Write the file anew."""
        if self.file is not None:
            files.compact(self.file)

    def _connections(
        self, begin: str, size: int, *, foreign_keys: bool = True, query_only: bool = False
    ) -> Connections:
        """Connections each of which carries the settings this project promises."""
        found = Connections(self.url, size=size, begin=begin)

        def on_connect(connection: Any, _record: Any) -> None:
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

        event.listen(found.sync_engine, "connect", on_connect)
        return found
