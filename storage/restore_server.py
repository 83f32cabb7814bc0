"""Bringing a backup back on a server: all of it in one transaction, after a backup of what was there."""

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from storage import backup as backups
from storage.content import Content, Restored, content_of
from storage.dialects import dialect_of
from storage.dialects import postgresql_tools as tools
from storage.dialects.postgresql import PostgreSQL
from storage.engine import translate
from storage.errors import BackupFailed, RestoreFailed
from storage.lock import Holder
from storage.migrate import found, known_revisions, unknown

LOCKED_WITHIN: Final = 30
"""Seconds after which a restore gives up that other programs keep from the tables."""


def restore_server(url: str, file: Path, folder: Path, holder: Holder) -> Restored:
    """Put what a backup holds in place of the tables of a database; see `storage.restore`."""
    dialect = dialect_of(url)
    if not isinstance(dialect, PostgreSQL):
        raise RestoreFailed("a database in memory cannot be restored")
    backups.verify_now(file)
    if not backups.is_of_server(file):
        raise BackupFailed(f"{file.name} is a copy of SQLite's: restore it as a file, then `copy-database` from there")
    lock = dialect.lock(holder)
    try:
        before, aside = _set_aside(dialect, url, folder)
        now = _restored(dialect, file)
    except SQLAlchemyError as error:
        raise RestoreFailed(f"{file} could not be restored: {translate(error, dialect)}") from error
    except OSError as error:
        raise RestoreFailed(f"{file} could not be restored: {error}") from error
    finally:
        lock.release()
    made = backups.made_at(file) or datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return Restored(made, now, aside, before)


def _set_aside(dialect: PostgreSQL, url: str, folder: Path) -> tuple[Content | None, Path | None]:
    """Make a backup of what is there, if there is anything; return what it holds as far as it can be read."""
    with dialect.onlooker().connect() as connection:
        if not tools.tables(connection):
            return None, None
        before = content_of(connection) if found(connection) in known_revisions() else None
    return before, backups.backup_now(url, folder, backups.ASIDE)


def _restored(dialect: PostgreSQL, file: Path) -> Content:
    with dialect.single().begin() as connection:
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCKED_WITHIN}s'"))
        dialect.drop_all(connection, dialect.tables(connection))
        tools.bring_back(connection, file)
        if (revision := found(connection)) not in known_revisions():
            raise BackupFailed(unknown(file.name, revision))
        if problems := dialect.problems(connection):
            raise BackupFailed(f"{file.name} is damaged: {problems[0]}")
        dialect.set_restored(connection, 1 + secrets.randbelow(2**31 - 1))
        return content_of(connection)
