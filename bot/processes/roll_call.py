"""A bot among other processes: it joins them, answers the roll, and does what follows from their news."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot import metrics
from bot.interactions.intake import Intake
from bot.interactions.services import Services
from bot.jobs.worker import Worker
from bot.matches.commits import CommitEvent
from bot.others import BEAT_EVERY, EVERYTHING, FORGOTTEN, NAMED, Others
from bot.processes.handover import TOPIC, Handover
from bot.supervision import Fatal, Supervisor, Work
from storage import Home, StorageError, Store

log = logging.getLogger("bot")
MOVED: Final = "moved"
"""The topic of news about which match has changed, and in which process."""


class RollCall:
    """Keeps this process and what it knows of the others together; `leave` ends it in good order."""

    def __init__(
        self, store: Store, services: Services, intake: Intake, supervisor: Supervisor, leave: Work, *workers: Worker
    ) -> None:
        self.store = store
        self.others: Others = services.others
        self.services = services
        self.supervisor = supervisor
        self.workers = workers
        self.handover = Handover(store, self.others, intake, leave)
        self._met = False
        """Discord has told of the servers of this process."""
        self._answering: asyncio.Task[None] | None = None
        self._hearing: set[asyncio.Task[None]] = set()
        for worker in workers:
            self.others.subscribe(worker.pool.name, worker.heard)
        self.others.subscribe(NAMED, self._renamed)
        self.others.subscribe(FORGOTTEN, self._forgotten)
        self.others.subscribe(TOPIC, self._called)
        self.others.subscribe(MOVED, self._moved)
        self.others.changed.append(self._look_for_work)
        services.matches.commits.subscribe(self._tell_moved)
        services.names.renamed = self._tell_renamed

    async def begin(self) -> None:
        """Live among the others from now on. Raises `NotHeard` where those do not answer whose shards are wanted."""
        self.others.listen()
        await self.others.beat()
        self.supervisor.every("heartbeat", BEAT_EVERY, self._answer)
        self.services.matches.calendars.shards = Home(self.others.shards, self.others.count)
        if self.others.thinks:
            return
        if set(self.others.shards) - set(self.others.roll.mine):
            await self.handover.take_over()

    async def ready(self) -> None:
        """Serve the shards of this process, now that Discord tells of them; what fails waits for the next heartbeat."""
        if self.store.shared:
            self._met = True
            await self._answer()

    async def _beat(self) -> None:
        await self.others.beat()
        roll = self.others.roll
        for kind, count in (("bot", roll.bots), ("think", roll.thinkers)):
            metrics.PROCESSES.labels(kind).set(count)
        metrics.UNSERVED.set(len(roll.unserved))
        if self._met:
            await self.handover.ready()
        await self.handover.look()

    def _called(self, _: str) -> None:
        """Answer at once: something has changed in who serves which shards."""
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer(), name="roll call")

    async def _answer(self) -> None:
        """Beat. After a failure the next heartbeat comes as soon as ever: others take for dead who waits for longer."""
        try:
            await self._beat()
        except Fatal as reason:
            self.supervisor.fail(reason)
        except StorageError as error:
            log.warning("the roll could not be answered: %s", error)

    def _look_for_work(self) -> None:
        """Look for work: that of processes which are gone may be ours now."""
        for worker in self.workers:
            worker.wake()

    async def _tell_moved(self, event: CommitEvent) -> None:
        """Tell other processes which match has changed: somebody may look at it there. A subscriber."""
        if event.match_id and self.store.shared:
            self.others.tell(MOVED, f"{event.match_id}:{self.store.processes.me}")

    def _moved(self, what: str) -> None:
        match_id, _, by = what.partition(":")
        if by and by != self.store.processes.me:
            task = asyncio.create_task(self._after(CommitEvent({}, match_id=match_id)), name=f"news of {match_id}")
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _after(self, event: CommitEvent) -> None:
        for running in self.services.running:
            if running.after_commit is not None:
                try:
                    await running.after_commit(event)
                except StorageError as error:  # it is true all the same, and seen at the next look
                    log.info("news of match %s were lost: %s", event.match_id, error)

    def _tell_renamed(self, user_id: int) -> None:
        """Tell other processes that somebody has another name now: what they know is old."""
        self.others.tell(NAMED, f"{user_id}:{self.store.processes.me}")

    def _renamed(self, what: str) -> None:
        user, _, by = what.partition(":")
        if user == EVERYTHING:
            self.services.names.forget_all()
        elif by != self.store.processes.me:  # which knows the new name
            self.services.names.forget(int(user))

    def _forgotten(self, user: str) -> None:
        if user != EVERYTHING:
            self.services.forget(int(user))
