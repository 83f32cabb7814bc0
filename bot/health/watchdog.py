"""Sees when what has to be told stays untold, and says so: in the log, and to the operators where it is serious."""

from __future__ import annotations

import logging
from typing import Final, Protocol

import aiohttp
import discord

from bot.health.vitals import LATE, TOO_LATE, Examiner

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
        age, depth, waiting = await self._examiner.outbox()
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
