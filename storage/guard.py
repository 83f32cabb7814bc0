"""Whether the file that is written to is still the database: asked after every commit, before it counts.

A file that was deleted or replaced under a running process takes every further write and shows none of it to anybody.
"""

import os
import threading
from pathlib import Path
from typing import Final

from storage.errors import DatabaseLost

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
        self._handle = _handles.open(self._path, self._file)

    def forget_log(self) -> None:
        """The writer connects anew and may begin a new log."""
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
        if os.pread(self._handle, len(LOGGED), FORMAT_AT) != LOGGED:
            raise DatabaseLost(f"{self._path} was overwritten while it was in use")

    def close(self) -> None:
        """To be called when no connection is open any more; again is harmless."""
        _handles.close(self._file, self._handle)
        self._handle = -1


class _Handles:
    """One handle a file, shared and closed last of all: closing one drops all the locks that SQLite holds there."""

    def __init__(self) -> None:
        self._open: dict[Identity, tuple[int, int]] = {}
        self._lock = threading.Lock()

    def open(self, path: str, file: Identity) -> int:
        with self._lock:
            handle, users = self._open.get(file, (-1, 0))
            if users == 0:
                handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            self._open[file] = (handle, users + 1)
            return handle

    def close(self, file: Identity, handle: int) -> None:
        with self._lock:
            known, users = self._open.get(file, (-1, 0))
            if handle < 0 or known != handle:
                return
            if users > 1:
                self._open[file] = (handle, users - 1)
            else:
                del self._open[file]
                os.close(handle)


_handles = _Handles()


def _identity(path: str) -> Identity:
    found = os.stat(path)
    return found.st_dev, found.st_ino
