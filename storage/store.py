"""The store: everything the bot keeps, behind one object."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, delete

from storage.backup import backup
from storage.engine import Database, file_of
from storage.lessons import LessonPart
from storage.lookups import MatchReads
from storage.matches import MatchWrites
from storage.messages import MessagePart
from storage.migrate import migrate, upgrade
from storage.outbox import OutboxPart
from storage.players import PlayerPart
from storage.schema import interaction, outbox
from storage.timers import TimerPart

HOUR_MS = 3_600_000
INTERACTIONS_KEPT_MS = HOUR_MS
OUTBOX_KEPT_MS = 7 * 24 * HOUR_MS


class Store(MatchWrites, MatchReads, OutboxPart, MessagePart, TimerPart, PlayerPart, LessonPart):
    """Matches, actions, outbox, messages, timers, players, servers and lessons of one database.

    Get one from `Store.open` and `close` it, or use it in `async with`. It has no clock: times are unix
    milliseconds and come from the caller. Every method is one transaction; a failure raises `StorageError`
    and changes nothing.
    """

    @classmethod
    async def open(cls, url: str, *, backup_folder: Path | None = None) -> Self:
        """Open the database at `url`, migrating it first (with a backup if its schema is older).

        `sqlite+aiosqlite:///path` names a file, created if missing; `sqlite+aiosqlite://` is one in memory.
        Raises `DatabaseTooNew`, `BackupFailed` or `StorageError`.
        """
        in_memory = file_of(url) is None
        if not in_memory:
            await migrate(url, backup_folder)
        database = Database(url)
        try:
            if in_memory:
                await database.write(upgrade)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    def observe(self, heard: Callable[[str, float], None]) -> None:
        """Let `heard` be told of every transaction: "read" or "write", and how many seconds it took."""
        self._db.observe = heard

    async def close(self) -> None:
        """Finish what runs and close every connection, so that the process can end; again is harmless."""
        await self._db.close()

    async def integrity(self) -> list[str]:
        """Return what the database's own checks find wrong, one line each; empty when all is well."""
        return await self._db.problems()

    async def backup(self, folder: Path) -> Path:
        """Write a verified copy of the running database into `folder`; see `storage.backup`."""
        return await backup(self._db.url, folder)

    async def prune(self, now: int) -> int:
        """Forget interactions after an hour and settled outbox rows after a week; returns how many rows.

        An interaction's token lives 15 minutes, so nobody can repeat one after an hour.
        """
        old_interactions = delete(interaction).where(interaction.c.created_at < now - INTERACTIONS_KEPT_MS)
        old_rows = delete(outbox).where(
            outbox.c.state.in_(("done", "failed")), outbox.c.created_at < now - OUTBOX_KEPT_MS
        )

        def body(connection: Connection) -> int:
            return connection.execute(old_interactions).rowcount + connection.execute(old_rows).rowcount

        return await self._db.write(body)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
