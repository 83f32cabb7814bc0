"""Processes that share a database: nobody pays for the outage of another process, and nobody gets time for none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import ArenaBot
from bot.clocks.now import now_ms
from bot.clocks.seat_clocks import runs_out
from bot.config import ThinkSettings
from bot.features.clocks.outages import Outages
from bot.matches.loaded import LoadedMatch
from bot.others import Others
from storage import Calendar, Candidate, Holder, Home, StorageError, Store
from tests.bot.bare import wish
from tests.bot.features.living import BEGIN, DAY, HOUR, Living
from tests.toy import TOY

SHARD = 1 << 22
PICK = ("pick", "1", "2")
MINUTE = 60_000


@pytest.fixture
async def store(postgresql_url: str) -> AsyncIterator[Store]:
    """A database that processes share."""
    candidate = Candidate("bot", Holder(1, "here", 0), "1.0", (0, 1), 2)
    async with await Store.among(postgresql_url, candidate) as opened:
        yield opened


def process(store: Store, now: int, *shards: int, count: int = 2, number: int = 1) -> Living:
    """A process that has just started and serves these shards; one that serves none does nothing but think."""
    made = Living(store, now, thinks=not shards)
    made.matches.calendars.shards = Home(shards, count)
    made._numbers = iter(range(number * 10**6, (number + 1) * 10**6))
    return made


async def begun(here: Living, shard: int = 1) -> LoadedMatch:
    """A match that has just begun on a server of a shard of two, or of four."""
    asked = replace(wish(TOY, 1, 2, pace="7d+1d"), guild_id=(shard + 4) * SHARD)
    match = await here.matches.load(await here.lobby.new(asked, interaction_id=next(here._numbers)))
    match = await here.lobby.accept(match, 2, interaction_id=next(here._numbers))
    return await here.coloured(match)


async def test_a_process_that_only_thinks_notes_no_outage(store: Store) -> None:
    bot, thinker = process(store, BEGIN, 0, 1), process(store, BEGIN, number=2)
    await bot.beat()
    match = await begun(bot)
    for minutes in (10, 60, 300):
        for _ in range(2 * minutes):
            bot.now += MINUTE // 2
            bot.ran += MINUTE // 2
            await bot.outages.beat()
        thinker.now, thinker.ran = bot.now, bot.ran
        timing = await thinker.matches.timing(await thinker.matches.load(match.id))  # as for each move of a computer
        assert timing.outages == ()
    await bot.play(match, 1, *PICK)
    assert (await bot.clock(match, 0)).left_ms == 7 * DAY - 370 * MINUTE


async def test_a_bot_that_only_thinks_leaves_notes_alone(postgresql_url: str, tmp_path: Path) -> None:
    others = Others((), 1, thinks=True)
    candidate = Candidate("think", Holder(1, "here", 0), "1.0")
    async with await Store.among(postgresql_url, candidate, hear=others.hear) as store:
        settings = ThinkSettings(database_url="postgresql://x@y/z", data_dir=tmp_path, _env_file=None)
        bot = ArenaBot(settings, store, others=others)
        await bot._join()
        bot.connected = True
        noted = now_ms() - HOUR
        await store.heard.note(Home((0,), 1), noted)
        ((since, until),) = await bot.matches.calendars.standstills("any", None)
        assert since <= noted + MINUTE, "what it charges stands still while no bot is there"
        assert HOUR <= until - since < 2 * HOUR
        assert await store.pauses.outages() == ()
        assert await store.heard.earliest() == noted
        assert bot.services.get(Outages)._heard is None
        await bot.supervisor.stop()


async def test_whoever_asks_meanwhile_takes_nothing_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    here = process(store, BEGIN, 0, 1)
    await here.beat()
    match = await begun(here)
    calendars, pauses = here.matches.calendars, store.pauses.of_running
    await calendars.out(here.now - MINUTE, here.now)
    meanwhile = [calendars.paused]

    async def of_running() -> object:
        found = await pauses()
        while meanwhile:
            await meanwhile.pop()()
        return found

    monkeypatch.setattr(store.pauses, "of_running", of_running)
    await calendars.move_ends(here.now)
    assert not meanwhile
    assert (await here.clock(match, 0)).runs_out == here.now + 7 * DAY


async def test_a_paused_match_stays_paused_over_an_outage(store: Store) -> None:
    here = process(store, BEGIN, 0, 1)
    await here.beat()
    match = await begun(here)
    await here.play(match, 1, *PICK)
    await here.matches.calendars.pause([match.id], here.now)
    here.now += MINUTE
    here.ran += MINUTE
    await here.outages.beat()
    again = process(store, here.now + HOUR, 0, 1, number=2)
    await again.beat()
    assert (await again.matches.timing(await again.matches.load(match.id))).paused
    await again.outages.show_ends()
    await again.timer.catch_up(await again.matches.load(match.id))
    await again.play(match, 2, "pick", "3", "4")
    assert {(await again.clock(match, seat)).runs_out for seat in (0, 1)} == {None}
    await again.matches.calendars.resume([match.id], again.now)
    assert (await again.matches.timing(await again.matches.load(match.id))).paused is False


async def _five_days_without_the_second(store: Store) -> tuple[Living, LoadedMatch]:
    """A match of the second shard whose process is gone, and the first process, which goes on."""
    first, second = process(store, BEGIN, 0), process(store, BEGIN, 1, number=2)
    await first.beat()
    await second.beat()
    match = await begun(second)
    first.there_until(BEGIN + 5 * DAY)
    await first.beat()
    return first, match


@pytest.mark.parametrize("thinks", [False, True])
async def test_a_move_made_elsewhere_pays_nothing_for_the_outage_of_the_servers_process(
    store: Store, thinks: bool
) -> None:
    first, match = await _five_days_without_the_second(store)
    here = process(store, first.now, number=3) if thinks else first
    await here.play(match, 1, *PICK)  # a press in a direct message, which the first shard hears
    assert (await here.clock(match, 0)).left_ms == 7 * DAY
    again = process(store, first.now + HOUR, 1, number=4)
    await again.beat()
    await again.on(HOUR)
    await again.play(match, 2, "pick", "3", "4")
    assert (await again.clock(match, 1)).left_ms == 7 * DAY - HOUR


async def test_nobodys_time_is_over_by_the_outage_of_another_process(store: Store) -> None:
    first, match = await _five_days_without_the_second(store)
    first.there_until(BEGIN + 20 * DAY)
    await first.beat()
    match = await first.matches.load(match.id)
    timing = await first.matches.timing(match)
    ends = [runs_out(timing, one) for one in match.match.clocks if one.since is not None]
    assert ends == [first.now + 7 * DAY] * 2  # what a tournament asks before it decides


async def test_own_matches_and_calendars_know_whose_outage_it_is(store: Store) -> None:
    first, theirs = await _five_days_without_the_second(store)
    ours = await begun(first, shard=0)
    first.there_until(first.now + DAY)
    await first.matches.calendars.set(Calendar(1, reminders="none"), now=first.now)  # counts both clocks anew
    assert (await first.clock(ours, 0)).runs_out == first.now + 6 * DAY
    assert (await first.clock(theirs, 0)).runs_out == first.now + 7 * DAY


async def test_the_outage_of_a_dead_process_is_known_after_shards_are_counted_anew(store: Store) -> None:
    first, match = await _five_days_without_the_second(store)
    only = process(store, first.now, 0, count=1, number=3)
    await only.beat()
    await only.play(match, 1, *PICK)
    assert (await only.clock(match, 0)).left_ms == 7 * DAY


async def test_each_of_those_who_count_shards_anew_knows_the_outage(store: Store) -> None:
    first, match = await _five_days_without_the_second(store)
    one = process(store, first.now, 0, 2, count=4, number=3)
    await one.beat()
    one.there_until(one.now + DAY)
    await one.beat()
    other = process(store, one.now, 1, 3, count=4, number=4)  # which was started a day later
    await other.beat()
    await other.play(match, 1, *PICK)
    assert (await other.clock(match, 0)).left_ms == 7 * DAY


@pytest.mark.parametrize("moved", [False, True])
async def test_shards_that_are_counted_as_once_before_invent_no_outage(store: Store, moved: bool) -> None:
    first = process(store, BEGIN, 0, 1)
    await first.beat()
    between = process(store, BEGIN, 0, 1, 2, 3, count=4, number=2)
    if moved:  # to a database of one process
        between.matches.calendars.shards = None
    await between.beat()
    match = await begun(between)
    await between.on(3 * DAY)
    again = process(store, between.now, 0, 1, number=3)
    await again.beat()
    await again.play(match, 1, *PICK)
    assert (await again.clock(match, 0)).left_ms == 4 * DAY


async def test_an_outage_during_which_the_database_goes_away_is_known_to_its_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = process(store, BEGIN, 0, 1)
    await before.beat()
    match = await begun(before)
    again = process(store, BEGIN + HOUR, 0, 1, number=2)
    with monkeypatch.context() as patch:
        patch.setattr(store.heard, "note", _out_of_reach)
        with pytest.raises(StorageError):
            await again.beat()
    assert await store.pauses.of_match(match.id, 0) == ((BEGIN, BEGIN + HOUR),)
    again.now += DAY
    again.ran += DAY
    await again.beat()
    await again.play(match, 1, *PICK)
    assert (await again.clock(match, 0)).left_ms == 7 * DAY


async def _out_of_reach(home: Home | None, at: int) -> None:
    raise StorageError("the database is out of reach")


async def test_a_clock_that_is_set_back_takes_the_clocks_of_its_only_bot_with_it(store: Store) -> None:
    bot = process(store, BEGIN, 0, 1)
    await bot.beat()
    match = await begun(bot)
    await bot.on(DAY)
    bot.now -= 3 * DAY
    await bot.beat()
    assert await store.heard.of(Home((0, 1), 2)) == {0: bot.now, 1: bot.now}
    await bot.on(2 * DAY)
    await bot.play(match, 1, *PICK)
    assert (await bot.clock(match, 0)).left_ms == 4 * DAY


@pytest.mark.parametrize("order", [1, -1])
async def test_a_clock_that_is_set_back_during_an_update_takes_clocks_with_it_once(store: Store, order: int) -> None:
    both = old, new = process(store, BEGIN, 0, 1), process(store, BEGIN, 0, 1, number=2)
    await old.beat()
    match = await begun(old)
    for at, one in enumerate(both):
        one.there_until(BEGIN + DAY + 1000 * at)
        await one.beat()
    for one in both[::order] * 2:
        one.now -= 3 * DAY if one.now > BEGIN else 0
        await one.beat()
    assert (await new.clock(match, 0)).since == BEGIN - 3 * DAY


async def test_one_of_several_bots_whose_clock_is_set_back_leaves_all_clocks_alone(store: Store) -> None:
    first, second = process(store, BEGIN, 0), process(store, BEGIN, 1, number=2)
    await first.beat()
    await second.beat()
    match = await begun(second)
    first.now -= 3 * DAY
    await first.beat()
    assert (await second.clock(match, 0)).since == BEGIN
