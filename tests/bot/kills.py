"""Kill a playing process again and again, and count what was lost or happened twice.

    python -m tests.bot.kills --rounds 500

plays in a folder of its own and prints the numbers. Whatever was acknowledged has to be there; whatever was on its way
may be there, and only once, also when it is delivered again to the next process.
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
from dataclasses import dataclass, field
from pathlib import Path

from bot.matches.service import Matches
from bot.matches.work import snapshot, text_hash
from games.monolith_arena.game import GAME
from storage import Store
from storage.backup import backups_in, verify
from tests.bot.bare import Bare
from tests.bot.killed import KEY, main

HANDLED = "SELECT match_id, version, count(*) FROM interaction GROUP BY match_id, version"


@dataclass
class Kills:
    """What happened over many kills, and what of it should not have."""

    rounds: int = 0
    acknowledged: int = 0
    in_flight: int = 0
    stored: int = 0
    """How many of those are there at the end: nobody had been told, or the second delivery brought them."""
    matches: int = 0
    backups: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.rounds} rounds: {self.acknowledged} interactions acknowledged in {self.matches} matches, "
            f"{self.in_flight} in flight ({self.stored} of them there in the end), {self.backups} backups made; "
            f"{self.lost} lost, {self.doubled} doubled, {len(self.wrong)} faults"
        )


class Killing:
    """Rounds of one process after the other on one database."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.url = f"sqlite+aiosqlite:///{folder / 'matches.db'}"
        self.saved = folder / "backups"
        self.rng = random.Random(seed)
        self.result = Kills()
        self.reached: dict[str, tuple[int, int, str]] = {}
        """What was acknowledged last of each match: its version, number of entries and hash."""
        self.told: set[int] = set()
        self.flying: list[str] = []

    def round(self) -> None:
        """Start a process, kill it a moment after it has acknowledged some interactions, and note what it said."""
        number = self.result.rounds = self.result.rounds + 1
        reading, writing = os.pipe()
        child = os.fork()  # everything is imported already: a process of its own is there at once
        if child == 0:
            os.dup2(writing, 1)
            os.close(reading)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8")
            try:
                asyncio.run(main(self.url, number, self.flying, self.saved))
            finally:
                os._exit(1)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as said:
            lines, more = [], self.rng.randint(1, 12)
            while more and (line := said.readline()):
                lines.append(line)
                more -= line.startswith("ack")
            time.sleep(self.rng.uniform(0.0, 0.05))
            os.kill(child, signal.SIGKILL)
            lines += said.readlines()
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            self.result.wrong.append(f"round {number}: the process has ended by itself")
        self._note([line.rstrip("\n") for line in lines if line.endswith("\n")])

    def _note(self, lines: list[str]) -> None:
        tried: dict[int, str] = {}
        for line in lines:
            kind, rest = line.split(" ", 1)
            if kind == "try":
                tried[int(rest.split(" ", 1)[0])] = rest
            else:
                number, match_id, version, entries, hash_ = rest.split()
                tried.pop(int(number))
                self.told.add(int(number))
                self.result.acknowledged += 1
                self.reached[match_id] = (int(version), int(entries), hash_)
        self.flying = list(tried.values())
        self.result.in_flight += len(tried)

    async def check(self) -> Kills:
        """Compare the database with all that was said."""
        result = self.result
        async with await Store.open(self.url, keys=[KEY]) as store:
            result.wrong += await store.find_problems()
            handled = await store.database.read(lambda connection: connection.exec_driver_sql(HANDLED).all())
            numbers = await store.database.read(
                lambda connection: set(connection.exec_driver_sql("SELECT id FROM interaction").scalars())
            )
            result.lost = len(self.told - numbers)
            result.doubled = sum(count - 1 for _, _, count in handled)
            result.stored = len(numbers - self.told)
            result.matches = len({match_id for match_id, *_ in handled})
            matches = Matches(store, {GAME.name: Bare(GAME)})
            for match_id in {match_id for match_id, *_ in handled}:
                result.wrong += await self._faults(matches, match_id, sum(c for m, _, c in handled if m == match_id))
            await store.backup(self.saved)
        found = backups_in(self.url, self.saved)
        result.backups = len(found)
        for path in self.rng.sample(found, min(20, len(found))):
            await verify(path)
        named = {name for path in found for name in (path.name, f"{path.name}.sha256")}
        result.wrong += [f"left over: {path.name}" for path in self.saved.iterdir() if path.name not in named]
        return result

    async def _faults(self, matches: Matches, match_id: str, interactions: int) -> list[str]:
        match = await matches.load(match_id)
        version, entries, hash_ = self.reached.get(match_id, (0, 0, "-"))
        head = match.match
        faults = []
        if head.version < version or len(match.entries) < entries:
            faults.append("is behind what was acknowledged")
        elif entries and match.entries[entries - 1].state_hash != hash_:
            faults.append("is another than was acknowledged")
        # The challenge is version 0 and has no entry, nor has its acceptance; every other interaction is one of both.
        if head.version != interactions - 1 or len(match.entries) != max(0, head.version - 1):
            faults.append(f"has version {head.version}, {len(match.entries)} entries, {interactions} interactions")
        if [e.seq for e in match.entries] != list(range(1, len(match.entries) + 1)):
            faults.append("has gaps")
        played = list(zip(match.replayed, match.entries, strict=True))
        if any(text_hash(snapshot(GAME, done.after)) != entry.state_hash for done, entry in played):
            faults.append("does not replay to what was stored")
        if played and snapshot(GAME, played[-1][0].after) != head.snapshot:
            faults.append("has another position than its history")
        return [f"match {match_id} {fault}" for fault in faults]


def run(folder: Path, rounds: int, seed: int) -> Kills:
    """So many rounds, and what they have shown."""
    killing = Killing(folder, seed)
    for _ in range(rounds):
        killing.round()
    return asyncio.run(killing.check())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Kill a playing process again and again.")
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        result = run(Path(made), chosen.rounds, chosen.seed)
    print(result)
    print(*result.wrong, sep="\n")
    sys.exit(1 if result.lost or result.doubled or result.wrong else 0)
