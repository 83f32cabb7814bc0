"""Discord's limit of requests a second, shared out among the processes of a bot.

Discord lets a bot make 50 requests a second, answers to interactions not counted, and tells it only when that was too
many. Each process takes its part of somewhat fewer, so that together they stay below without asking each other before
every request: whoever has no part left begins no further posts, and others do them. What Discord says all the same,
for a route or for all, counts in any case; discord.py waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot import metrics

REQUESTS: Final = 45.0
"""Requests a second of all processes together; Discord's limit is 50, and its seconds are not ours."""
AT_ONCE: Final = 0.5
"""The part of a second's requests that may come at once."""
UNCOUNTED: Final = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions."""
Send = Callable[..., Awaitable[Any]]


class Share:
    """The requests that this process may make; `processes` says among how many the limit is shared out."""

    def __init__(
        self,
        processes: Callable[[], int],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._processes = processes
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        """When the next request would come if all came evenly."""

    async def turn(self) -> None:
        """Wait until one more request may be made; who has waited longest goes first."""
        rate = REQUESTS / self._processes()
        now = self._clock()
        self._next = max(self._next, now - AT_ONCE) + 1 / rate
        if self._next > now:
            metrics.PACED.inc(self._next - now)
            await self._sleep(self._next - now)

    def over(self, send: Send) -> Send:
        """Return what sends requests, each in its turn."""

        async def sent(route: Any, **options: Any) -> Any:
            if not route.path.startswith(UNCOUNTED):
                await self.turn()
            return await send(route, **options)

        return sent
