"""What becomes of a start that Discord does not let go on: what is said, and the status that a service manager gets."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import __main__ as main
from bot import registry, sharding
from bot.config import EX_CONFIG, Settings
from bot.interactions.tree import SYNCED
from bot.others import Others
from storage import Store
from tests.bot.world import world


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (closed(4004), EX_CONFIG, "DISCORD_TOKEN"),
        (closed(4010), EX_CONFIG, "SHARDS"),
        (closed(4011), EX_CONFIG, "SHARD_COUNT is too low"),
        (closed(4012), EX_CONFIG, "too old"),
        (closed(4013), EX_CONFIG, "update it"),
        (closed(4321), 1, "4321"),
        (discord.GatewayNotFound(), 1, "Discord cannot be reached"),
        (discord.RateLimited(300.0), 1, "Discord cannot be reached"),
    ],
    ids=repr,
)
async def test_what_discord_says_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    status: int,
    words: str,
) -> None:
    async def start(token: str) -> None:
        raise error

    async def close() -> None:
        pass

    client = SimpleNamespace(start=start, close=close)
    monkeypatch.setattr(sharding, "make", lambda *given: client)
    monkeypatch.setattr(registry, "FACES", {})
    monkeypatch.setattr(main, "on_stop", lambda stop: None)
    monkeypatch.setattr(main.memory, "settle", lambda: None)
    settings = Settings(discord_token="a.b.c", data_dir=tmp_path, _env_file=None)  # type: ignore[call-arg, arg-type]
    async with await Store.open(settings.database()) as store:
        assert await main._work(settings, store, Others()) == status
    (told,) = capsys.readouterr().err.splitlines()
    assert words in told


@pytest.mark.parametrize("error", [discord.RateLimited(300.0), aiohttp.ClientConnectionError("away")], ids=repr)
async def test_the_commands_stay_as_they_are_where_discord_does_not_take_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def sync(**given: Any) -> None:
        raise error

    async with world(tmp_path) as made:
        await made.bot.store.values.set(SYNCED, "earlier ones")
        monkeypatch.setattr(made.bot.tree, "sync", sync)
        await made.bot.tree.register(made.bot.store, None)
        assert await made.bot.store.values.find(SYNCED) == "earlier ones"
        assert "the old ones stay" in caplog.text
