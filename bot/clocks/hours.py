"""When a clock stands still and when a player is left in peace: days off, absences, outages, quiet hours.

Times are unix milliseconds. A clock runs whenever it does not pause: pauses are the absences of its player, the outages
of the bot, and the player's days off, from midnight to midnight in the player's time zone. So nothing has to be done to
a clock when somebody leaves or comes back; what it has used is worked out from when it began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from heapq import merge
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from storage import Calendar

DAY_MS: Final = 86_400_000
FAR: Final = 4000
"""How many days are looked through for the end of a time; beyond that it has none."""
Span = tuple[int, int]
NEVER: Final = 1 << 62
"""A time that never comes, in unix milliseconds."""


def zone(name: str) -> ZoneInfo:
    """Return the time zone of a name; UTC where there is none of that name any more."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")


def changed(before: Calendar, new: Calendar, now: int) -> Calendar:
    """Return a changed calendar with the zone and the days off by which clocks are counted until the next week begins.

    No week, from Monday to Sunday, has the days off of two calendars: who could choose others in its middle, or go to
    another zone, could be off for most of it. The week is that of the zone that counts, and has begun in the new one.
    """
    if (new.zone, new.days_off) == (before.zone, before.days_off):
        return replace(new, **_kept(before.kept_zone, before.kept_days_off, before.kept_until))
    if before.kept_until is None and not before.days_off:
        return replace(new, **_kept("UTC", 0, None))  # there were none so far
    counts = before.zone, before.days_off
    if before.kept_until is not None and now < before.kept_until:
        counts = before.kept_zone, before.kept_days_off
    name, days_off = counts
    if counts == (new.zone, new.days_off) or not (days_off or new.days_off):
        return replace(new, **_kept(name, days_off, now))
    today = datetime.fromtimestamp(now / 1000, zone(name)).date()
    monday = today + timedelta(days=7 - today.weekday())
    begins = max(_midnight(zone(each), monday) for each in (name, new.zone))
    return replace(new, **_kept(name, days_off, begins))


def _kept(name: str, days_off: int, until: int | None) -> dict[str, Any]:
    return {"kept_zone": name, "kept_days_off": days_off, "kept_until": until}


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
    return merge(own, general, _days_off(calendar, since, until) if days_off else iter(()))


def _days_off(calendar: Calendar, since: int, until: int) -> Iterator[Span]:
    kept = since if calendar.kept_until is None else max(since, min(until, calendar.kept_until))
    for begin, end in _off(calendar.kept_zone, calendar.kept_days_off, since, kept):
        yield begin, min(end, kept)
    for begin, end in _off(calendar.zone, calendar.days_off, kept, until):
        yield max(begin, kept), end


def _off(name: str, days_off: int, since: int, until: int) -> Iterator[Span]:
    """Return the days off that touch the time from `since` to `until`."""
    if not days_off or since >= until:
        return
    there = zone(name)
    day = datetime.fromtimestamp(since / 1000, there).date()
    last = datetime.fromtimestamp(min(until, since + FAR * DAY_MS) / 1000, there).date()
    while day <= last:
        if days_off >> day.weekday() & 1:
            yield _midnight(there, day), _midnight(there, day + timedelta(days=1))
        day += timedelta(days=1)


def _midnight(there: ZoneInfo, day: date) -> int:
    return _at(there, day, 0)


def _at(there: ZoneInfo, day: date, minute: int) -> int:
    """Return the time at a minute of a day; of one that daylight saving skips the next one that exists."""
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=there)
    return round(local.astimezone(UTC).timestamp() * 1000)
