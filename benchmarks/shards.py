"""Moves a second of one, two and four processes on one PostgreSQL, without Discord's limits: what the machine carries.

Each process has a server with as many matches as the others; scripted people send the next command as soon as the last
one is answered.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.measure import Row
from tests.storage.postgresql import served
from tests.support.seats import Pair, command
from tests.support.several import Rows, cluster

PROCESSES: Final = (1, 2, 4)
MATCHES: Final = 16
"""How many matches there are altogether."""
SECONDS: Final = 30.0
PATIENCE: Final = 600.0
HURRIED: Final = ("-m", "benchmarks.hurried")


async def _rate(url: str, folder: Path, processes: int, matches: int, seconds: float) -> float:
    """Return how many moves a second were answered."""
    async with cluster(url, folder, processes, ack_window=PATIENCE, log_limit=1_000) as made:
        there = made.people(2 * matches, channels=4)
        await made.start(within=PATIENCE, command=HURRIED)
        rows = Rows(url)
        pairs = [
            await Pair.begin(made.box, (people[at], people[at + 1]), made.channels[shard][at // 2 % 4], PATIENCE)
            for shard, people in enumerate(there)
            for at in range(0, len(people), 2)
        ]
        moves, end = 0, time.monotonic() + seconds

        async def play(pair: Pair, random: Random) -> None:
            nonlocal moves
            while time.monotonic() < end and (move := rows.next(pair.thread, random)) is not None:
                path, options = command(move[1])
                acted = await pair.players[move[0]].slash(pair.thread, path, wait=False, **options)
                await made.box.acknowledged(acted, PATIENCE)
                moves += time.monotonic() < end

        await asyncio.gather(*(play(pair, Random(number)) for number, pair in enumerate(pairs)))
        rows.close()
    return moves / seconds


def run(*, small: bool, **more: str) -> list[Row]:
    """Return the rates; without a PostgreSQL server nothing is run."""
    rows: list[Row] = []
    for server in served():
        for processes in (1, 2) if small else PROCESSES:
            with tempfile.TemporaryDirectory() as folder:
                matches, seconds = (2, 3.0) if small else (MATCHES, SECONDS)
                rate = asyncio.run(_rate(server.new_database(), Path(folder), processes, matches, seconds))
            rows.append(Row(f"moves of {processes} processes", rate, "moves/s", "Discord lets 15 pass"))
    return rows
