"""Outages are noted before anybody's time is counted, and a corrected clock of the machine takes nobody's time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.clocks.now import now_ms
from bot.features.clocks.outages import MESSAGE, Outages
from bot.features.clocks.settings import DAYS_OFF
from games.referee import random_action
from games.registry import GAMES
from storage import Calendar, StorageError
from tests.bot.features.living import BEGIN, DAY, HOUR, Living, living
from tests.bot.world import World, world
from tests.support.jobs import claim_timers, timers

PACES = ("5m+0", "15m+1m", "1d+2h", "3d+12h", "7d+1d", "30d+7d")
PICK = ("pick", "1", "2")
BEAT_MS = 30_000
PATIENCE = 60.0
"""Seconds that a beat may take; only one that hangs needs them."""


async def _stood_still(here: Living, kind: str) -> Living:
    """Three days in which nobody could play, or a clock that says so; returns the process that is there then."""
    if kind == "resumed":
        here.outages.heard("disconnect")
        here.ran += 3 * DAY
    here.now += -3 * DAY if kind == "set back" else 3 * DAY
    if kind != "restarted":
        return here
    new = Living(here.store, here.now)
    new._numbers = iter(range(10**6, 10**9))
    return new


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("kind", ["suspended", "restarted", "resumed", "set back"])
async def test_whoever_moves_first_after_a_standstill_pays_nothing_for_it(tmp_path: Path, pace: str, kind: str) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace=pace))
        bank = (await here.clock(match, 0)).left_ms
        await here.on(60_000)
        here = await _stood_still(here, kind)
        await here.play(match, 1, *PICK)
        assert (await here.clock(match, 0)).left_ms == (bank or 0) - 60_000
        await here.on(60_000)
        await here.play(match, 2, "pick", "3", "4")
        assert (await here.clock(match, 1)).left_ms == (bank or 0) - 120_000


@pytest.mark.parametrize("kind", ["frozen", "suspended", "resumed", "set back"])
async def test_a_press_in_flight_goes_on_before_anything_is_heard_and_pays_nothing(tmp_path: Path, kind: str) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace="1d+2h"))
        bank = (await here.clock(match, 0)).left_ms or 0
        await here.on(60_000)
        here.outages.heard(MESSAGE)
        here.now += -3 * DAY if kind == "set back" else 3 * DAY
        if kind in ("frozen", "resumed"):
            here.ran += 3 * DAY
        if kind != "frozen":
            here.connected = False
            here.outages.heard("disconnect")
        await here.play(match, 1, *PICK)
        assert not await here.outages.catch_up(), "nobody knows yet whether it is over"
        here.now += HOUR
        here.ran += HOUR
        here.connected = True
        here.outages.heard(MESSAGE)
        await here.beat()
        assert (await here.clock(match, 0)).left_ms == bank - 60_000
        await here.on(60_000)
        await here.play(match, 2, "pick", "3", "4")
        assert (await here.clock(match, 1)).left_ms == bank - 120_000


async def test_days_off_that_are_set_before_anything_is_heard_give_or_take_no_time(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace="7d+1d"))
        await here.on(60_000)
        here.connected = False
        here.outages.heard("disconnect")
        here.now += 6 * DAY
        here.ran += 6 * DAY
        await here.matches.calendars.set(Calendar(1, days_off=DAYS_OFF["weekend"]), now=here.now)
        here.connected = True
        await here.play(match, 1, *PICK)
        assert (await here.clock(match, 0)).left_ms == 7 * DAY - 60_000


async def test_a_time_that_seems_over_after_a_standstill_is_not(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun(pace="15m+1m")
        here.now += HOUR
        for claim in (await claim_timers(here.store, here.now)).jobs:
            await here.work(claim)
        assert {(await here.clock(match, seat)).out_at for seat in (0, 1)} == {None}


async def test_a_short_break_is_no_outage(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        await here.begun()
        here.outages.heard("disconnect")
        here.now += 2_000
        here.ran += 2_000
        await here.outages.beat()
        here.now -= 2_000
        assert await here.outages.catch_up()
        assert await here.store.pauses.outages() == ()


async def test_an_outage_moves_the_ends_that_are_shown_at_once(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        running = await here.coloured(await here.begun(pace="1d+2h"))
        asked = await here.begun(pace="1d+2h", first=11)
        paused = await here.begun(pace="1d+2h", first=21)
        unlimited = await here.begun(pace=None, first=31)
        await here.matches.calendars.pause([paused.id], here.now)
        await here.on(2 * HOUR)
        before = await here.clock(running, 0)
        here.now += HOUR
        assert await here.outages.catch_up()  # whoever presses first does not wait for all matches
        assert await here.clock(running, 0) == before
        await here.beat()
        assert await here.clock(running, 0) == replace(before, runs_out=BEGIN + 25 * HOUR)
        assert (await here.clock(paused, 0)).runs_out is None
        assert (await here.clock(unlimited, 0)).runs_out is None
        await here.on(23 * HOUR)
        over = await here.clock(asked, 0)
        assert over.out_at == BEGIN + 25 * HOUR
        here.now += HOUR
        await here.beat()
        assert await here.clock(asked, 0) == over


async def test_ends_that_could_not_be_shown_are_shown_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace="1d+2h"))
        before = await here.clock(match, 0)
        here.now += HOUR
        with monkeypatch.context() as patch:
            patch.setattr(here.matches.calendars, "move_ends", _out_of_reach)
            with pytest.raises(StorageError):
                await here.beat()
        assert await here.clock(match, 0) == before
        await here.outages.show_ends()
        assert await here.clock(match, 0) == replace(before, runs_out=BEGIN + 25 * HOUR)


async def _out_of_reach(now: int) -> None:
    raise StorageError("the database is out of reach")


async def test_an_outage_that_takes_minutes_to_be_shown_is_not_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed, shown, through = 0, list[int](), asyncio.Event()

    async def slowly(now: int) -> None:  # as with thousands of matches
        shown.append(now)
        await through.wait()

    async with world(tmp_path) as made:
        await made.match(pace="1d+2h")
        noticed, begun = made.bot.services.get(Outages), now_ms()
        noticed.wall, noticed.running = lambda: begun + passed, lambda: passed
        noticed._received = None
        monkeypatch.setattr(made.bot.matches.calendars, "move_ends", slowly)
        await _go_away(made, HOUR)
        (beat,) = [one.periodic["outages"][1] for one in made.bot.services.running if "outages" in one.periodic]
        for _ in range(6):
            async with asyncio.timeout(PATIENCE):
                await beat()
            passed += BEAT_MS
        assert len(await made.bot.store.pauses.outages()) == 1
        through.set()
        await made.settle()
        assert len(shown) == 1


async def test_a_connection_that_breaks_without_a_word_was_lost_since_its_last_message(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace="15m+1m"))
        await here.on(40_000)
        here.outages.heard(MESSAGE)
        for _ in range(3):  # heartbeats are not answered any more, which is not noticed yet
            here.now += 30_000
            here.ran += 30_000
            await here.outages.beat()
        assert not await here.outages.catch_up(), "nobody's time runs out while nobody can be heard"
        here.outages.heard("disconnect")
        here.connected = False
        here.now += 20_000
        here.ran += 20_000
        here.connected = True
        here.outages.heard(MESSAGE)
        await here.play(match, 1, *PICK)
        assert (await here.clock(match, 0)).left_ms == 15 * 60_000 - 40_000


async def test_many_who_come_at_once_find_one_outage_or_one_correction(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun(pace="1d+2h")
        await here.on(HOUR)
        here.now += 5 * HOUR
        await asyncio.gather(*(here.outages.catch_up() for _ in range(5)))
        assert await here.store.pauses.outages() == ((BEGIN + HOUR, BEGIN + 6 * HOUR),)
        here.now -= 30 * HOUR
        await asyncio.gather(*(here.outages.catch_up() for _ in range(5)))
        assert await here.store.pauses.outages() == ()
        clock = await here.clock(match, 0)
        assert clock.runs_out == here.now + 23 * HOUR
        assert clock.since == BEGIN - 30 * HOUR


async def test_a_corrected_clock_of_the_machine_keeps_what_falls_due_and_what_is_over(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun(pace="3d+12h")
        await here.absences.leave(1, here.now + 2 * DAY)
        await here.on(DAY)
        await here.absences.back(1)
        await here.absences.leave(2, here.now + 10 * DAY)
        await here.on(HOUR)
        due = dict(await timers(here.store, match.id))
        here.now -= 4 * DAY
        await here.outages.beat()
        (mine, other) = [(await here.matches.calendars.of((user,)))[user].absences for user in (1, 2)]
        assert mine == ()
        assert other == ((here.now, BEGIN + 11 * DAY),)
        assert (await here.clock(match, 0)).runs_out == here.now + 3 * DAY - HOUR
        assert (await here.clock(match, 1)).runs_out == BEGIN + 11 * DAY + 2 * DAY
        assert dict(await timers(here.store, match.id)) == {kind: at - 4 * DAY for kind, at in due.items()}


async def test_questions_of_monsters_and_myths_wait_after_a_clock_that_jumped_on_and_back(tmp_path: Path) -> None:
    """A bank that a standstill has emptied answered one question after the other by itself, hours later or at once."""
    async with living(tmp_path) as made:
        random, game = Random(4), GAMES["monsters_and_myths"]
        here = Living(made.store, games=(game,))
        await here.outages.beat()
        matches = [await here.begun(players=3, pace="1d+2h", first=10 * n + 1, game=game) for n in range(4)]
        for jump in (0, 3 * DAY, -7 * DAY):
            here.now += jump
            for _ in range(40):
                match = await here.matches.load(random.choice(matches).id)
                waited = [c for c in match.choices if c.must]
                if not waited:
                    continue  # over after so many actions
                choice = random.choice(waited)
                action = random_action(match.face.game, match.state, choice, random)
                await here.matches.play(match, match.user_of(choice.seat) or 0, [action])
                here.now += 500
                here.ran += 500
                for claim in (await claim_timers(here.store, here.now)).jobs:
                    await here.work(claim)
        for match in matches:
            assert not [e for e in (await here.matches.load(match.id)).entries if e.text == "timeout"]
            clocks = (await here.matches.load(match.id)).match.clocks
            assert all((one.left_ms or 0) > DAY - 2 * HOUR for one in clocks)


async def _go_away(made: World, ms: int) -> None:
    """Let so much time pass for the machine and its bot, which knows of nothing but its last note."""
    bot = made.bot
    bot.clock.ahead += ms
    bot.services.get(Outages)._heard = None
    await bot.store.heard.note(None, now_ms() - ms)


async def test_a_press_before_discord_is_ready_finds_the_outage_noted(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(pace="15m+1m")
        made.bot.connected = False
        await _go_away(made, 3 * DAY)
        match = await made.bot.matches.load(match_id)
        choice = next(choice for choice in match.choices if choice.must)
        await made.actor(match.user_of(choice.seat) or 0).slash(
            await made.thread(match_id), "settings quiet", hours="off"
        )
        ((since, until),) = await made.bot.store.pauses.outages()
        assert 3 * DAY <= until - since < 3 * DAY + HOUR
        action = random_action(match.face.game, match.state, choice, Random(1))
        after = (await made.play(match_id, match.user_of(choice.seat) or 0, action)).match
        assert (after.clock(choice.seat).left_ms or 0) > 10 * 60_000


async def test_a_connection_that_is_taken_up_again_notes_the_outage(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert made.bot._enable_debug_events, "else nobody hears of heartbeats"
        made.bot.dispatch("disconnect")
        await _go_away(made, HOUR)
        assert not await made.bot.services.get(Outages).catch_up()
        made.bot.dispatch("resumed")
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_resumed"))
        assert len(await made.bot.store.pauses.outages()) == 1
