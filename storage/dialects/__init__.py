"""The interface to databases of different kinds: the rest of `storage` speaks SQLAlchemy and knows no dialect."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, Table, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from storage.errors import StorageError
from storage.lock import Holder

T = TypeVar("T")


class Connections(Protocol):
    """Connections in which whole transactions run, each in a thread."""

    @property
    def sync_engine(self) -> Engine:
        """Return the engine that emits SQLAlchemy's events of all these connections."""

    @property
    def count(self) -> int:
        """Return how many connections there are."""

    async def run(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction; whatever it raises rolls everything back. Not to be cancelled."""

    async def dispose(self) -> None:
        """Close all connections and end their threads, when nothing runs any more; again is harmless."""


class Lock(Protocol):
    """A lock on a whole database that ends with its process, however that ends."""

    def release(self) -> None:
        """Let others have it; again is harmless."""


class Guard(Protocol):
    """Checks that the file that is written to is still the database."""

    def forget_log(self) -> None:
        """Forget the log: the writer connects anew."""

    def check(self) -> None:
        """Raise `DatabaseLost` unless what was just committed is where the next start will find it."""

    def close(self) -> None:
        """Stop watching, when no connection is open any more; again is harmless."""


class Subscription(Protocol):
    """A connection on which a process hears what others tell it; while it is there the others know that it lives."""

    def open(self) -> bool:
        """Begin to listen; returns False where somebody has the whole database. Raises `StorageError`."""

    def release(self) -> None:
        """Stop listening; again is harmless."""


Hear = Callable[[str | None], None]
"""Called, from another thread, with what somebody tells; with None where something may have been missed."""


class Dialect(Protocol):
    """One database of one kind."""

    url: URL
    file: Path | None
    """The file that the database is, if it is one."""
    volatile: bool
    """Whether the database ends with its connection: then there is one, for reading and for writing."""

    @property
    def name(self) -> str:
        """Return what operators know the database by, without anything secret."""

    @property
    def stem(self) -> str:
        """Return how the names of backups begin."""

    @property
    def suffix(self) -> str:
        """Return how the names of backups end: of which kind they are."""

    def prepare(self) -> None:
        """Make what has to be there before the first connection."""

    def writer(self, *, foreign_keys: bool = True) -> Connections:
        """Return the one connection that writes, for migrations without `foreign_keys`: they check references later."""

    def readers(self) -> Connections:
        """Return the connections that see a single moment in each transaction and cannot write."""

    def onlooker(self) -> Engine:
        """Return an engine for a look from outside: nothing is written, made or tidied up."""

    def single(self) -> Engine:
        """Return an engine for one connection that works by itself, on a database that nobody else has open."""

    def tables(self, connection: Connection) -> list[str]:
        """Return the names of all tables, ready for a statement."""

    def drop_all(self, connection: Connection, names: list[str]) -> None:
        """Drop tables, whatever refers to them."""

    def last_given(self, connection: Connection, table: Table) -> int:
        """Return the last number that was given to a row of a table that never gives one twice; 0 for none."""

    def set_last_given(self, connection: Connection, table: Table, number: int) -> None:
        """Let a table go on after a number."""

    def lock(self, holder: Holder) -> Lock | None:
        """Lock the database, None where only the lease can say who works on it. Raises `DatabaseInUse`."""

    def news(self, mine: int, channel: str, hear: Hear) -> Subscription | None:
        """Return what listens on a channel and holds the lock `mine`; None where one process has the database alone."""

    def in_turn(self, connection: Connection) -> None:
        """Let migrations of several processes come one after the other, until the open transaction ends."""

    def guard(self) -> Guard | None:
        """Return the guard that checks each commit, None where the database itself does."""

    def failure(self, error: DBAPIError) -> StorageError | None:
        """Translate a driver's error into one of ours, None for one without a meaning of its own."""

    def check(self) -> None:
        """Raise `DatabaseDamaged` if the database can be found out to be broken within a second or two."""

    def problems(self, connection: Connection) -> list[str]:
        """Return all problems that can be found, one line each; this may take long."""

    def checked(self, connection: Connection) -> str:
        """Return what `problems` has checked, and by which version of which program."""

    def unable(self, connection: Connection) -> str | None:
        """Return why no backup can be made from this machine, None if nothing is known against it."""

    def restored(self, connection: Connection) -> int:
        """Return a number that each restore of a backup gives anew; 0 for a database that was never restored."""

    def set_restored(self, connection: Connection, number: int) -> None:
        """Set the number that `restored` returns."""

    def copy(self, target: Path) -> None:
        """Write a checked copy of the database as it is at one moment. Raises `BackupFailed`, or `OSError`."""

    def compact(self) -> None:
        """Write everything anew, without what was deleted or changed. Raises `StorageError`."""


def dialect_of(url: str) -> Dialect:
    """Return the database at an address. Raises `StorageError` for one that is of no known kind."""
    from storage.dialects.postgresql import PostgreSQL
    from storage.dialects.sqlite import SQLite

    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number is told with what of the password stands before it
        raise StorageError(
            "the database URL cannot be read; expected sqlite+aiosqlite:///path/to/file or postgresql://…"
        ) from None
    if parsed.drivername in ("sqlite", "sqlite+aiosqlite"):
        return SQLite(parsed)
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return PostgreSQL(parsed)
    raise StorageError(f"databases of the kind {parsed.drivername!r} are not supported")


def file_of(url: str) -> Path | None:
    """Return the path of a database's file, None for a database that is no file."""
    return dialect_of(url).file
