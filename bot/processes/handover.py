"""A rolling update: a new process takes the shards of a living one over, and no interaction is lost or answered twice.

The new one says what it is going to take and waits until the old one has heard. From then on Discord tells both of
every interaction, and both claim it in the database before they answer: one of them gets it. As soon as the new one has
met its servers, the shards are its own; the old one finishes what it has begun and ends.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.interactions.intake import Intake
from bot.log import incident
from bot.others import Others
from bot.supervision import Work
from storage import Process, Roll, StorageError, Store
from storage.engine import wall_clock

log = logging.getLogger("bot")

TOPIC: Final = "roll"
"""The topic of news about who serves which shards."""
HEARD_WITHIN: Final = 20.0
"""Seconds in which a process has to answer that another one takes over."""
LOOK_EVERY: Final = 0.2


class NotHeard(StorageError):
    """The process whose shards are to be taken over does not answer."""


class Handover:
    """Both sides of it. `intake` takes interactions in; `leave` ends this process in good order."""

    def __init__(
        self,
        store: Store,
        others: Others,
        intake: Intake,
        leave: Work,
    ) -> None:
        self.store = store
        self.others = others
        self._intake = intake
        self._leave = leave
        self._owner = False
        """The shards of this process are its own."""
        self._sharing = False
        self._predecessors: frozenset[str] = frozenset()
        """The ids of the processes that this one takes shards over from."""
        self._leaving: asyncio.Task[object] | None = None
        self._looking = asyncio.Lock()

    async def take_over(self) -> None:
        """Wait until everybody who has a shard of this process claims interactions, as it does itself from now on.

        Raises `NotHeard`.
        """
        self._share(sharing=True)
        await self.store.processes.share(True)
        self.others.tell(TOPIC, "heir")
        try:
            async with asyncio.timeout(HEARD_WITHIN):
                while waited := [one for one in self._owners(await self.store.processes.roll()) if not one.sharing]:
                    log.info("waiting for %s to hear that it is followed", waited[0])
                    await asyncio.sleep(LOOK_EVERY)
        except TimeoutError:
            raise NotHeard("the process that serves these shards does not answer: stop it first") from None

    async def ready(self) -> None:
        """Make the shards this process's own, now that it hears of them; again is harmless."""
        if self._owner:
            return
        if await self.store.processes.inherit(self.others.shards):
            log.info("took over the shards %s", ", ".join(map(str, self.others.shards)))
        self._owner = True
        self.others.tell(TOPIC, "taken")
        await self.others.beat()
        await self.look()

    async def look(self) -> None:
        """Do what follows from who serves which shards now; called after every heartbeat."""
        async with self._looking:
            roll = self.others.roll
            if not self._owner or self._leaving is not None:
                return
            if set(self.others.shards) - set(roll.mine):
                log.info("another process has taken over; this one ends")
                self._intake.in_flight.left = True
                self._leaving = asyncio.create_task(_ended(self._leave), name="leaving")
                return
            sharing = roll.heir is not None or any(one.id in self._predecessors for one in roll.processes)
            if sharing != self._sharing:
                self._share(sharing=sharing)
                await self.store.processes.share(sharing)

    def _owners(self, roll: Roll) -> list[Process]:
        """Return the other processes that have one of the shards, and remember them."""
        mine = set(self.others.shards)
        found = [one for one in roll.processes if one.id != self.store.processes.me and mine.intersection(one.shards)]
        self._predecessors |= {one.id for one in found}
        return found

    def _share(self, *, sharing: bool) -> None:
        self._sharing = sharing
        self._intake.claim = self._claim if sharing else None

    async def _claim(self, interaction: int) -> bool:
        try:
            return await self.store.processes.take_interaction(interaction, wall_clock())
        except StorageError as error:  # whoever answers will say that the database fails
            log.info("interaction %d could not be claimed: %s", interaction, error)
            return True


async def _ended(leave: Work) -> None:
    try:
        await leave()
    except Exception as error:
        incident("leaving failed", error)
