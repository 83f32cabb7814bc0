"""Threads over time: those of running matches are kept open, for a click in an archived one may never arrive.

Those of matches that are over are archived some days later, where the server wants that.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.matches.service import KEEP_OPEN_MS
from bot.publish import clearing
from bot.publish.live import LiveMessage
from storage import Store

log = logging.getLogger("bot.timers")

ARCHIVE: Final = "archive"
"""The kind of the timer that archives the thread of a match some days after its end."""
DAY_MS: Final = 86_400_000


class Keeping:
    """The handler of the timers `bot.matches.service.KEEP_OPEN`."""

    def __init__(self, store: Store, live: LiveMessage, clock: Callable[[], int]) -> None:
        self.store = store
        self.live = live
        self.clock = clock

    async def __call__(self, match_id: str, due_at: int) -> int | None:
        """Open the thread of a match again; returns when to look the next time, `None` when the match is over."""
        match = await self.store.matches.load(match_id)
        if match is None or match.status != "running":
            return None
        if match.thread_id:
            try:
                await self.live.unarchive(match.thread_id)
            except (discord.Forbidden, discord.NotFound) as error:
                # The next move finds out, and tells the players.
                log.warning("the thread of match %s cannot be kept open: %s", match_id, error)
        return self.clock() + KEEP_OPEN_MS


class Archiving:
    """The handler of the timers `ARCHIVE`."""

    def __init__(self, store: Store, client: discord.Client) -> None:
        self.store = store
        self.client = client

    async def __call__(self, match_id: str, due_at: int) -> int | None:
        """Archive the thread of a match that is over, once; whoever writes there opens it again."""
        match = await self.store.matches.load(match_id)
        if match is not None and match.status == "over" and match.thread_id:
            await clearing.archive(self.client, match.thread_id)
        return None
