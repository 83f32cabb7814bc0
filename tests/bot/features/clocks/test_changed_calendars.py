"""A changed calendar counts from the change on, other days off from the next week on; what was used stays used."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.clocks.hours import changed, used
from bot.features.clocks.settings import DAYS_OFF
from storage import Calendar
from tests.bot.features.living import BEGIN, DAY, HOUR, Living, living

ZONES: Final = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "America/New_York", "Asia/Kathmandu")
WEEKEND: Final = DAYS_OFF["weekend"]


async def left(here: Living, match_id: str, seat: int) -> int:
    """Return how much time a seat has now, in milliseconds."""
    match = await here.matches.load(match_id)
    one, timing = match.clock(seat), await here.matches.timing(match)
    assert one is not None
    time = one.left_ms if one.own_ms is None else one.own_ms
    assert time is not None
    return time if one.since is None else time - timing.used(seat, one.since, here.now)


async def _sunday_evening(here: Living) -> str:
    """A match that has waited for both players for all of a weekend; its id."""
    await here.on(4 * DAY)  # Friday afternoon
    match = await here.coloured(await here.begun(pace="3d+12h"))
    await here.on(2 * DAY + 8 * HOUR)
    return match.id


async def test_days_off_count_from_when_they_are_chosen(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match_id = await _sunday_evening(here)
        assert await left(here, match_id, 0) == 16 * HOUR
        await here.matches.calendars.set(Calendar(1, days_off=WEEKEND), now=here.now)
        await here.timer.look_again(1)
        assert await left(here, match_id, 0) == 16 * HOUR
        await here.on(HOUR)
        assert await left(here, match_id, 0) == 16 * HOUR
        clock = await here.clock(await here.matches.load(match_id), 0)
        assert clock.since == here.now - 2 * DAY - 9 * HOUR, "since when it is waited for stays as it was"
        await here.on(4 * HOUR)
        match = await here.play(await here.matches.load(match_id), 1, "pick", "1", "2")
        assert match.clock(0).left_ms == 16 * HOUR - 11_600_000, "from midnight on"  # type: ignore[union-attr]


async def test_other_days_off_count_from_the_next_week_on(tmp_path: Path) -> None:
    async with living(tmp_path) as here:  # Monday afternoon
        match = await here.coloured(await here.begun(pace="30d+7d"))
        begun = here.now
        for ms, zone, days in (
            (DAY, "Pacific/Kiritimati", "friday"),  # from Thursday 10:00 UTC on
            (4 * DAY, "Etc/GMT+12", "friday"),  # till Sunday 12:00 UTC
            (0, "Etc/GMT+12", "sunday"),  # till Monday 12:00 UTC
            (HOUR, "Etc/GMT+12", "none"),
            (HOUR, "Etc/GMT+12", "sunday"),
        ):
            await here.on(ms)
            await here.matches.calendars.set(Calendar(1, zone, days_off=DAYS_OFF[days]), now=here.now)
        await here.on(begun + 7 * DAY - here.now)
        assert await left(here, match.id, 0) == (30 - 5) * DAY, "Friday and Saturday were off, where it was chosen"
        await here.on(7 * DAY)
        assert await left(here, match.id, 0) == (30 - 5 - 6) * DAY, "Sunday alone"


@pytest.mark.parametrize("seed", range(4))
def test_no_week_has_more_than_two_days_off_whatever_is_changed_in_it(seed: int) -> None:
    """Somebody who chooses whatever is off at the moment, whenever nothing is, or changes something at random."""
    random, weeks, now = Random(seed), 30, BEGIN
    plans = [Calendar(1, zone, days_off=days) for zone in ZONES for days in DAYS_OFF.values()]
    mine, off = Calendar(1), [0] * weeks
    for hour in range(weeks * 7 * 24):
        if not _off(mine, now):
            best = [plan for plan in plans if _off(plan, now)]
            if random.random() < 0.05:
                best = plans
            if best:
                mine = changed(mine, random.choice(best), now)
        off[hour // (7 * 24)] += _off(mine, now)
        now += HOUR
    assert sum(off) <= 48 * weeks + 26
    assert max(off) <= 48 + 26, "weeks of other zones begin earlier or later"


def _off(calendar: Calendar, now: int) -> bool:
    return used(calendar, (), now, now + HOUR) == 0


async def test_dropping_days_off_and_choosing_them_again_changes_nothing_that_has_passed(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        await here.matches.calendars.set(Calendar(1, days_off=WEEKEND), now=here.now)
        match_id = await _sunday_evening(here)
        had = await left(here, match_id, 0)
        for days in (0, DAYS_OFF["friday"], WEEKEND, 0):
            for zone in ZONES:
                await here.matches.calendars.set(Calendar(1, zone, days_off=days), now=here.now)
                assert await left(here, match_id, 0) == had


async def test_whoever_joins_brings_days_off_for_their_own_time_alone(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match_id = await _sunday_evening(here)
        await here.matches.calendars.set(Calendar(9, days_off=WEEKEND), now=here.now)
        match = await here.matches.load(match_id)
        await here.substitutes.offer(match, 0, "own")
        await here.substitutes.take(await here.matches.load(match_id), 9, 0)
        assert [await left(here, match_id, seat) for seat in (0, 1)] == [3 * DAY, 16 * HOUR]
        await here.on(HOUR)
        assert [await left(here, match_id, seat) for seat in (0, 1)] == [3 * DAY, 15 * HOUR]


async def test_a_change_while_somebody_moves_makes_the_move_count_by_it(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match_id = await _sunday_evening(here)
        match = await here.matches.load(match_id)  # as it was before the change
        await here.matches.calendars.set(Calendar(1, days_off=WEEKEND), now=here.now)
        after = await here.matches.play(match, 1, [("pick", "1", "2")])
        assert after.match.clock(0).left_ms == 16 * HOUR  # type: ignore[union-attr]


@pytest.mark.parametrize("pace", ["15m+1m", "3d+12h", "30d+7d"])
@pytest.mark.parametrize("seed", range(6))
async def test_no_change_ever_gives_time_back(tmp_path: Path, pace: str, seed: int) -> None:
    """Random changes, absences, outages and jumps of the machine's clock: the time left falls, and never jumps."""
    async with living(tmp_path) as here:
        random = Random(seed)
        match = await here.coloured(await here.begun(pace=pace))
        pair = (match.id, 0), (match.id, 1)
        passed, bank = 0, await left(here, *pair[0])
        for _ in range(40):
            had = [await left(here, *one) for one in pair]
            what = random.randrange(10)
            if what < 6:
                quiet = random.choice(((None, None), (60, 600)))
                days = random.choice(tuple(DAYS_OFF.values()))
                new = Calendar(1, random.choice(ZONES), *quiet, days_off=days)
                await here.matches.calendars.set(new, now=here.now)
            elif what == 6:
                await here.absences.leave(1, here.now + random.randrange(1, DAY))
            elif what == 7:
                await here.absences.back(1)
            else:
                here.now += random.choice((-1, 1)) * random.randrange(10_000, 5 * DAY)
                await here.outages.beat()
            assert [await left(here, *one) for one in pair] == had
            ms = random.randrange(bank // 60)
            here.there_until(here.now + ms)
            passed += ms
            now = [await left(here, *one) for one in pair]
            assert had[0] - ms <= now[0] <= had[0]
            assert now[1] == bank - passed, "the other one's clock does not care"
