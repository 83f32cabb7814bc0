"""The outbox worker: a task a lane, and none of them lets go of a row before it is told and that is noted.

Whatever fails, in whichever step, is tried again after a while and holds up nobody else. That a message is not sent
twice by a further attempt is the business of `bot.publish.sending`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot import metrics, supervision
from bot.log import incident
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.rows import LOST
from bot.matches.service import Matches
from bot.publish import verdict
from bot.publish.dms import DirectMessages
from bot.publish.places import Places
from bot.publish.sending import PlaceLost
from bot.publish.troubles import Troubles
from bot.publish.verdict import TOLD, End
from bot.supervision import Nap
from storage import MessageNote, Noted, OutboxRow, StorageError, Store, ToSend, WaitsFor

log = logging.getLogger("bot.outbox")

LANES: Final = 16
"""How many rows are sent at once."""
RETRIES: Final = 6
"""How many of them may have failed before, so that broken places cannot take all the room."""
SEND_WITHIN: Final = 60.0
"""Seconds that one attempt may take; shorter than a lease."""
LEASE_MS: Final = 120_000
RENEW_AFTER: Final = LEASE_MS / 3000
"""Seconds after which the leases on what is still being sent are prolonged."""
STOP_WITHIN: Final = 4.0
"""Seconds that a stop waits for what is being sent; the rest is found in the outbox at the next start."""
LONGEST_NAP: Final = 30.0
"""Seconds after which the worker looks again even if nobody woke it."""
RACED_NAP: Final = 1.0
"""Seconds to wait when another process was faster."""

Publish = Callable[[LoadedMatch, OutboxRow, int], Awaitable[Sequence[MessageNote] | None]]
"""Sends a row of a match at this moment; returns what is to be noted of messages together with the row's end."""
_Send = Callable[[LoadedMatch, ToSend, int], Awaitable[Sequence[MessageNote] | None]]
"""As `Publish`, with what was read when the row was claimed."""


class Outbox:
    """Sends what commits have left in the outbox."""

    def __init__(self, store: Store, matches: Matches, places: Places, dms: DirectMessages, troubles: Troubles) -> None:
        self.store = store
        self.matches = matches
        self.places = places
        self.dms = dms
        self.troubles = troubles
        self.owner = secrets.token_hex(8)
        """By which name this process holds leases."""
        self._kinds: dict[str, _Send] = {"public": places.publish, "dm": dms.publish}
        self.register(LOST, places.missed)
        self.register("ping", dms.fall_back)
        self._nap = Nap()
        self._claiming = asyncio.Lock()
        self._lanes: dict[asyncio.Task[None], OutboxRow] = {}
        self._noting: set[int] = set()
        """Rows that were sent, or not, and wait for the database alone."""
        self._crowded = False
        """Whether rows had to be left for want of room."""
        self._healed: set[int] = set()
        """Servers in which a permission may have come."""
        self._renewal: asyncio.TimerHandle | None = None
        self._taken_over = False
        self._stopping = False

    def register(self, kind: str, publish: Publish) -> None:
        """Let `publish` send the rows of a kind. Raises `ValueError` for a kind that is sent already."""
        if kind in self._kinds:
            raise ValueError(f"rows of the kind {kind!r} are sent already")
        self._kinds[kind] = lambda match, claim, now: publish(match, claim.row, now)

    def wake(self) -> None:
        """Look for rows now."""
        self._nap.wake()

    async def after_commit(self, event: CommitEvent) -> None:
        """Look for the rows that a commit has left."""
        if event.posts:
            self._nap.wake()

    def permissions_changed(self, guild_id: int) -> None:
        """What waits for a permission in that server is due now."""
        self._healed.add(guild_id)
        self.wake()

    async def run(self) -> None:
        """Work until `stop`. Raises `StorageError` when the database cannot be read; begun again, it goes on."""
        if not self._taken_over:
            await self.store.jobs.release_others(self.owner)
            self._taken_over = True
        while not self._stopping:
            async with self._claiming:
                nap = await self._round()
            await self._nap.take(nap)  # no fault: a pause

    async def _round(self) -> float:
        """Begin with what is due; returns after how many seconds there is something to do again."""
        now = self.matches.clock()
        if self._healed:
            guilds = frozenset(self._healed)
            await self.store.jobs.make_due(guilds, now)
            self._healed -= guilds
        if self._lanes and self._renewal is None:
            await self.store.jobs.renew(self.owner, now + LEASE_MS)  # no fault: see test_outbox.py
            self._renew_later()
        busy = [row for row in self._lanes.values() if row.id not in self._noting]
        room = LANES - len(busy)
        retries = RETRIES - sum(row.attempts > 1 for row in busy)
        if room <= 0 or self._stopping:
            self._crowded = True
            return LONGEST_NAP
        claimed = await self.store.jobs.claim(
            now, owner=self.owner, lease_ms=LEASE_MS, room=room, retries=max(0, retries)
        )
        for claim in claimed.rows:
            self._begin(claim)
        due = claimed.next_due
        self._crowded = due is not None and due <= now
        if self._crowded and not self._lanes:
            return RACED_NAP
        return LONGEST_NAP if due is None or self._crowded else min(LONGEST_NAP, (due - now) / 1000)

    def _renew_later(self) -> None:
        """Look after the leases before they end, if anything is being sent then."""

        def due() -> None:
            self._renewal = None
            self.wake()

        self._renewal = asyncio.get_running_loop().call_later(RENEW_AFTER, due)

    def _begin(self, claim: ToSend) -> None:
        if self._renewal is None:
            self._renew_later()
        task = asyncio.create_task(self._handle(claim), name=f"outbox row {claim.row.id}")
        self._lanes[task] = claim.row
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        row = self._lanes.pop(task)
        self._noting.discard(row.id)
        if not self._lanes and self._renewal is not None:
            self._renewal.cancel()
            self._renewal = None
        if not task.cancelled() and (error := task.exception()) is not None:
            incident(f"outbox row {row.id} was left", error)  # its lease ends, and it is claimed again
        if self._crowded:
            self.wake()

    async def stop(self) -> None:
        """Take nothing new, wait for what is being sent, give back what is not."""
        self._stopping = True
        self.wake()
        async with self._claiming:
            lanes = set(self._lanes)
        if lanes:
            _, left = await asyncio.wait(lanes, timeout=STOP_WITHIN)  # no fault: see test_outbox.py
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)  # no fault: see test_outbox.py
        with contextlib.suppress(StorageError):  # then the leases end by themselves
            await self.store.jobs.release(self.owner)  # no fault: see test_outbox.py

    @contextlib.asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Begin nothing meanwhile; entered when nothing is being sent, so that no lease is on."""
        async with self._claiming:
            if self._lanes:
                await asyncio.wait(set(self._lanes))  # no fault: see test_clock.py
            yield

    async def idle(self) -> bool:
        """Whether nothing is waiting to be sent."""
        return not self._lanes and await self.store.jobs.count_open() == 0  # no fault: only tests ask

    async def _handle(self, claim: ToSend) -> None:
        """Send one row; every way this can end is noted in the row."""
        row = claim.row
        end = await self._attempt(claim)
        metrics.OUTBOX_ROWS.labels(end.how).inc()
        self._noting.add(row.id)
        if self._crowded:
            self.wake()
        noted = await self._noted(row, end)
        if noted.next_due is not None:
            self.wake()

    async def _attempt(self, claim: ToSend) -> End:
        try:
            async with asyncio.timeout(SEND_WITHIN):
                return await self._send(claim)
        except asyncio.CancelledError as error:
            if supervision.is_cancelled():
                raise
            return self._failed(claim.row, error)
        except Exception as error:
            return self._failed(claim.row, error)

    def _failed(self, row: OutboxRow, error: BaseException) -> End:
        end = verdict.failed(f"outbox row {row.id} of match {row.match_id}", row.attempts, error)
        log.info("outbox row %d is tried again in %d ms: %s", row.id, end.wait_ms, end.note)
        return end

    async def _send(self, claim: ToSend) -> End:
        """Bring up to date what the row is about, or tell those concerned why that is not possible."""
        row = claim.row
        try:
            match = await self.matches.load(row.match_id, claim.match)
        except Refusal as gone:
            return End("given_up", str(gone))
        now = self.matches.clock()
        # What rows sent that this one has superseded may have arrived unnoticed.
        row = replace(row, attempts=row.attempts + row.before)
        try:
            notes = await self._kinds[row.kind](match, replace(claim, row=row), now)
        except PlaceLost as gone:
            await self.troubles.lost(match, row, gone, now)
            log.info("outbox row %d of match %s given up: %s", row.id, row.match_id, gone)
            return End("given_up", str(gone))
        except discord.Forbidden as error:
            return await self._waiting(match, row, error, now)
        return replace(TOLD, messages=tuple(notes or ()))

    async def _waiting(self, match: LoadedMatch, row: OutboxRow, error: discord.Forbidden, now: int) -> End:
        """Wait for a permission; that it is missing is told as soon as that is possible."""
        end = End("waiting", str(error)[: verdict.NOTE_LENGTH], verdict.nth(verdict.PERMISSION, row.attempts))
        log.warning("outbox row %d of match %s waits for a permission: %s", row.id, row.match_id, error)
        try:
            await self.troubles.held_up(match, row, now)
        except Exception as failure:
            self._failed(row, failure)
        return end

    async def _noted(self, row: OutboxRow, end: End) -> Noted:
        """Note how an attempt has ended, for as long as it takes; meanwhile only this lane waits."""
        failures = 0
        while True:
            try:
                return await self._note(row, end)
            except Exception as error:
                failures += 1
                verdict.failed(f"noting outbox row {row.id} of match {row.match_id}", failures, error)
                await supervision.pause(verdict.nth(verdict.PASSING, failures) / 1000)  # no fault: a pause

    async def _note(self, row: OutboxRow, end: End) -> Noted:
        now = self.matches.clock()
        if end.how in ("told", "given_up"):
            return await self.store.jobs.finish(
                row.id, owner=self.owner, now=now, ok=end.how == "told", note=end.note, messages=end.messages
            )
        waits_for: WaitsFor | None = "permission" if end.how == "waiting" else None
        due = now + end.wait_ms
        return await self.store.jobs.put_back(row.id, owner=self.owner, due_at=due, note=end.note, waits_for=waits_for)
