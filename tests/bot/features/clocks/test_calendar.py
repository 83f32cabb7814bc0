"""When clocks run and when they pause; when somebody may be disturbed."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.clocks import calendars, pace
from bot.clocks.calendars import Calendars
from bot.clocks.hours import awake, away, is_quiet, reaches, used
from bot.clocks.pace import Pace
from storage import Calendar, StorageError
from tests.bot.features.living import BEGIN, living

HOUR = 3_600_000
DAY = 24 * HOUR
BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str, zone: ZoneInfo = BERLIN) -> int:
    """Unix milliseconds of a local time."""
    return round(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000)


def test_a_clock_that_nothing_stops_runs_all_the_time() -> None:
    assert used(Calendar(1), (), 1000, 5000) == 4000
    assert reaches(Calendar(1), (), 1000, 4000) == 5000
    assert reaches(Calendar(1), (), 1000, 0) == 1000


def test_absences_and_outages_stop_it_and_count_once_where_they_overlap() -> None:
    calendar = Calendar(1, absences=((20, 40), (90, 95)))
    outages = ((30, 50), (60, 61))
    assert used(calendar, outages, 10, 100) == 90 - 30 - 1 - 5
    assert used(calendar, outages, 25, 45) == 0
    assert used(calendar, outages, 35, 100) == 65 - 15 - 1 - 5
    assert reaches(calendar, outages, 10, 10) == 20
    assert reaches(calendar, outages, 10, 11) == 51


def test_days_off_go_from_midnight_to_midnight_where_somebody_lives() -> None:
    calendar = Calendar(1, "Europe/Berlin", days_off=0b1100000)
    friday, monday = at("2026-11-20T20:00"), at("2026-11-23T01:00")
    assert used(calendar, (), friday, monday) == 5 * HOUR
    assert used(calendar, (), friday, monday, days_off=False) == 53 * HOUR
    assert reaches(calendar, (), friday, 5 * HOUR) == monday
    assert reaches(calendar, (), at("2026-11-21T12:00"), HOUR) == monday


def test_the_day_on_which_clocks_change_has_25_hours() -> None:
    sunday = Calendar(1, "Europe/Berlin", days_off=0b1000000)
    begin, end = at("2026-10-24T23:00"), at("2026-10-26T01:00")
    assert end - begin == 27 * HOUR
    assert used(sunday, (), begin, end) == 2 * HOUR


def test_what_a_clock_has_used_and_when_it_ends_say_the_same() -> None:
    random = Random(3)
    for _ in range(300):
        spans = [(b := random.randrange(400) * HOUR, b + random.randrange(90) * HOUR) for _ in range(6)]
        calendar = Calendar(
            1, "America/New_York", days_off=random.randrange(128) & 0b1100000, absences=tuple(spans[:3])
        )
        outages, since, run = tuple(spans[3:]), random.randrange(300) * HOUR, random.randrange(1, 300) * HOUR
        end = reaches(calendar, outages, since, run)
        assert used(calendar, outages, since, end) == run
        assert used(calendar, outages, since, end - 1) == run - 1


@pytest.mark.parametrize(
    ("time", "later"),
    [
        ("2026-11-24T21:59", "2026-11-24T21:59"),
        ("2026-11-24T22:00", "2026-11-25T07:00"),
        ("2026-11-25T06:59", "2026-11-25T07:00"),
        ("2026-11-25T07:00", "2026-11-25T07:00"),
        ("2026-11-20T23:30", "2026-11-23T07:00"),  # a Friday, the weekend is off, and Monday begins quietly
        ("2026-11-21T12:00", "2026-11-23T07:00"),
    ],
)
def test_quiet_hours_and_days_off_put_news_off(time: str, later: str) -> None:
    calendar = Calendar(1, "Europe/Berlin", 22 * 60, 7 * 60, 0b1100000)
    assert awake(calendar, at(time)) == at(later)
    assert is_quiet(calendar, at(time)) == (time != later)


def test_quiet_hours_within_a_day() -> None:
    calendar = Calendar(1, "Europe/Berlin", 9 * 60, 17 * 60)
    assert awake(calendar, at("2026-11-24T09:00")) == at("2026-11-24T17:00")
    assert awake(calendar, at("2026-11-24T08:59")) == at("2026-11-24T08:59")


def test_whoever_is_away_is_so_until_the_end() -> None:
    calendar = Calendar(1, absences=((10, 20),))
    assert [away(calendar, time) for time in (9, 10, 19, 20)] == [None, 20, 20, None]


def test_a_time_zone_that_is_gone_is_that_of_greenwich() -> None:
    assert used(Calendar(1, "Nowhere/At-All", days_off=0b1000000), (), 0, 7 * DAY) == 6 * DAY


@pytest.mark.parametrize("text", ["7d+1d", "3d+12h", "1d+2h", "15m+1m", "1d12h+30m", "2h+0"])
def test_paces_are_written_as_they_are_read(text: str) -> None:
    found = pace.read(text)
    assert found is not None
    assert found.text == text
    assert pace.stored(found.text) == found


def test_paces_have_names() -> None:
    assert pace.read("Daily") == Pace(3 * 86_400, 43_200)
    assert pace.read("none") is None
    assert pace.read("48h") == Pace(2 * 86_400, 0)
    assert {pace.name_of(one) for one in pace.PRESETS.values()} == set(pace.PRESETS)
    assert (pace.name_of(None), pace.name_of(Pace(600, 0))) == ("none", "")


@pytest.mark.parametrize(
    "text", ["", "fast", "4m", "31d", "1d+8d", "1h+2h", "d+1h", "-1d", "1d+", "1x", "9" * 99 + "d"]
)
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^" + __import__("re").escape(text) + "$"):
        pace.read(text)


async def test_the_calendars_that_were_asked_for_longest_ago_are_kept_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calendars, "KEPT", 2)
    async with living(tmp_path) as here:
        kept = Calendars(here.store)
        for users in ((1,), (2,), (1, 3)):
            assert set(await kept.of(users)) == set(users)
        assert [user for user in (1, 2, 3) if kept.known(user) is not None] == [1, 3]


async def test_a_pause_that_was_read_late_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path) as here:
        first, second = await here.begun(), await here.begun(first=11)
        kept, read, meanwhile = Calendars(here.store), here.store.pauses.of_running, [second.id]

        async def of_running() -> object:
            found = await read()
            while meanwhile:  # another thread reads, and is faster
                await kept.pause([meanwhile.pop()], BEGIN)
                await kept.paused()
            return found

        monkeypatch.setattr(here.store.pauses, "of_running", of_running)
        await kept.pause([first.id], BEGIN)
        await kept.paused()
        assert not meanwhile
        assert await kept.paused() == {first.id, second.id}


async def test_an_absence_that_is_stored_counts_although_nothing_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(tmp_path) as here:
        kept = Calendars(here.store)
        await kept.of((1,))

        async def of_users(users: Sequence[int]) -> object:
            raise StorageError("the disk is away")

        with monkeypatch.context() as patch:
            patch.setattr(here.store.calendars, "of_users", of_users)
            with contextlib.suppress(StorageError):
                await kept.leave(1, BEGIN, BEGIN + DAY)
        assert (await kept.of((1,)))[1].absences == ((BEGIN, BEGIN + DAY),)


async def test_a_calendar_that_is_dropped_while_it_is_read_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(tmp_path) as here:
        kept, read = Calendars(here.store), here.store.calendars.of_users

        async def of_users(users: Sequence[int]) -> object:
            found = await read(users)
            kept.forget(1)
            return found

        with monkeypatch.context() as patch:
            patch.setattr(here.store.calendars, "of_users", of_users)
            assert set(await kept.of((1,))) == {1}
        assert kept.known(1) is None
        await kept.of((1,))
        assert kept.known(1) is not None


async def test_a_move_ends_an_absence_whatever_is_kept_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calendars, "KEPT", 1)
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        for user, cards in ((1, ("1", "2")), (2, ("3", "4"))):
            await here.absences.leave(user, BEGIN + 10 * DAY)
            await here.play(match, user, "pick", *cards)
            assert await here.absences.until(user) is None
