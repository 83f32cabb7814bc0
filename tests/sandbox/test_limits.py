"""The stand-in's rate limits: what is refused, what a refusal says, and that discord.py keeps within them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import aiohttp

from sandbox import Sandbox
from sandbox.process import environment
from sandbox.traffic import Buckets, Limit, Request


class Clock:
    """Seconds that pass only when they are told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def take(buckets: Buckets, path: str, method: str = "POST") -> Limit | None:
    return buckets.take(Request(method, path), {})


def test_five_messages_in_five_seconds_a_channel() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    for _ in range(5):
        assert take(buckets, "/channels/1/messages") is None
        clock.now += 0.5
    assert take(buckets, "/channels/1/messages") == Limit(2.5)
    # Other channels, and edits, have buckets of their own.
    assert take(buckets, "/channels/2/messages") is None
    assert take(buckets, "/channels/1/messages/7", "PATCH") is None
    # The window began with the first message; at its end all five are free again.
    clock.now += 2.5
    assert [take(buckets, "/channels/1/messages") for _ in range(6)] == [None] * 5 + [Limit(5.0)]


def test_five_answers_in_two_seconds_an_interaction() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    assert [take(buckets, "/webhooks/1/token") for _ in range(6)] == [None] * 5 + [Limit(2.0)]
    assert take(buckets, "/webhooks/1/other") is None


def test_fifty_requests_in_a_second_but_answers_to_interactions() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    assert all(take(buckets, f"/channels/{n}/messages") is None for n in range(50))
    clock.now += 0.25
    assert take(buckets, "/users/1", "GET") == Limit(0.75, is_global=True)
    assert take(buckets, "/interactions/1/token/callback") is None
    assert take(buckets, "/webhooks/1/token") is None
    clock.now += 0.75
    assert take(buckets, "/users/1", "GET") is None


def test_the_headers_count_down() -> None:
    buckets, left = Buckets(Clock()), []
    for _ in range(6):
        headers: dict[str, str] = {}
        buckets.take(Request("POST", "/channels/1/messages"), headers)
        left.append((headers["X-RateLimit-Remaining"], headers.get("Retry-After")))
    assert left == [("4", None), ("3", None), ("2", None), ("1", None), ("0", None), ("0", "5.000")]


async def test_a_refusal_in_discords_words() -> None:
    async with Sandbox(rate_limits=True) as box, aiohttp.ClientSession() as session:
        url = f"{box.url}/api/v10/channels/{box.games.id}/messages"
        headers = {"Authorization": f"Bot {box.token}"}
        answers = [await session.post(url, headers=headers, json={"content": "x"}) for _ in range(6)]
        assert [answer.status for answer in answers] == [200] * 5 + [429]
        body = await answers[-1].json()
        assert (body["global"], box.limited) == (False, 1)
        assert 0 < body["retry_after"] <= 5
        assert answers[-1].headers["X-RateLimit-Scope"] == "user"
        assert len(box.world.history(box.games)) == 5


SENDER = """
import asyncio, os, discord
client = discord.Client(intents=discord.Intents.none())
async def main():
    await client.login(os.environ["DISCORD_TOKEN"])
    channel = client.get_partial_messageable(int(os.environ["CHANNEL"]))
    await asyncio.gather(*(channel.send(str(number)) for number in range(7)))
    await client.http.close()
asyncio.run(main())
"""


async def test_an_unmodified_discord_py_reads_them(tmp_path: Path) -> None:
    """It waits by the headers of the answers that it got: all is sent, and nothing is refused."""
    async with Sandbox(rate_limits=True) as box:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            SENDER,
            env=environment(box.url, box.token, tmp_path, {"CHANNEL": str(box.games.id)}),
        )
        assert await asyncio.wait_for(process.wait(), 60) == 0
        assert sorted(m.content for m in box.world.history(box.games)) == [str(n) for n in range(7)]
        assert box.limited == 0
