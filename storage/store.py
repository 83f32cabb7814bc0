"""The store: one database, opened and closed, with a repository for each of its subjects."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Delete, delete, func, select

from storage.allowances import AllowanceRepository
from storage.backup import backup
from storage.blocks import BlockRepository
from storage.calendars import CalendarRepository
from storage.clocks import ClockRepository, PauseRepository
from storage.computers import ComputerRepository
from storage.dialects import Hear, Lock, Subscription, dialect_of
from storage.engine import Database, LeaseRepository
from storage.errors import DatabaseLost, StorageError
from storage.followers import DigestRepository, FollowerRepository
from storage.heard import HeardRepository
from storage.jobs import JobRepository
from storage.keys import KeyRepository
from storage.lock import Holder, in_use
from storage.marks import MarkRepository, prune
from storage.matches import MatchRepository
from storage.messages import MessageRepository
from storage.migrate import migrate, migrate_among, upgrade
from storage.plans import InstructionRepository, PlanRepository
from storage.predictions import PredictionRepository
from storage.privacy import PrivacyRepository
from storage.process_tables import allowance, call, claim
from storage.processes import CHANNEL, LEASE_MS, Candidate, ProcessRepository, ShardTaken, lock_number, new_id
from storage.puzzles import DailyRepository, PuzzleRepository
from storage.reports import ReportRepository
from storage.restore_files import refuse_half_restored
from storage.results import ResultRepository
from storage.reviews import ReviewRepository
from storage.schema import clock, interaction, job, match, outage, pause
from storage.seasons import SeasonRepository
from storage.seek_pages import SeekPageRepository
from storage.seeks import SeekRepository
from storage.settings import LessonRepository, PeopleRepository, ServerRepository, ValueRepository
from storage.tournaments import TournamentRepository

HOUR_MS = 3_600_000
INTERACTIONS_KEPT_MS = HOUR_MS
JOBS_KEPT_MS = 7 * 24 * HOUR_MS
LOOK_AGAIN = 0.5
"""Seconds after which it is looked again whether a process that has a shard is alive."""


class Store:
    """One database, as repositories for its subjects: `store.matches.commit`, `store.jobs.claim` and so on.

    Get one from `Store.open` and `close` it, or use it in `async with`. Times are unix milliseconds and come from
    the caller; only the lease has a clock of its own. Every method is one transaction; a failure raises `StorageError`
    and changes nothing. A feature can make a repository of its own over `store.database`.
    """

    @classmethod
    async def among(
        cls,
        url: str,
        candidate: Candidate,
        *,
        backup_folder: Path | None = None,
        keys: Sequence[bytes] = (),
        hear: Hear | None = None,
    ) -> Self:
        """Open the database at `url` as one of several processes that share it; `hear` is called as `Dialect.news`.

        With `backup_folder` an older schema is backed up there before it is migrated. A process that has one of the
        shards is waited for until it is known whether it is alive. Raises `ShardTaken` where it is, `DatabaseInUse`
        where somebody has the whole database, and else as `open`.
        """
        dialect, me = dialect_of(url), new_id()
        news = dialect.news(lock_number(me), CHANNEL, hear or (lambda news: None))
        if news is None:
            raise StorageError("several processes cannot share this database; that takes PostgreSQL")
        await migrate_among(url, candidate.holder, backup_folder)
        store = cls(Database(url, keys))
        try:
            if not await asyncio.to_thread(news.open):
                raise in_use(await store.lease.holder())
            store.news = news
            store.restored = await store.database.read(dialect.restored)
            await store.keys.check()
            await store._join(me, candidate)
        except BaseException:
            await store.close()
            raise
        return store

    async def _join(self, me: str, candidate: Candidate) -> None:
        begun, seen = time.monotonic(), dict[str, int]()
        while True:
            try:
                return await self.processes.join(me, candidate)
            except ShardTaken as taken:
                owner = taken.owner
                beaten = owner.silent_ms < seen.get(owner.id, owner.silent_ms)
                if beaten or time.monotonic() - begun > 2 * LEASE_MS / 1000:
                    raise
                seen[owner.id] = owner.silent_ms
            await asyncio.sleep(LOOK_AGAIN)

    @classmethod
    async def open(
        cls, url: str, *, backup_folder: Path | None = None, alone: Holder | None = None, keys: Sequence[bytes] = ()
    ) -> Self:
        """Open the database at `url`, migrating it first (with a backup if its schema is older).

        `sqlite+aiosqlite:///path` names a file, created if missing; `sqlite+aiosqlite://` is one in memory.
        With `alone` this process is the only one that works on it, until `close` or its end; a check of the file
        begins at the same time (see `wait_for_check`). With `keys` secrets are sealed, by the first of them. Raises
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
                await store.database.write(lambda connection: upgrade(connection, dialect))
            store.restored = await store.database.read(dialect.restored)
            await store.keys.check()
            if alone is not None:
                await store.lease.take(alone, over=lock is not None)
                store._check = asyncio.get_running_loop().run_in_executor(None, dialect.check)
        except BaseException:
            if store is not None:
                await store.close()
            elif lock is not None:
                lock.release()
            raise
        return store

    def __init__(self, database: Database, lock: Lock | None = None) -> None:
        self.database = database
        """The connections that all repositories share."""
        self.restored = 0
        """A number that each restore of a backup gives anew; 0 for a database that was never restored."""
        self.news: Subscription | None = None
        """Where this process hears what others tell it, if several share the database."""
        self._lock = lock
        self._check: asyncio.Future[None] | None = None
        self.matches = MatchRepository(database)
        self.jobs = JobRepository(database)
        self.messages = MessageRepository(database)
        self.clocks = ClockRepository(database)
        self.pauses = PauseRepository(database)
        self.people = PeopleRepository(database)
        self.blocks = BlockRepository(database)
        self.calendars = CalendarRepository(database)
        self.servers = ServerRepository(database)
        self.plans = PlanRepository(database)
        self.instructions = InstructionRepository(database)
        self.followers = FollowerRepository(database)
        self.digests = DigestRepository(database)
        self.lessons = LessonRepository(database)
        self.puzzles = PuzzleRepository(database)
        self.dailies = DailyRepository(database)
        self.tournaments = TournamentRepository(database)
        self.computers = ComputerRepository(database)
        self.reviews = ReviewRepository(database)
        self.results = ResultRepository(database)
        self.seasons = SeasonRepository(database)
        self.predictions = PredictionRepository(database)
        self.reports = ReportRepository(database)
        self.seeks = SeekRepository(database)
        self.seek_pages = SeekPageRepository(database)
        self.marks = MarkRepository(database)
        self.privacy = PrivacyRepository(database)
        self.values = ValueRepository(database)
        self.heard = HeardRepository(database)
        self.lease = LeaseRepository(database)
        self.processes = ProcessRepository(database)
        self.allowances = AllowanceRepository(database)
        self.keys = KeyRepository(database)

    @property
    def shared(self) -> bool:
        """Return True if other processes may change what is stored: then nothing of it is kept in memory unasked."""
        return self.news is not None

    def observe(self, heard: Callable[[str, float], None]) -> None:
        """Call `heard` after every transaction with "read" or "write", and how many seconds it took."""
        self.database.observe = heard

    async def wait_for_check(self) -> None:
        """Return when the file is known to be undamaged, if it was opened `alone`.

        A large one takes a second or two, in which other things can be made ready. Raises `DatabaseDamaged`.
        """
        if self._check is not None:
            await self._check

    def on_lost(self, handler: Callable[[DatabaseLost], None]) -> None:
        """Call `handler` once, when the database is lost and nothing can be written any more."""
        self.database.on_lost = handler

    async def close(self) -> None:
        """Finish what runs and close every connection, so that the process can end; again is harmless."""
        if self._check is not None:
            await asyncio.gather(self._check, return_exceptions=True)
        try:
            with contextlib.suppress(StorageError):  # left behind, it ends by itself
                await self.lease.release()
                await self.processes.leave()
        finally:
            await self.database.close()
            if self.news is not None:
                await asyncio.to_thread(self.news.release)
            if self._lock is not None:
                self._lock.release()

    async def find_problems(self) -> list[str]:
        """Run the database's own checks; return their findings, one line each."""
        return await self.database.problems()

    async def backup(self, folder: Path, occasion: str = "") -> Path:
        """Write a verified copy of the running database into `folder`; see `storage.backup`."""
        return await backup(self.database.url, folder, occasion)

    @property
    def url(self) -> str:
        """Return the address of the database."""
        return self.database.url

    async def prune(self, now: int) -> int:
        """Forget interactions after an hour, jobs after a week, standstills that no clock has seen, old absences.

        Those are pauses of matches that have ended, and outages that were over before any clock that runs began.

        Returns how many rows. An interaction's token lives 15 minutes, so nobody can repeat one after an hour.
        """
        old_interactions = delete(interaction).where(interaction.c.created_at < now - INTERACTIONS_KEPT_MS)
        old_rows = delete(job).where(job.c.state.in_(("done", "failed")), job.c.created_at < now - JOBS_KEPT_MS)

        ended = delete(pause).where(pause.c.match_id.in_(select(match.c.id).where(match.c.status != "running")))

        oldest = select(func.coalesce(func.min(clock.c.since), now)).join(match, match.c.id == clock.c.match_id)
        seen = oldest.where(clock.c.since.is_not(None), match.c.status == "running").scalar_subquery()
        unseen = delete(outage).where(outage.c.until <= seen)

        def body(connection: Connection) -> int:
            done = sum(connection.execute(old).rowcount for old in (old_interactions, old_rows, ended, unseen))
            if self.shared:
                done += sum(connection.execute(old).rowcount for old in _of_processes(now))
            return done + prune(connection, now)

        return await self.database.write(body)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _of_processes(now: int) -> tuple[Delete, ...]:
    """Return what deletes what processes that share a database note for one another, and need no more."""
    return (
        delete(claim).where(claim.c.at < now - INTERACTIONS_KEPT_MS),
        delete(allowance).where(allowance.c.full_at < now),
        delete(call).where(call.c.at < now - HOUR_MS),
    )
