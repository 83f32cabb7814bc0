"""Standstills cost nobody time, whoever moves first afterwards: random ones, in all games and paces, against an oracle.

The oracle knows for how long people really could play, and nothing of calendars, outages or the time of day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.features.clocks.outages import LEAST_MS, MESSAGE, SILENCE_MS
from bot.matches.changes import open_choices
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Played
from bot.matches.work import Change, Extension
from games import standing
from games.referee import random_action
from games.registry import GAMES
from storage import Calendar, SeatClock, Store
from tests.bot.features.living import DAY, HOUR, Living, living
from tests.support.jobs import claim_timers

PACES: Final = ("5m+1m", "15m+1m", "1d+2h", "3d+12h", "7d+1d", "30d+7d")
NOTED_EVERY: Final = 30_000
"""Milliseconds that a process may have been there since it has noted that."""
KINDS: Final = (
    "suspended",
    "stopped",
    "restarted",
    "resumed",
    "set on",
    "set back",
    "set back unheard",
    "on and back",
)
IN_FLIGHT: Final = ("", "open", "closed")
"""Whether a press was being carried out, and what has become of the connection before it goes on."""
FIRST: Final = ("press", "press", "timer", "press", "calendar", "beat")


@dataclass
class Due:
    """The clock of a seat as it ought to be."""

    left: int
    since: int | None = None
    """When it began to run, in the time for which people could play."""
    own: int | None = None
    key: str = ""

    def rest(self, up: int) -> int:
        """Return how much time is left."""
        time = self.left if self.own is None else self.own
        return time if self.since is None else max(0, time - (up - self.since))


class Oracle(Extension):
    """Counts the time of all matches by the time for which people could play."""

    def __init__(self) -> None:
        self.up = 0
        self.seats: dict[str, list[Due]] = {}
        self.steps = 0
        self._seen: tuple[LoadedMatch, Change] | None = None

    def watch(self, here: Living) -> None:
        """Follow all steps of a process."""
        plain = here.matches.change
        here.matches.extensions.append(self)

        async def change(*given: Any) -> Played:
            self._seen = None
            played = await plain(*given)
            if self._seen is not None:
                self._stepped(*self._seen)
            return played

        here.matches.change = change  # type: ignore[method-assign]

    def give_back(self, ms: int) -> None:
        """Give all the last milliseconds back: a process that begins does not know that the one before was there."""
        for one in (one for seats in self.seats.values() for one in seats if one.since is not None):
            one.since = min(self.up, (one.since or 0) + ms)

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        self._seen = match, change
        return change

    def _stepped(self, match: LoadedMatch, change: Change) -> None:
        choices = open_choices(match, change)
        if choices is None or match.pace is None:
            return
        self.steps += 1
        bank, more = match.pace.bank * 1000, match.pace.increment * 1000
        ended = {s for done in change.replayed if done.step is not None for s in done.step.turns_ended}
        waited = {choice.seat: choice for choice in reversed(choices) if choice.must}
        seats = self.seats.setdefault(match.id, [Due(bank) for _ in range(match.formation.seats)])
        for number, one in enumerate(seats):
            choice = waited.get(number)
            own = None if choice is None else standing.seconds_for(match.face.game, match.options, choice)
            key = choice.key if choice is not None and own is not None else ""
            if one.since is not None and (choice is None or number in ended or key != one.key):
                if one.own is None:
                    one.left = one.rest(self.up)
                one.since, one.own, one.key = None, None, ""
            if number in ended:
                one.left = min(bank, one.left + more)
            if choice is not None and one.since is None:
                one.since, one.own, one.key = self.up, None if own is None else own * 1000, key


@dataclass
class Table:
    """Matches of all games in all paces, and the process that keeps them."""

    store: Store
    random: Random
    oracle: Oracle = field(default_factory=Oracle)
    processes: int = 0
    here: Living = field(init=False)
    ids: dict[tuple[str, str], str] = field(default_factory=dict)

    async def begin(self) -> None:
        """Begin a match of each game in each pace."""
        self.process(None)
        self.here.connected = True
        for game in GAMES.values():
            for pace in PACES:
                await self.open(game.name, pace)

    async def open(self, game: str, pace: str) -> None:
        match = await self.here.begun(pace=pace, game=GAMES[game])
        self.ids[game, pace] = match.id

    def process(self, at: int | None) -> None:
        """Start a process, which knows nothing but the disk, and has no connection yet."""
        self.here = Living(self.store, *(() if at is None else (at,)), games=tuple(GAMES.values()))
        self.processes += 1
        self.here._numbers = iter(range(10**6 * self.processes, 10**9))
        self.here.connected = False
        self.oracle.watch(self.here)

    async def there(self, ms: int) -> None:
        """Let the bot be there for so long; its last note is some seconds old then."""
        rest = self.random.randrange(min(ms + 1, NOTED_EVERY))
        before = self.here.now
        while True:  # what falls due is done by the clock of that moment
            claimed = await claim_timers(self.store, before + ms - rest)
            if not claimed.jobs:
                break
            (claim,) = claimed.jobs
            at = max(self.here.now, claim.job.due_at)
            self.oracle.up += at - self.here.now
            self._hear_until(at)
            await self.here.work(claim)
        self.oracle.up += before + ms - self.here.now
        self._hear_until(before + ms - rest)
        await self.here.outages.beat()
        self.here.now += rest
        self.here.ran += rest
        self.here.outages.heard(MESSAGE)

    def _hear_until(self, now: int) -> None:
        self.here.there_until(now)
        self.here.outages.heard(MESSAGE)

    async def stand_still(self, kind: str, ms: int, in_flight: str) -> None:
        """Let nobody play for so long, or the machine's clock be another one.

        A press that was in flight goes on before Discord is heard again, or even after the connection is closed.
        """
        here = self.here
        closed = in_flight == "closed" and kind != "restarted"
        if kind == "restarted" or (kind == "stopped" and not closed):
            heard = here.outages._heard
            assert heard is not None
            self.oracle.give_back(here.ran - (heard.running or 0))
        if kind in ("resumed", "set back unheard"):
            here.connected = False
            here.outages.heard("disconnect")
            assert not await here.outages.catch_up()
        if kind in ("stopped", "resumed"):
            here.ran += ms
        here.now += -ms if kind.startswith("set back") else ms
        if kind == "restarted":
            self.process(here.now)
        elif kind == "on and back":
            if in_flight:
                await self.press()
            here.now -= ms + self.random.randrange(2) * ms
        if closed:
            here.connected = False
            here.outages.heard("disconnect")
        if in_flight:
            await self.press()
        self.here.connected = True
        self.here.outages.heard(MESSAGE)

    async def press(self) -> None:
        """Somebody who is waited for does something."""
        while True:
            key = self.random.choice(tuple(self.ids))
            match = await self.here.matches.load(self.ids[key])
            choices = [choice for choice in match.choices if choice.must]
            if match.match.status == "running" and choices:
                break
            await self.open(*key)
        choice = self.random.choice(choices)
        action = random_action(match.face.game, match.state, choice, self.random)
        await self.here.matches.play(match, match.user_of(choice.seat) or 0, [action])

    async def move_first(self, who: str) -> None:
        """Somebody does something before anything else happens, or a timer falls due."""
        here = self.here
        if who == "press":
            await self.press()
        elif who == "timer":
            await self.due()
        elif who == "calendar":
            user = self.random.choice((1, 2))
            await here.matches.calendars.set(Calendar(user, quiet_from=60, quiet_to=120), now=here.now)
        else:
            await here.outages.beat()

    async def due(self) -> None:
        """Do what is due by the clock as it is."""
        while (claimed := await claim_timers(self.store, self.here.now)).jobs:
            await self.here.work(claimed.jobs[0])

    async def check(self, told: Sequence[object]) -> None:
        """Every clock shows what the oracle says."""
        assert await self.here.outages.catch_up()
        for match_id in self.ids.values():
            match = await self.here.matches.load(match_id)
            if match.match.status != "running":
                continue
            timing = await self.here.matches.timing(match)
            for one, ought in zip(match.match.clocks, self.oracle.seats[match_id], strict=True):
                assert (one.since is None) == (ought.since is None)
                rest = _rest(one, 0 if one.since is None else timing.used(one.seat, one.since, self.here.now))
                assert rest == ought.rest(self.oracle.up), (told, match_id, match.match.pace, one)


def _rest(one: SeatClock, used: int) -> int:
    time = one.left_ms if one.own_ms is None else one.own_ms
    assert time is not None
    return max(0, time - used)


async def _stand_still(folder: Path, times: int, seed: int) -> Table:
    async with living(folder) as made:
        random = Random(seed)
        table = Table(made.store, random)
        await table.begin()
        for number in range(times):
            for _ in range(3):
                await table.there(round(10 ** random.uniform(3, 5)))
                await table.press()
            if number % 10 == 9:
                await table.there(random.randrange(HOUR // 4))
            kind, in_flight, first = KINDS[number % len(KINDS)], random.choice(IN_FLIGHT), random.choice(FIRST)
            least = SILENCE_MS if kind == "stopped" else LEAST_MS
            ms = round(least * 1.2 * (5 * DAY / least) ** random.random())
            await table.stand_still(kind, ms, in_flight)
            await table.move_first(first)
            await table.check((number, kind, in_flight, first, ms))
        return table


async def test_standstills_cost_nobody_time(tmp_path: Path) -> None:
    table = await _stand_still(tmp_path, 16, 1)
    assert table.oracle.steps > 30


@pytest.mark.long
async def test_three_hundred_standstills_cost_nobody_time(tmp_path: Path) -> None:
    table = await _stand_still(tmp_path, 300, 2)
    print(f"\n300 standstills, {table.oracle.steps} steps, {table.processes} processes")
    assert table.processes > 20
