"""When a clock stands still and when a player is left in peace: days off, absences, outages, quiet hours.

Times are unix milliseconds. A clock runs whenever it does not pause: pauses are the absences of its player, the outages
of the bot, and the player's days off, from midnight to midnight in the player's time zone. So nothing has to be done to
a clock when somebody leaves or comes back; what it has used is worked out from when it began. `Calendars` keeps all
that in memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from heapq import merge
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from storage import Calendar, Store

DAY_MS: Final = 86_400_000
FAR: Final = 4000
"""How many days are looked through for the end of a time; beyond that it has none."""
Span = tuple[int, int]


def zone(name: str) -> ZoneInfo:
    """Return the time zone of a name; UTC where there is none of that name any more."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")


def used(calendar: Calendar, outages: Sequence[Span], since: int, now: int, *, days_off: bool = True) -> int:
    """Return for how long a clock has run that began at `since`."""
    run, at = 0, since
    for begin, end in _pauses(calendar, outages, since, now, days_off=days_off):
        if begin >= now:
            break
        run += max(0, begin - at)
        at = max(at, min(end, now))
    return run + max(0, now - at)


def reaches(calendar: Calendar, outages: Sequence[Span], since: int, run: int, *, days_off: bool = True) -> int:
    """Return when a clock that began at `since` will have run for so long, given the pauses known by now."""
    at = since
    for begin, end in _pauses(calendar, outages, since, since + FAR * DAY_MS, days_off=days_off):
        if begin - at >= run:
            break
        run -= max(0, begin - at)
        at = max(at, end)
    return at + run


def away(calendar: Calendar, now: int) -> int | None:
    """Return until when a player is away now; `None` for a player who is not."""
    return max((end for begin, end in calendar.absences if begin <= now < end), default=None)


def awake(calendar: Calendar, time: int) -> int:
    """Return the time itself, or the end of the quiet hours or days off in which it lies."""
    for _ in range(16):
        later = _next_awake(calendar, time)
        if later == time:
            return time
        time = later
    return time


def daily(calendar: Calendar, minute: int, after: int) -> int:
    """Return the next time at a minute of the day, on a day that is not off; quiet hours put it off to their end."""
    there = zone(calendar.zone)
    day = datetime.fromtimestamp(after / 1000, there).date()
    while (time := _at(there, day, minute)) <= after or calendar.days_off >> day.weekday() & 1:
        day += timedelta(days=1)
    return awake(calendar, time)


def is_quiet(calendar: Calendar, time: int) -> bool:
    """Return True if a time lies in quiet hours or on a day off."""
    return _next_awake(calendar, time) != time


def _next_awake(calendar: Calendar, time: int) -> int:
    there = zone(calendar.zone)
    local = datetime.fromtimestamp(time / 1000, there)
    if calendar.days_off >> local.weekday() & 1:
        return _midnight(there, local.date() + timedelta(days=1))
    begin, end = calendar.quiet_from, calendar.quiet_to
    if begin is None or end is None or begin == end:
        return time
    minute = local.hour * 60 + local.minute
    if begin < end:
        return _at(there, local.date(), end) if begin <= minute < end else time
    if minute >= begin:
        return _at(there, local.date() + timedelta(days=1), end)
    return _at(there, local.date(), end) if minute < end else time


def _pauses(calendar: Calendar, outages: Sequence[Span], since: int, until: int, *, days_off: bool) -> Iterator[Span]:
    """Return all pauses that touch the time from `since` to `until`, by their beginnings; they may overlap."""
    own = sorted(span for span in calendar.absences if span[1] > max(span[0], since))
    general = sorted(span for span in outages if span[1] > max(span[0], since))
    return merge(own, general, _days_off(calendar, since, until) if days_off and calendar.days_off else iter(()))


def _days_off(calendar: Calendar, since: int, until: int) -> Iterator[Span]:
    there = zone(calendar.zone)
    day = datetime.fromtimestamp(since / 1000, there).date()
    last = datetime.fromtimestamp(min(until, since + FAR * DAY_MS) / 1000, there).date()
    while day <= last:
        if calendar.days_off >> day.weekday() & 1:
            yield _midnight(there, day), _midnight(there, day + timedelta(days=1))
        day += timedelta(days=1)


def _midnight(there: ZoneInfo, day: date) -> int:
    return _at(there, day, 0)


def _at(there: ZoneInfo, day: date, minute: int) -> int:
    """Return the time at a minute of a day; of one that daylight saving skips the next one that exists."""
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=there)
    return round(local.astimezone(UTC).timestamp() * 1000)


KEPT: Final = 5000
NEVER: Final = 1 << 62
"""A time that never comes, in unix milliseconds."""


class Calendars:
    """When each player can be reached. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Calendar] = OrderedDict()
        self._outages: tuple[Span, ...] | None = None
        self._pauses: dict[str, tuple[tuple[int, int | None], ...]] | None = None

    async def of(self, users: Collection[int]) -> dict[int, Calendar]:
        """Return the calendars of some users."""
        missing = [user for user in users if user not in self._known]
        found = {user: self._known[user] for user in users if user in self._known}
        if missing:
            asked = await self._store.calendars.of_users(missing)
            for user in missing:
                found[user] = self._known.setdefault(user, asked[user])  # what was set meanwhile is newer
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    def known(self, user: int) -> Calendar | None:
        """Return the calendar of a user if it is in memory."""
        return self._known.get(user)

    async def standstills(self, match_id: str) -> tuple[Span, ...]:
        """Return when the clocks of a match stood still: outages, then its own pauses, each the earliest first.

        A pause that is on ends at `NEVER`.
        """
        if self._outages is None:
            self._outages = await self._store.pauses.outages()
        if self._pauses is None:
            self._pauses = await self._store.pauses.of_running()
        own = self._pauses.get(match_id, ())
        return (*self._outages, *((since, NEVER if until is None else until) for since, until in own))

    async def paused(self) -> frozenset[str]:
        """Return the matches that stand still now."""
        if self._pauses is None:
            self._pauses = await self._store.pauses.of_running()
        pauses = self._pauses.items()
        return frozenset(match_id for match_id, spans in pauses if any(until is None for _, until in spans))

    async def pause(self, match_ids: Collection[str], now: int, timer: str) -> None:
        """Pause matches from now on; their timers of this kind fall due."""
        await self._store.pauses.begin(match_ids, now=now, timer=timer)
        self._pauses = await self._store.pauses.of_running()

    async def resume(self, match_ids: Collection[str], now: int, timer: str) -> None:
        """Resume matches that stood still; their timers of this kind fall due."""
        await self._store.pauses.end(match_ids, now=now, timer=timer)
        self._pauses = await self._store.pauses.of_running()

    async def set(self, new: Calendar, *, now: int) -> None:
        """Change what a player has set; absences are left as they are."""
        await self._store.calendars.set(new, now=now)
        await self.again(new.user_id)

    async def leave(self, user: int, since: int, until: int) -> None:
        """Note that a player is away from `since` until `until`."""
        await self._store.calendars.add_absence(user, since, until)
        await self.again(user)

    async def back(self, user: int, now: int) -> bool:
        """End a player's absence; return whether the player was away, or going to be."""
        ended = await self._store.calendars.end_absence(user, now)
        await self.again(user)
        return ended

    async def out(self, since: int, until: int) -> None:
        """Note that nobody could play from `since` until `until`."""
        await self._store.pauses.add_outage(since, until)
        self._outages = await self._store.pauses.outages()

    def forget(self, user: int) -> None:
        """Ask again the next time."""
        self._known.pop(user, None)

    async def again(self, user: int) -> None:
        """Read a calendar again that was changed past here."""
        self._known[user] = (await self._store.calendars.of_users((user,)))[user]
