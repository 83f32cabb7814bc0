"""The signs of life of the bot, and the watchdog that tells operators when messages stay unsent."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import aiohttp
import discord

from bot import metrics
from bot.others import ALONE, Others
from bot.supervision import Piece, Supervisor
from storage import StorageError, Store

LATE: Final = 60.0
"""Seconds after which what waits to be sent is a warning: jobs that are tried again come within a minute."""
TOO_LATE: Final = 600.0
"""Seconds after which it is an error."""
PROBE: Final = "health_probe"
"""Under which key the database is asked to keep something, to see whether it can."""
PROBE_WITHIN: Final = 5.0
"""Seconds that the database has for that."""


class Gateway(Protocol):
    """The Discord client, as far as its connection matters."""

    connected: bool

    @property
    def latency(self) -> float:
        """Return the seconds between a heartbeat and its answer; no number while there is no connection."""
        ...


@dataclass(frozen=True, slots=True)
class Vitals:
    """How a bot is at one moment."""

    connected: bool
    latency: float | None
    """Seconds; `None` without a connection."""
    database: str
    """Why the database cannot be written; empty where it can."""
    age: float
    """Seconds for which the oldest job that sends something has been due."""
    depth: int
    """Jobs that send something and are not done yet."""
    waiting: int
    """Of these, those that wait for something else than time."""
    work: tuple[Piece, ...]
    shards: tuple[int, ...] = ()
    """The shards that this process serves."""
    processes: int = 1
    """How many processes are alive, this one included."""

    @property
    def healthy(self) -> bool:
        """Return True if nothing needs help."""
        resting = any(piece.state == "paused" for piece in self.work)
        return self.connected and not self.database and self.age < TOO_LATE and not resting

    def as_json(self) -> dict[str, Any]:
        """Return the same for programs: no names, no ids of users or matches."""
        return {
            "healthy": self.healthy,
            "gateway": {"connected": self.connected, "latency_seconds": self.latency},
            "database": {"writable": not self.database, "fault": self.database},
            "outbox": {"age_seconds": self.age, "rows": self.depth, "waiting_for_a_permission": self.waiting},
            "process": {"shards": list(self.shards), "alive": self.processes},
            "work": [
                {
                    "name": piece.name,
                    "state": piece.state,
                    "since": piece.since,
                    "incidents": piece.incidents,
                    "last_incident": piece.last.id if piece.last is not None else None,
                }
                for piece in self.work
            ],
        }


class Examiner:
    """Examines a running bot."""

    def __init__(
        self,
        gateway: Gateway,
        store: Store,
        supervisor: Supervisor,
        clock: Callable[[], int],
        others: Others = ALONE,
    ) -> None:
        self._gateway = gateway
        self._others = others
        self._store = store
        self._supervisor = supervisor
        self._clock = clock

    async def backlog(self) -> tuple[float, int, int]:
        """Return how long the oldest post has been due, in seconds; how many wait; how many of them for help.

        The gauges of `bot.metrics` are set on the way. Raises `StorageError`.
        """
        found = await self._store.jobs.backlog(self._clock())
        age = found.age / 1000
        metrics.OUTBOX_AGE.set(age)
        metrics.OUTBOX_DEPTH.set(found.depth)
        return age, found.depth, found.waiting

    async def examine(self) -> Vitals:
        """Return how the bot is now; the database is written to find out."""
        age, depth, waiting, fault = 0.0, 0, 0, ""
        try:
            async with asyncio.timeout(PROBE_WITHIN):
                await self._store.values.set(PROBE, str(self._clock()))
                age, depth, waiting = await self.backlog()
        except TimeoutError:
            fault = f"the database did not answer within {PROBE_WITHIN:.0f} seconds"
        except StorageError as error:
            fault = str(error)
        latency = self._gateway.latency
        return Vitals(
            self._gateway.connected,
            latency if math.isfinite(latency) else None,
            fault,
            age,
            depth,
            waiting,
            self._supervisor.pieces(),
            self._others.shards,
            max(1, len(self._others.roll.processes)),
        )


log = logging.getLogger("bot.watchdog")

LOOK_EVERY: Final = 15.0
"""Seconds between two looks."""
CALM, WARNED, ALARMED = range(3)


class Discord(Protocol):
    """The Discord client, as far as operators are told something."""

    def get_partial_messageable(self, id_: int, /) -> discord.PartialMessageable:
        """Return a channel of which only the id is known."""
        ...


class Watchdog:
    """Each of an episode's two stages is told once, and its end too. `channel_id` is the operators' own channel."""

    def __init__(self, examiner: Examiner, client: Discord, channel_id: int | None) -> None:
        self._examiner = examiner
        self._client = client
        self._channel_id = channel_id
        self._told = CALM

    async def look(self) -> None:
        """Look once. Raises `StorageError` where the database cannot be read; the supervisor logs that."""
        age, depth, waiting = await self._examiner.backlog()
        stage = ALARMED if age >= TOO_LATE else WARNED if age >= LATE else CALM
        if stage == CALM and self._told != CALM:
            await self._healed(depth)
        elif stage > self._told:
            await self._told_late(stage, age, depth, waiting)

    async def _told_late(self, stage: int, age: float, depth: int, waiting: int) -> None:
        self._told = stage
        text = f"Messages have been waiting to be sent for {_duration(age)}; {depth} wait, {waiting} for a permission."
        if stage == ALARMED:
            log.error(text)
            await self._tell(f"**{text}** The log and `python -m bot doctor` know more.")
        else:
            log.warning(text)

    async def _healed(self, depth: int) -> None:
        text = f"Messages are sent in time again; {depth} wait."
        alarmed, self._told = self._told == ALARMED, CALM
        log.warning(text)
        if alarmed:
            await self._tell(text)

    async def _tell(self, text: str) -> None:
        if self._channel_id is None:
            return
        try:
            channel = self._client.get_partial_messageable(self._channel_id)
            await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.error("The log channel could not be told: %s", error)


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 2 * LATE else f"{seconds:.0f} seconds"
