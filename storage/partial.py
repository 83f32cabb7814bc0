"""Files in the making: under another name until they are whole, and removed when their maker is dead.

Whoever makes one holds a lock on it that ends with the process, so that a half-made file without a lock is nobody's.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

ENDING: Final = ".partial"
COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""What SQLite puts beside a database while it writes."""


@contextmanager
def half_made(final: Path) -> Iterator[Path]:
    """Give an empty file of the owner's alone to fill in place of `final`, and clean up after it.

    Filled, it is renamed by the caller. Raises `OSError`.
    """
    sweep(final.parent)
    partial = final.with_name(f".{final.name}{ENDING}")
    handle = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield partial
    finally:
        if not final.exists():
            _digest_of(partial).unlink(missing_ok=True)
        _remove(partial)
        os.close(handle)


def sweep(folder: Path) -> list[Path]:
    """Remove what killed processes have left half-made in a folder; returns what it was."""
    dead = []
    for partial in folder.glob(f".*.sqlite3{ENDING}"):
        with suppress(OSError):  # somebody else has removed it meanwhile
            handle = os.open(partial, os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # refused while its maker lives
                if not _digest_of(partial).with_suffix("").exists():
                    _digest_of(partial).unlink(missing_ok=True)
                _remove(partial)
                dead.append(partial)
            finally:
                os.close(handle)
    return dead


def _digest_of(partial: Path) -> Path:
    return partial.with_name(partial.name[1:].removesuffix(ENDING) + ".sha256")


def _remove(partial: Path) -> None:
    for end in ("", *COMPANIONS):
        partial.with_name(partial.name + end).unlink(missing_ok=True)
