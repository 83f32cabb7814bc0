"""Keeping the threads of running matches open: a click in an archived one may never arrive."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.matches.service import KEEP_OPEN_MS
from bot.publish.live import LiveMessage
from storage import Store

log = logging.getLogger("bot.timers")


class Keeping:
    """The handler of the timers `bot.matches.service.KEEP_OPEN`."""

    def __init__(self, store: Store, live: LiveMessage, clock: Callable[[], int]) -> None:
        self.store = store
        self.live = live
        self.clock = clock

    async def __call__(self, match_id: str, due_at: int) -> int | None:
        """Open the thread of a match again; returns when to look the next time, `None` when the match is over."""
        match = await self.store.load(match_id)
        if match is None or match.status != "running":
            return None
        if match.thread_id:
            try:
                await self.live.unarchive(match.thread_id)
            except (discord.Forbidden, discord.NotFound) as error:
                # The next move finds out, and tells the players.
                log.warning("the thread of match %s cannot be kept open: %s", match_id, error)
        return self.clock() + KEEP_OPEN_MS
