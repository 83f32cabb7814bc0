"""What operators see of a running bot: the pages on the local port, and the watchdog's words."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.health.server import MOST, application, serve
from bot.health.vitals import LATE, TOO_LATE, Examiner, Watchdog
from bot.supervision import Supervisor
from storage import NewJob, NewMatch, Seat, StorageError, Store
from tests.bot.world import world

MINUTE = 60_000
CHANNEL = 4711


class Clock:
    now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


class Channel:
    """The operators' channel: what was said there, or what it refuses."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.refuses: Exception | None = None

    def get_partial_messageable(self, id_: int, /) -> Any:
        assert id_ == CHANNEL
        return self

    async def send(self, text: str, **_: Any) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.said.append(text)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with await Store.open("sqlite+aiosqlite://") as made:
        yield made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gateway() -> Any:
    return SimpleNamespace(connected=True, latency=0.05)


@pytest.fixture
def supervisor() -> Supervisor:
    return Supervisor()


@pytest.fixture
def examiner(gateway: Any, store: Store, supervisor: Supervisor, clock: Clock) -> Examiner:
    return Examiner(gateway, store, supervisor, clock)


async def untold(store: Store, now: int, count: int = 1) -> None:
    """Add posts that are due from now on."""
    new = NewMatch("abcdefghij", "monolith_arena", "{}", b"0" * 32, 1, False, 10, 20, formation="two")
    await store.matches.create(new, [Seat(0, 1, "accepted")], now=now)
    rows = [NewJob(f"lane {number}", "public") for number in range(count)]
    await store.jobs.add(new.id, rows, now=now, version=0)


async def told(store: Store, now: int) -> None:
    """Send all that waits."""
    claimed = await store.jobs.claim(now, owner="test", lease_ms=MINUTE, room=100)
    for one in claimed.jobs:
        await store.jobs.finish(one.job.id, now=now, owner="test")


# The pages


@pytest.fixture
async def page(examiner: Examiner) -> AsyncIterator[str]:
    runner = web.AppRunner(application(examiner))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def read(url: str, **headers: str) -> tuple[int, Any]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        is_json = response.content_type == "application/json"
        return response.status, await (response.json() if is_json else response.text())


async def test_a_healthy_bot_answers_200_with_the_facts(page: str) -> None:
    status, facts = await read(f"{page}/healthz")
    assert status == 200
    assert facts == {
        "healthy": True,
        "gateway": {"connected": True, "latency_seconds": 0.05},
        "database": {"writable": True, "fault": ""},
        "outbox": {"age_seconds": 0.0, "rows": 0, "waiting_for_a_permission": 0},
        "process": {"shards": [0], "alive": 1},
        "work": [],
    }


async def test_without_a_gateway_it_is_503(page: str, gateway: Any) -> None:
    gateway.connected, gateway.latency = False, float("nan")
    status, facts = await read(f"{page}/healthz")
    assert status == 503
    assert facts["gateway"] == {"connected": False, "latency_seconds": None}


async def test_a_database_that_cannot_be_written_is_503(
    page: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StorageError("the disk is full")

    monkeypatch.setattr(store.values, "set", full)
    status, facts = await read(f"{page}/healthz")
    assert status == 503
    assert facts["database"] == {"writable": False, "fault": "the disk is full"}


async def test_a_database_that_does_not_answer_is_503(page: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.health.vitals.PROBE_WITHIN", 0.01)
    monkeypatch.setattr(store.values, "set", lambda *_: asyncio.sleep(60))
    status, facts = await read(f"{page}/healthz")
    assert status == 503
    assert "did not answer" in facts["database"]["fault"]


async def test_an_outbox_that_is_too_old_is_503(page: str, store: Store, clock: Clock) -> None:
    await untold(store, clock.now)
    clock.now += int(TOO_LATE * 1000) - 1
    assert (await read(f"{page}/healthz"))[0] == 200
    clock.now += 1
    status, facts = await read(f"{page}/healthz")
    assert status == 503
    assert facts["outbox"] == {"age_seconds": TOO_LATE, "rows": 1, "waiting_for_a_permission": 0}


async def test_work_that_rests_after_a_failure_is_503_and_named(page: str, supervisor: Supervisor) -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    supervisor.start("outbox", broken)
    await asyncio.sleep(0.01)
    status, facts = await read(f"{page}/healthz")
    await supervisor.stop()
    assert status == 503
    (piece,) = facts["work"]
    assert (piece["name"], piece["state"], piece["incidents"]) == ("outbox", "paused", 1)
    assert len(piece["last_incident"]) == 8


async def test_the_numbers_are_there_for_prometheus(page: str, store: Store, clock: Clock) -> None:
    await untold(store, clock.now, count=3)
    clock.now += 5000
    status, text = await read(f"{page}/metrics")
    assert status == 200
    assert "arena_outbox_age_seconds 5.0" in text
    assert "arena_outbox_rows_waiting 3.0" in text
    for name in ("moves", "first_answer_seconds", "outbox_rows", "picture_seconds", "rate_limited", "incidents"):
        assert f"# TYPE arena_{name} " in text or f"# TYPE arena_{name}_total " in text, name


async def test_the_numbers_are_told_without_a_database_too(
    page: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise StorageError("gone")

    monkeypatch.setattr(store.jobs, "backlog", broken)
    assert (await read(f"{page}/metrics"))[0] == 200


async def test_pages_of_other_names_get_nothing(page: str) -> None:
    assert (await read(f"{page}/healthz", Host="evil.example"))[0] == 403
    assert (await read(f"{page}/metrics", Host="evil.example:80"))[0] == 403


@pytest.fixture
async def port(examiner: Examiner, unused_tcp_port: int) -> AsyncIterator[int]:
    """The port of pages that are served as the bot serves them."""
    task = asyncio.create_task(serve(examiner, unused_tcp_port))
    while not task.done():
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", unused_tcp_port)
            writer.close()
            break
        await asyncio.sleep(0.01)
    yield unused_tcp_port
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def raw(port: int, *said: bytes) -> bytes:
    """What is answered to these bytes until the other side hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(OSError):
        for some in said:
            writer.write(some)
            await writer.drain()
        writer.write_eof()
    answer = b""
    with contextlib.suppress(OSError):
        answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    return answer


LOCAL = b"Host: 127.0.0.1\r\n"
ODD = {
    "no host": (b"GET /healthz HTTP/1.1\r\n\r\n", b"403"),
    "another host": (b"GET /healthz HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", b"403"),
    "a host that is none": (b"GET /metrics HTTP/1.1\r\nHost: [::::\r\n\r\n", b"40"),
    "a port that is none": (b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:x\r\n\r\n", b"40"),
    "an absolute address": (b"GET http://evil.example/healthz HTTP/1.1\r\n" + LOCAL + b"\r\n", b"403"),
    "another way": (b"../../etc/passwd HTTP/1.1\r\n\r\n", b"400"),
    "another page": (b"GET /healthz/../config HTTP/1.1\r\n" + LOCAL + b"\r\n", b"404"),
    "a POST": (b"POST /healthz HTTP/1.1\r\n" + LOCAL + b"Content-Length: 2\r\n\r\n{}", b"405"),
    "a DELETE": (b"DELETE /metrics HTTP/1.1\r\n" + LOCAL + b"\r\n", b"405"),
    "a long line": (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n" + LOCAL + b"\r\n", b"400"),
    "many lines": (b"GET /healthz HTTP/1.1\r\n" + LOCAL + b"X: y\r\n" * 100_000 + b"\r\n", b"400"),
    "two lengths": (b"GET / HTTP/1.1\r\n" + LOCAL + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", b"400"),
    "noise": (bytes(range(256)) * 40 + b"\r\n\r\n", b"400"),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), b"400"),
}


@pytest.mark.parametrize("what", ODD)
async def test_odd_requests_are_refused_without_an_incident(
    port: int, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    said, expected = ODD[what]
    answer = await raw(port, said)
    assert not answer or answer.split(b" ", 2)[1].startswith(expected), answer[:200]
    assert b"arena_" not in answer
    assert b"healthy" not in answer
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING or record.exc_info]
    assert (await read(f"http://127.0.0.1:{port}/healthz"))[0] == 200


async def test_a_large_body_is_not_waited_for(port: int) -> None:
    head = b"GET /healthz HTTP/1.1\r\n" + LOCAL + b"Content-Length: 1000000000\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head + bytes(100_000))
    assert (await asyncio.wait_for(reader.readline(), 10)).split()[1] == b"200"
    writer.close()


async def test_who_says_nothing_is_hung_up_on(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.health.server.LONGEST", 0.1)
    for said in (b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0", b"GET /healthz HTTP/1.1\r\n" + LOCAL + b"\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)  # and it stays open on this side
        with contextlib.suppress(ConnectionResetError):
            await asyncio.wait_for(reader.read(), 10)
        writer.close()


async def test_hundreds_of_open_connections_take_no_files_from_the_bot(port: int) -> None:
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3 * MOST)]
    with contextlib.suppress(ConnectionResetError):
        await asyncio.wait_for(silent[0][0].read(), 10)
    assert (await read(f"http://127.0.0.1:{port}/healthz"))[0] == 200
    await asyncio.sleep(0)
    ended = sum(reader.at_eof() or reader.exception() is not None for reader, _ in silent)
    assert ended >= 2 * MOST
    for _, writer in silent:
        writer.close()


async def test_many_questions_are_one_transaction(port: int, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go_on = 0, asyncio.Event()
    put = store.values.set

    async def slow(key: str, value: str) -> None:
        nonlocal asked
        asked += 1
        await go_on.wait()
        await put(key, value)

    monkeypatch.setattr(store.values, "set", slow)
    reads = [asyncio.create_task(read(f"http://127.0.0.1:{port}/healthz")) for _ in range(30)]
    while not asked:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)  # by then most of them wait for the same answer; those that come later begin another one
    go_on.set()
    assert {status for status, _ in await asyncio.gather(*reads)} == {200}
    assert asked <= 2


async def test_the_server_is_on_this_machine_alone_and_ends_with_its_task(
    examiner: Examiner, unused_tcp_port: int
) -> None:
    task = asyncio.create_task(serve(examiner, unused_tcp_port))
    for _ in range(200):
        await asyncio.sleep(0.01)
        try:
            assert (await read(f"http://127.0.0.1:{unused_tcp_port}/healthz"))[0] == 200
            break
        except aiohttp.ClientError:
            continue
    else:
        raise AssertionError("it does not answer")
    with pytest.raises(OSError):
        await serve(examiner, unused_tcp_port)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    with pytest.raises(aiohttp.ClientError):
        await read(f"http://127.0.0.1:{unused_tcp_port}/healthz")


# The watchdog


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
def watchdog(examiner: Examiner, channel: Channel) -> Watchdog:
    return Watchdog(examiner, channel, CHANNEL)


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.levelname for record in caplog.records if record.name == "bot.watchdog"]


async def test_each_stage_of_an_episode_is_told_once_and_so_is_its_end(
    watchdog: Watchdog, store: Store, clock: Clock, channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    await untold(store, clock.now, count=2)
    levels = []
    for second in (10, LATE - 1, LATE, LATE + 15, 300, TOO_LATE, TOO_LATE + 15, 3000):
        clock.now = Clock.now + int(second * 1000)
        await watchdog.look()
        levels.append(logged(caplog)[:])
    assert levels[1] == []
    assert levels[2] == levels[4] == ["WARNING"]
    assert levels[5] == levels[7] == ["WARNING", "ERROR"]
    assert len(channel.said) == 1
    assert "waiting to be sent for 10 minutes; 2 wait" in channel.said[0]
    await told(store, clock.now)
    for _ in range(3):
        await watchdog.look()
    assert channel.said[1:] == ["Messages are sent in time again; 0 wait."]
    assert logged(caplog) == ["WARNING", "ERROR", "WARNING"]


async def test_a_warning_that_heals_is_no_business_of_the_channel(
    watchdog: Watchdog, store: Store, clock: Clock, channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        begin = clock.now
        if begin == Clock.now:
            await untold(store, begin)
        else:
            await store.jobs.add("abcdefghij", [NewJob("lane 9", "public")], now=begin, version=0)
        clock.now += 2 * MINUTE
        await watchdog.look()
        await told(store, clock.now)
        await watchdog.look()
    assert channel.said == []
    assert logged(caplog) == ["WARNING"] * 4  # the second time is an episode of its own


@pytest.mark.parametrize("error", [ConnectionResetError("gone"), discord.RateLimited(60), aiohttp.ClientError("dns")])
async def test_a_channel_that_cannot_be_told_stops_nothing(
    watchdog: Watchdog,
    store: Store,
    clock: Clock,
    channel: Channel,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    channel.refuses = error
    await untold(store, clock.now)
    clock.now += 11 * MINUTE
    await watchdog.look()
    assert [r.levelname for r in caplog.records if "could not be told" in r.getMessage()] == ["ERROR"]


async def test_without_a_channel_it_stays_in_the_log(
    examiner: Examiner, store: Store, clock: Clock, channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    await untold(store, clock.now)
    clock.now += 11 * MINUTE
    await Watchdog(examiner, channel, None).look()
    assert logged(caplog) == ["ERROR"]
    assert channel.said == []


# In the bot


async def test_the_bot_watches_itself(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert made.bot.connected
        pieces = {piece.name: piece.state for piece in made.bot.supervisor.pieces()}
        assert pieces["watchdog"] == "running"
        assert "health" not in pieces  # nobody has asked for the port
        made.bot.dispatch("disconnect")
        assert not made.bot.connected
        made.bot.dispatch("resumed")
        assert made.bot.connected


logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
