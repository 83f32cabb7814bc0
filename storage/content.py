"""What lies in a database, as somebody has to know it who brings a backup back."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, inspect, text


@dataclass(frozen=True, slots=True)
class Content:
    """What lies in a database: the versions of its matches, how many of them run, what is still to be sent."""

    versions: dict[str, int]
    running: int
    unsent: int


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done. `before` is what the set-aside database holds, None if it cannot be read."""

    made_at: datetime
    now: Content
    set_aside: Path | None
    before: Content | None

    @property
    def further(self) -> int:
        """Return in how many matches the set-aside database is ahead of the restored one."""
        before = self.before.versions if self.before else {}
        return sum(version > self.now.versions.get(match, version) for match, version in before.items())

    @property
    def missing(self) -> int:
        """Return how many matches exist in the set-aside database only."""
        return len(self.before.versions.keys() - self.now.versions.keys()) if self.before else 0


def content_of(connection: Connection) -> Content:
    """Return what lies in a database of any schema that a version of this program has made."""
    matches = connection.execute(text('SELECT id, status, version FROM "match"')).all()
    return Content(
        {str(row.id): int(row.version) for row in matches},
        sum(row.status == "running" for row in matches),
        int(connection.scalar(text(_unsent(connection))) or 0),
    )


def _unsent(connection: Connection) -> str:
    """Return the statement that counts what was not sent; before schema 0013 that was a table of its own."""
    if inspect(connection).has_table("outbox"):
        return "SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')"
    return "SELECT count(*) FROM job WHERE pool = 'post' AND state IN ('pending', 'running')"
