"""The lock on a database file: one process works on it, and a killed one leaves nothing locked.

The operating system holds the lock (`flock` on a file beside the database) and drops it with the process, however that
ends. The database itself is not used for it: closing any handle on it would drop the locks that SQLite holds there.
"""

import fcntl
import json
import os
import socket
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from storage.errors import DatabaseDamaged, DatabaseInUse, StorageError


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that works on a database: its number, its machine, and since when (unix milliseconds)."""

    pid: int
    host: str
    since: int

    @classmethod
    def here(cls, now: int) -> Self:
        """Return this process as a holder."""
        return cls(os.getpid(), socket.gethostname(), now)

    def __str__(self) -> str:
        began = datetime.fromtimestamp(self.since / 1000, UTC)
        return f"process {self.pid} on {self.host}, since {began:%Y-%m-%d %H:%M:%S} UTC"


def in_use(holder: Holder | None) -> DatabaseInUse:
    """Return the error that names the holder as far as it is known."""
    return DatabaseInUse(f"another process works on this database ({holder or 'it has not said which one'})")


class FileLock:
    """The lock on one database file; see `take`."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def take(cls, database: Path, holder: Holder) -> Self:
        """Lock the database for `holder`. Raises `DatabaseInUse` at once when somebody has it.

        Two ways to one file (a symbolic link) are one lock. The file `*.lock` stays for ever; empty, it means nothing.
        """
        path = lock_file(database)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StorageError(f"the lock {path} cannot be made: {error.strerror}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = _read(handle)
            os.close(handle)
            raise in_use(other) from None
        except OSError as error:
            os.close(handle)
            raise StorageError(f"{path} cannot be locked here: {error.strerror}") from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(asdict(holder)).encode(), 0)
        return cls(handle)

    @classmethod
    def of_database(cls, database: Path, holder: Holder, make: Callable[[], None]) -> Self:
        """Take the lock of a database that is there, or that is made here for the first time.

        One that was locked before and has vanished is not made anew: `DatabaseDamaged`.
        """
        if not lock_file(database).exists():
            make()
        lock = cls.take(database, holder)
        if not database.exists():
            lock.release()
            again = f"to begin with an empty one, delete {lock_file(database)}"
            raise DatabaseDamaged(f"there was one at {database}, and it is gone ({again})")
        return lock

    def release(self) -> None:
        """Let others have it; again is harmless."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = None


def lock_file(database: Path) -> Path:
    """Return the path of the file beside the database that carries the lock."""
    path = database.resolve()
    return path.with_name(path.name + ".lock")


def _read(handle: int) -> Holder | None:
    try:
        return Holder(**json.loads(os.pread(handle, 4096, 0)))
    except (ValueError, TypeError):
        return None  # it has just been locked and nothing is written yet
