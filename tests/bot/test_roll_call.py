"""A bot among other processes: its heart, their news, and what it does when the database is away for a while."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import SecretStr

from bot import supervision
from bot.app import ArenaBot
from bot.config import Settings
from bot.others import BEAT_EVERY, Others
from storage import Candidate, Holder, StorageError, Store

PATIENCE = 60.0
"""Seconds that anything may take; only what hangs needs them."""
ANNA = 77


@pytest.fixture
async def bot(postgresql_url: str, tmp_path: Path) -> AsyncIterator[ArenaBot]:
    """The one process of a bot on a database that could be shared, before it hears from Discord."""
    others = Others((0,), 1)
    candidate = Candidate("bot", Holder(1, "here", 0), "1.0", (0,), 1)
    async with await Store.among(postgresql_url, candidate, hear=others.hear) as store:
        settings = Settings(discord_token=SecretStr("a.b.c"), data_dir=tmp_path, _env_file=None)
        made = ArenaBot(settings, store, others=others)
        yield made
        await made.supervisor.stop()


async def _until(bot: ArenaBot, heard: list[str], what: str) -> None:
    """Wait until a process has heard what another one tells after all that was told before."""
    bot.others.subscribe("last", heard.append)
    bot.others.tell("last", what)
    async with asyncio.timeout(PATIENCE):
        while what not in heard:
            await asyncio.sleep(0.01)


async def test_a_name_that_is_noted_is_kept_here_and_asked_for_in_other_processes(bot: ArenaBot) -> None:
    await bot._join()
    asked: Counter[int] = Counter()

    async def fetch_user(user_id: int) -> Any:
        asked[user_id] += 1
        return SimpleNamespace(id=user_id, display_name="Anna Global")

    bot.fetch_user = fetch_user  # type: ignore[method-assign]
    names, told, heard = bot.services.names, list[str](), list[str]()
    bot.others.subscribe("named", told.append)
    for press, nick in enumerate(["Nick", "Nick", "Nina", "Nina"]):
        names.note(SimpleNamespace(id=ANNA, display_name=nick))  # type: ignore[arg-type]
        await _until(bot, heard, str(press))
        await names.learn([ANNA])
        assert names._names[ANNA] == nick
    assert told == [f"{ANNA}:{bot.store.processes.me}"], "the first name is no news"
    bot.others.tell("named", f"{ANNA}:another process")
    await _until(bot, heard, "end")
    await names.learn([ANNA])
    assert (names._names[ANNA], asked) == ("Anna Global", {ANNA: 1})


async def test_the_heart_goes_on_beating_while_the_database_is_away(
    bot: ArenaBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses, beats, back = list[float](), 0, asyncio.Event()
    beat = bot.store.processes.beat

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    async def away() -> Any:
        nonlocal beats
        beats += 1
        if beats == 1:
            return await beat()
        if beats < 8:
            raise StorageError("the database is out of reach")
        back.set()
        return await beat()

    monkeypatch.setattr(supervision, "pause", pause)
    monkeypatch.setattr(bot.store.processes, "beat", away)
    await bot._join()
    async with asyncio.timeout(PATIENCE):
        await back.wait()
    assert set(pauses) == {BEAT_EVERY}, "who waits for longer is taken for dead by those that are back"


async def test_a_bot_that_cannot_say_that_it_is_ready_says_so_later(
    bot: ArenaBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot._join()

    async def fails(_: object) -> int:
        raise StorageError("the database is out of reach")

    with monkeypatch.context() as patch:
        patch.setattr(bot.store.processes, "inherit", fails)
        await bot.roll_call.ready()
    assert [one.ready for one in (await bot.store.processes.roll()).processes] == [False]
    await bot.roll_call._answer()  # the next heartbeat
    assert [one.ready for one in (await bot.store.processes.roll()).processes] == [True]


async def test_a_bot_that_has_not_met_its_servers_is_not_ready(bot: ArenaBot) -> None:
    await bot._join()
    await bot.roll_call._answer()
    assert [one.ready for one in (await bot.store.processes.roll()).processes] == [False]
