"""The gateway between the sandbox and the bot."""

from __future__ import annotations

import asyncio
import json

import aiohttp

from sandbox import Sandbox, gateway


async def test_a_heartbeat_is_acknowledged_no_faster_than_by_a_network() -> None:
    """discord.py notes when it has sent one after it has sent it: an earlier answer looks a whole interval late."""
    loop = asyncio.get_running_loop()
    async with Sandbox() as box, aiohttp.ClientSession() as session, session.ws_connect(f"{box.url}/gateway") as bot:
        await bot.receive(timeout=30)
        begin = loop.time()
        await bot.send_json({"op": 1, "d": None})
        assert json.loads((await bot.receive(timeout=30)).data)["op"] == 11
        assert loop.time() - begin >= gateway.ACK_AFTER
