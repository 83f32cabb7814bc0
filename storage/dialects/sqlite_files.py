"""Files of SQLite, handled as files: copied, checked, written anew, kept from other programs."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from storage.errors import BackupFailed, DatabaseDamaged, DatabaseInUse, StorageError

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


@contextmanager
def closed_to_others(database: Path) -> Iterator[None]:
    """Keep every other program that uses SQLite away from a database. Raises `DatabaseInUse` if one has it open.

    An older version of this program does, which knows no other lock.
    """
    if not database.exists():
        yield
        return
    handle = os.open(database, os.O_RDWR | os.O_CLOEXEC)
    try:
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, *SHARED_LOCK)
        except (BlockingIOError, PermissionError):
            raise DatabaseInUse(f"another program has {database.name} open") from None
        yield
    finally:
        os.close(handle)


def reader(path: Path) -> sqlite3.Connection:
    """A connection that leaves the files of a database as they are, its log included."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
