"""What is counted, where it happens."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot import metrics
from bot.app import ArenaBot
from bot.log import incident
from bot.publish.studio import Studio
from storage import Store
from tests.bot.world import settings, world


def value(name: str, **labels: str) -> float:
    found = metrics.REGISTRY.get_sample_value(name, labels)
    assert found is not None, name
    return found


async def test_a_move_that_is_on_the_disk_is_counted_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        before = value("arena_moves_total", kind="action")
        match = await made.bot.matches.load(match_id)
        choice = match.choices[0]
        user = match.user_of(choice.seat)
        assert user is not None
        action = match.face.game.legal(match.state, choice.seat, choice.key)[0]
        for _ in range(2):  # the second is the same interaction again
            await made.bot.matches.play(match, user, [action], interaction_id=77)
        assert value("arena_moves_total", kind="action") == before + 1


async def test_transactions_are_timed_by_what_they_do() -> None:
    told: list[tuple[str, float]] = []
    async with await Store.open("sqlite+aiosqlite://") as store:
        store.observe(lambda kind, seconds: told.append((kind, seconds)))
        await store.values.set("a", "b")
        await store.values.find("a")
    assert [kind for kind, _ in told][:1] == ["write"]
    assert all(seconds > 0 for _, seconds in told)


async def test_a_transaction_that_fails_is_timed_too() -> None:
    told: list[str] = []
    async with await Store.open("sqlite+aiosqlite://") as store:
        store.observe(lambda kind, _: told.append(kind))

        def body(_: object) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await store.database.write(body)
    assert told == ["write"]


async def test_pictures_are_timed() -> None:
    before = value("arena_picture_seconds_count")
    assert await Studio().draw(lambda: "picture") == "picture"
    assert value("arena_picture_seconds_count") == before + 1


def test_incidents_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    before = value("arena_incidents_total")
    number = incident("test", ValueError())
    assert value("arena_incidents_total") == before + 1
    assert number in caplog.text


async def test_answers_429_of_discord_are_counted() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    before = value("arena_rate_limited_total")
    async with aiohttp.ClientSession(trace_configs=[metrics.http_trace()]) as session:
        await asyncio.gather(*(session.get(f"http://{host}:{port}/{status}") for status in (200, 429, 429, 500)))
    await runner.cleanup()
    assert value("arena_rate_limited_total") == before + 2


@pytest.mark.parametrize("port", [None, 9_100])
async def test_answers_of_discord_are_watched_where_somebody_looks(tmp_path: Path, port: int | None) -> None:
    config = settings(tmp_path).model_copy(update={"health_port": port})
    async with await Store.open("sqlite+aiosqlite://") as store:
        bot = ArenaBot(config, store)
        assert (bot.http.http_trace is None) == (port is None)


async def test_the_bot_counts_what_the_database_does(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        before = value("arena_database_seconds_count", kind="write")
        await made.bot.store.values.set("a", "b")
        assert value("arena_database_seconds_count", kind="write") == before + 1
