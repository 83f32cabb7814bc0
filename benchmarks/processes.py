"""Several processes on one PostgreSQL, a random one of which is killed again and again: nothing is lost or doubled.

People play in pairs, with clocks, and against computers, on a server for each shard; a process thinks for all. Whoever
is waited for sends the next command as soon as Discord has a connection to the shard. A few people never come, so that
their time runs out. What was answered has to be in the database afterwards, every match has to replay to what is
stored, and nothing may be left that is due.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.killed import TAKEN, faults
from benchmarks.measure import Row
from bot.jobs.worker import SHARED_LEASE_MS
from sandbox import BotProcess, Interaction, Player
from tests.e2e.copies import original
from tests.storage.postgresql import served
from tests.support.seats import command
from tests.support.several import Cluster, Rows, cluster, until

PROCESSES: Final = 3
PEOPLE: Final = 18
AGAINST: Final = 6
"""How many people play against a computer."""
ABSENT: Final = 4
"""How many of the pairs' people never come."""
ROUNDS: Final = 200
EVERY: Final = 25.0
"""Seconds from one kill to the next."""
PACE: Final = "5m+0"
PATIENCE: Final = 600.0
"""Seconds that anything may take: only what hangs needs them, and a machine that has other work."""
AFTER: Final = 300.0
LATE: Final = ("160004", "50083")
"""What Discord answers to whoever comes after a killed process has made the thread, or archived it."""
HELD: Final = (
    "SELECT CAST(:now AS BIGINT) - greatest(leased_until - CAST(:lease AS BIGINT), CAST(:since AS BIGINT)) AS silent,"
    " kind, pool, attempts, match_id FROM job WHERE state = 'running' AND pool <> 'timer' ORDER BY 1 DESC LIMIT 1"
)
"""Since how many milliseconds whoever has a job has given no sign of life, and which job that is: the worst."""
READY: Final = "SELECT pid FROM process WHERE kind = 'bot' AND ready"
"""The processes that can take work over."""
LIVING: Final = (
    "SELECT p.kind, p.ready, CAST(:now AS BIGINT) - p.since, CAST(:now AS BIGINT) - p.beat,"
    " (SELECT string_agg(CAST(s.number AS VARCHAR), ',') FROM shard s WHERE s.process = p.id) FROM process p"
)
"""All processes: kind, whether it has begun, milliseconds since its start and its last heartbeat, shards."""
LONG_MS: Final = 30_000
"""How long work may lie."""
TOO_FAST: Final = "You open matches faster than anybody can play them."
REFUSALS: Final = (TOO_FAST, TAKEN)
"""What people are told who have done nothing: a match was over too soon, or the other one has chosen meanwhile."""


class Chaos:
    """The people, the processes, and what is noted of both."""

    def __init__(self, made: Cluster, rows: Rows, seed: int = 1) -> None:
        self.made = made
        self.box = made.box
        self.rows = rows
        self.random = Random(seed)
        self.killed = 0
        self.over = False
        self.answered: list[Interaction] = []
        self.unanswered = 0
        self.failed: list[str] = []
        """The last lines of starts that failed and were tried again."""
        self.held = 0
        """The longest from the last sign of life of whoever had a job until somebody took it over, in milliseconds."""
        self.alone = 0
        """The longest for which no process was more than beginning, in milliseconds."""
        self.longest: list[str] = []
        """Which job that was, and who was there, where it was too long."""
        self._starting: dict[BotProcess, asyncio.Task[None]] = {}

    async def run(self, there: list[list[Player]], rounds: int, every: float, bots: list[BotProcess]) -> None:
        """Let everybody play while processes are killed."""
        people = [(shard, player) for shard, players in enumerate(there) for player in players]
        tasks = [asyncio.create_task(self._person(shard, who, n, there)) for n, (shard, who) in enumerate(people)]
        watching = asyncio.create_task(self._watch())
        for _ in range(rounds):
            await asyncio.sleep(every)
            while not (ready := [bot for bot in bots if bot not in self._starting]):
                await asyncio.sleep(1)  # a machine with other work has to come to something at all
            await self._kill(self.random.choice(ready))
        await asyncio.gather(*self._starting.values(), return_exceptions=True)
        await asyncio.sleep(every)
        self.over = True
        await asyncio.gather(*tasks)
        watching.cancel()

    async def _kill(self, bot: BotProcess) -> None:
        await _end(bot)
        self.killed += 1
        self._starting[bot] = asyncio.create_task(self._start(bot))

    async def _start(self, bot: BotProcess) -> None:
        """Start it as a service manager does, again and again until it is there."""
        while not self.over:
            try:
                await bot.start(within=PATIENCE)
                await until(lambda: bot.exited or self._joined(bot), PATIENCE)
                break
            except RuntimeError as reason:
                self.failed.append(str(reason).splitlines()[-1])
                await _end(bot)
        self._starting.pop(bot, None)

    def _joined(self, bot: BotProcess) -> bool:
        """Return True if the others know of a process: one that thinks is not heard of in any other way."""
        assert bot.process is not None
        return bool(self.rows.one("SELECT count(*) FROM process WHERE pid = :pid", pid=bot.process.pid))

    async def _watch(self) -> None:
        """Note for how long jobs lie there that nobody has, while there is a process that could take them over.

        One that is still beginning could not: for how long there is no other one is noted apart.
        """
        since: int | None = None
        nobody = int(time.time() * 1000)
        while True:
            await asyncio.sleep(0.5)
            now = int(time.time() * 1000)
            ready = {pid for (pid,) in self.rows.all(READY)}
            if any(bot.process and not bot.exited and bot.process.pid in ready for bot in self.made.bots):
                since, nobody = since or now, now
            else:
                since = None
                self.alone = max(self.alone, now - nobody)
            if since is not None:
                for silent, *job in self.rows.all(HELD, now=now, since=since, lease=SHARED_LEASE_MS):
                    if silent > max(self.held, LONG_MS):
                        there = [tuple(one) for one in self.rows.all(LIVING, now=now)]
                        self.longest = [f"held for {silent} ms: {job}; processes: {there}"]
                    self.held = max(self.held, silent)

    async def _send(self, shard: int, person: Player, place: Any, path: str, **options: Any) -> None:
        sessions = self.box.gateway.listening(shard)
        acted = await person.slash(place, path, wait=False, **options)
        await self.box.until(
            lambda: acted.completed or self.over or self.box.gateway.listening(shard) != sessions, PATIENCE
        )
        if acted.completed:
            self.answered.append(acted)
            if acted.answer.text.startswith(TOO_FAST):
                await asyncio.sleep(60)
        else:
            self.unanswered += 1

    async def _person(self, shard: int, person: Player, number: int, there: list[list[Player]]) -> None:
        random = Random(number)
        place = there[shard].index(person)
        alone = number < AGAINST
        partner = there[shard][place ^ 1] if (place ^ 1) < len(there[shard]) else None
        await asyncio.sleep(number / 10)
        while not self.over:
            await asyncio.sleep(0.3)
            if not self.box.gateway.listening(shard):
                continue
            found = self.rows.all(
                "SELECT m.id, m.status, m.thread_id, s.seat, s.status FROM match m JOIN seat s ON s.match_id = m.id"
                " WHERE s.user_id = :user ORDER BY m.created_at DESC LIMIT 1",
                user=person.user.id,
            )
            if found and found[0][1] not in ("lobby", "running"):
                found = []
            if not found:
                if alone:
                    await self._send(shard, person, self.made.channels[shard][0], "monolith new", computer="squire")
                elif place % 2 == 0 and partner is not None:
                    channel = self.made.channels[shard][0]
                    await self._send(shard, person, channel, "monolith new", opponent=partner, pace=PACE)
                continue
            match_id, status, thread, seat, seated = found[0]
            if status == "lobby":
                if seated == "invited":
                    await self._send(shard, person, self.made.channels[shard][0], "match accept", match=match_id)
                continue
            if number >= PEOPLE - ABSENT and place % 2:
                return
            channel = None if thread is None else self.box.world.channels.get(thread)
            asked = None if channel is None else self.rows.next(channel, random)
            if asked is None or channel is None or asked[0] != seat:
                continue
            path, options = command(asked[1])
            await self._send(shard, person, channel, path, **options)

    def waiting(self) -> list[Any]:
        """Return what is due and not done, and matches that wait for a computer."""
        now = int(time.time() * 1000)
        due = self.rows.all(
            "SELECT id, kind, pool, state, attempts, note FROM job WHERE state IN ('pending', 'running')"
            " AND due_at <= :now",
            now=now,
        )
        return [tuple(row) for row in due]


async def _end(bot: BotProcess) -> None:
    assert bot.process is not None
    with contextlib.suppress(ProcessLookupError):
        bot.process.kill()
    await bot.process.wait()


async def _run(url: str, folder: Path, rounds: int, every: float, people: int) -> list[Row]:
    async with cluster(url, folder, PROCESSES, ack_window=PATIENCE, log_limit=5_000) as made:
        made.how["spawn"] = original.copy  # they die so often that beginning from nothing would be most of the work
        there = made.people(people)
        await made.start(within=PATIENCE)
        thinker = made.process("0", "think", name="think")
        await thinker.start(within=PATIENCE)
        rows = Rows(url)
        chaos = Chaos(made, rows)
        begun = time.monotonic()
        await chaos.run(there, rounds, every, [*made.bots, thinker])
        lasted = time.monotonic() - begun
        begun = time.monotonic()
        while (left := chaos.waiting()) and time.monotonic() < begun + AFTER:
            await asyncio.sleep(1)
        settled = time.monotonic() - begun
        handled = {row[0] for row in rows.all("SELECT id FROM interaction")}
        status = [await bot.stop(within=PATIENCE) for bot in (*made.bots, thinker)]
        logs = {bot.data.name: bot.log for bot in (*made.bots, thinker)}
        entries = rows.one("SELECT count(*) FROM action")
        outs = rows.one("SELECT count(*) FROM action WHERE text LIKE 'timeout%'")
        rows.close()
        await original.stop()
        hurried = len(made.box.gateway.hurried)
        problems = [line for line in made.box.problems() if not any(code in line for code in LATE)]
    wrong, met = await faults(url, {player.user.id for players in there for player in players})
    unstored = [acted for acted in chaos.answered if acted.id not in handled and acted.name.startswith("monolith")]
    lost = [acted for acted in unstored if not any(words in acted.answer.text for words in REFUSALS)]
    forgotten = [f"answered, not stored: {one.name} {one.answer.text[:80]!r}" for one in lost]
    failed = [f"{count} times: {reason}" for reason, count in Counter(chaos.failed).most_common(5)]
    for line in (*wrong, *map(str, left), *problems, *forgotten, *failed, *chaos.longest):
        print(line)
    for name, log in logs.items():
        if "Traceback" in log or "incident" in log:
            print(f"--- {name}\n{log[-3000:]}")
    found = [
        Row("processes, and one that thinks", PROCESSES, "processes"),
        Row("killed", chaos.killed, "times"),
        Row("starts that failed and were tried again", len(chaos.failed), "starts", "next to none"),
        Row("lasted", lasted, "s"),
        Row("commands that were answered", len(chaos.answered), "commands"),
        Row("of them refused, as they had to be", len(unstored) - len(lost), "commands"),
        Row("commands that a kill left without an answer", chaos.unanswered, "commands"),
        Row("matches", met["matches"], "matches"),
        Row("actions of people", met["by people"], "actions"),
        Row("and of computers", met["by computers"], "actions"),
        Row("entries", entries, "entries"),
        Row("of them for time that ran out", outs, "entries"),
        Row("longest until the work of a killed one was taken over", chaos.held / 1000, "s", "at most 30"),
        Row("longest without a process that had begun", chaos.alone / 1000, "s"),
        Row("until nothing was due any more", settled, "s"),
        Row("answered, but not stored", len(lost), "commands", "0"),
        Row("doubled, with gaps, or not to be replayed", len(wrong), "faults", "0"),
        Row("still due", len(left), "jobs", "0"),
        Row("connections begun too soon", hurried, "times", "0"),
        Row("refused as malformed", len(problems), "requests", "0"),
        Row("stopped with a status other than 0", sum(one != 0 for one in status), "processes", "0"),
    ]
    return [row for row in found if row.value or row.target]


def run(*, small: bool, **more: str) -> list[Row]:
    """Return what has come of one run; without a PostgreSQL server nothing is run."""
    rounds, people = (2, 8) if small else (ROUNDS, PEOPLE)
    rounds = int(more.get("rounds", rounds))
    for server in served():
        with tempfile.TemporaryDirectory() as folder:
            every = float(more.get("every", EVERY))
            return asyncio.run(_run(server.new_database(), Path(folder), rounds, every, people))
    return []
