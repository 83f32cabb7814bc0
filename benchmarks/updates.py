"""A rolling update of two processes from an earlier revision to this tree, while people play on the servers of both.

The earlier ones make the database and play on it. This tree takes the shards over one after the other, so that for a
while both versions work on the schema of the newer one. Where the earlier one would not survive that schema, this tree
has to refuse, while the earlier one goes on, and to follow when that has stopped. What was answered has to be in the
database afterwards, every match has to replay to what is stored, and nothing may be left due.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.killed import faults
from benchmarks.measure import Row
from benchmarks.process import HOUSE, unpack
from sandbox import BotProcess, Interaction
from sandbox.process import REDIRECT
from tests.storage.postgresql import served
from tests.support.seats import Pair, command
from tests.support.several import Cluster, Rows, cluster, until

EARLIER: Final = "0809b192"
"""The revision that is updated: the first that runs as several processes."""
PROCESSES: Final = 2
PEOPLE: Final = 16
TOGETHER: Final = 20.0
"""Seconds for which people play before, between and after the two updates."""
PATIENCE: Final = 180.0
REFUSED: Final = "would not survive the upgrade"
SCHEMA: Final = "SELECT version_num FROM alembic_version"


def _of(house: Path, bot: BotProcess) -> BotProcess:
    """Let a process run the program of another folder."""

    async def spawn(*arguments: str, env: dict[str, str], **more: Any) -> Process:
        path = os.pathsep.join((str(REDIRECT), str(house)))
        return await asyncio.create_subprocess_exec(*arguments, env={**env, "PYTHONPATH": path}, **more)

    bot.spawn = spawn
    return bot


class Players:
    """The people of a cluster, who play until they are told to stop."""

    def __init__(self, made: Cluster, rows: Rows) -> None:
        self.made = made
        self.rows = rows
        self.over = False
        self.answered: list[Interaction] = []
        self.silent: list[str] = []
        """The commands that got no answer."""

    async def play(self, pair: Pair, random: Random) -> None:
        """Let both of a pair move as soon as they are waited for."""
        while not self.over and (move := self.rows.next(pair.thread, random)) is not None:
            path, options = command(move[1])
            acted = await pair.players[move[0]].slash(pair.thread, path, wait=False, **options)
            await self.made.box.acknowledged(acted, PATIENCE)
            self.answered.append(acted)
            if acted.failed:
                self.silent.append(path)


async def _run(url: str, folder: Path, earlier: Path, people: int, seconds: float) -> list[Row]:
    async with cluster(url, folder, PROCESSES, ack_window=PATIENCE, log_limit=5_000) as made:
        there = made.people(people, channels=2)
        old = [_of(earlier, made.process(str(number), name=f"old-{number}")) for number in range(PROCESSES)]
        await asyncio.gather(*(bot.start(within=PATIENCE) for bot in old))
        rows = Rows(url)
        before = rows.one(SCHEMA)
        pairs = [
            await Pair.begin(made.box, (some[at], some[at + 1]), made.channels[shard][at // 2 % 2], PATIENCE)
            for shard, some in enumerate(there)
            for at in range(0, len(some), 2)
        ]
        players = Players(made, rows)
        tasks = [asyncio.create_task(players.play(pair, Random(number))) for number, pair in enumerate(pairs)]
        await asyncio.sleep(seconds)
        new = [made.process(str(number), "run", "--take-over", name=f"new-{number}") for number in range(PROCESSES)]
        counts, told, status = [len(players.answered)], "", list[int]()
        for bot, following in zip(old, new, strict=True):
            told = await _refused(following)
            if not told:
                assert await until(_ended(bot), PATIENCE), bot.log[-3000:]
                status.append(_status(bot))
            await asyncio.sleep(seconds)
            counts.append(len(players.answered))
            if told:
                break
        players.over = True
        await asyncio.gather(*tasks)
        if told:
            status += [await bot.stop(within=PATIENCE) for bot in old]
            await asyncio.gather(*(bot.start(within=PATIENCE) for bot in new))
            players.over = False
            tasks = [asyncio.create_task(players.play(pair, Random(number))) for number, pair in enumerate(pairs)]
            await asyncio.sleep(seconds)
            players.over = True
            await asyncio.gather(*tasks)
        begun = time.monotonic()
        await until(lambda: not rows.unsent(), PATIENCE)
        settled = time.monotonic() - begun
        left, after = rows.unsent(), rows.one(SCHEMA)
        handled = {row[0] for row in rows.all("SELECT id FROM interaction")}
        rows.close()
        status += [await bot.stop(within=PATIENCE) for bot in new]
        loud = [bot for bot in (*old, *new) if "Traceback" in bot.log or "incident" in bot.log]
        problems = made.box.problems()
    wrong, _ = await faults(url, {player.user.id for some in there for player in some})
    lost = [acted for acted in players.answered if acted.id not in handled and not acted.failed]
    for line in (*wrong, *problems, *players.silent, *(f"{bot.data.name}:\n{bot.log[-3000:]}" for bot in loud)):
        print(line)
    print(f"schema {before} before, {after} after")
    print(told or "both versions worked side by side")
    return [
        Row("matches", len(pairs), "matches"),
        Row("commands answered by the earlier version alone", counts[0], "commands"),
        Row("answered after one was updated, or refused", counts[1] - counts[0], "commands", "more than 0"),
        Row(
            "answered after both were updated",
            len(players.answered) - counts[-1 if told else 1],
            "commands",
            "more than 0",
        ),
        Row("until nothing was to be sent any more", settled, "s", "next to none"),
        Row("without an answer", len(players.silent), "commands", "0"),
        Row("answered, but not stored", len(lost), "commands", "0"),
        Row("doubled, with gaps, or not to be replayed", len(wrong), "faults", "0"),
        Row("still to be sent", left, "jobs", "0"),
        Row("refused as malformed", len(problems), "requests", "0"),
        Row("processes with incidents", len(loud), "processes", "0"),
        Row("ended with a status other than 0", sum(one != 0 for one in status), "processes", "0"),
    ]


async def _refused(bot: BotProcess) -> str:
    """Start a process; return what it says if it is refused because the earlier version would not survive it."""
    try:
        await bot.start(within=PATIENCE)
    except RuntimeError as reason:
        said = [line for line in str(reason).splitlines() if REFUSED in line]
        if not said:
            raise
        return said[0]
    return ""


def _status(bot: BotProcess) -> int:
    return -1 if bot.process is None or bot.process.returncode is None else bot.process.returncode


def _ended(bot: BotProcess) -> Callable[[], bool]:
    return lambda: bot.exited


def run(*, small: bool, against: str = EARLIER) -> list[Row]:
    """Return what has come of one update; without a PostgreSQL server nothing is run."""
    for server in served():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if small:  # only to see that it works: this tree after itself
                earlier, people, seconds = HOUSE, 4, 2.0
            else:
                earlier, people, seconds = folder / "house", PEOPLE, TOGETHER
                unpack(against, earlier)
            return asyncio.run(_run(server.new_database(), folder, earlier, people, seconds))
    return []
