"""The lock on a database file: one process works on it, and a killed one leaves nothing locked.

The operating system holds the lock (on a file beside the database) and drops it with the process, however that ends.
The database itself is not used for it: closing any handle on it would drop the locks that SQLite holds there, and on
Windows nobody else can read what is locked.
"""

import json
import os
import socket
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import Final, Self

from filelock import lock_descriptor

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


def hold(path: Path) -> tuple[FileIO, bool]:
    """Open a file that only its owner may read, made if it is missing, and try to lock it.

    Returns it and whether it is locked now; closing it lets go. Nothing is waited for. Raises `OSError`.
    """
    file = FileIO(path, "r+", opener=_of_the_owner)
    try:
        return file, lock_descriptor(file.fileno(), blocking=False)
    except BaseException:
        file.close()
        raise


def _of_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o600)


class FileLock:
    """The lock on one database file; see `take`."""

    def __init__(self, file: FileIO) -> None:
        self._file = file

    @classmethod
    def take(cls, database: Path, holder: Holder) -> Self:
        """Lock the database for `holder`. Raises `DatabaseInUse` at once when somebody has it.

        Two ways to one file (a symbolic link) are one lock. The file `*.lock` stays for ever; empty, it means nothing.
        """
        path = lock_file(database)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file, ours = hold(path)
        except OSError as error:
            raise StorageError(f"{path} cannot be made and locked here: {error.strerror}") from error
        if not ours:
            with file:
                raise in_use(_read(file))
        file.truncate(0)
        file.write(json.dumps(asdict(holder)).encode())
        return cls(file)

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
        if not self._file.closed:
            self._file.truncate(0)
            self._file.close()


def lock_file(database: Path) -> Path:
    """Return the path of the file beside the database that carries the lock."""
    path = database.resolve()
    return path.with_name(path.name + ".lock")


_LOCKED: Final = b"{"
"""The first byte of what is written there: on Windows it is what is locked, and nobody else can read it."""


def _read(file: FileIO) -> Holder | None:
    file.seek(len(_LOCKED))
    try:
        return Holder(**json.loads(_LOCKED + file.read()))
    except (ValueError, TypeError):
        return None  # it has just been locked and nothing is written yet
