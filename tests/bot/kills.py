"""Kill a playing process again and again while timers are due, and count what was lost or happened twice.

    python -m tests.bot.kills --rounds 500

plays in a folder of its own, all games at once, and prints the numbers. Whatever was acknowledged has to be there;
whatever was on its way may be there, and only once, also when it is delivered again to the next process. In some more
matches nobody plays. What their timers do between the kills, and after them, is compared with what they do in a copy of
the database in which nobody is killed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.features.clocks.timer import OUT, REMIND
from bot.matches.work import snapshot, text_hash
from games import agreements, standing
from storage import Store
from storage.backup import backups_in, verify
from tests.bot.bare import random_step
from tests.bot.features.living import BEGIN, DAY, HOUR
from tests.bot.killed import GAMES, KEY, at, main, see_to_timers

HANDLED: Final = "SELECT id, match_id, version FROM interaction"
OF_A_MOMENT: Final = 5
"""So many processes are killed before the clock goes on."""
STEP: Final = 6 * HOUR + DAY // 100
PACES: Final = ("1d+2h", "3d+12h", "7d+1d")
MOST_PLAYED: Final = 40
"""How many actions are played at most in a match in which nobody plays afterwards."""


@dataclass
class Kills:
    """What happened over many kills, and what of it should not have."""

    rounds: int = 0
    acknowledged: int = 0
    in_flight: int = 0
    refused: int = 0
    """Interactions for which a timer was faster."""
    stored: int = 0
    """How many of those in flight are there at the end: nobody had been told, or the second delivery brought them."""
    matches: Counter[str] = field(default_factory=Counter)
    """How many were played of each game."""
    backups: int = 0
    due: int = 0
    """How many timers were due when the processes that were killed began, all together."""
    under_timers: int = 0
    """How many of these processes had any to see to."""
    told: Counter[str] = field(default_factory=Counter)
    """What came of the timers, in all matches."""
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        played = ", ".join(f"{count} of {game}" for game, count in sorted(self.matches.items()))
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(self.told.items()))
        return (
            f"{self.rounds} rounds: {self.acknowledged} interactions acknowledged in {self.matches.total()} matches "
            f"({played}), {self.in_flight} in flight ({self.stored} of them there in the end), {self.refused} refused, "
            f"{self.backups} backups made; {self.due} timers due at {self.under_timers} kills, from timers {told}; "
            f"{self.lost} lost, {self.doubled} doubled, {len(self.wrong)} faults"
        )


class Killing:
    """Rounds of one process after the other on one database."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.url = _url(folder / "matches.db")
        self.undisturbed = _url(folder / "undisturbed.db")
        self.saved = folder / "backups"
        self.rng = random.Random(seed)
        self.result = Kills()
        self.reached: dict[str, tuple[int, int, str]] = {}
        """What was acknowledged last of each match: its version, number of entries and hash."""
        self.told: set[int] = set()
        self.flying: list[str] = []
        self.waiting: tuple[str, ...] = ()
        """The matches in which nobody plays."""

    def run(self, rounds: int) -> Kills:
        """So many rounds, and what they have shown."""
        self.waiting = asyncio.run(prepare(self.url, rounds // 4 + len(GAMES), self.rng))
        shutil.copy(self.url.partition("///")[2], self.undisturbed.partition("///")[2])
        for first in range(0, rounds, OF_A_MOMENT):
            moment = BEGIN + (1 + first // OF_A_MOMENT) * STEP
            for _ in range(min(OF_A_MOMENT, rounds - first)):
                self.round(moment)
            for url in (self.url, self.undisturbed):
                asyncio.run(to_the_end(url, moment, self.result.wrong))
        return asyncio.run(self.check())

    def round(self, now: int) -> None:
        """Start a process, kill it a moment after it has acknowledged some interactions, and note what it said."""
        number = self.result.rounds = self.result.rounds + 1
        reading, writing = os.pipe()
        child = os.fork()  # everything is imported already: a process of its own is there at once
        if child == 0:
            os.dup2(writing, 1)
            os.close(reading)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8")
            try:
                asyncio.run(main(self.url, number, now, self.flying, self.waiting, self.saved))
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
            if kind == "due":
                self.result.due += int(rest)
                self.result.under_timers += int(rest) > 0
            elif kind == "fault":
                self.result.wrong.append(rest)
            elif kind == "try":
                tried[int(rest.split(" ", 1)[0])] = rest
            elif kind == "no":
                tried.pop(int(rest))
                self.result.refused += 1
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
            played = [row for row in handled if row.match_id not in self.waiting]
            interactions = Counter(row.match_id for row in played)
            numbers = {row.id for row in played}
            result.lost = len(self.told - numbers)
            result.doubled = len(played) - len({(row.match_id, row.version) for row in played})
            result.stored = len(numbers - self.told)
            for match_id, count in interactions.items():
                result.wrong += await self._faults(store, match_id, count)
            await store.backup(self.saved)
            told = await what_came(store, self.waiting)
            for match_id in (*self.waiting, *interactions):
                result.told.update(kind for kind, *_ in await of_timers(store, match_id))
        async with await Store.open(self.undisturbed, keys=[KEY]) as store:
            wanted = await what_came(store, self.waiting)
        differ = (match_id for match_id in self.waiting if told[match_id] != wanted[match_id])
        result.wrong += [f"match {one}: {told[one]} in the place of {wanted[one]}" for one in differ]
        found = backups_in(self.url, self.saved)
        result.backups = len(found)
        for path in self.rng.sample(found, min(20, len(found))):
            await verify(path)
        named = {name for path in found for name in (path.name, f"{path.name}.sha256")}
        result.wrong += [f"left over: {path.name}" for path in self.saved.iterdir() if path.name not in named]
        return result

    async def _faults(self, store: Store, match_id: str, interactions: int) -> list[str]:
        match = await at(store, BEGIN).matches.load(match_id)
        version, entries, hash_ = self.reached.get(match_id, (0, 0, "-"))
        head, game = match.match, match.face.game
        self.result.matches[head.game] += 1
        faults = []
        if head.version < version or len(match.entries) < entries:
            faults.append("is behind what was acknowledged")
        elif entries and match.entries[entries - 1].state_hash != hash_:
            faults.append("is another than was acknowledged")
        # The challenge is version 0 and has no entry, nor has an acceptance. Every other interaction is one of both,
        # and so is what timers have entered; what they tell is a version alone,
        # what nobody is asked an entry alone, made with the first step that somebody takes.
        by_timers = sum(entry.kind == "agreement" for entry in match.entries)
        before = [game.new(match.formation, match.options), *(done.after.state for done in match.replayed)][:-1]
        unasked = sum(standing.unasked(game, state) is not None for state in before)
        asked, lobby = len(match.entries) - unasked - by_timers, min(interactions, len(head.seats))
        if head.version < interactions - 1 + by_timers or asked != interactions - lobby:
            counted = f"{len(match.entries)} entries ({by_timers} by timers, {unasked} unasked)"
            faults.append(f"has version {head.version}, {counted}, {interactions} interactions")
        if [e.seq for e in match.entries] != list(range(1, len(match.entries) + 1)):
            faults.append("has gaps")
        played = list(zip(match.replayed, match.entries, strict=True))
        if any(text_hash(snapshot(game, done.after)) != entry.state_hash for done, entry in played):
            faults.append("does not replay to what was stored")
        if played and snapshot(game, played[-1][0].after) != head.snapshot:
            faults.append("has another position than its history")
        return [f"match {match_id} {fault}" for fault in faults]


async def prepare(url: str, count: int, rng: random.Random) -> tuple[str, ...]:
    """Begin so many matches, of all games in turn, each by people of its own; returns their ids."""
    ids = []
    async with await Store.open(url, keys=[KEY]) as store:
        here = at(store, BEGIN)
        await here.outages.beat()
        for number in range(count):
            game, pace = GAMES[number % len(GAMES)], PACES[number // len(GAMES) % len(PACES)]
            users = range(100 * (number + 1), 100 * (number + 1) + game.formations[0].seats)
            match = await here.begun_by(users, pace, game)
            for _ in range(rng.randint(0, MOST_PLAYED)):
                played = await random_step(here.matches, match, rng)
                if played is None:
                    break
                match = played.match
            ids.append(match.id)
    return tuple(ids)


async def to_the_end(url: str, now: int, wrong: list[str]) -> None:
    """Do everything that is due by now."""
    async with await Store.open(url, keys=[KEY]) as store:
        await see_to_timers(at(store, now), lambda *words: wrong.append(" ".join(words)), to_the_end=True)


async def of_timers(store: Store, match_id: str) -> list[tuple[str, int | None]]:
    """What timers have told and entered in a match, and whom that is about."""
    posts = [(job.kind, job.recipient) for job in await store.jobs.of_match(match_id) if job.kind in (REMIND, OUT)]
    entries = await store.matches.actions(match_id)
    verbs = (agreements.TIMEOUT, agreements.ABANDON)
    return posts + [(e.text, e.seat) for e in entries if e.kind == "agreement" and e.text in verbs]


async def what_came(store: Store, ids: Collection[str]) -> dict[str, tuple[Any, ...]]:
    """What has become of each of these matches."""

    found: dict[str, tuple[Any, ...]] = {}
    for match_id in ids:
        match = await store.matches.load(match_id)
        assert match is not None
        told = Counter(await of_timers(store, match_id))
        clocks = sorted((one.seat, one.told, one.out_at is not None) for one in match.clocks)
        found[match_id] = (told, match.status, match.version, match.state_hash, clocks)
    return found


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def run(folder: Path, rounds: int, seed: int) -> Kills:
    """So many rounds in a folder, and what they have shown."""
    return Killing(folder, seed).run(rounds)


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
