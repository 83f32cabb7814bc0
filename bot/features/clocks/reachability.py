"""Reachability: a match whose server or channel is out of reach pauses, and players are told of a lost thread.

Discord tells of deletions while the bot is connected; the rest is found by looking, at the start and every few hours.
The outcome does not depend on which of both it was, nor on how often it was seen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Final

import aiohttp
import discord

from bot.matches.commits import LOST, CommitEvent, match_job
from bot.matches.service import Matches
from bot.publish.across import UNREACHED, WAITS_MS
from bot.supervision import Nap
from storage import TIMER, MatchHead

log = logging.getLogger("bot.clocks")

LOOK_EVERY: Final = 6 * 3600.0
"""Seconds between two looks at all places."""
EVENTS: Final = frozenset(
    {"guild_remove", "guild_join", "guild_unavailable", "guild_available", "guild_channel_delete"}
)
"""Events of the gateway after which all places are looked at, by discord.py's names."""
_UNKNOWN: Final = (discord.DiscordException, aiohttp.ClientError, OSError)


class Reachability:
    """Looks after the places of running matches."""

    def __init__(self, client: discord.Client, matches: Matches, owns: Callable[[int | None], bool]) -> None:
        self.client = client
        self.owns = owns
        """Tells whether Discord tells this process of a server; others look after the other places."""
        self.matches = matches
        self.store = matches.store
        self._nap = Nap()
        self._deleted: set[int] = set()
        """Threads that Discord has said are gone."""
        self._all = True

    def heard(self, event: str, *arguments: object) -> None:
        """Note an event of the gateway, by discord.py's name."""
        if event in EVENTS:
            self._all = True
        elif event == "raw_thread_delete" and isinstance(arguments[0], discord.RawThreadDeleteEvent):
            self._deleted.add(arguments[0].thread_id)
        else:
            return
        self._nap.wake()

    async def run(self) -> None:
        """Look at once, and again whenever there is a reason to. Raises `StorageError`; started again, it goes on."""
        while True:
            for thread_id in tuple(self._deleted):
                await self._lost(thread_id)
                self._deleted.discard(thread_id)
            if self._all:
                self._all = False
                try:
                    await self.look()
                except BaseException:
                    self._all = True
                    raise
            await self._nap.take(LOOK_EVERY)
            if not self._deleted:
                self._all = True

    async def look(self) -> None:
        """Look at the places of all running matches."""
        paused = await self.matches.calendars.paused()  # first: what is paused meanwhile has a reason to be
        running = [head for head in await self.store.matches.all_open() if head.status == "running"]
        heads = [head for head in running if self.owns(head.guild_id)]
        asked: dict[int, bool] = {}
        out = {head.id for head in heads if not await self._in_reach(head, asked)}
        unreached = await self._unreached()
        gone = {head.id for head in heads if head.id in out or head.id in unreached}
        if new := gone - paused:
            log.warning("%d matches stand still: their server or channel is out of reach", len(new))
            lost = [h for h in heads if h.id in new and self.client.get_guild(h.guild_id or 0) is not None]
            # Their threads are gone with the channel. Told before the pause, after which a retry would leave them out.
            await self._tell(lost)
            await self.matches.calendars.pause(new, self.matches.clock())
        back = paused - gone - await self._unreached()  # again: somebody may have been asked meanwhile
        await self.matches.resume([head for head in heads if head.id in back])
        await self.matches.commits.announce(CommitEvent({TIMER: self.matches.clock()}))
        await self._threads([head for head in heads if head.id not in gone])

    async def _unreached(self) -> frozenset[str]:
        """Return the matches across servers that wait for somebody to open their direct messages."""
        return await self.store.messages.asked_since(UNREACHED, self.matches.clock() - WAITS_MS)

    async def _in_reach(self, head: MatchHead, asked: dict[int, bool]) -> bool:
        """Return True if the bot is in the server of a match and its channel exists, or where Discord does not say.

        Direct messages are always in reach: where they are closed, the match waits for its one person anyway; one
        across servers waits for whoever was asked to open theirs, for some days.
        """
        if head.in_dm:
            return True
        guild = self.client.get_guild(head.guild_id or 0)
        if guild is None or guild.unavailable:
            return False
        channel_id = head.channel_id or 0
        if guild.get_channel(channel_id) is not None:
            return True
        if channel_id not in asked:
            asked[channel_id] = await self._exists(channel_id)
        return asked[channel_id]

    async def _exists(self, place_id: int) -> bool:
        try:
            await self.client.fetch_channel(place_id)
        except discord.NotFound:
            return False
        except _UNKNOWN:
            return True
        return True

    async def _threads(self, heads: Sequence[MatchHead]) -> None:
        """Find the threads that are gone among those that Discord does not list as open."""
        for head in heads:
            guild = self.client.get_guild(head.guild_id or 0)
            if not head.thread_id or guild is None or guild.get_thread(head.thread_id) is not None:
                continue
            if not await self._exists(head.thread_id):
                await self._tell([head])

    async def _lost(self, thread_id: int) -> None:
        match = await self.store.matches.load_by_thread(thread_id)
        if match is not None and match.status == "running":
            await self._tell([match])

    async def _tell(self, heads: Sequence[MatchHead]) -> None:
        """Tell the players of matches, once, however often their threads are found to be gone."""
        if heads:
            jobs = {head.id: (head.version, match_job(LOST, head.id)) for head in heads}
            await self.store.jobs.add_all(jobs, now=self.matches.clock())
            await self.matches.commits.announce(CommitEvent())
