"""The world of the tests waits until the bot rests: not shorter, and not for time that only has to pass."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bot import settling
from tests.bot.world import PATIENCE, World, world

LONG = 250
"""Seconds that are still waited for."""


def _beside(made: World, name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Let the bot do something besides all else."""
    with made.env._bot_scope():
        made.bot.supervisor.start(name, work)


async def test_a_timer_takes_no_time_and_moves_the_clock_of_the_matches(tmp_path: Path) -> None:
    told = []

    async with world(tmp_path) as made:

        async def pausing() -> None:
            for _ in range(3):
                await asyncio.sleep(LONG)
                told.append(made.bot.clock())

        begun, before = time.perf_counter(), made.bot.clock()
        _beside(made, "pausing", pausing)
        await made.settle()
        assert [round((at - before) / 1000 / LONG) for at in told] == [1, 2, 3]
        assert time.perf_counter() - begun < LONG


async def test_what_is_due_later_than_anybody_waits_stays_to_come(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        done = asyncio.Event()

        async def pausing() -> None:
            await asyncio.sleep(100 * LONG)
            done.set()

        _beside(made, "pausing", pausing)
        await made.settle()
        assert not done.is_set()
        await made.env.advance_time(100 * LONG)
        assert done.is_set()


async def test_what_threads_do_for_the_bot_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many that hand in something just while it is looked whether the bot rests, which takes long here."""
    plain = settling._Rest.busy

    def slowly(self: Any, *given: Any) -> Any:
        found = plain(self, *given)
        time.sleep(0.001)
        return found

    async with world(tmp_path) as made:
        monkeypatch.setattr(settling._Rest, "busy", slowly)
        loop = asyncio.get_running_loop()

        def later(done: asyncio.Future[None], seconds: float) -> None:
            time.sleep(seconds)
            loop.call_soon_threadsafe(done.set_result, None)

        begun = time.perf_counter()
        for number in range(100):
            done: asyncio.Future[None] = loop.create_future()

            async def waiting(done: asyncio.Future[None] = done) -> None:
                await done

            _beside(made, f"waiting {number}", waiting)
            threading.Thread(target=later, args=(done, number % 20 / 10_000)).start()
            await made.env.settle()
            assert done.done()
        assert time.perf_counter() - begun < PATIENCE, "it was not noticed that the bot rests"


async def test_a_bot_that_does_not_rest_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bot.world.PATIENCE", 0.2)
    async with world(tmp_path) as made:
        go = asyncio.Event()

        async def stuck() -> None:
            await go.wait()

        _beside(made, "stuck", stuck)
        with pytest.raises(TimeoutError, match="_supervise"):
            await made.env.settle(timeout=0.2)
        go.set()
        await made.settle()
