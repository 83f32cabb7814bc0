"""Timers that are due: claimed a few at a time, and ended, as the worker on them does it."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.databases import both
from benchmarks.measure import Row
from benchmarks.start import name_of
from bot.jobs.worker import TIMERS
from storage import TIMER, NewMatch, Seat, Store, timer

DUE: Final = 1_000
NOW: Final = 1_000_000


async def _rate(url: str, due: int) -> float:
    async with await Store.open(url) as store:
        for number in range(due):
            match_id = name_of(number)
            jobs = (timer(match_id, "clock", NOW - due + number), timer(match_id, "keep_open", 2 * NOW))
            await store.matches.create(
                NewMatch(match_id, "toy", "{}", bytes(32), 1), [Seat(0, 2 * number + 1)], now=0, jobs=jobs
            )
        begun, done = time.perf_counter(), 0
        while jobs_due := (await store.jobs.claim(NOW, owner="me", lease_ms=60_000, room=TIMERS.room, pool=TIMER)).jobs:
            for one in jobs_due:
                await store.jobs.finish(one.job.id, owner="me", now=NOW)
                done += 1
        assert done == due
        return done / (time.perf_counter() - begun)


def run(*, small: bool) -> list[Row]:
    """Return how many timers a second can be seen to on each kind of database."""
    due = 20 if small else DUE
    with tempfile.TemporaryDirectory() as folder, both(Path(folder)) as urls:
        found = {name: asyncio.run(_rate(url, due)) for name, url in urls.items()}
    return [
        Row(f"timers, {name}", rate, "timers/s", "more than 5, at which the worker spreads them")
        for name, rate in found.items()
    ]
