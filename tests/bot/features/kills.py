"""Kill a process again and again while timers are due, and count what was told twice or not at all.

    python -m tests.bot.features.kills --rounds 200

plays in a folder of its own. In some matches a reminder is due, in some a time runs out and the game says what is
taken, in some the others are to be asked. A process deals with them until it is killed, and the next one goes on from
the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from bot.clocks.calendars import CLOCK
from bot.features.clocks.timer import OUT, REMIND
from bot.jobs.kinds import JobKinds
from bot.jobs.worker import TIMERS, Worker
from bot.matches.service import KEEP_OPEN
from storage import TIMER, Holder, Store
from tests.bot.features.living import BEGIN, DAY, HOUR, Living

PICK = ("pick", "1", "2")
WANTED = (
    Counter({REMIND: 1}),
    Counter({REMIND: 1, "timeout": 1}),
    Counter({REMIND: 1, OUT: 1}),
)
"""What has to come of the three kinds of matches, and how often."""
MOMENTS = (BEGIN + 23 * HOUR, BEGIN + 23 * HOUR + 3 * DAY)
"""At first reminders are due in the fast matches, then everything is."""


async def prepare(url: str, each: int) -> list[str]:
    """So many matches of each kind; their ids in turn."""
    ids = []
    async with await Store.open(url) as store:
        here = Living(store)
        await here.outages.beat()
        for number in range(each):
            first = 100 * number
            reminded = await here.coloured(await here.begun(first=first + 1, pace="7d+1d"))
            default = await here.coloured(await here.begun(first=first + 11, pace="1d+2h"))
            asked = await here.begun(first=first + 21, pace="1d+2h")
            for match, user in ((reminded, first + 1), (default, first + 11)):
                await here.play(match, user, *PICK)
            await here.coloured(asked, first + 21)
            await here.play(asked, first + 21, *PICK)
            ids += [reminded.id, default.id, asked.id]
    return ids


async def work(url: str, now: int, *, to_the_end: bool = False) -> None:
    """What the timers' worker of a bot does at a moment, without end or until nothing is due."""
    async with await Store.open(url, alone=Holder.here(now)) as store:
        here = Living(store, now)
        here.there_until(now)
        kinds = JobKinds({CLOCK: here.timer.handle, KEEP_OPEN: _nothing})
        # A round must not take its time.
        worker = Worker(replace(TIMERS, spread_seconds=0.001), store, here.matches, kinds, _nothing)
        running = asyncio.create_task(worker.run())
        if not to_the_end:
            print("begun", flush=True)
        while not (to_the_end and await worker.idle()):
            await asyncio.sleep(0.01)
            worker.wake()
        await worker.stop()
        await running


async def _nothing(*_: object) -> None:
    """The threads are not what this is about."""


def killed(url: str, now: int, rng: random.Random) -> bool:
    """One process, killed a moment after it has begun; false where it has ended by itself."""
    reading, writing = os.pipe()
    child = os.fork()  # everything is imported already: a process of its own is there at once
    if child == 0:
        os.dup2(writing, 1)
        os.close(reading)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        try:
            asyncio.run(work(url, now))
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as said:
        said.readline()
        time.sleep(rng.uniform(0.0, 0.15))
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == -signal.SIGKILL


async def left(url: str, moment: int) -> int:
    """How many timers are due that no killed process has come to the end of."""
    async with await Store.open(url) as store:
        return await store.jobs.count_open(TIMER, moment)


async def check(url: str, ids: list[str]) -> list[str]:
    """What should not have happened."""
    faults = []
    async with await Store.open(url) as store:
        faults += await store.find_problems()
        for number, match_id in enumerate(ids):
            found = Counter(row.kind for row in await store.jobs.of_match(match_id) if row.kind in (REMIND, OUT))
            found.update(e.text for e in await store.matches.actions(match_id) if e.text == "timeout")
            if found != WANTED[number % 3]:
                faults.append(f"match {number}: {dict(found)} in the place of {dict(WANTED[number % 3])}")
    return faults


def run(folder: Path, rounds: int, seed: int) -> list[str]:
    """So many kills, then everything to its end; returns what should not have happened."""
    url, rng = f"sqlite+aiosqlite:///{folder / 'k.db'}", random.Random(seed)
    ids = asyncio.run(prepare(url, max(4, rounds // 3)))
    faults = []
    for moment in MOMENTS:
        ends = [killed(url, moment + number, rng) for number in range(rounds // len(MOMENTS))]
        faults += [f"the process of round {number} has ended by itself" for number, end in enumerate(ends) if not end]
        print(f"{asyncio.run(left(url, moment))} timers of {len(ids)} matches are left for the last process")
        asyncio.run(work(url, moment + rounds, to_the_end=True))
    return faults + asyncio.run(check(url, ids))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Kill a process again and again while timers are due.")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        wrong = run(Path(made), chosen.rounds, chosen.seed)
    print(f"{chosen.rounds} kills, {len(wrong)} faults", *wrong, sep="\n")
    sys.exit(1 if wrong else 0)
