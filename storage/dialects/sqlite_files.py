"""Files of SQLite: copied, checked, written anew, kept from other programs, and guarded while they are written."""

import os
import secrets
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import FileIO
from pathlib import Path
from typing import Final

from storage.errors import BackupFailed, DatabaseDamaged, DatabaseInUse, DatabaseLost, StorageError

try:
    import fcntl
except ImportError:  # on Windows, which needs no such lock: see `closed_to_others`
    fcntl = None  # type: ignore[assignment]

BUSY_TIMEOUT_MS: Final = 5000
SHARED_LOCK: Final = (510, 0x40000002)
"""How many bytes, and where, SQLite locks in a file while a connection is open (https://sqlite.org/src/doc/trunk/src/os.h)."""


def copy(source: Path, target: Path, *, mode: str = "rw") -> None:
    """Copy a database with its log into one file that is complete without a log.

    The default mode never creates the source, but may replay a crash's log in it.
    """
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode={mode}", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        reading.execute("PRAGMA query_only=ON")
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=DELETE")


def number_anew(path: Path) -> None:
    """Give a restored database a number that no earlier one had, in its header: its content stays that of the copy."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version={1 + secrets.randbelow(2**31 - 1)}")


def check_whole(path: Path) -> None:
    """Raise `BackupFailed` unless this is a whole database of ours that nobody is changing."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:

        def values(pragma: str) -> list[tuple[object, ...]]:
            return connection.execute(f"PRAGMA {pragma}").fetchall()

        (pages,), (size,) = values("page_count")[0], values("page_size")[0]
        log = path.with_name(path.name + "-wal")
        if not log.exists() and path.stat().st_size != int(str(pages)) * int(str(size)):
            raise BackupFailed(f"{path.name} is damaged: its length is wrong")
        structure = values("integrity_check")
        if structure != [("ok",)]:
            raise BackupFailed(f"{path.name} is damaged: {structure[0][0]}")
        if values("foreign_key_check"):
            raise BackupFailed(f"{path.name} is damaged: rows refer to missing ones")
        if not connection.execute("SELECT count(*) FROM alembic_version").fetchone()[0]:
            raise BackupFailed(f"{path.name} has no schema version")


def check_quickly(path: Path) -> None:
    """Raise `DatabaseDamaged` if the structure of the file is broken.

    Every page is read, and noise all over one that is in use is always noticed. Not noticed is what leaves the
    structure whole: other letters inside a long text, noise where nothing is kept, an index that differs from its
    table. For these there are `find_problems` and the hashes that go with snapshots and entries.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        try:
            ((answer,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            answer = error
    if answer != "ok":
        raise DatabaseDamaged(f"the database is damaged: {' '.join(str(answer).split())}")


def compact(path: Path) -> None:
    """Write the whole file anew, without what was deleted or changed in it, and empty its log.

    Raises `StorageError`.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
            connection.execute("VACUUM")
            ((busy, *_),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise StorageError(f"the database could not be written anew: {error}") from error
    if busy:
        raise StorageError("the log of the database could not be emptied: somebody reads it all the time")


@contextmanager
def closed_to_others(database: Path) -> Iterator[None]:
    """Keep every other program that uses SQLite away from a database. Raises `DatabaseInUse` if one has it open.

    An older version of this program does, which knows no other lock. Windows renames no file that is open, so that
    there a name can be tried, and who opens the database later makes its renaming fail.
    """
    if not database.exists():
        yield
        return
    used = DatabaseInUse(f"another program has {database.name} open")
    if sys.platform == "win32" or fcntl is None:
        try:
            os.rename(database, database)
        except PermissionError:
            raise used from None
        yield
    else:
        with FileIO(database, "r+") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *SHARED_LOCK)
            except (BlockingIOError, PermissionError):
                raise used from None
            yield


def reader(path: Path) -> sqlite3.Connection:
    """Return a connection that leaves the files of a database as they are, its log included."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


LOG: Final = "-wal"
FORMAT_AT: Final = 18
"""Where the header of a database file says how it is written and read."""
LOGGED: Final = b"\x02\x02"
"""With a write-ahead log, both. A backup says otherwise: this tells one that was copied over the file."""

Identity = tuple[int, int]


class FileGuard:
    """Watches over the file of one database, from now until `close`."""

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._file = _identity(self._path)
        self._log: Identity | None = None
        self._handle: FileIO | None = _handles.open(self._path, self._file)

    def forget_log(self) -> None:
        """Accept a new log: the writer connects anew."""
        self._log = None

    def check(self) -> None:
        """Raise `DatabaseLost` unless what was just committed is where the next start will find it."""
        try:
            if _identity(self._path) != self._file:
                raise DatabaseLost(f"{self._path} was replaced by another file while it was in use")
            log = _identity(self._path + LOG)
            if self._log not in (None, log):
                raise DatabaseLost(f"{self._path}{LOG} was replaced by another file while it was in use")
        except FileNotFoundError as error:
            raise DatabaseLost(f"{error.filename} was deleted while it was in use") from None
        self._log = log
        assert self._handle is not None
        if _handles.read(self._handle, FORMAT_AT, len(LOGGED)) != LOGGED:
            raise DatabaseLost(f"{self._path} was overwritten while it was in use")

    def close(self) -> None:
        """Stop watching, when no connection is open any more; again is harmless."""
        if self._handle is not None:
            _handles.close(self._file)
            self._handle = None


class _Handles:
    """One handle a file, shared and closed last of all: closing one drops all the locks that SQLite holds there."""

    def __init__(self) -> None:
        self._open: dict[Identity, tuple[FileIO, int]] = {}
        self._lock = threading.Lock()

    def open(self, path: str, file: Identity) -> FileIO:
        with self._lock:
            handle, users = self._open[file] if file in self._open else (FileIO(path), 0)
            self._open[file] = (handle, users + 1)
            return handle

    def read(self, handle: FileIO, at: int, length: int) -> bytes:
        with self._lock:
            handle.seek(at)
            return handle.read(length)

    def close(self, file: Identity) -> None:
        with self._lock:
            handle, users = self._open.pop(file)
            if users > 1:
                self._open[file] = (handle, users - 1)
            else:
                handle.close()


_handles = _Handles()


def _identity(path: str) -> Identity:
    status = os.stat(path)
    return status.st_dev, status.st_ino
