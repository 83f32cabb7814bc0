"""The services of the life of matches with a clock that tests move, and without Discord."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from bot.clocks.calendars import CLOCK
from bot.features.clocks.absences import Absences
from bot.features.clocks.outages import Moment, Outages
from bot.features.clocks.timeout_votes import TimeoutVotes
from bot.features.clocks.timer import ClockTimer
from bot.features.plans.plans import Plans
from bot.features.standing_orders.orders import StandingOrders
from bot.features.substitutes.service import Substitutes
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from bot.people.settings import Servers
from games.api import Game
from storage import ClaimedJob, Job, SeatClock, Store
from tests.bot.bare import Bare, wish
from tests.support.databases import prepare
from tests.support.jobs import claim_timers
from tests.toy import TOY

HOUR = 3_600_000
DAY = 24 * HOUR
BEGIN = 1_790_000_000_000
"""A Monday in September 2026, in the afternoon."""
COLOURS = ("red", "green", "blue")


class Living:
    """Matches of the toy, or of other games, and their time."""

    def __init__(
        self, store: Store, begin: int = BEGIN, games: Sequence[Game[Any]] = (TOY,), *, thinks: bool = False
    ) -> None:
        self.now = begin
        self.ran = 0
        """How long the machine has been running, in milliseconds: moving `now` alone is a standstill."""
        self.store = store
        self.connected = True
        faces: Any = {game.name: Bare(game) for game in games}
        self.matches = Matches(store, faces, clock=lambda: self.now)
        self.lobby = Lobby(self.matches)
        self.outages = Outages(
            store,
            self.matches.calendars,
            lambda: self.now,
            lambda: self.connected,
            wall=lambda: self.now,
            running=lambda: self.ran,
            thinks=thinks,
        )
        self.servers = Servers(store)
        self.standing_orders = StandingOrders(store)
        self.plans = Plans(self.matches)
        self.timer = ClockTimer(self.matches, self.servers, self.outages)
        self.substitutes = Substitutes(self.matches, self.servers)
        self.matches.extensions += [self.substitutes, self.standing_orders, self.plans]
        self.votes = TimeoutVotes(self.matches, self.substitutes)
        self.absences = Absences(self.matches, self.timer)
        self.matches.extensions.append(self.absences)
        self.matches.commits.subscribe(self.absences.after_commit)
        self._numbers = iter(range(1, 10**9))

    async def begun(
        self,
        players: int = 2,
        pace: str | None = "3d+12h",
        first: int = 1,
        game: Game[Any] = TOY,
        **options: Any,
    ) -> LoadedMatch:
        """A match of users `first`, `first` + 1, … that has just begun."""
        return await self.begun_by(range(first, first + players), pace, game, **options)

    async def begun_by(
        self, users: Sequence[int], pace: str | None, game: Game[Any] = TOY, **options: Any
    ) -> LoadedMatch:
        """A match of these users that has just begun."""
        asked = wish(game, *users, options=options, pace=pace)
        match = await self.matches.load(await self.lobby.new(asked, interaction_id=next(self._numbers)))
        for user in users[1:]:
            match = await self.lobby.accept(match, user, interaction_id=next(self._numbers))
        return match

    async def coloured(self, match: LoadedMatch, *users: int) -> LoadedMatch:
        """The colours chosen, so that all are waited for because of their picks alone."""
        for user, colour in zip(users or match.users(), COLOURS, strict=False):
            match = await self.play(match, user, "colour", colour)
        return match

    async def play(self, match: LoadedMatch, user: int, *tokens: str) -> LoadedMatch:
        return (await self.matches.play(await self.matches.load(match.id), user, [tokens])).match

    async def on(self, ms: int) -> None:
        """Let time pass, with the bot there all the while, and do what has fallen due."""
        end = self.now + ms
        while True:
            claimed = await claim_timers(self.store, end)
            if not claimed.jobs:
                break
            (claim,) = claimed.jobs
            self.there_until(max(self.now, claim.job.due_at))
            await self.work(claim)
        self.there_until(end)
        await self.beat()

    async def beat(self) -> None:
        """What the bot does every half minute, and after an outage."""
        await self.outages.beat()
        await self.outages.show_ends()

    async def work(self, claim: ClaimedJob) -> None:
        """Do what a claimed timer is for, as the worker would."""
        again = None
        if claim.job.kind == CLOCK:
            again = await self.timer.catch_up(await self.matches.load(claim.job.match_id))
        await self.store.jobs.finish(claim.job.id, owner="me", now=self.now, again_at=again)

    def there_until(self, now: int) -> None:
        """Let time pass as if the bot had noted every half minute that it is there."""
        self.ran += now - self.now
        self.now = now
        self.outages._heard = Moment(self.now, self.ran)

    async def rows(self, match: LoadedMatch, *kinds: str) -> list[Job]:
        """What was to be told of these kinds, the oldest first."""
        return [row for row in await self.store.jobs.of_match(match.id) if row.kind in kinds]

    async def clock(self, match: LoadedMatch, seat: int) -> SeatClock:
        return next(one for one in (await self.store.matches.load(match.id)).clocks if one.seat == seat)


@contextlib.asynccontextmanager
async def living(folder: Path) -> AsyncIterator[Living]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{folder / 'life.db'}")) as store:
        here = Living(store)
        await here.outages.beat()
        yield here
