"""A start of the whole bot with ten thousand stored matches against one with a hundred.

The bot is a process of its own at the local Discord. A start is measured until the bot answers its first interaction,
from the moment in which its process is made; whatever it reconciles goes on meanwhile. A tenth of the matches show an
old position on Discord, as after a crash.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from sqlalchemy import Connection, insert

from benchmarks.measure import Row
from sandbox import BotProcess, Sandbox
from storage import Store, schema

FEW: Final = 100
MANY: Final = 10_000
ROUNDS: Final = 3
PATIENCE: Final = 120.0
VERSION: Final = 40
SNAPSHOT: Final = "{}".ljust(6_000)
"""As long as the position of a match; a start reads none."""


def _matches(connection: Connection, count: int) -> None:
    """Store running matches whose threads are gone, each with its live message and a timer."""
    ids = [f"m{number:09}".translate(str.maketrans("0123456789", "abcdefghij")) for number in range(count)]
    match = {
        "game": "monolith_arena",
        "options": "{}",
        "seed": bytes(32),
        "status": "running",
        "version": VERSION,
        "snapshot": SNAPSHOT,
        "private": False,
        "created_at": 1,
        "updated_at": 1,
    }
    shown = {"kind": "live", "channel_id": 1, "state": "live", "created_at": 1, "updated_at": 1}
    connection.execute(insert(schema.match), [match | {"id": one, "creator": 1} for one in ids])
    connection.execute(
        insert(schema.seat),
        [{"match_id": one, "seat": n, "user_id": 10 + n, "status": "accepted"} for one in ids for n in (0, 1)],
    )
    connection.execute(
        insert(schema.message),
        [
            shown | {"match_id": one, "message_id": 1_000 + n, "version": VERSION - (n % 10 == 0)}
            for n, one in enumerate(ids)
        ],
    )
    connection.execute(insert(schema.timer), [{"match_id": one, "kind": "keep_open", "due_at": 2**45} for one in ids])


async def _filled(folder: Path, count: int) -> None:
    folder.mkdir()
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'matches.db'}") as store:
        await store.database.write(lambda connection: _matches(connection, count))


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


async def _run(folder: Path, few: int, many: int, rounds: int) -> tuple[list[float], list[float]]:
    stored = {count: folder / f"{count}" for count in (few, many)}
    for count, where in stored.items():
        await _filled(where, count)
    times: dict[int, list[float]] = {few: [], many: []}
    for number in range(int(rounds == 1), rounds + 1):
        for count, where in stored.items():
            copy = folder / f"{count}-{number}"
            shutil.copytree(where, copy)
            seconds = await _start(copy, folder / "cache")
            if number:  # the first start of all compiles and draws; it is left out where one is tried only
                times[count].append(seconds)
    return times[few], times[many]


def run(*, small: bool) -> list[Row]:
    """Measure the seconds of a start with few and with many matches, in turn."""
    with tempfile.TemporaryDirectory() as name:
        sizes = (2, 20, 1) if small else (FEW, MANY, ROUNDS)
        few, many = asyncio.run(_run(Path(name), *sizes))
    return [
        Row(f"start with {sizes[0]} matches", median(few), "s"),
        Row(f"start with {sizes[1]} matches", median(many), "s", f"at most {median(few) + 2:.2f}"),
    ]
