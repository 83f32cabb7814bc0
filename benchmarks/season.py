"""A season of 300 people on three servers: seeks, tournaments of every kind, kills, restarts, and outages of Discord.

Two hours pass at a time. People have quiet hours in six time zones, look for matches on their server and on others,
enter tournaments alone and in teams, play a little, give up, agree on draws, or never come; some block each other,
withdraw, or leave. What everybody was pinged about, and what the database holds at the end, is held against the rules.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.hurried import LOOK_EVERY
from benchmarks.measure import Row
from benchmarks.processes import LATE
from benchmarks.season_checks import Pings, faults
from benchmarks.season_people import PACE, PATIENCE, People, Person, Stored
from sandbox import BotProcess, Channel, Player, Sandbox
from sandbox.people import Guild
from tests.e2e.copies import Original
from tests.support.seats import button

HOUR: Final = 3_600_000
STEP: Final = 2 * HOUR
PEOPLE: Final = 100
"""On each server."""
SERVERS: Final = ("Harbor", "Castle", "Forest")
SEASON_DAYS: Final = 3
STEPS: Final = 12 * SEASON_DAYS
"""So many steps people begin new things; after that they end what they have begun."""
LOOKS_IN: Final = 0.4
"""How likely somebody who is awake looks at a match in which they are to do something."""
LOST: Final = 15.0
"""Seconds that people wait for an answer while Discord fails: some never come."""
SEEKS: Final = 0.035
"""How likely somebody who is awake looks for a match in a step."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that is held: on which server, of what kind, of how many, on which day."""

    server: int
    kind: str
    entrants: int
    day: int
    teams: str = "1v1"


CUPS: Final = (
    Cup(0, "swiss", 16, 0),
    Cup(0, "double", 8, 1),
    Cup(1, "robin", 6, 0),
    Cup(1, "single", 8, 0),
    Cup(1, "single", 4, 1, "2v2"),
    Cup(2, "swiss", 9, 0),
    Cup(2, "double", 6, 1),
    Cup(2, "robin", 3, 1, "2v2"),
)


@dataclass(frozen=True, slots=True)
class Size:
    """What one run consists of: people on each server, steps, tournaments, troubles."""

    people: int
    steps: int
    cups: tuple[Cup, ...]
    kills: int
    stops: int
    outages: int
    seeks: float
    longest: int
    """After how many steps everything has to be over."""


FULL: Final = Size(PEOPLE, STEPS, CUPS, 6, 2, 6, SEEKS, 12 * 40)
SMALL: Final = Size(8, 8, (Cup(0, "swiss", 4, 0), Cup(1, "single", 2, 0, "2v2")), 1, 1, 1, 0.2, 12 * 14)


class Season:
    """The servers, their people, the bot, and the time."""

    def __init__(self, box: Sandbox, bot: BotProcess, data: Path, size: Size, seed: int) -> None:
        self.box = box
        self.bot = bot
        self.size = size
        self.random = Random(seed)
        self.people = People(box, data, seed)
        self.pings = Pings(self.people)
        self.stored: Stored
        self.step = 0
        self.kills = self.stops = self.outages = 0
        first = [box.guild]
        self.guilds: list[Guild] = [*first, *(box.world.add_guild(name) for name in SERVERS[1:])]
        self.halls: list[tuple[Channel, Channel]] = [
            (box.world.add_channel(guild, "matches"), box.world.add_channel(guild, "cups")) for guild in self.guilds
        ]
        self.owner = Player(box, box.world.owner)
        self.there = [
            self.people.add(guild, hall[0], (f"{SERVERS[n].lower()}{k}" for k in range(size.people)))
            for n, (guild, hall) in enumerate(zip(self.guilds, self.halls, strict=True))
        ]
        kinds = ["kill"] * size.kills + ["stop"] * size.stops + ["outage"] * size.outages
        at = self.random.sample(range(1, size.steps), min(len(kinds), size.steps - 1))
        self.troubles = dict(zip(at, kinds, strict=False))

    async def prepare(self) -> None:
        """Let servers open to each other and begin their seasons, and people say when they sleep."""
        for guild, hall in zip(self.guilds, self.halls, strict=True):
            owner = Person(self.owner, guild, hall[0], "UTC", (0, 0), absent=False, dm=False)
            await self.people.slash(owner, hall[0], "server settings", across=True)
            until = str(self.size.steps // 12 or 1)
            await self.people.slash(owner, hall[1], "season begin", name=guild.name, until=until)
        await self.people.all(lambda one=one: self.people.settle_in(one) for one in self.people.everybody)
        for _ in range(self.size.people // 10):
            one, other = self.random.sample(self.random.choice(self.there), 2)
            if await self.people.slash(one, one.place, "settings block", player=other.player) is not None:
                self.people.blocked.add(frozenset((one.id, other.id)))

    async def run(self) -> int:
        """Let the season pass; return how many steps it took until everything was over."""
        await self.prepare()
        while self.step < self.size.longest:
            trouble = self.troubles.get(self.step)
            works = self._works()
            if trouble == "outage":
                self._disturb()
            self.people.patience = LOST if trouble == "outage" else PATIENCE
            doing = asyncio.create_task(self.people.all(works))
            if trouble in ("kill", "stop"):
                await self._end(trouble)
                await doing
            else:
                await doing
                await self.rest()
                self.box.advance(STEP)
            self.box.faults.clear()
            await self.rest()
            self.step += 1
            if self.step > self.size.steps and self.over():
                break
        return self.step

    async def rest(self) -> None:
        """Wait until the bot has done what is due, or at least has had the time for it."""
        begun = since = time.monotonic()
        while (at := time.monotonic()) < begun + PATIENCE:
            if self.box.in_flight or self.stored.unsent(self.people.now()):
                since = at
            elif at > since + 2 * LOOK_EVERY:  # what looks once in a while has found nothing either
                return
            await asyncio.sleep(LOOK_EVERY / 4)

    def over(self) -> bool:
        """Return True if nothing is going on any more."""
        left = self.stored.rows("select count(*) from match where status in ('lobby', 'running')")[0][0]
        left += self.stored.rows("select count(*) from tournament where status in ('open', 'running')")[0][0]
        return not left and not self.stored.rows("select count(*) from seeker")[0][0]

    async def _end(self, how: str) -> None:
        """Kill the bot in the middle of its work or stop it, and start it again after some hours."""
        await asyncio.sleep(self.random.uniform(0.1, 2.0))
        self.people.killed += 1
        await self.bot.stop(signal.SIGKILL if how == "kill" else signal.SIGTERM, within=PATIENCE)
        self.kills += how == "kill"
        self.stops += how == "stop"
        self.box.advance(self.random.randint(0, 3) * HOUR)
        await self.bot.start(within=PATIENCE)
        self.people.killed += 1  # what was sent while it went has been heard by nobody

    def _disturb(self) -> None:
        """Let Discord fail for a while, in several ways."""
        self.outages += 1
        for action in self.random.sample((500, 503, "lost", "drop", 429), 3):
            method, path = self.random.choice((("POST", "*/messages"), ("PATCH", "*"), ("*", "*/channels/*")))
            self.box.fault(method, path, action, times=self.random.randint(5, 30), seconds=0.5)

    # What people do in a step

    def _works(self) -> list[Callable[[], Any]]:
        people, now = self.people, self.people.now()
        works: list[Callable[[], Any]] = []
        if self.step < self.size.steps:
            works += self._cups()
            for one in people.everybody:
                if not one.asleep(now) and self.random.random() < self.size.seeks:
                    works.append(lambda one=one: people.look_for_a_match(one))
        for match in self.stored.open_matches():
            if match.status != "running":
                continue
            looking = [user for user in match.users if user in people.by_id and not people.by_id[user].asleep(now)]
            self.random.shuffle(looking)
            for user in looking:
                one = people.by_id[user]
                if one.absent or self.random.random() > LOOKS_IN:
                    continue
                works.append(lambda one=one, match=match: people.play(one, match))
                break
        for match_id, user in self.stored.rows(
            "select c.match_id, s.user_id from clock c join seat s on s.match_id = c.match_id and s.seat <> c.seat"
            " join match m on m.id = c.match_id where c.out_at is not null and m.status = 'running'"
        ):
            one = people.by_id.get(user)
            if one is not None and not one.asleep(now) and not one.absent and self.random.random() < LOOKS_IN:
                found = next((m for m in self.stored.open_matches() if m.id == match_id), None)
                if found is not None:
                    works.append(lambda one=one, found=found: people.claim(one, found))
        self.random.shuffle(works)
        return works

    def _cups(self) -> list[Callable[[], Any]]:
        """Return what is due of tournaments: opened when their day begins, entered, and started later that day."""
        works: list[Callable[[], Any]] = []
        for number, cup in enumerate(self.size.cups):
            since = self.step - 12 * cup.day
            if since == 0:
                works.append(lambda number=number, cup=cup: self._open(number, cup))
            elif 1 <= since <= 3:
                works.append(lambda number=number, cup=cup: self._enter(number, cup))
            elif 4 <= since < 10:
                works.append(lambda number=number, cup=cup: self._start(number, cup))
            elif since == 20:
                works.append(lambda number=number, cup=cup: self._withdraw(number, cup))
        return works

    def _those_of(self, number: int, cup: Cup) -> list[Person]:
        size = 2 if cup.teams == "2v2" else 1
        return Random(number).sample(self.there[cup.server], min(cup.entrants * size, len(self.there[cup.server])))

    def _title(self, number: int, cup: Cup) -> str:
        return f"Cup {number} {cup.kind}"

    async def _open(self, number: int, cup: Cup) -> None:
        who, place = self._those_of(number, cup)[0], self.halls[cup.server][1]
        options = {"name": self._title(number, cup), "game": "monolith_arena", "kind": cup.kind, "pace": PACE}
        await self.people.slash(who, place, "tournament new", teams=cup.teams, rated=cup.teams == "1v1", **options)  # type: ignore[arg-type]

    def _page(self, number: int, cup: Cup) -> Any:
        history, title = self.box.world.history(self.halls[cup.server][1]), self._title(number, cup)
        return next((m for m in history if title in m.content and button(m, "tournament", "join")), None)

    async def _enter(self, number: int, cup: Cup) -> None:
        for at, one in enumerate(self._those_of(number, cup)):
            if self._entered(number, cup, one):
                continue
            asked = await self.people.press(one, self._page(number, cup), "tournament", "join")
            if cup.teams != "1v1" and asked is not None:
                first = at % 2 == 0
                for words in (("tournament", "alone"), ("tournament", "with")) if first else (("tournament", "with"),):
                    if await self.people.press(one, asked.message, *words) is not None:
                        break

    def _entered(self, number: int, cup: Cup, one: Person) -> bool:
        found = (
            "select count(*) from entrant_member m join tournament t on t.id = m.tournament_id"
            " where t.title = ? and m.user_id = ?"
        )
        return bool(self.stored.rows(found, self._title(number, cup), one.id)[0][0])

    async def _start(self, number: int, cup: Cup) -> None:
        who = self._those_of(number, cup)[0]
        state = self.stored.rows("select status, id from tournament where title = ?", self._title(number, cup))
        if state and state[0][0] == "open":
            place = self.halls[cup.server][1]
            asked = await self.people.slash(who, place, "tournament start", tournament=state[0][1])
            if asked is not None:
                await self.people.press(who, asked.message, "tournament", "start", "yes")

    async def _withdraw(self, number: int, cup: Cup) -> None:
        """Let somebody withdraw, and somebody else leave the server without a word."""
        one, gone = self._those_of(number, cup)[-1], self._those_of(number, cup)[-2]
        state = self.stored.rows("select id from tournament where title = ?", self._title(number, cup))
        if not state or cup.entrants < 8:
            return
        place = self.halls[cup.server][1]
        asked = await self.people.slash(one, place, "tournament withdraw", tournament=state[0][0])
        if asked is not None:
            await self.people.press(one, asked.message, "tournament", "leave", "yes")
        gone.absent = True
        if gone.id in gone.guild.members:
            self.box.leave(gone.player, gone.guild)


async def _run(size: Size, folder: Path, seed: int) -> list[Row]:
    begun = time.monotonic()
    async with Sandbox((), guild=SERVERS[0], ack_window=PATIENCE, log_limit=20_000) as box:
        original = Original("benchmarks.hurried:through_days")  # it is started often
        bot = BotProcess(box, folder, spawn=original.copy)
        box.bots.append(bot)
        season = Season(box, bot, folder, size, seed)
        await bot.start(within=PATIENCE)
        season.stored = Stored(folder)
        steps = await season.run()
        await season.rest()
        last = season.people.now()
        status = await bot.stop(within=PATIENCE)
        await original.stop()
        found = await faults(f"sqlite+aiosqlite:///{folder / 'matches.db'}", season.people, season.pings, last)
        problems = [line for line in box.problems() if not any(code in line for code in LATE)]
        log = bot.log
    for line in (*found.lines, *problems):
        print(line)
    if "Traceback" in log or "incident" in log:
        print(log[-6000:])
    tally, counts = season.people.tally, found.counts
    return [
        Row("people", len(season.people.everybody), "people"),
        Row("days", steps * STEP / (24 * HOUR), "days"),
        Row("lasted", time.monotonic() - begun, "s"),
        Row("kills", season.kills, "times"),
        Row("stops and starts", season.stops, "times"),
        Row("outages of Discord", season.outages, "times"),
        Row("commands and presses that were answered", sum(tally.done.values()), "interactions"),
        Row("those that were left without an answer", tally.unanswered, "interactions"),
        Row("seeks", tally["seek new"] + tally["seek take"], "seeks"),
        *(Row(name, value, "") for name, value in counts.items()),
        *(Row(name, len(lines), "faults", "0") for name, lines in found.wrong.items()),
        Row("refused as malformed", len(problems), "requests", "0"),
        Row("stopped with a status other than 0", int(status != 0), "processes", "0"),
    ]


def run(*, small: bool) -> list[Row]:
    """Return what has come of one season."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(SMALL if small else FULL, Path(folder), 1))
