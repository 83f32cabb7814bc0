"""The outbox worker: takes rows in order, one at a time a lane, and does not let go before they are told."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final

import aiohttp
import discord

from bot.log import incident
from bot.matches.refusals import Refusal
from bot.matches.rows import public_row
from bot.matches.service import KEEP_OPEN, KEEP_OPEN_MS, Matches
from bot.publish.dms import DirectMessages
from bot.publish.places import Places
from bot.publish.sending import PlaceLost
from storage import OutboxRow, StorageError, Store

log = logging.getLogger("bot.outbox")

GIVE_UP_AFTER_REFUSALS: Final = 4
"""Attempts at a row that Discord refuses as malformed; the next action makes a new one."""
LANES: Final = 8
LEASE_MS: Final = 120_000
STOP_WITHIN: Final = 4.0
"""Seconds that a stop waits for what is being sent; the rest is found in the outbox at the next start."""
LONGEST_NAP: Final = 30.0
"""Seconds after which the worker looks again even if nobody woke it."""
BACK_OFF_MS: Final = (1_000, 5_000, 15_000, 60_000, 300_000)
GIVE_UP_AFTER: Final = 30
"""Attempts at a row before it is given up; with the waits above that is more than two hours."""


class Outbox:
    """Sends what commits have left in the outbox."""

    def __init__(self, store: Store, matches: Matches, places: Places, dms: DirectMessages) -> None:
        self.store = store
        self.matches = matches
        self.places = places
        self.dms = dms
        self._napping: asyncio.Task[None] | None = None
        self._awake = False
        self._sending: set[asyncio.Task[None]] = set()
        self._stopping = False

    def wake(self) -> None:
        """Look for rows now."""
        self._awake = True
        if self._napping is not None:
            self._napping.cancel()

    async def reconcile(self) -> None:
        """At the start: take rows up again that a crash interrupted, and repair matches that show an old position."""
        for row in await self.store.sending():
            await self.store.release(row.id)
        now = self.matches.clock()
        for head in await self.store.open_matches():
            live = await self.store.live_message(head.id, "live")
            if head.status == "running" and (live is None or live.version < head.version):
                await self.store.enqueue(head.id, (public_row(head.id),), now=now, version=head.version)

    async def run(self) -> None:
        """Work until `stop`."""
        while not self._stopping:
            self._awake = False
            try:
                await self._timers()
                while len(self._sending) < LANES and not self._stopping:
                    row = await self.store.claim(self.matches.clock(), LEASE_MS)
                    if row is None:
                        break
                    task = asyncio.create_task(self._handle(row))
                    self._sending.add(task)
                    task.add_done_callback(self._done)
                nap = await self._nap()
            except StorageError as error:
                incident("the outbox could not be read", error)
                nap = LONGEST_NAP
            if not self._awake:
                self._napping = asyncio.create_task(asyncio.sleep(nap))
                await asyncio.wait({self._napping})
                self._napping = None

    async def stop(self) -> None:
        """Take nothing new and wait for what is being sent."""
        self._stopping = True
        self.wake()
        if self._sending:
            await asyncio.wait(self._sending, timeout=STOP_WITHIN)

    async def idle(self) -> bool:
        """Whether nothing is waiting to be sent."""
        return not self._sending and await self.store.outbox_pending() == 0

    def _done(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self.wake()

    async def _nap(self) -> float:
        due = await self.store.next_due()
        if due is None or len(self._sending) >= LANES:
            return LONGEST_NAP
        return min(LONGEST_NAP, max(0.0, (due - self.matches.clock()) / 1000))

    async def _handle(self, row: OutboxRow) -> None:
        """Send one row; every way this can end is noted in the row."""
        try:
            await self._send(row)
        except (PlaceLost, discord.Forbidden, discord.NotFound, Refusal) as gone:
            log.warning("outbox row %d of match %s given up: %s", row.id, row.match_id, gone)
            await self.store.finish(row.id, now=self.matches.clock(), ok=False, note=str(gone))
        except (discord.RateLimited, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            await self._later(row, error)
        except StorageError as error:
            incident(f"outbox row {row.id}", error)
            await self._later(row, error)
        except Exception as error:
            number = incident(f"outbox row {row.id} of match {row.match_id}", error)
            await self.store.finish(row.id, now=self.matches.clock(), ok=False, note=f"incident {number}")
        else:
            await self.store.finish(row.id, now=self.matches.clock())

    async def _send(self, row: OutboxRow) -> None:
        match = await self.matches.load(row.match_id)
        # What rows sent that this one has superseded may have arrived unnoticed.
        row = replace(row, attempts=row.attempts + await self.store.attempts_before(row))
        if row.kind == "public":
            await self.places.publish(match, row, self.matches.clock())
        elif row.kind == "dm":
            await self.dms.publish(match, row, self.matches.clock())
        elif row.kind == "ping":
            await self.dms.fall_back(match, row, self.matches.clock())
        else:
            raise ValueError(f"unknown kind of outbox row: {row.kind}")

    async def _later(self, row: OutboxRow, error: Exception) -> None:
        now = self.matches.clock()
        refused = isinstance(error, discord.HTTPException) and error.status == 400
        if row.attempts >= (GIVE_UP_AFTER_REFUSALS if refused else GIVE_UP_AFTER):
            incident(f"outbox row {row.id} of match {row.match_id} failed for good", error)
            await self.store.finish(row.id, now=now, ok=False, note=str(error))
            return
        wait = BACK_OFF_MS[min(row.attempts - 1, len(BACK_OFF_MS) - 1)]
        if isinstance(error, discord.RateLimited):
            wait = int(error.retry_after * 1000) + 500
        log.info("outbox row %d is tried again in %d ms: %s", row.id, wait, error)
        await self.store.retry(row.id, due_at=now + wait, note=str(error)[:200])

    async def _timers(self) -> None:
        """Keep the threads of running matches from archiving (a click in an archived one may never arrive)."""
        now = self.matches.clock()
        for timer in await self.store.due_timers(now):
            if timer.kind == KEEP_OPEN:
                await self.store.set_timer(timer.match_id, KEEP_OPEN, now + KEEP_OPEN_MS)
                match = await self.store.load(timer.match_id)
                if match is None or match.status != "running" or not match.thread_id:
                    await self.store.clear_timer(timer.match_id, KEEP_OPEN)
                    continue
                try:
                    await self.places.live.unarchive(match.thread_id)
                except discord.HTTPException as error:
                    log.warning("the thread of match %s could not be kept open: %s", match.id, error)
