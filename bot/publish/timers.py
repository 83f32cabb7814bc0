"""Timers: what falls due without anybody clicking, each kind with a handler, apart from all sending.

A handler gets the match's id and may take its time: whatever it does, and however it fails, delays its own timer
alone. After a standstill what has fallen due is dealt with in order, and spread out, so that Discord is not asked for
all of it at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from bot import supervision
from bot.log import incident
from bot.matches.commits import CommitEvent
from bot.publish import verdict
from bot.supervision import Nap
from storage import StorageError, Store, Timer

log = logging.getLogger("bot.timers")

Handler = Callable[[str, int], Awaitable[int | None]]
"""Gets the id of the match and when the timer was due; returns when it is to fall due again, `None` for never.

It may be called twice for one timer: after a crash, and after a failure. It raises for a further attempt, later.
"""

AT_ONCE: Final = 4
"""How many timers are worked on at once."""
SPREAD: Final = 0.2
"""Seconds between two timers that are begun, where more than one is due."""
WITHIN: Final = 60.0
"""Seconds that one attempt may take; shorter than a lease."""
LEASE_MS: Final = 120_000
LONGEST_NAP: Final = 30.0
STOP_WITHIN: Final = 2.0


class Timers:
    """Calls the handlers of timers when those fall due."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self.store = store
        self.clock = clock
        self.owner = secrets.token_hex(8)
        """By which name this process holds leases."""
        self._handlers: dict[str, Handler] = {}
        self._nap = Nap()
        self._claiming = asyncio.Lock()
        self._working: set[asyncio.Task[None]] = set()
        self._looks_at = math.inf
        """When timers are looked at next, in unix milliseconds; whatever is due before has to wake."""
        self._taken_over = False
        self._stopping = False

    def register(self, kind: str, handler: Handler) -> None:
        """Let `handler` deal with the timers of a kind. Raises `ValueError` for a kind that has a handler."""
        if kind in self._handlers:
            raise ValueError(f"timers of the kind {kind!r} have a handler already")
        self._handlers[kind] = handler

    def wake(self) -> None:
        """Look for timers now."""
        self._nap.wake()

    async def after_commit(self, event: CommitEvent) -> None:
        """Look again before a timer that was set or moved falls due, if that was not the plan."""
        if event.due_at is not None and event.due_at < self._looks_at:
            self.wake()

    async def run(self) -> None:
        """Work until `stop`. Raises `StorageError` when the database cannot be read; begun again, it goes on."""
        if not self._taken_over:
            await self.store.timers.release_others(self.owner)
            self._taken_over = True
        while not self._stopping:
            self._looks_at = math.inf  # what is set during a look may have been missed by it
            async with self._claiming:
                nap = await self._round()
            self._looks_at = self.clock() + 1000 * nap
            await self._nap.take(nap)  # no fault: a pause

    async def _round(self) -> float:
        """Begin with one timer that is due; returns after how many seconds there is something to do again."""
        if len(self._working) >= AT_ONCE or self._stopping:
            return LONGEST_NAP  # the end of one wakes
        now = self.clock()
        claimed = await self.store.timers.claim(now, owner=self.owner, lease_ms=LEASE_MS, room=1)
        for timer in claimed.timers:
            task = asyncio.create_task(self._handle(timer), name=f"timer {timer.kind} of {timer.match_id}")
            self._working.add(task)
            task.add_done_callback(self._done)
        if claimed.next_due is None:
            return LONGEST_NAP
        return min(LONGEST_NAP, max(SPREAD, (claimed.next_due - now) / 1000))

    def _done(self, task: asyncio.Task[None]) -> None:
        crowded = len(self._working) >= AT_ONCE
        self._working.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            incident("a timer was left", error)  # its lease ends, and it is claimed again
        if crowded:
            self.wake()

    async def stop(self) -> None:
        """Begin nothing new, wait for what is being done, give back what is not."""
        self._stopping = True
        self.wake()
        async with self._claiming:
            working = set(self._working)
        if working:
            _, left = await asyncio.wait(working, timeout=STOP_WITHIN)  # no fault: see test_outbox.py
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)  # no fault: see test_outbox.py
        with contextlib.suppress(StorageError):  # then the leases end by themselves
            await self.store.timers.release(self.owner)  # no fault: see test_outbox.py

    @contextlib.asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Begin nothing meanwhile; entered when no timer is being dealt with, so that no lease is on."""
        async with self._claiming:
            if self._working:
                await asyncio.wait(set(self._working))  # no fault: see test_clock.py
            yield

    async def idle(self) -> bool:
        """Whether nothing is being done and nothing is overdue."""
        if self._working:
            return False
        return await self.store.timers.count_overdue(self.clock()) == 0  # no fault: only tests ask

    async def _handle(self, timer: Timer) -> None:
        try:
            async with asyncio.timeout(WITHIN):
                again = await self._handlers[timer.kind](timer.match_id, timer.due_at)
        except asyncio.CancelledError as error:
            if supervision.is_cancelled():
                raise
            await self._later(timer, error)
        except Exception as error:
            await self._later(timer, error)
        else:
            await self._noted(lambda: self.store.timers.finish(timer, owner=self.owner, due_at=again))
            self.wake()  # else the nap would last until the end of a lease that is not there any more

    async def _later(self, timer: Timer, error: BaseException) -> None:
        end = verdict.failed(f"timer {timer.kind} of match {timer.match_id}", timer.attempts, error)
        log.info("timer %s of match %s again in %d ms: %s", timer.kind, timer.match_id, end.wait_ms, end.note)
        due = self.clock() + end.wait_ms
        await self._noted(lambda: self.store.timers.put_back(timer, owner=self.owner, due_at=due))
        self.wake()

    async def _noted(self, note: Callable[[], Awaitable[bool]]) -> None:
        """Note the end of an attempt, for as long as it takes."""
        failures = 0
        while True:
            try:
                await note()
            except Exception as error:
                failures += 1
                verdict.failed("noting a timer", failures, error)
                await supervision.pause(verdict.nth(verdict.PASSING, failures) / 1000)  # no fault: a pause
            else:
                return
