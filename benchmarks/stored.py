"""Large databases against small ones: what is asked, and a start of the bot, must not grow with what is stored.

Asked for are the next timers, setting one, and the list of matches that wait for a player: the large database has a
hundred thousand timers, one for each of its matches; in both, two hundred matches wait for one player.

A start is that of the whole bot, a process of its own at the local Discord, with ten thousand stored matches against
one with a hundred. It is measured until the bot answers its first interaction, from the moment in which its process is
made; whatever it reconciles goes on meanwhile. A tenth of the matches show an old position, as after a crash.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from sqlalchemy import Connection, insert

from benchmarks.measure import Job, Row, ratio, seconds_a_unit
from sandbox import BotProcess, Sandbox
from storage import TIMER, Store, schema, timer

FEW: Final = 1_000
MANY: Final = 100_000
WAITING: Final = 200
FEW_AT_START: Final = 100
MANY_AT_START: Final = 10_000
STARTS: Final = 3
"""Starts with each database."""
ME: Final = 7
NOW: Final = 10**12
FAR: Final = 2**45
PATIENCE: Final = 120.0
VERSION: Final = 40
SNAPSHOT: Final = "{}".ljust(6_000)
"""As long as the position of a match; a start reads none."""
LETTERS: Final = str.maketrans("0123456789", "abcdefghij")


def _running(connection: Connection, count: int, snapshot: str, due: Callable[[int], int], kind: str) -> list[str]:
    """Store running matches, each with a timer of a kind, due at what `due` says for its number; return their ids."""
    ids = [f"m{number:09}".translate(LETTERS) for number in range(count)]
    match = {
        "game": "monolith_arena",
        "options": "{}",
        "seed": bytes(32),
        "status": "running",
        "version": VERSION,
        "snapshot": snapshot,
        "private": False,
        "creator": 1,
        "created_at": 1,
        "updated_at": 1,
    }
    connection.execute(insert(schema.match), [match | {"id": match_id} for match_id in ids])
    timers = {match_id: timer(match_id, kind, due(n)) for n, match_id in enumerate(ids)}
    waiting = {"version": 1, "supersedes": False, "state": "pending", "attempts": 0, "note": "", "created_at": 1}
    connection.execute(
        insert(schema.job),
        [
            waiting | {"match_id": match_id, "lane": new.lane, "kind": new.kind, "pool": new.pool, "due_at": new.due_at}
            for match_id, new in timers.items()
        ],
    )
    return ids


def _with_clocks(connection: Connection, count: int) -> None:
    """Store running matches, each with a timer far away and clocks; some of them wait for one player."""
    ids = _running(connection, count, "", lambda n: NOW + n, "clock")
    seats = [
        {"match_id": match_id, "seat": 0, "user_id": ME if n < WAITING else 100 + n, "status": "accepted"}
        for n, match_id in enumerate(ids)
    ]
    connection.execute(insert(schema.seat), seats)
    clock = {"seat": 0, "left_ms": 1, "since": 1, "key": "", "began": 1, "told": 0}
    connection.execute(
        insert(schema.clock), [clock | {"match_id": match_id, "runs_out": NOW + n} for n, match_id in enumerate(ids)]
    )


def _with_messages(connection: Connection, count: int) -> None:
    """Store running matches whose threads are gone, each with its live message and a timer."""
    ids = _running(connection, count, SNAPSHOT, lambda _: FAR, "keep_open")
    connection.execute(
        insert(schema.seat),
        [
            {"match_id": match_id, "seat": n, "user_id": 10 + n, "status": "accepted"}
            for match_id in ids
            for n in (0, 1)
        ],
    )
    shown = {"kind": "live", "channel_id": 1, "state": "live", "created_at": 1, "updated_at": 1}
    connection.execute(
        insert(schema.message),
        [
            shown | {"match_id": match_id, "message_id": 1_000 + n, "version": VERSION - (n % 10 == 0)}
            for n, match_id in enumerate(ids)
        ],
    )


async def _opened(folder: Path, fill: Callable[[Connection, int], None], count: int) -> Store:
    """Return a new database in a folder, filled."""
    folder.mkdir()
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'matches.db'}")
    await store.database.write(lambda connection: fill(connection, count))
    return store


# What is asked


ASKED: Final[dict[str, Callable[[Store], Awaitable[object]]]] = {
    "the next timer": lambda store: store.jobs.claim(NOW - 1, owner="me", lease_ms=1, room=1, pool=TIMER),
    "setting a timer": lambda store: store.jobs.add("maaaaaaaaa", (timer("maaaaaaaaa", "clock", NOW + 5),), now=NOW),
    f"{WAITING} matches that wait for somebody": lambda store: store.clocks.waiting_for(ME),
}


def _job(runner: asyncio.Runner, store: Store, ask: Callable[[Store], Awaitable[object]], times: int) -> Job:
    async def some() -> int:
        for _ in range(times):
            await ask(store)
        return times

    return lambda: runner.run(some())


def _asked(folder: Path, *, small: bool) -> list[Row]:
    """Return how many times as long the large database takes."""
    few, many = (WAITING, 2 * WAITING) if small else (FEW, MANY)
    rounds, portion = (2, 3) if small else (15, 40)
    with asyncio.Runner() as runner:
        stores = [runner.run(_opened(folder / f"asked-{count}", _with_clocks, count)) for count in (many, few)]
        try:
            return [
                Row(f"{name} among {many:,} instead of {few:,}", ratio(*times), "times as long", "2")
                for name, ask in ASKED.items()
                for times in (seconds_a_unit([_job(runner, store, ask, portion) for store in stores], rounds),)
            ]
        finally:
            for store in stores:
                runner.run(store.close())


# Starts


async def _start(folder: Path, cache: Path) -> float:
    """Return the seconds until the first answer."""
    async with Sandbox(("anna",), ack_window=PATIENCE) as box:
        bot = BotProcess(box, folder, more={"XDG_CACHE_HOME": str(cache)})
        box.bots.append(bot)
        begin = time.monotonic()
        await bot.start(within=PATIENCE)
        (anna,) = box.players.values()
        await box.expect(lambda: anna.commands(box.games), "commands", PATIENCE)
        acted = await anna.slash(box.games, "settings language", wait=False)
        await box.until(lambda: acted.ack is not None, PATIENCE)
        seconds = time.monotonic() - begin
        assert acted.ack is not None, bot.log
        await bot.stop()
        return seconds


async def _started(folder: Path, counts: Sequence[int], rounds: int) -> list[list[float]]:
    """Return the seconds of every start with each number of matches, in turn."""
    stored = {count: folder / f"started-{count}" for count in counts}
    for count, where in stored.items():
        await (await _opened(where, _with_messages, count)).close()
    times: dict[int, list[float]] = {count: [] for count in counts}
    for number in range(int(rounds == 1), rounds + 1):
        for count, where in stored.items():
            copy = folder / f"{count}-{number}"
            shutil.copytree(where, copy)
            seconds = await _start(copy, folder / "cache")
            if number:  # the first start of all compiles and draws; it is left out where one is tried only
                times[count].append(seconds)
    return list(times.values())


def _starts(folder: Path, *, small: bool) -> list[Row]:
    """Return the seconds of a start with few and with many matches."""
    few, many, rounds = (2, 20, 1) if small else (FEW_AT_START, MANY_AT_START, STARTS)
    with_few, with_many = map(median, asyncio.run(_started(folder, (few, many), rounds)))
    return [
        Row(f"start with {few} matches", with_few, "s"),
        Row(f"start with {many} matches", with_many, "s", f"at most {with_few + 2:.2f}"),
    ]


def run(*, small: bool = False) -> list[Row]:
    """Measure what is asked, then starts."""
    with tempfile.TemporaryDirectory() as folder:
        return [*_asked(Path(folder), small=small), *_starts(Path(folder), small=small)]
