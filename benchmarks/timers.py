"""Timers and waiting matches in a large database against a small one: what is asked must not grow with what is stored.

The large one has a hundred thousand timers, one for each of its matches; in both, two hundred matches wait for one
player. Measured are finding the next timers, setting one, and the list of matches that wait for the player.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert

from benchmarks.measure import Job, Row, ratio, seconds_a_unit
from storage import TIMER, Store, schema, timer

FEW: Final = 1_000
MANY: Final = 100_000
WAITING: Final = 200
ME: Final = 7
NOW: Final = 10**12
LETTERS: Final = str.maketrans("0123456789", "abcdefghij")


def _filled(connection: Connection, count: int) -> None:
    """Store running matches, each with a timer far away and clocks; some of them wait for one player."""
    ids = [f"m{number:09}".translate(LETTERS) for number in range(count)]
    match = {
        "game": "monolith_arena",
        "options": "{}",
        "seed": bytes(32),
        "status": "running",
        "version": 1,
        "private": False,
        "created_at": 1,
        "updated_at": 1,
    }
    connection.execute(insert(schema.match), [match | {"id": one} for one in ids])
    seats = [
        {"match_id": one, "seat": 0, "user_id": ME if n < WAITING else 100 + n, "status": "accepted"}
        for n, one in enumerate(ids)
    ]
    connection.execute(insert(schema.seat), seats)
    clock = {"seat": 0, "left_ms": 1, "since": 1, "key": "", "began": 1, "told": 0}
    connection.execute(
        insert(schema.clock), [clock | {"match_id": one, "runs_out": NOW + n} for n, one in enumerate(ids)]
    )
    timers = {one: timer(one, "clock", NOW + n) for n, one in enumerate(ids)}
    waiting = {"version": 1, "supersedes": False, "state": "pending", "attempts": 0, "note": "", "created_at": 1}
    connection.execute(
        insert(schema.job),
        [
            waiting | {"match_id": one, "lane": new.lane, "kind": new.kind, "pool": new.pool, "due_at": new.due_at}
            for one, new in timers.items()
        ],
    )


async def _opened(folder: Path, count: int) -> Store:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / f'{count}.db'}")
    await store.database.write(lambda connection: _filled(connection, count))
    return store


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


def run(*, small: bool = False) -> list[Row]:
    """Return how many times as long the large database takes."""
    few, many = (WAITING, 2 * WAITING) if small else (FEW, MANY)
    rounds, portion = (2, 3) if small else (15, 40)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stores = [runner.run(_opened(Path(folder), count)) for count in (many, few)]
        try:
            return [
                Row(f"{name} among {many:,} instead of {few:,}", ratio(*times), "times as long", "2")
                for name, ask in ASKED.items()
                for times in (seconds_a_unit([_job(runner, store, ask, portion) for store in stores], rounds),)
            ]
        finally:
            for store in stores:
                runner.run(store.close())
