"""Work that cannot die in silence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot import supervision
from bot.supervision import Fatal, Supervisor


class Clock:
    """Time that passes in pauses only."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.pauses: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(supervision, "pause", made.pause)
    return made


@pytest.fixture
async def supervisor(clock: Clock) -> AsyncIterator[Supervisor]:
    made = Supervisor(clock=clock)
    yield made
    await made.stop()


async def until(condition: Any) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0)


async def test_a_failure_is_logged_once_with_an_id_and_the_work_goes_on(
    supervisor: Supervisor, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[float] = []

    async def work() -> None:
        begun.append(clock())
        if len(begun) < 8:
            raise RuntimeError("no connection")

    supervisor.start("sending", work)
    await until(lambda: len(begun) == 8)
    assert clock.pauses == [1, 5, 15, 60, 60, 60, 60]
    records = [r for r in caplog.records if hasattr(r, "incident")]
    assert len(records) == 7
    await until(lambda: supervisor.pieces()[0].state == "done")
    (piece,) = supervisor.pieces()
    assert (piece.name, piece.incidents) == ("sending", 7)
    assert piece.last is not None
    assert piece.last.id in records[-1].getMessage()
    assert piece.last.error == "RuntimeError"


async def test_after_a_good_minute_the_pauses_begin_anew(supervisor: Supervisor, clock: Clock) -> None:
    begun: list[float] = []

    async def work() -> None:
        begun.append(clock())
        if len(begun) == 3:
            clock.now += 60
        if len(begun) < 5:
            raise RuntimeError

    supervisor.start("sending", work)
    await until(lambda: len(begun) == 5)
    assert clock.pauses == [1, 5, 1, 5]


async def test_one_piece_does_not_hold_up_another(supervisor: Supervisor) -> None:
    done = asyncio.Event()

    async def broken() -> None:
        raise OSError("disk full")

    async def well() -> None:
        done.set()

    supervisor.start("broken", broken)
    supervisor.start("well", well)
    async with asyncio.timeout(5):
        await done.wait()


async def test_the_cancellation_of_what_it_waits_for_does_not_end_it(supervisor: Supervisor) -> None:
    rounds: list[int] = []

    async def work() -> None:
        rounds.append(1)
        if len(rounds) == 1:
            inner = asyncio.get_running_loop().create_future()
            inner.cancel()
            await inner

    supervisor.start("sending", work)
    await until(lambda: len(rounds) == 2)


async def test_rounds_and_a_round_that_fails(supervisor: Supervisor, clock: Clock) -> None:
    rounds: list[float] = []

    async def work() -> None:
        rounds.append(clock())
        if len(rounds) == 2:
            raise OSError
        await asyncio.sleep(0)

    supervisor.every("pruning", 3600, work)
    await until(lambda: len(rounds) == 4)
    # The failed round is made up for after the short pause, not after another hour.
    assert [round(b - a) for a, b in zip([1000, *rounds], rounds, strict=False)] == [3600, 3600, 1, 3600]


async def test_rounds_that_begin_at_once(supervisor: Supervisor, clock: Clock) -> None:
    rounds: list[float] = []

    async def work() -> None:
        rounds.append(clock())

    supervisor.every("looking", 10, work, at_once=True)
    await until(lambda: len(rounds) == 2)
    assert rounds[:2] == [1000, 1010]


async def test_what_cannot_be_healed_stops_the_bot_once(
    supervisor: Supervisor, caplog: pytest.LogCaptureFixture
) -> None:
    stopped: list[int] = []

    async def stop() -> None:
        stopped.append(1)
        await supervisor.stop()

    async def work() -> None:
        raise Fatal("the file of the database is gone")

    async def other() -> None:
        await asyncio.sleep(3600)

    supervisor.on_fatal = stop
    supervisor.start("other", other)
    supervisor.start("watching", work)
    await until(lambda: stopped)
    supervisor.fail(Fatal("and again"))
    await until(lambda: {piece.state for piece in supervisor.pieces()} == {"done"})
    assert str(supervisor.fatal) == "the file of the database is gone"
    assert stopped == [1]
    assert [r for r in caplog.records if r.levelno == logging.CRITICAL]


async def test_a_name_runs_once(supervisor: Supervisor) -> None:
    async def work() -> None:
        await asyncio.sleep(3600)

    supervisor.start("sending", work)
    with pytest.raises(ValueError):
        supervisor.start("sending", work)


async def test_a_stop_leaves_no_task_and_no_traceback(supervisor: Supervisor, caplog: pytest.LogCaptureFixture) -> None:
    async def slow_to_go() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0)

    for name in "abc":
        supervisor.start(name, slow_to_go)
    await asyncio.sleep(0)
    await supervisor.stop()
    assert [piece.state for piece in supervisor.pieces()] == ["done"] * 3
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("bot:")]
    assert not caplog.records
