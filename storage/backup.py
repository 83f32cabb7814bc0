"""Backups of a live database: copied by the database's own means, checked, and only then given their name.

While one is made it has another name and, beside it, a lock that ends with its process: a half-made file without a lock
is nobody's and is removed. No file is open when it is renamed or deleted; Windows would refuse that.
"""

import asyncio
import glob
import hashlib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from storage.dialects import dialect_of
from storage.dialects import postgresql_tools as tools
from storage.dialects import sqlite_files as files
from storage.errors import BackupFailed
from storage.lock import hold, lock_file

STAMP: Final = "%Y%m%dT%H%M%S.%fZ"
NAMED: Final = re.compile(r"-(?P<stamp>\d{8}T\d{6}\.\d{6}Z)(?:-(?P<occasion>[a-z]+))?\.(?:sqlite3|pgdump)$")
"""The end of a backup's name: when it was made, and on which occasion; by hand, if that is missing."""
SCHEDULED: Final = "scheduled"
UPGRADE: Final = "upgrade"
ASIDE: Final = "aside"
"""What was on a server when a backup was brought back there."""


async def backup(url: str, folder: Path, occasion: str = "") -> Path:
    """Write a verified copy of the database at `url` into `folder` and return its path.

    Writers go on meanwhile; the copy is the database at one moment. Its name holds the time in UTC and the occasion,
    and its digest lies beside it (`.sha256`). Raises `BackupFailed` and leaves nothing half-made behind; what a killed
    process has left half-made there is removed on the way.
    """
    return await asyncio.to_thread(backup_now, url, folder, occasion)


def made_at(path: Path) -> datetime | None:
    """Return when a backup was made, as its name says; None for a name that says nothing."""
    named = NAMED.search(path.name)
    return None if named is None else datetime.strptime(named["stamp"], STAMP).replace(tzinfo=UTC)


def backups_in(url: str, folder: Path, occasion: str | None = None) -> list[Path]:
    """Return the backups of this database in `folder`, the oldest first; of one occasion on request."""
    dialect = dialect_of(url)
    copies = sorted(folder.glob(f"{glob.escape(dialect.stem)}-*{dialect.suffix}")) if folder.is_dir() else []
    named = [(path, NAMED.search(path.name)) for path in copies]
    return [path for path, name in named if name and (occasion is None or name["occasion"] == (occasion or None))]


def prune(url: str, folder: Path, kept: int, occasion: str = SCHEDULED) -> list[Path]:
    """Delete the oldest backups of an occasion until `kept` are left; returns the deleted ones.

    Those that are dated later than now go first: the clock was wrong when they were made, or is wrong now, and they
    would push out every one that is made until then.
    """
    now = datetime.now(UTC)
    old = sorted(backups_in(url, folder, occasion), key=lambda path: (made_at(path) or now) <= now)[:-kept]
    for path in old:
        path.unlink(missing_ok=True)
        _digest_file(path).unlink(missing_ok=True)
    return old


async def verify(path: Path) -> None:
    """Check that `path` is an undamaged backup; raises `BackupFailed` saying what is wrong.

    Meant for backups only: the database a bot is running on is checked by `Store.find_problems`.
    """
    await asyncio.to_thread(verify_now, path)


def backup_now(url: str, folder: Path, occasion: str = "") -> Path:
    """Write a backup as `backup` does, for callers without an event loop."""
    dialect = dialect_of(url)
    if dialect.volatile:
        raise BackupFailed("a database in memory cannot be copied")
    if dialect.file is not None and not dialect.file.is_file():
        raise BackupFailed(f"there is no database at {dialect.file}")
    stamp = datetime.now(UTC).strftime(STAMP)
    final = folder / f"{dialect.stem}-{stamp}{occasion and '-' + occasion}{dialect.suffix}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with half_made(final) as partial:
            dialect.copy(partial)
            sync(partial)
            digest = _digest_file(final)
            digest.write_text(f"{_digest(partial)}  {final.name}\n", encoding="ascii")
            sync(digest)
            partial.replace(final)
            sync(folder)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"the backup of {dialect.name} failed: {error}") from error
    return final


def is_of_server(path: Path) -> bool:
    """Return True if a file begins as a copy of `pg_dump` does."""
    with path.open("rb") as file:
        return file.read(len(tools.MAGIC)) == tools.MAGIC


def verify_now(path: Path) -> None:
    """Check a backup as `verify` does, for callers without an event loop."""
    if not path.is_file() or path.stat().st_size == 0:
        raise BackupFailed(f"there is no backup at {path}")
    try:
        digest = _digest_file(path)
        if digest.exists() and digest.read_text(encoding="ascii").split()[:1] != [_digest(path)]:
            raise BackupFailed(f"{path.name} is not what was written: its digest differs")
        if is_of_server(path):
            tools.check_whole(path)
        else:
            files.check_whole(path)
    except (OSError, ValueError, sqlite3.Error) as error:
        raise BackupFailed(f"{path.name} is damaged: {error}") from error


def _digest_file(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync(path: Path) -> None:
    """Return when the file, or the names in the folder, are on the disk.

    Windows opens no folders; its file system keeps a journal of names by itself.
    """
    folder = path.is_dir()
    if folder and not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY if folder else os.O_RDWR)  # Windows writes out only what may be written to
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


ENDING: Final = ".partial"
KINDS: Final = (".sqlite3", ".pgdump")
"""The ends of the names of backups."""
COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""What SQLite puts beside a database while it writes."""


@contextmanager
def half_made(final: Path) -> Iterator[Path]:
    """Give an empty file of the owner's alone to fill in place of `final`, and clean up after it.

    Filled, it is renamed by the caller. Raises `OSError`.
    """
    sweep(final.parent)
    partial = final.with_name(f".{final.name}{ENDING}")
    with _guarded(partial) as ours:
        if not ours:
            raise FileExistsError(f"another process is making {final}")
        try:
            os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            yield partial
        finally:
            _clear(partial)


def sweep(folder: Path) -> None:
    """Remove what killed processes have left half-made in a folder."""
    left = {path for kind in KINDS for end in ("", ".lock") for path in folder.glob(f".*{kind}{ENDING}{end}")}
    for partial in {path.with_name(path.name.removesuffix(".lock")) for path in left}:
        with suppress(OSError), _guarded(partial) as ours:  # somebody else may remove it as well
            if ours:  # else its maker lives
                _clear(partial)


@contextmanager
def _guarded(partial: Path) -> Iterator[bool]:
    """Try to take the lock of a half-made file; one that is ours ends with the block, and its file is removed."""
    path = lock_file(partial)
    file, ours = hold(path)
    try:
        yield ours
    finally:
        file.close()
        if ours:
            with suppress(OSError):  # on Windows, while somebody else has just opened it; the next sweep removes it
                path.unlink(missing_ok=True)


def _clear(partial: Path) -> None:
    """Remove a half-made file, and its digest unless it has got its name by now."""
    final = partial.with_name(partial.name[1:].removesuffix(ENDING))
    if not final.exists():
        _digest_file(final).unlink(missing_ok=True)
    for end in ("", *COMPANIONS):
        partial.with_name(partial.name + end).unlink(missing_ok=True)
