"""Bringing the backup of a file back.

The files of the old database (its log too, which would otherwise be replayed into the copy) are renamed one after the
other. What is planned is written down beforehand, so that a restore that is torn in the middle is noticed by the next
start and finished by the next restore.
"""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from storage import backup as backups
from storage.backup import half_made
from storage.content import Content, Restored, content_of
from storage.dialects import dialect_of
from storage.dialects import sqlite_files as files
from storage.errors import BackupFailed, DatabaseDamaged, RestoreFailed
from storage.lock import FileLock, Holder
from storage.migrate import known_revisions, unknown

LOGS: Final = ("", "-wal", "-shm")
"""The endings of the files that a database consists of."""
PLAN: Final = ".restoring"


def restore_file(database: Path, file: Path, holder: Holder) -> Restored:
    """Put a copy of the backup `file` in place of a database that is a file; see `storage.restore`."""
    if file.resolve() == database:
        raise RestoreFailed(f"{file} is the database itself")
    backups.verify_now(file)
    if backups.is_of_server(file):
        raise BackupFailed(
            f"{file.name} is a copy of PostgreSQL's: restore it on a server, then `copy-database` from there"
        )
    try:
        _refuse_unknown(file)
        lock = FileLock.take(database, holder)
    except sqlite3.Error as error:
        raise BackupFailed(f"{file.name} cannot be read: {error}") from error
    try:
        return _restore(database, file, holder.since)
    except (OSError, sqlite3.Error) as error:
        raise RestoreFailed(f"{file} could not be restored: {error}") from error
    finally:
        lock.release()


def refuse_half_restored(database: Path) -> None:
    """Raise `DatabaseDamaged` if a restore of this database was torn in the middle."""
    if _plan(database.resolve()).exists():
        raise DatabaseDamaged("a restore was interrupted before it was complete; it has to be made again")


def _restore(database: Path, file: Path, now: int) -> Restored:
    final = database.with_name(f"{database.stem}-restored.sqlite3")
    with half_made(final) as partial, files.closed_to_others(database):
        files.copy(file, partial, mode="ro")
        files.number_anew(partial)
        files.check_whole(partial)
        backups.sync(partial)
        content = _content(partial)
        torn = _finish(database)
        aside = _set_aside(database, now) or torn
        partial.replace(database)
        backups.sync(database.parent)
        _plan(database).unlink(missing_ok=True)
        backups.sync(database.parent)
    made = backups.made_at(file) or datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return Restored(made, content, aside, None if aside is None else _readable(aside))


def _refuse_unknown(file: Path) -> None:
    with closing(files.reader(file)) as connection:
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if found not in known_revisions():
        raise BackupFailed(unknown(file.name, found))


def _set_aside(database: Path, now: int) -> Path | None:
    """Rename the files of the database; None if there are none."""
    if not any(_with(database, end).exists() for end in LOGS):
        return None
    stamp = datetime.fromtimestamp(now / 1000, UTC).strftime(backups.STAMP)
    aside = database.with_name(f"{database.stem}-set-aside-{stamp}{database.suffix}")
    if any(_with(aside, end).exists() for end in LOGS):
        raise RestoreFailed(f"{aside} exists already")
    plan = _plan(database)
    draft = _with(plan, ".new")
    draft.write_text(aside.name, encoding="utf-8")
    backups.sync(draft)
    draft.replace(plan)
    backups.sync(database.parent)
    _move(database, aside)
    return aside


def _finish(database: Path) -> Path | None:
    """Do what a torn restore has left undone: the old files go where it wanted them, which is returned.

    What is planned stays written down until a copy is in place.
    """
    plan = _plan(database)
    if not plan.exists():
        return None
    aside = database.with_name(plan.read_text(encoding="utf-8"))
    if not (database.exists() and aside.exists()):  # both: its copy is in place, only the plan has stayed
        _move(database, aside)
    return aside


def _move(database: Path, aside: Path) -> None:
    for end in LOGS:
        if _with(database, end).exists():
            os.rename(_with(database, end), _with(aside, end))
    backups.sync(database.parent)


def _content(path: Path) -> Content:
    with dialect_of(f"sqlite+aiosqlite:///{path}").onlooker().connect() as connection:
        return content_of(connection)


def _readable(path: Path) -> Content | None:
    try:
        return _content(path)
    except SQLAlchemyError:
        return None


def _with(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _plan(database: Path) -> Path:
    return _with(database, PLAN)
