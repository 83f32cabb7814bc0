"""Turns of connections, and what a person is allowed, where machines of several processes may have wrong clocks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.config import Settings
from bot.interactions.admission import RATES, Limits
from bot.matches.calls import MOST, Calls
from bot.matches.refusals import Refusal
from bot.others import Others
from bot.sharding import IDENTIFY, IDENTIFY_MS, ShardedBot
from storage import Candidate, Holder, Store
from storage.engine import wall_clock

AHEAD = 43_200
"""By how many seconds the clock of a machine is ahead before it is corrected: twelve hours."""
ANNA, BEN = 7, 8


@pytest.fixture
async def store(postgresql_url: str) -> AsyncIterator[Store]:
    """A database that processes share."""
    async with await Store.among(postgresql_url, Candidate("bot", Holder(1, "here", 0), "1.0", (0, 1), 2)) as opened:
        yield opened


@pytest.fixture
async def bot(store: Store, tmp_path: Path) -> ShardedBot:
    """A process with both shards."""
    settings = Settings(discord_token=SecretStr("a.b.c"), data_dir=tmp_path, shard_count=2, _env_file=None)
    return ShardedBot(settings, store, others=Others((0, 1), 2))


async def _waits(bot: ShardedBot, monkeypatch: pytest.MonkeyPatch) -> float:
    """Let a shard wait for its turn; returns for how many seconds it does."""
    slept: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", lambda seconds: _nothing(slept.append(seconds)))
        await bot.before_identify_hook(0)
    return slept[0]


async def _nothing(_: object) -> None:
    """Take no time."""


async def test_a_clock_that_was_ahead_keeps_no_connection_waiting(
    bot: ShardedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + AHEAD)
        assert await _waits(bot, monkeypatch) == 0
    assert 0 < await _waits(bot, monkeypatch) <= IDENTIFY_MS / 1000


async def test_no_connection_waits_for_more_turns_than_there_are_shards(
    bot: ShardedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(9):  # turns that nobody has used, such as those of a process that is killed again and again
        await bot.store.allowances.wait_for(IDENTIFY, 0, every_ms=IDENTIFY_MS)
    assert await _waits(bot, monkeypatch) == 2 * IDENTIFY_MS / 1000


async def test_a_clock_that_was_ahead_locks_nobody_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now, limits = wall_clock(), Limits()
    limits.store = store
    calls = Calls(store, lambda: now)
    real = time.time
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + AHEAD)
        now += 1000 * AHEAD
        await limits.must_everywhere(ANNA, "matches")
        for _ in range(MOST):
            await calls.note(ANNA, (BEN,))
    now -= 1000 * AHEAD
    for _ in range(RATES["matches"].burst - 1):
        await limits.must_everywhere(ANNA, "matches")
    with pytest.raises(Refusal):
        await calls.note(ANNA, (BEN,))  # for an hour, as ever
    now += 7_200_000
    monkeypatch.setattr("storage.allowances.server_time", lambda connection: now)
    await calls.note(ANNA, (BEN,))
