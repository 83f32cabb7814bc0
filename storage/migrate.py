"""Bringing a database to the schema of this version: backup first, one transaction, references checked."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from storage.backup import UPGRADE
from storage.backup import backup as make_backup
from storage.dialects import Dialect, dialect_of
from storage.engine import translate
from storage.errors import DatabaseTooNew, StorageError

SCRIPTS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Migrated:
    """The revision found (None: an empty database), the one now in place, and the backup taken in between."""

    before: str | None
    after: str
    backup: Path | None


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's settings for the scripts in this package, working on `connection`."""
    settings = Config()
    settings.set_main_option("path_separator", "os")
    settings.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def head() -> str:
    """Return the newest revision this version of the program knows."""
    return known_revisions()[0]


def known_revisions() -> tuple[str, ...]:
    """Return all revisions this version of the program knows, the newest first."""
    return _revisions(SCRIPTS)


@cache
def _revisions(scripts: Path) -> tuple[str, ...]:
    """Return all revisions, read once: every script is imported for it."""
    revisions = tuple(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())
    assert revisions, f"the package has lost its migrations ({scripts})"
    return revisions


def found(connection: Connection) -> str | None:
    """Return the revision of a database as it says itself, None for one that has none."""
    return MigrationContext.configure(connection).get_current_revision()


def revision(connection: Connection) -> str | None:
    """Return the revision of a database, None for an empty one.

    A revision that is not known here raises `DatabaseTooNew`, tables of another program `StorageError`.
    """
    current = found(connection)
    known = known_revisions()
    if current is None:
        tables = [name for name in inspect(connection).get_table_names() if not name.startswith("_litestream")]
        if set(tables) - {"alembic_version"}:
            raise StorageError("the database has tables, but none of this program's schema versions")
    elif current not in known:
        raise DatabaseTooNew(
            f"the database has schema {current}, this version knows schemas up to {known[0]}: "
            "install the newer version again, or go back to a backup made before the upgrade"
        )
    return current


def upgrade(connection: Connection, dialect: Dialect) -> tuple[str | None, str]:
    """Upgrade in the open transaction; return the revision before and after. Dangling references raise."""
    before = revision(connection)
    target = head()
    if before != target:
        command.upgrade(config(connection), "head")
        problems = dialect.problems(connection)
        if problems:
            raise StorageError(f"the upgrade to schema {target} was undone: {problems[0]}")
    return before, target


async def migrate(url: str, backup_folder: Path | None = None) -> Migrated:
    """Bring the database at `url` up to date, creating the file when it is missing.

    A file with an older schema is first copied, verified, into `backup_folder` (default: `backups` beside it). Raises
    `DatabaseTooNew`, `BackupFailed` or `StorageError`; the database is then as it was. One in memory lives and dies
    with its store and is brought up to date by `Store.open` alone.
    """
    dialect = dialect_of(url)
    if dialect.volatile:
        raise StorageError("a database in memory is migrated by the store that owns it")
    dialect.prepare()
    engine = dialect.writer(foreign_keys=False)
    try:
        present = await engine.run(revision)
        saved = None
        if dialect.file is not None and present is not None and present != head():
            saved = await make_backup(url, backup_folder or dialect.file.parent / "backups", UPGRADE)
        before, after = await engine.run(lambda connection: upgrade(connection, dialect))
        return Migrated(before, after, saved)
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error
    finally:
        await engine.dispose()
