"""The worker on a pool of jobs: each in a task of its own, and none is let go of before its end is written down.

Whatever fails, in whichever step, is tried again after a while and holds up nobody else. That a message is not sent
twice by a further attempt is the business of `bot.publish.sending`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot import metrics, supervision
from bot.jobs import kinds
from bot.jobs.kinds import DONE, End, JobKinds
from bot.log import incident
from bot.matches.commits import ANYWHERE, CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.others import ALONE, EVERYTHING, NAP, Others
from bot.supervision import Nap
from storage import POST, THINK, TIMER, ClaimedJob, Finished, Job, StorageError, Store, WaitsFor, shard_of

log = logging.getLogger("bot.jobs")

ATTEMPT_SECONDS: Final = 60.0
"""How long one attempt may take; shorter than a lease."""
LEASE_MS: Final = 120_000
RENEW_SECONDS: Final = LEASE_MS / 3000
"""How long after which the leases on jobs in work are prolonged; shorter ones as much sooner."""
LONGEST_NAP: Final = 30.0
"""Seconds after which the worker looks again even if nobody woke it."""
SHARED_LEASE_MS: Final = 20_000
"""The lease where other processes wait for it: after it they take over the work of one that was killed."""
NEWER_MS: Final = 10_000
"""How long a job of a kind that is not known here waits for a process of a newer version."""
RACED_NAP: Final = 1.0
"""Seconds to wait when another process was faster."""

Explain = Callable[[LoadedMatch, Job, Exception, int], Awaitable[End | None]]
"""Returns how an attempt has ended that failed in a way worth telling the players; `None` for any other failure.

It has told them, or seen to it that they are told.
"""


@dataclass(frozen=True, slots=True)
class Pool:
    """A share of the work that no other pool can take away."""

    name: str
    """What `storage.NewJob.pool` says."""
    room: int
    """How many jobs are worked on at once."""
    retries: int
    """How many of them may have failed before, so that broken places cannot take all the room."""
    stop_seconds: float
    """How long a stop waits for what is in work; the rest is found in the queue at the next start."""
    spread_seconds: float = 0.0
    """How long to wait between two jobs, so that Discord is not asked for everything at once after a standstill."""
    ahead: bool = False
    """Its jobs are added long before they fall due."""


POSTS: Final = Pool(POST, room=16, retries=6, stop_seconds=4.0)
"""What is to be sent."""
TIMERS: Final = Pool(TIMER, room=4, retries=4, stop_seconds=2.0, spread_seconds=0.2, ahead=True)
"""What falls due without anybody pressing anything."""
THOUGHTS: Final = Pool(THINK, room=4, retries=2, stop_seconds=1.0)
"""What computer players decide. More are taken than are thought about at once, so that none waits for the queue."""


class Worker:
    """Does the jobs of one pool."""

    def __init__(
        self,
        pool: Pool,
        store: Store,
        matches: Matches,
        kinds: JobKinds,
        explain: Explain,
        others: Others = ALONE,
    ) -> None:
        self.pool = pool
        self.others = others
        self.store = store
        self.matches = matches
        self.kinds = kinds
        self.explain = explain
        self.owner = secrets.token_hex(8)
        """The name by which this worker holds leases."""
        self._nap = Nap()
        self._claiming = asyncio.Lock()
        self._tasks: dict[asyncio.Task[None], Job] = {}
        self._ending: set[int] = set()
        """Jobs that were done, or not, and wait for the database alone."""
        self._crowded = False
        """Jobs had to be left for want of room."""
        self._healed: set[int] = set()
        """Servers in which a permission may have come."""
        self._renewal: asyncio.TimerHandle | None = None
        self._looks_at = math.inf
        """When the queue is looked at next, in unix milliseconds; what is due before has to wake the worker."""
        self._released_others = False
        self._unknown: set[str] = set()
        """Kinds of jobs that only newer versions know."""
        self._stopping = False

    @property
    def lease_ms(self) -> int:
        """Return for how long a job is this worker's after it was claimed, or since its lease was prolonged."""
        return SHARED_LEASE_MS if self.others.shared else LEASE_MS

    @property
    def longest_nap(self) -> float:
        """Return after how many seconds the worker looks again even if nobody woke it."""
        return NAP if self.others.shared else LONGEST_NAP

    def wake(self) -> None:
        """Look for jobs now."""
        self._nap.wake()

    async def after_commit(self, event: CommitEvent) -> None:
        """Wake when a commit has added jobs of this pool that are due before the next look. A subscriber."""
        due_at = event.due.get(self.pool.name)
        if due_at is None or due_at >= self._looks_at:
            return
        shard = None if event.guild_id == ANYWHERE else shard_of(event.guild_id, self.others.count)
        home = self.others.home(self.pool.name)
        if home is None or shard is None or shard in home.shards:
            self.wake()
        if home is not None and shard not in home.shards and due_at <= self.matches.clock() + 1000 * NAP:
            self.others.tell(self.pool.name, EVERYTHING if shard is None else shard)

    def heard(self, shard: str) -> None:
        """Wake when another process has added jobs of this pool for one of these shards. A subscriber."""
        home = self.others.home(self.pool.name)
        if home is None or shard == EVERYTHING or int(shard) in home.shards:
            self.wake()

    def permissions_changed(self, guild_id: int) -> None:
        """Make due what waits for a permission in that server. Called when Discord tells of a change there."""
        self._healed.add(guild_id)
        self.wake()

    async def run(self) -> None:
        """Work until `stop`. Raises `StorageError` when the database cannot be read; begun again, it goes on."""
        if not self._released_others and not self.others.shared:
            await self.store.jobs.release_others(self.owner, self.pool.name)
        self._released_others = True
        while not self._stopping:
            self._looks_at = math.inf  # what is added during a look may have been missed by it
            async with self._claiming:
                nap = await self._round()
            self._looks_at = self.matches.clock() + 1000 * nap
            await self._nap.take(nap)  # no fault: a pause

    async def _round(self) -> float:
        """Begin with what is due; return after how many seconds there is something to do again."""
        now = self.matches.clock()
        if self._healed:
            guilds = frozenset(self._healed)
            self._healed.clear()  # before, so that what is told meanwhile is dealt with in the next round
            try:
                await self.store.jobs.make_due(guilds, now)
            except Exception:
                self._healed |= guilds
                raise
        if self._tasks and self._renewal is None:
            in_work = [job.id for job in self._tasks.values()]
            await self.store.jobs.renew(self.owner, now + self.lease_ms, in_work)  # no fault: see test_jobs.py
            self._renew_later()
        busy = [job for job in self._tasks.values() if job.id not in self._ending]
        room = self.pool.room - len(busy)
        retries = self.pool.retries - sum(job.attempts > 1 for job in busy)
        home = self.others.home(self.pool.name)
        if room <= 0 or self._stopping:
            self._crowded = True
            return self.longest_nap
        if home is not None and not home.shards:
            self._crowded = False
            return self.longest_nap
        claimed = await self.store.jobs.claim(
            now,
            pool=self.pool.name,
            owner=self.owner,
            lease_ms=self.lease_ms,
            room=1 if self.pool.spread_seconds else room,
            retries=max(0, retries),
            home=home,
        )
        for claim in claimed.jobs:
            self._begin(claim)
        return self._nap_until(claimed.next_due, now)

    def _nap_until(self, due: int | None, now: int) -> float:
        """Return how many seconds to wait where the next job falls due then."""
        overdue = due is not None and due <= now
        if self.pool.spread_seconds and overdue and len(self._tasks) < self.pool.room:
            return self.pool.spread_seconds
        self._crowded = overdue
        if self._crowded and not self._tasks:
            return RACED_NAP
        if due is None or self._crowded:
            return self.longest_nap
        return min(self.longest_nap, max(self.pool.spread_seconds, (due - now) / 1000))

    def _renew_later(self) -> None:
        """Prolong the leases before they end, if anything is in work then."""

        def due() -> None:
            self._renewal = None
            self.wake()

        self._renewal = asyncio.get_running_loop().call_later(RENEW_SECONDS * self.lease_ms / LEASE_MS, due)

    def _begin(self, claim: ClaimedJob) -> None:
        if self._renewal is None:
            self._renew_later()
        task = asyncio.create_task(self._handle(claim), name=_called(claim.job))
        self._tasks[task] = claim.job
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        job = self._tasks.pop(task)
        self._ending.discard(job.id)
        if not self._tasks and self._renewal is not None:
            self._renewal.cancel()
            self._renewal = None
        if not task.cancelled() and (error := task.exception()) is not None:
            incident(f"{_called(job)} was left", error)  # its lease ends, and it is claimed again
        if self._crowded:
            self.wake()

    async def stop(self) -> None:
        """Take nothing new, wait for what is in work, give back what is not done."""
        self._stopping = True
        self.wake()
        async with self._claiming:
            tasks = set(self._tasks)
        if tasks:
            _, left = await asyncio.wait(tasks, timeout=self.pool.stop_seconds)  # no fault: see test_jobs.py
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)  # no fault: see test_jobs.py
        with contextlib.suppress(StorageError):  # then the leases end by themselves
            await self.store.jobs.release(self.owner)  # no fault: see test_jobs.py

    @contextlib.asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Begin nothing meanwhile; entered when nothing is in work, so that there is no lease."""
        async with self._claiming:
            if self._tasks:
                await asyncio.wait(set(self._tasks))  # no fault: see test_clock.py
            yield

    async def idle(self) -> bool:
        """Return True if nothing is in work, and nothing waits but what was added ahead of its time."""
        if self._tasks:
            return False
        due_by = self.matches.clock() if self.pool.ahead else None
        return await self.store.jobs.count_open(self.pool.name, due_by) == 0  # no fault: only tests ask

    async def _handle(self, claim: ClaimedJob) -> None:
        """Do one job; every way this can end is written to the database."""
        end = await self._attempt(claim)
        if self.pool.name == POST:
            metrics.OUTBOX_ROWS.labels(end.how).inc()
        self._ending.add(claim.job.id)
        if self._crowded:
            self.wake()
        finished = await self._write_end(claim.job, end)
        if finished.next_due is not None:
            self.wake()

    async def _attempt(self, claim: ClaimedJob) -> End:
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                return await self._do(claim)
        except asyncio.CancelledError as error:
            if supervision.is_cancelled():
                raise
            return _failed(claim.job, error)
        except Exception as error:
            return _failed(claim.job, error)

    async def _do(self, claim: ClaimedJob) -> End:
        """Hand the job to the handler of its kind, or see to it that those concerned are told why that failed."""
        job = claim.job
        if self.others.shared and job.kind not in self.kinds:
            return self._left_to_newer(job)
        try:
            match = await self.matches.load(job.match_id, claim.match)
        except Refusal as gone:
            return End("given_up", str(gone))
        now = self.matches.clock()
        # What jobs sent that this one has superseded may have arrived unnoticed.
        job = replace(job, attempts=job.attempts + job.before)
        try:
            outcome = await self.kinds.handler(job.kind)(match, replace(claim, job=job), now)
        except Exception as error:
            end = await self.explain(match, job, error, now)
            if end is None:
                raise
            return end
        if outcome is None:
            return DONE
        return replace(DONE, messages=outcome.messages, again_at=outcome.again_at)

    def _left_to_newer(self, job: Job) -> End:
        """Put a job back that a newer version has added, as during an update; say so once for each kind."""
        if job.kind not in self._unknown:
            self._unknown.add(job.kind)
            log.warning("%s is left to a newer version of the bot, and so are all others of its kind", _called(job))
        return End("retried", "left to a newer version", NEWER_MS)

    async def _write_end(self, job: Job, end: End) -> Finished:
        """Write how an attempt has ended, for as long as it takes; meanwhile only this lane waits."""
        failures = 0
        while True:
            now = self.matches.clock()
            try:
                if end.how in ("told", "given_up"):
                    return await self.store.jobs.finish(
                        job.id,
                        owner=self.owner,
                        now=now,
                        ok=end.how == "told",
                        note=end.note,
                        messages=end.messages,
                        again_at=end.again_at,
                    )
                waits_for: WaitsFor | None = "permission" if end.how == "waiting" else None
                return await self.store.jobs.put_back(
                    job.id, owner=self.owner, due_at=now + end.wait_ms, note=end.note, waits_for=waits_for
                )
            except Exception as error:
                failures += 1
                kinds.failed(f"writing the end of {_called(job)}", failures, error)
                await supervision.pause(kinds.nth(kinds.PASSING_WAITS, failures) / 1000)  # no fault: a pause


def _called(job: Job) -> str:
    """Return how the log calls a job."""
    return f"job {job.id} ({job.kind}) of match {job.match_id}"


def _failed(job: Job, error: BaseException) -> End:
    end = kinds.failed(_called(job), job.attempts, error)
    log.info("%s is tried again in %d ms: %s", _called(job), end.wait_ms, end.note)
    return end
