"""PostgreSQL: one connection that writes, a few that read, and a lock of the server's that ends with its connection."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, Table, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from storage.dialects import Hear
from storage.dialects import postgresql_failures as failures
from storage.dialects import postgresql_tools as tools
from storage.dialects.postgresql_connections import ThreadedConnections, autocommitting, engine_of
from storage.dialects.postgresql_news import News
from storage.errors import BackupFailed, DatabaseRefused, StorageError
from storage.lock import Holder, in_use
from storage.process_tables import process
from storage.schema import instance

READERS: Final = 4
LOCK: Final = 7_263_514_082_917_061
"""The number of the advisory lock; the server keeps those of different databases apart."""
LOCKED_WITHIN: Final = 3
"""Seconds after which nobody waits longer for a table to write it anew.

Whoever asks for the table later waits behind them, and a process that is silent for a little longer is taken for dead.
"""
RESTORED: Final = "restored"
"""How the comment begins that says by which restore the tables have come."""


class AdvisoryLock:
    """A lock that the server holds for as long as a connection lives."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Connection | None = connection

    def release(self) -> None:
        """Let others have it; again is harmless."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.invalidate()  # closed without a word to the server, which may be gone
            connection.close()


class PostgreSQL:
    """A database on a PostgreSQL server."""

    file: Path | None = None
    volatile = False

    def __init__(self, url: URL) -> None:
        if find_spec("psycopg") is None:
            raise DatabaseRefused("PostgreSQL needs the package psycopg: pip install -r requirements-postgresql.txt")
        if not url.database:
            raise DatabaseRefused("the address names no database: write postgresql://USER:PASSWORD@HOST/DATABASE")
        self.url = url.set(drivername="postgresql+psycopg")

    @property
    def name(self) -> str:
        """Return the name of the database and where it is, without user and password."""
        host = self.url.host or self.url.query.get("host", "")
        return f"{self.url.database} of PostgreSQL" + (
            f" on {host if isinstance(host, str) else ', '.join(host)}" * bool(host)
        )

    @property
    def stem(self) -> str:
        """Return the name of the database, with nothing in it that the name of a file cannot have."""
        return re.sub(r"[^\w.-]", "_", str(self.url.database))

    @property
    def suffix(self) -> str:
        """Return that a backup is one of `pg_dump`."""
        return ".pgdump"

    def prepare(self) -> None:
        """Do nothing: an operator creates the database on the server."""

    def writer(self, *, foreign_keys: bool = True) -> ThreadedConnections:
        """Return the one connection that writes. References are always checked: no migration rebuilds a table here."""
        return ThreadedConnections(self.url, size=1, isolation="READ COMMITTED", read_only=False)

    def readers(self) -> ThreadedConnections:
        """Return connections whose transactions see a single moment and cannot write."""
        return ThreadedConnections(self.url, size=READERS, isolation="REPEATABLE READ", read_only=True)

    def lock(self, holder: Holder) -> AdvisoryLock:
        """Lock the database until the connection ends. Raises `DatabaseInUse` when somebody has it.

        Who that is says the lease, once this process may read it.
        """
        try:
            connection = autocommitting(self.url).connect()
            if connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}):
                return AdvisoryLock(connection)
            row = None
            for table in (instance, process):
                there = text("SELECT to_regclass(:name) IS NOT NULL")
                if row is None and connection.scalar(there, {"name": table.name}):
                    holders = select(table.c.pid, table.c.host, table.c.since).order_by(table.c.since)
                    row = connection.execute(holders).first()
            connection.close()
        except DBAPIError as error:
            raise self.failure(error) or StorageError("the database cannot be locked") from error
        raise in_use(None if row is None else Holder(row.pid, row.host, row.since))

    def single(self) -> Engine:
        """Return an engine for one connection."""
        return engine_of(self.url, poolclass=NullPool)

    def tables(self, connection: Connection) -> list[str]:
        """Return all tables of the schema that is worked in."""
        return tools.tables(connection)

    def drop_all(self, connection: Connection, names: list[str]) -> None:
        """Drop tables, and what refers to them."""
        if names:
            connection.exec_driver_sql(f"DROP TABLE {', '.join(names)} CASCADE")

    def last_given(self, connection: Connection, table: Table) -> int:
        """Read the sequence that belongs to the key of the table."""
        asked = text("SELECT pg_sequence_last_value(CAST(:name AS regclass))")
        return int(connection.scalar(asked, {"name": self._sequence(connection, table)}) or 0)

    def set_last_given(self, connection: Connection, table: Table, number: int) -> None:
        """Set that sequence."""
        setting = text("SELECT setval(CAST(:name AS regclass), :number, :called)")
        name = self._sequence(connection, table)
        connection.execute(setting, {"name": name, "number": max(1, number), "called": number > 0})

    def _sequence(self, connection: Connection, table: Table) -> str:
        (key,) = table.primary_key.columns
        asked = text("SELECT pg_get_serial_sequence(format('%I', CAST(:of AS text)), :key)")
        return str(connection.scalar(asked, {"of": table.name, "key": key.name}))

    def onlooker(self) -> Engine:
        """Return an engine whose transactions see a single moment and cannot write."""
        options = {"postgresql_readonly": True}
        return engine_of(self.url, poolclass=NullPool, isolation_level="REPEATABLE READ", execution_options=options)

    def news(self, mine: int, channel: str, hear: Hear) -> News:
        """Return what listens on a channel. While it does, nobody gets the lock on the whole database."""
        return News(self.url, LOCK, mine, channel, hear)

    def in_turn(self, connection: Connection) -> None:
        """Take a lock that ends with the transaction."""
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK + 1})

    def guard(self) -> None:
        """Return None: the server guards its files itself."""

    def failure(self, error: DBAPIError) -> StorageError | None:
        """Recognize by its SQLSTATE, or the server's words, what a failure means; see `postgresql_failures`."""
        return failures.failure(error)

    def check(self) -> None:
        """Do nothing: a server with checksums checks pages when it reads them."""

    def problems(self, connection: Connection) -> list[str]:
        """Return the constraints that the server has not checked for all rows."""
        unchecked = text("SELECT conname FROM pg_constraint WHERE NOT convalidated ORDER BY conname")
        return [f"constraint {name} was never checked" for name in connection.scalars(unchecked)]

    def checked(self, connection: Connection) -> str:
        """Return what was checked here, and whether the server checks its pages by itself."""
        version, pages = connection.execute(
            text("SELECT current_setting('server_version'), current_setting('data_checksums')")
        ).one()
        told = (
            "positions and constraints were checked, pages are by the server"
            if pages == "on"
            else ("positions and constraints were checked; the server keeps no checksums of its pages")
        )
        return f"{told}; PostgreSQL {version.split()[0]}"

    def unable(self, connection: Connection) -> str | None:
        """Return that the tools of the server are missing, older than it, or not to be told its address."""
        server = int(connection.scalar(text("SELECT current_setting('server_version_num')")) or 0) // 10_000
        try:
            for name in ("pg_dump", "pg_restore"):
                if (version := tools.version_of(name)) < server:
                    return f"{name} is of version {version}, the server of version {server}"
            tools.where(self.url)
        except BackupFailed as error:
            return str(error)
        return None

    def restored(self, connection: Connection) -> int:
        """Read the number from where `set_restored` has put it."""
        found = connection.scalar(text("SELECT obj_description('alembic_version'::regclass, 'pg_class')"))
        said, _, number = (found or "").partition(" ")
        return int(number) if said == RESTORED and number.isdecimal() else 0

    def set_restored(self, connection: Connection, number: int) -> None:
        """Write the number where no row has to be changed for it: beside the version of the schema."""
        connection.exec_driver_sql(f"COMMENT ON TABLE alembic_version IS '{RESTORED} {number:d}'")

    def copy(self, target: Path) -> None:
        """Let `pg_dump` copy the tables, and compare the copy row by row with the moment that it is of."""
        try:
            with self.onlooker().connect() as connection:
                if not tools.tables(connection):
                    raise BackupFailed(f"there is no table in {self.name}")
                tools.dump(connection, self.url, target)
        except DBAPIError as error:
            raise BackupFailed(f"{self.name} cannot be copied: {self.failure(error) or 'it failed'}") from error

    def compact(self) -> None:
        """Write all tables anew. Logs and backups of the server keep what they have until they are recycled."""
        try:
            with autocommitting(self.url).connect() as connection:
                if present := tools.tables(connection):
                    connection.execute(text(f"SET lock_timeout = '{LOCKED_WITHIN}s'"))
                    connection.exec_driver_sql(f"VACUUM (FULL, ANALYZE) {', '.join(present)}")
        except SQLAlchemyError as error:
            raise StorageError(f"the database could not be written anew: {failures.sentence_of(error)}") from error
