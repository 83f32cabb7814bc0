"""Bringing a database to the schema of this version: backup first, one transaction, references checked."""

import asyncio
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from storage.backup import UPGRADE
from storage.backup import backup as make_backup
from storage.dialects import Dialect, dialect_of
from storage.engine import translate
from storage.errors import DatabaseInUse, DatabaseTooNew, Incompatible, StorageError
from storage.lock import Holder

INCOMPLETE: Final = "incomplete"
"""What stands in the place of the revision while `storage.transfer` copies into a database."""
SCRIPTS = Path(__file__).parent / "migrations"
TURNS = 20
"""How often an upgrade is begun again that others are in the way of."""
TURN = 0.5
"""Seconds between two of these attempts."""
SURVIVED_BY = "survived_by"
"""Under which key a database that processes share says which schema a program has to know, at least, to work on it."""


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


def unknown(name: str, revision: str | None) -> str:
    """Return the sentence about a backup whose schema is none of `known_revisions`."""
    return f"{name} has schema {revision}, this version knows schemas up to {head()}: install the newer version first"


@cache
def _revisions(scripts: Path) -> tuple[str, ...]:
    """Return all revisions, read once: every script is imported for it."""
    revisions = tuple(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())
    assert revisions, f"the package has lost its migrations ({scripts})"
    return revisions


def found(connection: Connection) -> str | None:
    """Return the revision of a database as it says itself, None for one that has none."""
    return MigrationContext.configure(connection).get_current_revision()


def must_know(scripts: Path) -> str:
    """Return the schema that a program has to know, at least, to work on a database of the newest one.

    Those after it say of themselves that programs of an earlier schema survive them (`SURVIVED`).
    """
    for script in ScriptDirectory.from_config(config()).walk_revisions():
        if not getattr(script.module, "SURVIVED", False):
            return script.revision
    raise AssertionError(f"the first migration cannot be survived ({scripts})")


def survives(connection: Connection) -> bool:
    """Return True if this program can work on a database of a newer schema, because that only adds to its own."""
    if connection.dialect.name == "sqlite" or not inspect(connection).has_table("meta"):
        return False
    return connection.scalar(text("SELECT value FROM meta WHERE key = :key"), {"key": SURVIVED_BY}) in known_revisions()


def revision(connection: Connection) -> str | None:
    """Return the revision of a database, None for an empty one.

    A revision that is not known here raises `DatabaseTooNew`, unless this program survives it; tables of another
    program raise `StorageError`.
    """
    current = found(connection)
    known = known_revisions()
    if current is None:
        tables = [name for name in inspect(connection).get_table_names() if not name.startswith("_litestream")]
        if set(tables) - {"alembic_version"}:
            raise StorageError("the database has tables, but none of this program's schema versions")
    elif current == INCOMPLETE:
        raise StorageError("a copy into the database was interrupted before it was complete; copy-database begins anew")
    elif current not in known and not survives(connection):
        raise DatabaseTooNew(
            f"the database has schema {current}, this version knows schemas up to {known[0]}: "
            "install the newer version again, or go back to a backup made before the upgrade"
        )
    return current


def upgrade(connection: Connection, dialect: Dialect) -> tuple[str | None, str]:
    """Upgrade in the open transaction; return the revision before and after. Dangling references raise."""
    dialect.in_turn(connection)
    before = revision(connection)
    target = head()
    if before is not None and before not in known_revisions():  # newer, and survived
        return before, before
    if before != target:
        command.upgrade(config(connection), "head")
        problems = dialect.problems(connection)
        if problems:
            raise StorageError(f"the upgrade to schema {target} was undone: {problems[0]}")
        if connection.dialect.name != "sqlite":
            values = {"key": SURVIVED_BY, "value": must_know(SCRIPTS)}
            connection.execute(text("DELETE FROM meta WHERE key = :key"), values)
            connection.execute(text("INSERT INTO meta (key, value) VALUES (:key, :value)"), values)
    return before, target


def _survived(present: str | None) -> bool:
    """Return True if programs that work on a database of this schema survive the upgrade to the newest one."""
    known = known_revisions()
    return present is not None and (present not in known or known.index(present) <= known.index(must_know(SCRIPTS)))


async def migrate_among(url: str, holder: Holder, backup_folder: Path | None = None) -> Migrated:
    """Bring a database up to date that other processes may be working on.

    Raises `Incompatible` where some do that would not survive it, and else as `migrate`.
    """
    dialect = dialect_of(url)
    for attempt in range(TURNS):
        present = await _revision(dialect)
        if present in (None, head()) or _survived(present):  # who begins at the same time waits for its turn
            return await migrate(url, backup_folder)
        try:
            lock = dialect.lock(holder)
        except DatabaseInUse as reason:
            if attempt < TURNS - 1:  # it may be one of this version, which upgrades it at this moment
                await asyncio.sleep(TURN)
                continue
            raise Incompatible(
                f"{reason}, and it would not survive the upgrade from schema {present} to {head()}: "
                "stop all processes of the earlier version first"
            ) from reason
        try:
            return await migrate(url, backup_folder)
        finally:
            if lock is not None:
                lock.release()
    raise AssertionError("unreachable")


def _found(dialect: Dialect, connection: Connection) -> str | None:
    """Return the revision as it is when nobody upgrades the database at this moment."""
    dialect.in_turn(connection)
    return revision(connection)


async def _revision(dialect: Dialect) -> str | None:
    engine = dialect.writer()
    try:
        return await engine.run(partial(_found, dialect))
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error
    finally:
        await engine.dispose()


async def begin_copy(url: str) -> None:
    """Make all tables in an empty database that says from then on that it is incomplete."""

    def body(connection: Connection) -> None:
        upgrade(connection, dialect)
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": INCOMPLETE})

    dialect = dialect_of(url)
    dialect.prepare()
    engine = dialect.writer(foreign_keys=False)
    try:
        await engine.run(body)
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error
    finally:
        await engine.dispose()


async def migrate(url: str, backup_folder: Path | None = None) -> Migrated:
    """Bring the database at `url` up to date, creating the file when it is missing.

    One with an older schema is first copied, verified, into `backup_folder`, which for a file is `backups` beside it
    by default, and has to be given for one on a server to be copied. Raises `DatabaseTooNew`, `BackupFailed` or
    `StorageError`; the database is then as it was. One in memory lives and dies with its store and is brought up to
    date by `Store.open` alone.
    """
    dialect = dialect_of(url)
    if dialect.volatile:
        raise StorageError("a database in memory is migrated by the store that owns it")
    dialect.prepare()
    engine = dialect.writer(foreign_keys=False)
    try:
        present = await engine.run(partial(_found, dialect))
        saved = None
        folder = backup_folder or (None if dialect.file is None else dialect.file.parent / "backups")
        if folder is not None and present is not None and present != head():
            saved = await make_backup(url, folder, UPGRADE)
        before, after = await engine.run(lambda connection: upgrade(connection, dialect))
        return Migrated(before, after, saved)
    except SQLAlchemyError as error:
        raise translate(error, dialect) from error
    finally:
        await engine.dispose()
