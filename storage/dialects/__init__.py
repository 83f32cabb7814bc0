"""What differs between databases, behind one door: the rest of `storage` speaks SQLAlchemy and knows no dialect."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from storage.errors import StorageError
from storage.lock import Holder

T = TypeVar("T")


class Connections(Protocol):
    """Connections in which whole transactions run, each in a thread."""

    @property
    def sync_engine(self) -> Engine:
        """What SQLAlchemy's events of all these connections are heard from."""

    @property
    def count(self) -> int:
        """How many connections there are."""

    async def run(self, body: Callable[[Connection], T]) -> T:
        """Run `body` in one transaction; whatever it raises rolls everything back. Not to be cancelled."""

    async def dispose(self) -> None:
        """Close all connections and end their threads, when nothing runs any more; again is harmless."""


class Lock(Protocol):
    """A lock on a whole database that ends with its process, however that ends."""

    def release(self) -> None:
        """Let others have it; again is harmless."""


class Guard(Protocol):
    """Knows whether what is written to is still the database."""

    def forget_log(self) -> None:
        """The writer connects anew."""

    def check(self) -> None:
        """Raise `DatabaseLost` unless what was just committed is where the next start will find it."""

    def close(self) -> None:
        """To be called when no connection is open any more; again is harmless."""


class Dialect(Protocol):
    """One database of one kind."""

    url: URL
    file: Path | None
    """The file that the database is, if it is one."""
    volatile: bool
    """Whether the database ends with its connection: then there is one, for reading and for writing."""

    def prepare(self) -> None:
        """Make what has to be there before the first connection."""

    def writer(self, *, foreign_keys: bool = True) -> Connections:
        """The one connection that writes; `foreign_keys` off is for migrations, which check the references later."""

    def readers(self) -> Connections:
        """The connections that see a single moment in each transaction and cannot write."""

    def lock(self, holder: Holder) -> Lock | None:
        """Lock the database, None where only the lease can say who works on it. Raises `DatabaseInUse`."""

    def guard(self) -> Guard | None:
        """What looks after each commit, None where the database itself does."""

    def failure(self, error: DBAPIError) -> StorageError | None:
        """The error of ours that a driver's error is, None for one without a meaning of its own."""

    def check(self) -> None:
        """Raise `DatabaseDamaged` if the database can be found out to be broken within a second or two."""

    def problems(self, connection: Connection) -> list[str]:
        """All that can be found wrong, one line each; takes as long as it takes."""

    def compact(self) -> None:
        """Write everything anew, without what was deleted or changed. Raises `StorageError`."""


def dialect_of(url: str) -> Dialect:
    """The database at an address. Raises `StorageError` for one that is of no known kind."""
    from storage.dialects.postgresql import PostgreSQL
    from storage.dialects.sqlite import SQLite

    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StorageError("the database URL cannot be read; expected sqlite+aiosqlite:///path/to/file") from None
    if parsed.drivername in ("sqlite", "sqlite+aiosqlite"):
        return SQLite(parsed)
    if parsed.drivername in ("postgresql", "postgresql+psycopg"):
        return PostgreSQL(parsed)
    raise StorageError(f"databases of the kind {parsed.drivername!r} are not supported")


def file_of(url: str) -> Path | None:
    """The path of the file that a database is, None for one that is no file."""
    return dialect_of(url).file
