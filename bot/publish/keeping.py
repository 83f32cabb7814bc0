"""Threads over time: those of running matches are kept open, for a click in an archived one may never arrive.

Those of matches that are over are archived some days later, where the server wants that.
"""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.jobs.kinds import Outcome
from bot.matches.loaded import LoadedMatch
from bot.matches.service import KEEP_OPEN_MS
from bot.publish import clearing
from bot.publish.live import LiveMessage
from storage import ClaimedJob

log = logging.getLogger("bot.jobs")

ARCHIVE: Final = "archive"
"""The kind of the timer that archives the thread of a match some days after its end."""
DAY_MS: Final = 86_400_000


class ThreadKeeping:
    """Opens and archives threads when timers fall due."""

    def __init__(self, client: discord.Client, live: LiveMessage) -> None:
        self.client = client
        self.live = live

    async def keep_open(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Open the thread of a running match again, and once more some days later. Handles `KEEP_OPEN`."""
        if match.match.status != "running":
            return None
        if match.match.thread_id:
            try:
                await self.live.unarchive(match.match.thread_id)
            except (discord.Forbidden, discord.NotFound) as error:
                # The next move finds out, and tells the players.
                log.warning("the thread of match %s cannot be kept open: %s", match.id, error)
        return Outcome(again_at=now + KEEP_OPEN_MS)

    async def archive(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Archive the thread of a match that is over, once; a new message there opens it again. Handles `ARCHIVE`."""
        if match.match.status == "over" and match.match.thread_id:
            await clearing.archive(self.client, match.match.thread_id)
