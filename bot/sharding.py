"""The client of a bot whose servers are divided among several connections to Discord (shards)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord

from bot.app import CONNECTION, ArenaBot
from bot.config import Settings
from bot.others import Others
from storage import StorageError, Store

log = logging.getLogger("bot")

IDENTIFY: Final = "identify"
"""The allowance of connections that all processes of the bot begin."""
IDENTIFY_MS: Final = 6_000
"""How long after one connection the next one of the same bucket may begin: Discord's five seconds, and some more.

It is counted from when a turn is given. A process that is busy, as at its start, may use its turn a little later.
"""
CONNECT_WITHIN: Final = 900.0
"""Seconds in which a shard has to be connected, its turn waited for included."""


def make(settings: Settings, store: Store, others: Others) -> ArenaBot:
    """Return the client: a plain one where there is one shard."""
    if settings.shard_count == 1:
        return ArenaBot(settings, store, others=others)
    return ShardedBot(settings, store, others=others)


class ShardedBot(ArenaBot, discord.AutoShardedClient):
    """The bot with several shards, all of them or those of one process.

    A connection begins in its turn (`IDENTIFY`). The turns are in the database where processes share it: Discord counts
    those of a bot together, in as many buckets as it tells.
    """

    def __init__(self, settings: Settings, store: Store, *, others: Others) -> None:
        super().__init__(
            settings,
            store,
            others=others,
            shard_ids=list(others.shards),
            shard_count=others.count,
            shard_connect_timeout=CONNECT_WITHIN,
        )
        self._up: set[int] = set()
        """The shards that are connected."""
        self._buckets = 1

    async def setup_hook(self) -> None:
        """Ask how many connections may begin at once, too."""
        await super().setup_hook()
        _, _, limit = await self.http.get_bot_gateway()
        self._buckets = max(1, limit["max_concurrency"])
        log.info("%d of %d connections may still begin today", limit["remaining"], limit["total"])

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard to begin a connection; discord.py calls it."""
        if not self.store.shared:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        try:
            bucket = (shard_id or 0) % self._buckets
            turn = await self.store.allowances.wait_for(IDENTIFY, bucket, every_ms=IDENTIFY_MS)
            wait = min(turn, self.others.count * IDENTIFY_MS)  # no more shards than these can come first
        except StorageError as error:
            log.warning("shard %s begins without its turn: %s", shard_id, error)
            wait = IDENTIFY_MS
        await asyncio.sleep(wait / 1000)

    def note_connection(self, event: str, *args: Any) -> None:
        """Note which shards are connected; with one of them away the bot is not connected."""
        if event.startswith("shard_") and event.removeprefix("shard_") in CONNECTION:
            (self._up.add if CONNECTION[event.removeprefix("shard_")] else self._up.discard)(args[0])
            self.connected = self._up.issuperset(self.others.shards)
