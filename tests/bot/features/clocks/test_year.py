"""A year of a busy server, through the real services with a clock that is moved, and people who come and go.

Nobody is reminded twice of one thing, nor in quiet hours, nor after the move; every timeout stands in the history once
and replays to the same position; and at the end every match is over, or waits for somebody who has time, or for a
decision.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clocks import hours
from bot.clocks.seat_clocks import time_of
from bot.features.clocks.absences import AWAY
from bot.features.clocks.reminders import Reminders
from bot.features.clocks.timeout_votes import NUDGE
from bot.features.clocks.timer import OUT, REMIND
from bot.matches.commits import CommitEvent
from bot.matches.refusals import Refusal
from bot.people.settings import Languages
from bot.publish.notifier import Notifier
from games import history
from games.referee import random_action
from storage import POST, TIMER, Calendar, Store
from tests.bot.features.living import DAY, HOUR, Living, living
from tests.support.jobs import claim_timers, timers

PACES = ("7d+1d", "3d+12h", "1d+2h")
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")


@dataclass(frozen=True)
class Told:
    """A message to somebody."""

    kind: str
    user: int
    match_id: str
    began: int
    at: int


class Names:
    """Nobody has a name."""

    async def seats(self, say: Any, match: Any) -> Mapping[int, str]:
        return {s.seat: f"U{s.user_id}" for s in match.match.seats}

    async def of(self, say: Any, user: int) -> str:
        return f"U{user}"


class Place:
    """A direct message, or a thread, that takes everything."""

    def __init__(self, sent: list[str]) -> None:
        self.id = 7
        self.sent = sent

    async def send(self, text: str, **how: Any) -> Any:
        self.sent.append(text)
        return SimpleNamespace(id=len(self.sent))


class Discord:
    """A client that only sends direct messages."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def create_dm(self, user: Any) -> Place:
        return Place(self.sent)


class Busy(Living):
    """Asks for timers only when one can be due, and notes its pulse in memory: a year has many moments."""

    def __init__(self, store: Store, begin: int) -> None:
        super().__init__(store, begin)
        self.matches.commits.subscribe(self.after_commit)
        self.next_timer: int | None = begin
        self.next_row: int | None = begin
        """When there may be something to tell."""

    async def after_commit(self, event: CommitEvent) -> None:
        due_at = event.due.get(TIMER)
        if due_at is not None:
            self.next_timer = due_at if self.next_timer is None else min(self.next_timer, due_at)
        if POST in event.due:
            self.next_row = self.now

    async def on(self, ms: int) -> None:
        end = self.now + ms
        while self.next_timer is not None and self.next_timer <= end:
            claimed = await claim_timers(self.store, end)
            self.next_timer = claimed.next_due
            for claim in claimed.jobs:
                self.next_timer = max(self.now, claim.job.due_at)
                self.there_until(self.next_timer)
                await self.work(claim)
        self.there_until(end)


@dataclass
class Year:
    """A server with its people, and what they were told."""

    here: Busy
    random: Random
    players: int
    told: list[Told] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    discord: Discord = field(default_factory=Discord)

    async def settle_in(self) -> None:
        """Everybody has a calendar of some kind, and wants direct messages."""
        self.hire()
        for user in range(1, self.players + 1):
            quiet = self.random.choice(((None, None), (22 * 60, 7 * 60), (0, 6 * 60)))
            off = self.random.choice((0, 0, 0b1100000, 0b1000000))
            new = Calendar(user, self.random.choice(ZONES), *quiet, days_off=off)
            await self.here.matches.calendars.set(new, now=self.here.now)
            await self.here.store.people.set_player(user, now=self.here.now, dm=True)

    def hire(self) -> None:
        """Let the services of this process tell people."""
        notifier = Notifier(
            self.discord,  # type: ignore[arg-type]
            self.here.matches,
            Names(),  # type: ignore[arg-type]
            Languages(self.here.store),
        )
        reminders = Reminders(self.here.matches, notifier, self.here.servers)
        self.publishers = {
            REMIND: reminders.remind,
            NUDGE: reminders.nudge,
            OUT: reminders.ask,
            AWAY: reminders.tell_away,
        }

    async def restart(self) -> None:
        """The next process, which knows nothing but the disk."""
        await self.here.outages.beat()
        self.here = Busy(self.here.store, self.here.now)
        self.here._numbers = iter(range(10**9 * (self.counts["restarts"] + 1), 10**12))
        await self.here.outages.beat()
        self.hire()
        self.counts["restarts"] += 1

    async def open(self) -> None:
        users = self.random.sample(range(1, self.players + 1), self.random.choice((2, 2, 3)))
        hours = self.random.choice((0, 0, 12))
        await self.here.begun_by(users, self.random.choice(PACES), rounds=2, hours=hours)
        self.counts["matches"] += 1

    async def visit(self, user: int) -> None:
        """Somebody looks in: plays what waits, or leaves for some days, or decides about others."""
        here, random = self.here, self.random
        if random.random() < 0.004:
            try:
                await here.absences.leave(user, here.now + random.randrange(1, 15) * DAY)
                self.counts["absences"] += 1
            except Refusal:
                self.counts["refused absences"] += 1
            return
        if await here.absences.until(user) is not None and random.random() < 0.8:
            return
        for waiting in await here.store.clocks.waiting_for(user):
            match = await here.matches.load(waiting.match_id)
            choice = next((c for c in match.choices if c.seat == waiting.seat and c.must), None)
            if choice is not None and random.random() < 0.85:
                await here.play(match, user, *random_action(match.face.game, match.state, choice, random))
                self.counts["moves"] += 1

    async def decide(self) -> None:
        """The others answer where they were asked, most of them."""
        here, random = self.here, self.random
        for row in [t for t in self.told if t.kind == OUT and t.at > here.now - 2 * DAY]:
            if random.random() < 0.2:
                try:
                    match = await here.matches.load(row.match_id)
                    await here.votes.vote(match, row.user, random.choice(("claim", "give", "off")))
                    self.counts["decisions"] += 1
                except Refusal:
                    continue

    async def tell(self) -> None:
        """What the outbox worker does, for everything about time."""
        here = self.here
        while here.next_row is not None and here.next_row <= here.now:
            claimed = await here.store.jobs.claim(here.now, owner="me", lease_ms=1000, room=50)
            here.next_row = here.now if claimed.jobs else claimed.next_due
            for claim in claimed.jobs:
                job = claim.job
                if job.kind in (REMIND, NUDGE, OUT, AWAY):
                    match = await here.matches.load(job.match_id)
                    before = len(self.discord.sent)
                    await self.publishers[job.kind](match, claim, here.now)
                    if len(self.discord.sent) > before:
                        seat = match.seat_of(job.recipient or 0)
                        clock = match.clock(seat) if seat is not None else None
                        if job.kind == REMIND:
                            assert job.recipient in match.waited_for(), "a reminder after the move"
                        began = clock.began if clock is not None else 0
                        self.told.append(Told(job.kind, job.recipient or 0, job.match_id, began, here.now))
                await here.store.jobs.finish(job.id, owner="me", now=here.now)

    async def live(self, days: int, matches: int) -> None:
        """Let time pass."""
        here, random = self.here, self.random
        begin, end = here.now, here.now + days * DAY
        todo: list[tuple[int, int, str, int]] = []
        numbers = iter(range(10**9))
        for _ in range(matches):
            heapq.heappush(todo, (begin + random.randrange(days * DAY * 9 // 10), next(numbers), "open", 0))
        for user in range(1, self.players + 1):
            heapq.heappush(todo, (begin + random.randrange(DAY), next(numbers), "visit", user))
        for _ in range(days // 12):
            heapq.heappush(todo, (begin + random.randrange(days * DAY), next(numbers), "outage", 0))
        for _ in range(days // 9):
            heapq.heappush(todo, (begin + random.randrange(days * DAY), next(numbers), "restart", 0))
        heapq.heappush(todo, (begin + 3 * HOUR, next(numbers), "tell", 0))
        while todo and todo[0][0] < end:
            at, _, what, user = heapq.heappop(todo)
            here = self.here
            await here.on(max(0, at - here.now))
            if what == "open":
                await self.open()
            elif what == "visit":
                await self.visit(user)
                lazy = user % 7 == 0  # some come rarely
                wait = random.expovariate(1 / ((60 if lazy else 14) * HOUR))
                heapq.heappush(todo, (here.now + round(wait), next(numbers), what, user))
            elif what == "restart":
                await self.restart()
            elif what == "outage":
                here.now += random.randrange(1, 30) * HOUR
                await here.outages.beat()  # as after a restart: the gap is found
                self.counts["outages"] += 1
            else:
                await self.decide()
                heapq.heappush(todo, (here.now + 3 * HOUR, next(numbers), what, user))
            await self.tell()
        await self.here.on(max(0, end - self.here.now))
        await self.tell()

    async def check(self) -> None:
        """All that must be true of it."""
        here = self.here
        reminders = Counter((t.user, t.match_id, t.began) for t in self.told if t.kind == REMIND)
        assert all(count <= 2 for count in reminders.values())
        known = await here.matches.calendars.of(range(1, self.players + 1))
        for told in self.told:
            if told.kind in (REMIND, NUDGE):
                assert not hours.is_quiet(known[told.user], told.at), "a reminder in quiet hours"
        ids = {t.match_id for t in self.told} | {head.id for head in await here.store.matches.all_open()}
        running = {head.id for head in await here.store.matches.all_open() if head.status == "running"}
        for match_id in ids:
            await self._check_match(match_id, match_id in running)
        self.counts["reminders"] = sum(reminders.values())
        self.counts["asked"] = sum(t.kind == OUT for t in self.told)
        self.counts["running at the end"] = len(running)

    async def _check_match(self, match_id: str, running: bool) -> None:
        match = await self.here.matches.load(match_id)
        entries = [history.Entry(e.kind, e.seat, e.text) for e in match.entries]
        folded = list(
            history.fold(match.face.game, match.formation, match.options, match.seed, entries)
        )  # raises for a timeout of a seat that had nothing to decide
        if folded:
            assert folded[-1].after == match.position
        self.counts["timeouts"] += sum(e.text == "timeout" for e in entries)
        self.counts["abandoned"] += sum(e.text == "abandon" for e in entries)
        assert running == (match.match.status == "running")
        if not running:
            assert not [kind for kind, _ in await timers(self.here.store, match_id) if kind == "clock"]
            return
        clocks = {c.seat: c for c in (await self.here.store.matches.load(match_id)).clocks}
        waited = {c.seat for c in match.choices if c.must}
        assert waited == {seat for seat, c in clocks.items() if c.since is not None}
        due = [at for kind, at in await timers(self.here.store, match_id) if kind == "clock"]
        assert due, "a match that waits, with nothing that will ever end it"
        timing = await self.here.matches.timing(match)
        for seat in waited:
            one = clocks[seat]
            time = time_of(one)
            assert time is not None
            assert one.since is not None
            assert one.out_at is not None or timing.used(seat, one.since, self.here.now) <= time


async def _year(folder: Path, *, days: int, players: int, matches: int, seed: int) -> Year:
    async with living(folder) as here:
        year = Year(Busy(here.store, here.now), Random(seed), players)
        await year.here.outages.beat()
        await year.settle_in()
        await year.live(days, matches)
        await year.check()
        return year


async def test_two_weeks_of_a_small_server(tmp_path: Path) -> None:
    year = await _year(tmp_path, days=14, players=6, matches=8, seed=1)
    assert year.counts["moves"] > 30
    assert year.counts["reminders"]


@pytest.mark.long
async def test_a_year_of_a_busy_server(tmp_path: Path) -> None:
    year = await _year(tmp_path, days=365, players=300, matches=2000, seed=2)
    print("\n" + ", ".join(f"{count} {what}" for what, count in sorted(year.counts.items())))
    assert year.counts["matches"] == 2000
    for what in (
        "restarts",
        "moves",
        "reminders",
        "timeouts",
        "abandoned",
        "asked",
        "absences",
        "outages",
        "decisions",
    ):
        assert year.counts[what], what
