"""Outages: times in which nobody could play because the bot was not running, or had no connection to Discord.

As long as the bot hears from Discord it notes the time, every half minute. A gap between two notes is an outage, also
after a restart; the clocks of all matches stood still meanwhile. Gaps are measured with the clock of the machine, and
written in the time of the matches, which tests move.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from bot.clocks.calendar import Calendars
from bot.clocks.now import now_ms
from storage import Store

log = logging.getLogger("bot.clocks")

BEAT_EVERY: Final = 30.0
"""Seconds between two notes."""
GAP_MS: Final = 120_000
"""A longer silence is an outage."""
NOTED: Final = "heard_at"
"""The key under which the store has when the bot last heard from Discord."""


class Outages:
    """Notes that the bot is running, and the outages."""

    def __init__(
        self,
        store: Store,
        calendars: Calendars,
        clock: Callable[[], int],
        connected: Callable[[], bool],
        *,
        wall: Callable[[], int] = now_ms,
    ) -> None:
        self.store = store
        self.calendars = calendars
        self.clock = clock
        self.connected = connected
        self.wall = wall
        self._heard: int | None = None

    async def beat(self) -> None:
        """Note that the bot hears from Discord, if it does; after a silence note the outage first."""
        if not self.connected():
            return
        now = self.wall()
        heard = self._heard
        if heard is None and (noted := await self.store.values.find(NOTED)) is not None:
            heard = int(noted)
        if heard is not None and now - heard > GAP_MS:
            until = self.clock()
            await self.calendars.out(until - (now - heard), until)
            log.warning("nobody could play for %d seconds; the clocks stood still", (now - heard) // 1000)
        await self.store.values.set(NOTED, str(now))
        self._heard = now

    def steady(self) -> bool:
        """Return True if players could play until now, so that a time that is over really is."""
        return self._heard is not None and self.wall() - self._heard <= GAP_MS
