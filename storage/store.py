"""The store: everything the bot keeps, behind one object."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, delete, select

from storage.backup import backup
from storage.calendars import CalendarPart
from storage.clocks import ClockPart
from storage.dialects import Lock, dialect_of
from storage.engine import Database
from storage.errors import DatabaseLost, StorageError
from storage.followers import FollowerPart
from storage.instance import InstancePart
from storage.instructions import InstructionPart
from storage.lessons import LessonPart
from storage.lock import Holder
from storage.lookups import MatchReads
from storage.matches import MatchWrites
from storage.messages import MessagePart
from storage.migrate import migrate, upgrade
from storage.outbox import OutboxPart
from storage.pauses import PausePart
from storage.plans import PlanPart
from storage.players import PlayerPart
from storage.privacy import PrivacyPart
from storage.restore import refuse_half_restored
from storage.schema import interaction, match, outbox, pause
from storage.sealed import SealingPart
from storage.servers import ServerPart
from storage.timers import TimerPart

HOUR_MS = 3_600_000
INTERACTIONS_KEPT_MS = HOUR_MS
OUTBOX_KEPT_MS = 7 * 24 * HOUR_MS


class Store(
    MatchWrites,
    MatchReads,
    OutboxPart,
    MessagePart,
    TimerPart,
    ClockPart,
    CalendarPart,
    PausePart,
    InstructionPart,
    PlanPart,
    FollowerPart,
    ServerPart,
    PrivacyPart,
    PlayerPart,
    LessonPart,
    InstancePart,
    SealingPart,
):
    """Matches, actions, outbox, messages, timers, clocks, players, servers and lessons of one database.

    Get one from `Store.open` and `close` it, or use it in `async with`. Times are unix milliseconds and come from
    the caller; only the lease has a clock of its own. Every method is one transaction; a failure raises `StorageError`
    and changes nothing.
    """

    @classmethod
    async def open(
        cls, url: str, *, backup_folder: Path | None = None, alone: Holder | None = None, keys: Sequence[bytes] = ()
    ) -> Self:
        """Open the database at `url`, migrating it first (with a backup if its schema is older).

        `sqlite+aiosqlite:///path` names a file, created if missing; `sqlite+aiosqlite://` is one in memory.
        With `alone` this process is the only one that works on it, until `close` or its end; a check of the file
        begins at the same time (see `sound`). With `keys` secrets are sealed, by the first of them. Raises
        `DatabaseInUse`, `DatabaseDamaged`, `DatabaseTooNew`, `BackupFailed`, `KeyMissing` or `StorageError`.
        """
        dialect = dialect_of(url)
        lock = None if alone is None else dialect.lock(alone)
        store = None
        try:
            if dialect.file is not None:
                refuse_half_restored(dialect.file)
            if not dialect.volatile:
                await migrate(url, backup_folder)
            store = cls(Database(url, keys), lock)
            if dialect.volatile:
                await store._db.write(lambda connection: upgrade(connection, dialect))
            await store.check_keys()
            if alone is not None:
                await store.take_lease(alone, over=lock is not None)
                store._sound = asyncio.get_running_loop().run_in_executor(None, dialect.check)
        except BaseException:
            if store is not None:
                await store.close()
            elif lock is not None:
                lock.release()
            raise
        return store

    def __init__(self, database: Database, lock: Lock | None = None) -> None:
        super().__init__(database)
        self._lock = lock
        self._sound: asyncio.Future[None] | None = None

    def observe(self, heard: Callable[[str, float], None]) -> None:
        """Let `heard` be told of every transaction: "read" or "write", and how many seconds it took."""
        self._db.observe = heard

    async def sound(self) -> None:
        """Return when the file is known to be undamaged, if it was opened `alone`.

        A large one takes a second or two, in which other things can be made ready. Raises `DatabaseDamaged`.
        """
        if self._sound is not None:
            await self._sound

    def when_lost(self, told: Callable[[DatabaseLost], None]) -> None:
        """Let `told` hear, once, that the database is lost and nothing can be written any more."""
        self._db.on_lost = told

    async def close(self) -> None:
        """Finish what runs and close every connection, so that the process can end; again is harmless."""
        if self._sound is not None:
            await asyncio.gather(self._sound, return_exceptions=True)
        try:
            with contextlib.suppress(StorageError):  # left behind, it ends by itself
                await self.release_lease()
        finally:
            await self._db.close()
            if self._lock is not None:
                self._lock.release()

    async def seal_all(self) -> int:
        """As `SealingPart.seal_all`; what was plain before is not left in the unused parts of the file either."""
        sealed = await super().seal_all()
        await asyncio.to_thread(self._db.dialect.compact)
        return sealed

    async def integrity(self) -> list[str]:
        """Return what the database's own checks find wrong, one line each; empty when all is well."""
        return await self._db.problems()

    async def backup(self, folder: Path, occasion: str = "") -> Path:
        """Write a verified copy of the running database into `folder`; see `storage.backup`."""
        return await backup(self._db.url, folder, occasion)

    @property
    def url(self) -> str:
        """The address of the database."""
        return self._db.url

    async def prune(self, now: int) -> int:
        """Forget interactions after an hour, settled outbox rows after a week, pauses of matches that have ended.

        Returns how many rows. An interaction's token lives 15 minutes, so nobody can repeat one after an hour.
        """
        old_interactions = delete(interaction).where(interaction.c.created_at < now - INTERACTIONS_KEPT_MS)
        old_rows = delete(outbox).where(
            outbox.c.state.in_(("done", "failed")), outbox.c.created_at < now - OUTBOX_KEPT_MS
        )

        ended = delete(pause).where(pause.c.match_id.in_(select(match.c.id).where(match.c.status != "running")))

        def body(connection: Connection) -> int:
            return sum(connection.execute(old).rowcount for old in (old_interactions, old_rows, ended))

        return await self._db.write(body)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
