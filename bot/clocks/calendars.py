"""The calendars, absences, outages and pauses that clocks are counted with, kept in memory, and every change of them.

A change of what has been counted already, a calendar or the machine's own clock, goes together with the clocks that
run: what they have used stays as it was.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.clocks import pace
from bot.clocks.hours import NEVER, Span, changed, reaches, used
from bot.clocks.seat_clocks import Timing, runs_out
from storage import Calendar, Home, NewMessage, RunningClock, SeatClock, Store, shard_of

KEPT: Final = 5000
"""How many calendars are kept in memory."""
CLOCK: Final = "clock"
"""The kind of the timer that falls due when a clock of a match does something by itself."""


class Calendars:
    """When each player can be reached. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Calendar] = OrderedDict()
        self._outages: tuple[Span, ...] | None = None
        self._pauses: dict[str, tuple[tuple[int, int | None], ...]] | None = None
        self._changes = 0
        """How often outages or pauses changed, or calendars were dropped: what was read meanwhile is not kept."""
        self.shards: Home | None = None
        """The shards on which this process hears from Discord, where others have others; no shard if it only thinks."""
        self.catch_up: Callable[[], Awaitable[object]] = _nothing
        """Notes a standstill that has just ended; awaited before anything is counted or changed here."""
        self.unnoted: Callable[[Collection[int]], Awaitable[Mapping[int, tuple[Span, ...]]]] = _none
        """Returns, by their shards, standstills that cannot be noted yet, because nobody knows whether they are over.

        They count at once.
        """

    async def of(self, users: Collection[int]) -> dict[int, Calendar]:
        """Return the calendars of some users."""
        if self._store.shared:  # another process may have changed them
            for user in users:
                self._known.pop(user, None)
        missing = [user for user in users if user not in self._known]
        found = {user: self._known[user] for user in users if user in self._known}
        for user in found:
            self._known.move_to_end(user)
        if missing:
            changes, asked = self._changes, await self._store.calendars.of_users(missing)
            for user in missing:
                found[user] = self._known.get(user, asked[user])  # what was read later is newer
                if changes == self._changes:
                    self._known[user] = found[user]
                    self._known.move_to_end(user)
            while len(self._known) > KEPT:  # those that were asked for longest ago
                self._known.popitem(last=False)
        return found

    def known(self, user: int) -> Calendar | None:
        """Return the calendar of a user if it is in memory."""
        return self._known.get(user)

    async def standstills(self, match_id: str, guild_id: int | None) -> tuple[Span, ...]:
        """Return when the clocks of a match in a server stood still: outages, then its own pauses.

        A pause that is on is the last one, and ends at `NEVER`; an outage that may be on ends now.
        """
        await self.catch_up()
        if self._store.shared:
            shard = self._shard(guild_id)
            unnoted = (await self.unnoted((shard,))).get(shard, ())  # first, as it may be noted meanwhile
            return (*unnoted, *await self._store.pauses.of_match(match_id, NEVER))
        return (await self._standstills())(match_id, guild_id)

    def _shard(self, guild_id: int | None) -> int:
        return 0 if self.shards is None else shard_of(guild_id, self.shards.count)

    async def _standstills(self) -> Callable[[str, int | None], tuple[Span, ...]]:
        """Return what tells the standstills of each match, by its server, too, as they are known now."""
        unnoted = await self.unnoted(range(1 if self.shards is None else self.shards.count))
        outages, pauses = await self._all_outages(), await self._all_pauses()

        def of_match(match_id: str, guild_id: int | None) -> tuple[Span, ...]:
            own = ((since, NEVER if until is None else until) for since, until in pauses.get(match_id, ()))
            return (*unnoted.get(self._shard(guild_id), ()), *outages, *own)

        return of_match

    async def _all_outages(self) -> tuple[Span, ...]:
        """Return all outages; where another process may have noted one, they are asked for each time."""
        if self._outages is not None and not self._store.shared:
            return self._outages
        changes, outages = self._changes, await self._store.pauses.outages()
        if changes == self._changes:
            self._outages = outages
        return outages

    async def _all_pauses(self) -> Mapping[str, Sequence[tuple[int, int | None]]]:
        """Return the pauses of all running matches, as `_all_outages` does."""
        if self._pauses is not None and not self._store.shared:
            return self._pauses
        changes, pauses = self._changes, await self._store.pauses.of_running()
        if changes == self._changes:
            self._pauses = pauses
        return pauses

    def _forget_standstills(self) -> None:
        """Ask for outages and pauses again, because they were changed."""
        self._outages = self._pauses = None
        self._changes += 1

    async def paused(self) -> frozenset[str]:
        """Return the matches that stand still now."""
        pauses = await self._all_pauses()
        return frozenset(one for one, spans in pauses.items() if any(until is None for _, until in spans))

    async def pause(self, match_ids: Collection[str], now: int, asked: NewMessage | None = None) -> None:
        """Pause matches from now on; their timers fall due. `asked`: the message for whose answer one of them waits."""
        await self.catch_up()
        await self._store.pauses.begin(match_ids, now=now, timer=CLOCK, asked=asked)
        self._forget_standstills()

    async def resume(self, match_ids: Collection[str], now: int) -> None:
        """Resume matches that stood still; their timers fall due."""
        await self.catch_up()
        await self._store.pauses.end(match_ids, now=now, timer=CLOCK)
        self._forget_standstills()

    async def set(self, chosen: Calendar, *, now: int) -> Calendar:
        """Change what a player has set and return how it counts from now on; absences are left as they are.

        What the player's running clocks have used by now stays as it was, and days off change with the week.
        """
        await self.catch_up()
        new = changed((await self.of((chosen.user_id,)))[chosen.user_id], chosen, now)
        standstills = await self._standstills()

        def recount(running: RunningClock) -> SeatClock:
            after = replace(new, absences=running.calendar.absences)
            outages = standstills(running.match_id, running.guild_id)
            return _recounted(running, now, outages, after, running.clock, now, outages)

        await self._store.calendars.set(new, now=now, recount=recount, timer=CLOCK)
        self.forget(new.user_id)
        return new

    async def leave(self, user: int, since: int, until: int) -> None:
        """Note that a player is away from `since` until `until`."""
        await self.catch_up()
        await self._store.calendars.add_absence(user, since, until)
        self.forget(user)

    async def back(self, user: int, now: int) -> bool:
        """End a player's absence; return whether the player was away, or going to be."""
        await self.catch_up()
        ended = await self._store.calendars.end_absence(user, now)
        self.forget(user)
        return ended

    async def out(self, since: int, until: int) -> None:
        """Note that nobody could play from `since` until `until`; where shards are shared out, nobody in these."""
        if self.shards is not None and self._store.shared:
            await self._store.pauses.add_outage_of(self.shards, since, until)
            return
        await self._store.pauses.add_outage(since, until)
        self._forget_standstills()

    async def move_ends(self, now: int) -> None:
        """Let the ends of running clocks be shown as they are after an outage; without it the next step would do that.

        That takes a while where there are thousands of matches, and nothing has to wait for it.
        """
        standstills = await self._standstills()

        def recount(running: RunningClock) -> SeatClock:
            one, outages = running.clock, standstills(running.match_id, running.guild_id)
            paused = bool(outages) and outages[-1][1] == NEVER
            timing = Timing(pace.stored(running.pace), {one.seat: running.calendar}, outages, paused)
            return one if one.out_at is not None else replace(one, runs_out=runs_out(timing, one))

        await self._store.calendars.recount(recount, now=now, timer=CLOCK)

    async def set_back(self, then: int, now: int, heard: int) -> None:
        """Note that the machine's clock was set back: it says `now` when it should have said `then`.

        Whatever ran goes on with as much time left, in the new time, in which the bot has last `heard` from Discord.
        """
        standstills = await self._standstills()

        def recount(running: RunningClock) -> SeatClock:
            one, back = running.clock, then - now
            before = standstills(running.match_id, running.guild_id)
            outages = _clipped(before, then, now)
            after = replace(running.calendar, absences=_clipped(running.calendar.absences, then, now))
            assert one.since is not None
            moved = replace(
                one,
                since=one.since - back,
                nudged_at=None if one.nudged_at is None else one.nudged_at - back,
                out_at=None if one.out_at is None else now - used(Calendar(0), before, one.out_at, then),
            )
            return _recounted(running, then, before, after, moved, now, outages)

        await self._store.calendars.set_back(then, now, recount=recount, timer=CLOCK, home=self.shards, heard=heard)
        self._forget_standstills()
        self._known.clear()

    def forget(self, user: int) -> None:
        """Ask again the next time."""
        self._known.pop(user, None)
        self._changes += 1


async def _nothing() -> None:
    """Note nothing: where nothing measures the time, it never stands still."""


async def _none(shards: Collection[int]) -> Mapping[int, tuple[Span, ...]]:
    """Return no standstill, for the same reason."""
    return {}


def _recounted(
    running: RunningClock,
    then: int,
    before: Sequence[Span],
    after: Calendar,
    moved: SeatClock,
    now: int,
    outages: Sequence[Span],
) -> SeatClock:
    """Return a running clock, counted by another calendar, with as much time left as it had.

    It was counted by the calendar and the standstills `before` until `then`. From `now` on it is `moved`, counted by
    the calendar `after` and these outages. What was left when it began is set so that what is left now is the same.
    """
    one, stored = running.clock, pace.stored(running.pace)
    days_off = stored is None or not stored.live
    since = moved.since
    assert one.since is not None
    assert since is not None
    counted = used(running.calendar, before, one.since, then, days_off=days_off)
    more = used(after, outages, since, now, days_off=days_off) - counted
    if one.own_ms is not None:
        time, moved = one.own_ms + more, replace(moved, own_ms=one.own_ms + more)
    elif one.left_ms is not None:
        time, moved = one.left_ms + more, replace(moved, left_ms=one.left_ms + more)
    else:
        return moved
    paused = bool(outages) and outages[-1][1] == NEVER
    runs_out = None if paused else reaches(after, outages, since, time, days_off=days_off)
    return replace(moved, runs_out=runs_out)


def _clipped(spans: Sequence[Span], then: int, now: int) -> tuple[Span, ...]:
    """Return spans as they are after the clock of the machine was set back from `then` to `now`.

    What was over is over, and what was on is on.
    """
    ends = ((min(begin, now), min(end, now) if end <= then else end) for begin, end in spans)
    return tuple((begin, end) for begin, end in ends if begin < end)
