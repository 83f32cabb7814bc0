"""Where computer players think: in processes of their own, of low priority, never in the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from bot.worker import begin
from games.api import Action, Decision
from games.computers import foresee, think
from games.reviews import Judged, Moment, judge

T = TypeVar("T")
PROCESSES: Final = 1
"""How many think at once: a small bot has one core to spare, and each takes some 40 MiB."""
IDLE_SECONDS: Final = 900.0
"""After so long without a question the processes end, and their memory is free; an answer takes far less."""
NICENESS: Final = 10
"""By how much those who wait for an answer come before those who wait for a computer player."""


class Thinking:
    """Asks computer players what they do. The processes are started when they are needed first."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0.0
        self._answered = 0.0
        """When the processes have come to the end of something last."""
        self._asking = 0

    async def decide(
        self, module: str, view: Any, legal: Sequence[Action], seed: str, level: str
    ) -> tuple[Decision, int]:
        """Return what a computer player decides, as `games.computers.think`; raises what that raises.

        Raises `BrokenProcessPool` where a process was killed meanwhile; asked again, others do it. Where the question
        is given up before anything was answered, the processes hang, and others take their place.
        """
        return await self._ask(think, module, view, legal, seed, level)

    async def foresee(self, module: str, view: Any, actions: Sequence[Action], seed: str) -> int | None:
        """Return how often a seat wins that means to play so, as `games.computers.foresee`; raises as `decide` does."""
        return await self._ask(foresee, module, view, actions, seed)

    async def judge(self, module: str, turn: Sequence[Moment], seed: str) -> tuple[Judged | None, int]:
        """Return what a reviewer says of a turn, as `games.reviews.judge`; raises as `decide` does."""
        return await self._ask(judge, module, turn, seed)

    @property
    def busy(self) -> bool:
        """Return True while anything is thought about: what can wait had better ask later."""
        return self._asking > 0

    async def _ask(self, function: Callable[..., T], *arguments: Any) -> T:
        asked = self._asked = time.monotonic()
        if self._pool is None:
            spawned = multiprocessing.get_context("spawn")  # a copy of this process would have its threads' locks
            # Named to the new process is nothing of this package, or it would import all of it, and discord.py.
            self._pool = ProcessPoolExecutor(PROCESSES, mp_context=spawned, initializer=begin, initargs=(NICENESS,))
        pool = self._pool
        self._asking += 1
        try:
            answer = await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
        except BrokenProcessPool:
            if self._pool is pool:  # else somebody was told before, and others think about what was asked since
                self._end()
            raise
        except asyncio.CancelledError:
            if self._pool is pool and self._answered < asked:  # whatever it thinks about would hold up all others
                self._end()
            raise
        except Exception:
            self._answered = time.monotonic()
            raise
        else:
            self._answered = time.monotonic()
            return answer
        finally:
            self._asking -= 1

    async def run(self) -> None:
        """End the processes while nobody plays against a computer, and when this is cancelled."""
        try:
            while True:
                await asyncio.sleep(IDLE_SECONDS)  # no fault: a pause
                if time.monotonic() - self._asked > IDLE_SECONDS:
                    self._end()
        finally:
            self._end()

    def _end(self) -> None:
        """End the processes, whatever they think about: it is asked again of others."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False)  # whoever waits is told that it is broken; cancelled, they would ask nobody again
        for process in processes:
            process.terminate()
