"""A look at a database from outside, beside whoever works on it: nothing is written, migrated or tidied up."""

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from storage import migrate
from storage.sealing import TEXT_MARK


@dataclass(frozen=True, slots=True)
class Findings:
    """What a database file holds, as far as it could be read."""

    problems: list[str] = field(default_factory=list)
    """What is damaged, one line each; further fields say nothing then."""
    revision: str | None = None
    """The version of its schema; None for a file that no version of the bot has made."""
    holder: tuple[int, str, int] | None = None
    """Who said last that it works on the database: process id, host, until when (unix milliseconds)."""
    open_matches: int = 0
    unsent: int = 0
    """Jobs that have to send something and have not done it yet."""
    blocked: int = 0
    """Of these, those that wait for something else than time."""
    refused: int = 0
    """Of these, those that Discord has refused as malformed more than once."""
    unsent_since: int | None = None
    """Since when the oldest of the others has been there to be told, in unix milliseconds."""
    overdue: int = 0
    """Timers that have fallen due."""
    overdue_since: int | None = None
    """When the first of them did."""

    @property
    def current(self) -> bool:
        """Return True if the schema is that of this version of the bot."""
        return self.revision == migrate.head()


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in which matches are open."""

    guild_id: int
    channel_id: int
    matches: int


def places(path: Path) -> list[Place]:
    """Return the channels with open matches; none where the database cannot be read, which `inspect` reports."""
    if not path.exists():
        return []
    query = (
        "SELECT guild_id, channel_id, count(*) FROM match WHERE status IN ('lobby', 'running')"
        " AND guild_id IS NOT NULL AND channel_id IS NOT NULL GROUP BY guild_id, channel_id ORDER BY 1, 2"
    )
    try:
        with closing(_reader(path)) as connection:
            return [Place(*row) for row in connection.execute(query)]
    except sqlite3.Error:
        return []


def inspect(path: Path, now: int) -> Findings:
    """Check the whole file and count what waits in it. Raises `sqlite3.Error` where it cannot be opened at all."""
    with closing(_reader(path)) as connection:
        problems = _problems(connection)
        if problems:
            return Findings(problems)
        revision = _revision(connection)
        if revision != migrate.head():
            return Findings(revision=revision)
        return Findings(problems) if (problems := _positions(connection)) else _counted(connection, revision, now)


def _positions(connection: sqlite3.Connection) -> list[str]:
    """Positions that are not what was written; those that are encrypted cannot be read without their key."""
    rows = connection.execute("SELECT id, snapshot, state_hash FROM match WHERE snapshot IS NOT NULL")
    plain = (row for row in rows if not str(row[1]).startswith(TEXT_MARK))
    changed = [match for match, text, hashed in plain if hashlib.sha256(text.encode()).hexdigest() != hashed]
    return [f"the position of match {match} is not what was written" for match in changed]


def _reader(path: Path) -> sqlite3.Connection:
    """Open a connection that leaves every file as it is: without a log nobody writes, so none is made."""
    log = path.with_name(path.name + "-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?{how}", uri=True)


def _problems(connection: sqlite3.Connection) -> list[str]:
    try:
        faults = [str(row) for (row,) in connection.execute("PRAGMA integrity_check") if row != "ok"]
        faults += [
            f"{table} refers to a missing {parent}"
            for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check")
        ]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return faults


def _revision(connection: sqlite3.Connection) -> str | None:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def _counted(connection: sqlite3.Connection, revision: str, now: int) -> Findings:
    unsent, blocked, refused, since = connection.execute(
        "SELECT count(*), count(waits_for), coalesce(sum(attempts > 1 AND note LIKE '%: 400 Bad Request%'), 0),"
        " min(CASE WHEN waits_for IS NULL AND (due_at <= ? OR attempts > 0) THEN created_at END)"
        " FROM job WHERE pool = 'post' AND state IN ('pending', 'running')",
        (now,),
    ).fetchone()
    overdue, overdue_since = connection.execute(
        "SELECT count(*), min(due_at) FROM job"
        " WHERE pool = 'timer' AND state IN ('pending', 'running') AND due_at <= ?",
        (now,),
    ).fetchone()
    matches = connection.execute("SELECT count(*) FROM match WHERE status IN ('lobby', 'running')").fetchone()[0]
    holder = connection.execute("SELECT pid, host, until FROM instance LIMIT 1").fetchone()
    return Findings([], revision, holder, matches, unsent, blocked, refused, since, overdue, overdue_since)
