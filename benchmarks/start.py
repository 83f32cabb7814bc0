"""What a bot does with its database when it starts: open it, check it, find all open matches and what is due."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.databases import both
from benchmarks.measure import Row
from storage import POST, Commit, NewAction, NewJob, NewMatch, Seat, Store

MATCHES: Final = 1_000
STARTS: Final = 7
SNAPSHOT: Final = '{"after": 1}'


def name_of(number: int) -> str:
    """Return the id of a match, by its number."""
    return f"{number:a>10}".translate(str.maketrans("0189", "wxyz"))


async def fill(url: str, matches: int) -> None:
    """Begin so many matches, each with a move and a board that is not posted yet."""
    async with await Store.open(url) as store:
        for number in range(matches):
            match_id = name_of(number)
            seats = [Seat(0, 2 * number + 1, "accepted"), Seat(1, 2 * number + 2, "accepted")]
            await store.matches.create(NewMatch(match_id, "toy", "{}", bytes(32), 1), seats, now=0)
            step = Commit(
                match_id,
                0,
                1,
                number + 1,
                actions=(NewAction(0, "pass", "hash", "turn"),),
                snapshot=SNAPSHOT,
                status="running",
                jobs=(NewJob(f"thread:{number}", "board"),),
            )
            await store.matches.commit(step)


async def _start(url: str, matches: int) -> float:
    begun = time.perf_counter()
    async with await Store.open(url) as store:
        assert len(await store.matches.all_open()) == matches
        claimed = await store.jobs.claim(2, owner="me", lease_ms=1, room=16, pool=POST)
        taken = time.perf_counter() - begun
        assert len(claimed.jobs) == min(16, matches)
        await store.jobs.release("me")
    return taken


async def _seconds(url: str, matches: int, starts: int) -> float:
    await fill(url, matches)
    return median([await _start(url, matches) for _ in range(starts)])


def run(*, small: bool) -> list[Row]:
    """Return the seconds of a start on each kind of database."""
    matches, starts = (10, 2) if small else (MATCHES, STARTS)
    with tempfile.TemporaryDirectory() as folder, both(Path(folder)) as urls:
        found = {name: asyncio.run(_seconds(url, matches, starts)) for name, url in urls.items()}
    return [Row(f"{matches} open matches, {name}", taken, "s", "at most 2") for name, taken in found.items()]
