"""Commands and presses that are being answered, so that a stop can wait for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Final

STOP_WITHIN: Final = 4.0
"""Seconds that a stop waits for running commands and presses."""
REMEMBERED: Final = 1024
"""Interactions of which it is known that they were here; more than come in while a connection is made anew."""


class Running:
    """What is being worked on; while the bot stops, nothing new is begun."""

    def __init__(self) -> None:
        self.stopping = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._taken: OrderedDict[int, None] = OrderedDict()

    def take(self, interaction_id: int) -> bool:
        """Whether this one is here for the first time: a connection that breaks may bring it twice."""
        if interaction_id in self._taken:
            return False
        self._taken[interaction_id] = None
        if len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        return True

    def note(self) -> None:
        """Let a stop wait for the present task."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Let all come to their end; what takes too long is cut off, its commit made or not made."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_WITHIN)
        for task in self._tasks:
            task.cancel()
