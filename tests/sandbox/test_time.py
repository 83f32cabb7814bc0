"""Time in the sandbox: it passes by itself, and an hour or a day at once where somebody asks for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aiohttp

from sandbox import Sandbox
from sandbox.process import CLOCK, BotProcess, environment
from sandbox.protocol import EPOCH

HOUR = 3_600_000


async def told(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Any:
    """The next news of a kind that a seat of the page is told."""
    while True:
        data = json.loads(await socket.receive_str(timeout=30))
        if data["kind"] == kind:
            return data


async def test_the_page_moves_the_time_of_all_seats_and_of_the_bot(tmp_path: Path) -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        bot = BotProcess(box, tmp_path)
        box.bots.append(bot)
        async with session.ws_connect(f"{box.url}/page/socket?seat=max") as socket:
            assert (await told(socket, "hello"))["ahead"] == 0
            before = box.world.snowflake()
            for step, ahead in (("hour", HOUR), ("day", 25 * HOUR)):
                answer = await session.post(f"{box.url}/page/time/{step}")
                assert await answer.json() == {"ahead": ahead}
                assert (await told(socket, "time"))["ahead"] == ahead
                assert (tmp_path / CLOCK).read_text() == str(ahead)
            assert (box.world.snowflake() >> 22) - (before >> 22) >= 25 * HOUR
        assert environment(box.url, "token", tmp_path)["CLOCK_FILE"] == str(tmp_path / CLOCK)


async def test_other_steps_and_other_pages_move_nothing() -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        assert (await session.post(f"{box.url}/page/time/week")).status == 404
        assert (await session.get(f"{box.url}/page/time/day")).status in (404, 405)
        foreign = {"Origin": "https://evil.example"}
        assert (await session.post(f"{box.url}/page/time/day", headers=foreign)).status == 403
        assert box.world.ahead == 0


async def test_the_time_is_kept_from_one_run_to_the_next(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path) as box:
        box.advance(HOUR)
        newest = box.world.snowflake()
    async with Sandbox(keep=tmp_path) as box:
        assert box.world.ahead == HOUR
        assert box.world.snowflake() > newest
        assert newest >> 22 < (box.world.snowflake() >> 22) + EPOCH
    saved = json.loads((tmp_path / "world.json").read_text())
    del saved["ahead"]  # as an earlier version has written it
    (tmp_path / "world.json").write_text(json.dumps(saved))
    async with Sandbox(keep=tmp_path) as box:
        assert box.world.ahead == 0
