"""Backups of a live database: copied by SQLite itself, checked, and only then given their name."""

import asyncio
import hashlib
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from storage.engine import BUSY_TIMEOUT_MS, file_of
from storage.errors import BackupFailed


async def backup(url: str, folder: Path) -> Path:
    """Write a verified copy of the database file at `url` into `folder` and return its path.

    Writers go on meanwhile; the copy is the database at one moment. Its name holds the time in UTC, and its
    digest lies beside it (`.sha256`). Raises `BackupFailed` and leaves nothing half-made behind.
    """
    source = file_of(url)
    if source is None:
        raise BackupFailed("a database in memory cannot be backed up")
    return await asyncio.to_thread(_backup, source, folder)


async def verify(path: Path) -> None:
    """Check that `path` is an undamaged backup; raises `BackupFailed` saying what is wrong.

    Meant for backups only: the database a bot is running on is checked by `Store.integrity`.
    """
    await asyncio.to_thread(_verify, path)


def _backup(source: Path, folder: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    final = folder / f"{source.stem}-{stamp}.sqlite3"
    partial = folder / f".{final.name}.partial"
    try:
        if not source.is_file():
            raise BackupFailed(f"there is no database at {source}")
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            _copy(source, partial)
            _check(partial)
            _sync(partial)
            digest = _digest_file(final)
            digest.write_text(f"{_digest(partial)}  {final.name}\n", encoding="ascii")
            _sync(digest)
            partial.replace(final)
            _sync(folder)
        finally:
            for leftover in (
                partial,
                *(partial.with_name(partial.name + end) for end in ("-journal", "-wal")),
            ):
                leftover.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"the backup of {source} failed: {error}") from error
    return final


def _copy(source: Path, target: Path) -> None:
    # mode=rw: never creates the source, but may replay a crash's log, which a read-only connection cannot.
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        reading.execute("PRAGMA query_only=ON")
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=DELETE")  # one file, complete without a log beside it


def _verify(path: Path) -> None:
    if not path.is_file() or path.stat().st_size == 0:
        raise BackupFailed(f"there is no backup at {path}")
    try:
        digest = _digest_file(path)
        if digest.exists() and digest.read_text(encoding="ascii").split()[:1] != [_digest(path)]:
            raise BackupFailed(f"{path.name} is not what was written: its digest differs")
        _check(path)
    except (OSError, ValueError, sqlite3.Error) as error:
        raise BackupFailed(f"{path.name} is damaged: {error}") from error


def _check(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:

        def values(pragma: str) -> list[tuple[object, ...]]:
            return connection.execute(f"PRAGMA {pragma}").fetchall()

        (pages,), (size,) = values("page_count")[0], values("page_size")[0]
        if path.stat().st_size != int(str(pages)) * int(str(size)):
            raise BackupFailed(f"{path.name} is damaged: its length is wrong")
        structure = values("integrity_check")
        if structure != [("ok",)]:
            raise BackupFailed(f"{path.name} is damaged: {structure[0][0]}")
        if values("foreign_key_check"):
            raise BackupFailed(f"{path.name} is damaged: rows refer to missing ones")
        if not connection.execute("SELECT count(*) FROM alembic_version").fetchone()[0]:
            raise BackupFailed(f"{path.name} has no schema version")


def _digest_file(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
