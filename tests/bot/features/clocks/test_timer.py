"""Banks, reminders, times that run out, and what the others do then, through the real services."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.clocks import hours
from bot.features.clocks.absences import AWAY
from bot.features.clocks.pages import buttons, vote_buttons
from bot.features.clocks.reminders import Reminders
from bot.features.clocks.timeout_votes import NUDGE, Answer, expired_clock
from bot.features.clocks.timer import DESERTED, OUT, REMIND, UNSTEADY_MS
from bot.matches import computers
from bot.matches.commits import TURN, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.work import Change, Extension
from bot.panels.model import Button, Row
from bot.people.settings import Languages
from bot.publish.notifier import Notifier
from bot.texts.phrases import phrases
from games import history
from games.referee import random_action
from games.registry import GAMES
from storage import Calendar
from tests.bot.features.clocks.test_year import Discord, Names
from tests.bot.features.living import BEGIN, DAY, HOUR, Living, living
from tests.support.jobs import set_timer, timers
from tests.toy import TOY

PICK = ("pick", "1", "2")


async def test_a_bank_runs_only_while_its_seat_is_waited_for(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        assert {c.left_ms for c in match.match.clocks} == {3 * DAY}
        await here.on(HOUR)
        await here.play(match, 1, *PICK)
        mine = await here.clock(match, 0)
        assert (mine.left_ms, mine.since, mine.runs_out) == (3 * DAY - HOUR, None, None)
        other = await here.clock(match, 1)
        assert (other.since, other.runs_out) == (BEGIN, BEGIN + 3 * DAY)
        await here.on(5 * HOUR)
        await here.play(match, 2, "pick", "3", "4")  # the die is rolled, and somebody may call
        assert (await here.clock(match, 0)).left_ms == 3 * DAY - HOUR
        assert (await here.clock(match, 1)).left_ms == 3 * DAY - 6 * HOUR
        caller = next(c for c in (await here.matches.load(match.id)).choices if c.kind == "call")
        await here.play(match, caller.seat + 1, "pass")  # the round ends, and with it everybody's turn
        assert {c.left_ms for c in (await here.store.matches.load(match.id)).clocks} == {
            3 * DAY
        }  # 12 hours more, never above the bank


async def test_reminders_come_at_half_and_at_nine_tenths_and_never_again(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        await here.play(match, 1, *PICK)
        await here.on(36 * HOUR - 1)
        assert await here.rows(match, REMIND) == []
        await here.on(1)
        assert [(r.recipient, r.created_at) for r in await here.rows(match, REMIND)] == [(2, BEGIN + 36 * HOUR)]
        await set_timer(here.store, match.id, "clock", here.now)  # as after a crash
        await here.on(28 * HOUR)
        assert len(await here.rows(match, REMIND)) == 1
        await here.on(HOUR)
        told = await here.rows(match, REMIND)
        assert [row.recipient for row in told] == [2, 2]
        await here.on(6 * HOUR)
        assert len(await here.rows(match, REMIND)) == 2


async def test_whoever_has_moved_is_not_reminded(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        await here.on(30 * HOUR)
        await here.play(match, 1, *PICK)
        await here.play(match, 2, "pick", "3", "4")
        caller = next(c for c in (await here.matches.load(match.id)).choices if c.kind == "call")
        await here.play(match, caller.seat + 1, "pass")
        await here.on(20 * HOUR)  # beyond half of the first turn, not of the second one
        assert await here.rows(match, REMIND) == []


async def test_quiet_hours_put_a_reminder_off_and_two_that_fall_together_are_one(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        quiet = Calendar(2, "UTC", 20 * 60, 13 * 60)  # the match begins at half past one
        await here.matches.calendars.set(quiet, now=here.now)
        match = await here.coloured(await here.begun(pace="1d+0"))
        await here.play(match, 1, *PICK)
        await here.on(DAY - 1)
        (told,) = await here.rows(match, REMIND)
        assert not hours.is_quiet(quiet, told.created_at)
        assert (await here.clock(match, 1)).told >= 1


async def test_a_time_that_is_over_takes_the_default_where_the_game_gives_one(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        await here.play(match, 1, "pick", "4", "5")
        await here.on(3 * DAY + HOUR)
        match = await here.matches.load(match.id)
        first = next(e for e in match.entries if e.kind == "agreement")
        assert (first.text, first.seat) == ("timeout", 1)
        entries = [history.Entry(e.kind, e.seat, e.text) for e in match.entries]
        *_, last = history.fold(match.face.game, match.formation, match.options, match.seed, entries)
        assert last.after == match.position
        assert await here.rows(match, OUT) == []


class Meanwhile(Extension):
    """Does something just before the next change of a match is written."""

    def __init__(self, here: Living, what: Callable[[], Awaitable[object]]) -> None:
        self.what: Callable[[], Awaitable[object]] | None = what
        here.matches.extensions.append(self)

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        what, self.what = self.what, None
        if what is not None:
            await what()
        return change


async def test_whoever_moves_as_the_time_ends_keeps_the_time_of_the_next_turn(tmp_path: Path) -> None:
    """What was decided about the turn before is not carried out on the new one, which waits for the same player."""
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        match = await here.play(match, 1, "pick", "4", "5")

        async def moves() -> None:
            after = await here.play(match, 2, *PICK)
            caller = next(c for c in after.choices if c.kind == "call")
            await here.play(match, caller.seat + 1, "pass")

        late = Meanwhile(here, moves)
        await here.on(3 * DAY)
        match = await here.matches.load(match.id)
        assert late.what is None
        assert {choice.kind for choice in match.choices if choice.must} == {"pick"}
        assert [entry.text for entry in match.entries if entry.kind == "agreement"] == []
        assert (await here.clock(match, 1)).since == here.now


async def test_a_claim_that_comes_with_the_late_move_takes_nothing(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here)
        late = Meanwhile(here, lambda: here.play(match, 2, "colour", "green"))
        with pytest.raises(Stale):
            await here.votes.vote(match, 1, "claim")
        assert late.what is None
        match = await here.matches.load(match.id)
        assert match.match.status == "running"
        assert match.entries[-1].text == "colour green"


async def _over(here: Living, players: int = 2, **options: Any) -> LoadedMatch:
    """A match in which the last player has not even chosen a colour, for which there is no default."""
    match = await here.begun(players, **options)
    await here.coloured(match, *range(1, players))
    for user in range(1, players):
        await here.play(match, user, *PICK)
    await here.on(3 * DAY)
    return await here.matches.load(match.id)


async def test_else_the_others_are_asked_once_and_nothing_is_lost_yet(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here, 3)
        assert match.match.status == "running"
        assert [row.recipient for row in await here.rows(match, OUT)] == [1, 2]
        await here.on(2 * DAY)
        assert len(await here.rows(match, OUT)) == 2
        await here.play(match, 3, "colour", "blue")  # late, and it counts
        assert (await here.clock(match, 2)).out_at is not None
        await here.play(match, 3, "pick", "3", "4")
        assert (await here.clock(match, 2)).out_at is None


async def test_the_win_is_claimed_by_the_other_side(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here)
        with pytest.raises(Refusal):
            await here.votes.vote(match, 2, "claim")
        came = await here.votes.vote(match, 1, "claim")
        assert came.done
        assert came.match.match.status == "over"
        assert came.match.result is not None
        assert (came.match.result.winners, came.match.result.reason) == ((0,), "timeout")
        assert came.match.entries[-1].text == "timeout"


async def test_of_several_more_than_half_have_to_want_it(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here, 3)
        assert not (await here.votes.vote(match, 1, "off")).done
        assert not (await here.votes.vote(match, 1, "off")).done
        assert not (await here.votes.vote(match, 2, "claim")).done
        came = await here.votes.vote(match, 2, "off")
        assert came.done
        assert came.match.result is not None
        assert (came.match.result.winners, came.match.result.reason) == ((), "abandoned")


async def test_more_time_is_given_by_any_single_one(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here, 3)
        await here.on(HOUR)
        await here.votes.vote(match, 2, "give")
        clock = await here.clock(match, 2)
        assert (clock.out_at, clock.runs_out) == (None, here.now + 24 * HOUR)
        await here.on(23 * HOUR)
        assert len(await here.rows(match, OUT)) == 2
        await here.on(HOUR)
        assert len(await here.rows(match, OUT)) == 4  # asked again, because it is over again
        assert [row.recipient for row in await here.rows(match, REMIND)] == [3, 3]  # two a turn, and no more


async def test_time_is_given_again_by_more_than_half(tmp_path: Path) -> None:
    """Else a single third side could keep a match alive for ever that the others have won."""
    async with living(tmp_path) as here:
        match = await _over(here, 3)
        assert (await here.votes.vote(match, 1, "give")).done
        await here.on(24 * HOUR)
        with pytest.raises(Stale):
            await here.votes.vote(match, 1, "give")  # pressed before the first day was given
        match = await here.matches.load(match.id)
        again = await here.votes.vote(match, 1, "give")
        assert (again.have, again.need) == (1, 2)
        assert (await here.clock(match, 2)).out_at is not None
        assert (await here.votes.vote(match, 2, "give")).done
        clock = await here.clock(match, 2)
        assert (clock.out_at, clock.runs_out, clock.given) == (None, here.now + 24 * HOUR, 2)
        await here.on(24 * HOUR)
        match = await here.matches.load(match.id)
        assert not (await here.votes.vote(match, 2, "give")).done  # what was said before does not count
        await here.on(7 * DAY)
        after = await here.matches.load(match.id)
        assert (after.match.status, after.entries[-1].text) == ("over", "abandon")


async def test_with_the_next_turn_a_single_one_gives_time_again(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here, 3)
        await here.votes.vote(match, 1, "give")
        await here.play(match, 3, "colour", "blue")
        await here.play(match, 3, "pick", "3", "4")
        assert (await here.clock(match, 2)).given == 1
        while (await here.clock(match, 2)).since is None:
            current = await here.matches.load(match.id)
            choice = next(choice for choice in current.choices if choice.must)
            action = random_action(TOY, current.state, choice, Random(1))
            await here.play(match, current.user_of(choice.seat) or 0, *action)
        assert (await here.clock(match, 2)).given == 0


async def test_a_single_opponent_gives_time_as_often_as_they_like(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here)
        for _ in range(3):
            assert (await here.votes.vote(await here.matches.load(match.id), 1, "give")).done
            await here.on(24 * HOUR)
        assert (await here.clock(match, 1)).given == 3


async def test_what_nobody_goes_on_with_ends_as_abandoned(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here)
        await here.on(7 * DAY - 1)
        assert (await here.matches.load(match.id)).match.status == "running"
        await here.on(1)
        match = await here.matches.load(match.id)
        assert match.match.status == "over"
        assert match.result is not None
        assert match.result.reason == "abandoned"
        assert match.entries[-1].text == "abandon"
        assert await timers(here.store, match.id) == []


async def test_a_window_closes_after_its_own_hours_also_without_clocks(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace=None, hours=6))
        await here.on(100 * DAY)
        assert await here.rows(match, REMIND, OUT) == []
        await here.play(match, 1, *PICK)
        await here.play(match, 2, "pick", "3", "4")
        opened = here.now
        await here.on(6 * HOUR - 1)
        assert any(c.kind == "call" for c in (await here.matches.load(match.id)).choices)
        await here.on(1)
        match = await here.matches.load(match.id)
        assert match.entries[-1].text == "timeout"
        assert match.entries[-1].created_at == opened + 6 * HOUR
        assert match.match.status == "running"


async def test_an_absence_stops_all_clocks_and_ends_by_playing(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        await here.on(DAY)
        await here.absences.leave(2, here.now + 10 * DAY)
        await here.on(0)
        assert (await here.clock(match, 1)).runs_out == BEGIN + 13 * DAY
        assert (await here.clock(match, 0)).runs_out == BEGIN + 3 * DAY
        assert [row.recipient for row in await here.rows(match, AWAY)] == [1]
        await here.play(match, 1, *PICK)
        await here.on(4 * DAY)
        assert await here.rows(match, REMIND, OUT) == []
        await here.play(match, 2, "cheer")
        assert await here.absences.until(2) is None
        await here.on(0)
        assert (await here.clock(match, 1)).runs_out == BEGIN + 7 * DAY


async def test_nobody_is_away_for_more_than_thirty_days_a_year(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        with pytest.raises(Refusal):
            await here.absences.leave(1, here.now + 31 * DAY)
        await here.absences.leave(1, here.now + 20 * DAY)
        await here.on(8 * DAY)
        assert await here.absences.back(1)
        assert not await here.absences.back(1)
        await here.on(DAY)
        assert await here.absences.left(1, here.now) == 22 * DAY
        with pytest.raises(Refusal):
            await here.absences.leave(1, here.now + 23 * DAY)
        await here.absences.leave(1, here.now + 22 * DAY)
        await here.on(400 * DAY)
        assert await here.absences.left(1, here.now) == 30 * DAY


async def test_a_restart_after_six_hours_takes_nobodys_time(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace="1d+0"))
        await here.on(23 * HOUR)
        here.now += 6 * HOUR  # the process was not there
        assert (await here.timer.catch_up(match) or 0) > here.now
        await here.on(0)
        assert {(await here.clock(match, seat)).runs_out for seat in (0, 1)} == {BEGIN + 30 * HOUR}
        await here.play(match, 1, *PICK)
        assert (await here.clock(match, 0)).left_ms == HOUR
        assert await here.store.pauses.outages() == ((BEGIN + 23 * HOUR, BEGIN + 29 * HOUR),)


async def test_while_discord_is_away_the_clocks_stand_still(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun()
        here.connected = False
        here.now += HOUR
        assert not await here.outages.catch_up()
        assert await here.timer.catch_up(match) == here.now + UNSTEADY_MS
        here.connected = True
        assert await here.outages.catch_up()
        assert await here.matches.calendars.standstills("nothing", None) == ((BEGIN, BEGIN + HOUR),)


async def test_a_nudge_is_possible_once_in_twelve_hours(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace=None))
        await here.play(match, 1, *PICK)
        assert await here.votes.nudge(await here.matches.load(match.id), 1) == 1
        assert [row.recipient for row in await here.rows(match, NUDGE)] == [2]
        await here.on(12 * HOUR - 1)
        with pytest.raises(Refusal):
            await here.votes.nudge(await here.matches.load(match.id), 1)
        await here.on(1)
        await here.votes.nudge(await here.matches.load(match.id), 1)
        with pytest.raises(Refusal):
            await here.votes.nudge(await here.matches.load(match.id), 2)


async def test_whoever_is_away_is_not_nudged(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(3))
        match = await here.play(match, 1, *PICK)
        await here.absences.leave(2, here.now + 9 * DAY)
        assert await here.votes.nudge(match, 1) == 1
        assert [row.recipient for row in await here.rows(match, NUDGE)] == [3]
        match = await here.play(match, 3, "pick", "3", "4")
        with pytest.raises(Refusal, match=f"away until <t:{(here.now + 9 * DAY) // 1000}:f>"):
            await here.votes.nudge(match, 1)
        await here.absences.leave(1, here.now + 4 * DAY)
        match = await here.begun(3)
        with pytest.raises(Refusal, match=f"the first of them until <t:{(here.now + 4 * DAY) // 1000}:f>"):
            await here.votes.nudge(match, 3)
        assert await here.absences.back(1)
        assert await here.votes.nudge(match, 3) == 1


async def test_that_a_match_comes_to_wait_for_somebody_who_is_away_is_told(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(3))
        for user in match.users():
            await here.store.people.set_player(user, now=here.now, dm=True)
        match = await here.play(match, 1, *PICK)
        await here.absences.leave(1, here.now + 10 * DAY)
        assert await here.rows(match, AWAY) == [], "nobody is waiting for them yet"
        match = await here.play(match, 2, "pick", "3", "4")
        assert await here.rows(match, AWAY) == []
        match = await here.play(match, 3, "pick", "4", "5")
        while 1 not in match.waited_for():
            choice = next(choice for choice in match.choices if choice.must)
            action = random_action(TOY, match.state, choice, Random(1))
            match = await here.play(match, match.user_of(choice.seat) or 0, *action)
        assert sorted(row.recipient or 0 for row in await here.rows(match, AWAY)) == [2, 3]
        sent = (await _worked(here)).sent
        assert len(sent) == 2
        assert all("is away until" in text for text in sent)
        assert (await here.clock(match, 0)).away_told
        for user in (2, 3):
            if user in match.waited_for():
                match = await here.play(match, user, *PICK)
        assert len(await here.rows(match, AWAY)) == 2, "once a turn"
        match = await here.play(match, 1, *PICK)
        assert await here.absences.until(1) is None


async def test_a_second_absence_in_one_turn_is_told_where_the_first_ended_by_itself(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        for user in match.users():
            await here.store.people.set_player(user, now=here.now, dm=True)
        match = await here.play(match, 2, *PICK)

        async def told() -> int:
            return len((await _worked(here)).sent)

        await here.absences.leave(1, here.now + 2 * DAY)
        assert await told() == 1
        await here.on(2 * DAY + HOUR)
        await here.absences.leave(1, here.now + 9 * DAY)
        assert await told() == 1
        for _ in range(3):  # by hand: no flood
            await here.on(HOUR)
            assert await here.absences.back(1)
            assert await told() == 0
            await here.absences.leave(1, here.now + 2 * DAY)
            assert await told() == 0
        await here.on(2 * DAY)
        await here.absences.leave(1, here.now + 3 * DAY)
        assert await told() == 1
        assert await here.absences.left(1, here.now) == 26 * DAY - 3 * HOUR


async def test_whoever_plays_on_in_an_absence_is_back_and_nobody_hears_of_it(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun())
        match = await here.play(match, 1, *PICK)
        match = await here.play(match, 2, "pick", "3", "4")
        caller = next(choice.seat for choice in match.choices if choice.kind == "call")
        await here.absences.leave(caller + 1, here.now + 10 * DAY)
        told = [row.id for row in await here.rows(match, AWAY)]
        match = await here.play(match, caller + 1, "pass")
        assert (await here.clock(match, caller)).began == match.match.version, "it is their turn again"
        assert [row.id for row in await here.rows(match, AWAY)] == told
        assert await here.absences.until(caller + 1) is None


async def test_whoever_is_away_by_the_morning_is_reminded_of_nothing(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        await here.matches.calendars.set(Calendar(2, "UTC", 13 * 60, 20 * 60), now=here.now)  # begun at half past one
        match = await here.coloured(await here.begun())
        match = await here.play(match, 1, *PICK)
        await here.store.people.set_player(2, now=here.now, dm=True)
        kinds = (REMIND, NUDGE, TURN)
        posts = [user_job(kind, 2) for kind in kinds]
        await here.store.jobs.add(match.id, posts, now=here.now, version=match.match.version)
        discord = await _worked(here)
        await here.absences.leave(2, here.now + 9 * DAY)
        await here.on(DAY)
        assert (await _worked(here)).sent == discord.sent == []
        assert {row.state for row in await here.rows(match, *kinds)} == {"done"}
        await here.absences.back(2)
        assert await here.votes.nudge(await here.matches.load(match.id), 1) == 1
        await here.on(8 * HOUR)
        assert len((await _worked(here)).sent) == 1


async def _worked(here: Living) -> Discord:
    """Send what is to be told about time by now, and return what has come of it."""
    discord = Discord()
    notifier = Notifier(discord, here.matches, Names(), Languages(here.store))  # type: ignore[arg-type]
    reminders = Reminders(here.matches, notifier, here.servers)
    todo = {REMIND: reminders.remind, NUDGE: reminders.nudge, TURN: reminders.turn, AWAY: reminders.tell_away}
    while (claimed := await here.store.jobs.claim(here.now, owner="me", lease_ms=1000, room=50)).jobs:
        for claim in claimed.jobs:
            if claim.job.kind in todo:
                await todo[claim.job.kind](await here.matches.load(claim.job.match_id), claim, here.now)
            await here.store.jobs.finish(claim.job.id, owner="me", now=here.now)
    return discord


async def test_a_computer_is_not_nudged(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here)
        assert "nudge" in _actions(buttons(phrases("en"), match, 0))
        match = (await here.votes.vote(match, 1, "computer")).match
        assert "nudge" not in _actions(buttons(phrases("en"), match, 0))
        with pytest.raises(Refusal, match="the computer plays by itself"):
            await here.votes.nudge(match, 1)
        assert await here.rows(match, NUDGE) == []


async def test_a_changed_calendar_moves_the_ends_of_all_clocks(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(pace="7d+1d"))
        await here.matches.calendars.set(replace(Calendar(1), days_off=0b1100000), now=here.now)
        await here.timer.look_again(1)
        await here.on(0)
        assert (await here.clock(match, 0)).runs_out == BEGIN + 9 * DAY
        assert (await here.clock(match, 1)).runs_out == BEGIN + 7 * DAY
        assert [w.match_id for w in await here.store.clocks.waiting_for(1)] == [match.id]


async def test_a_match_ends_by_itself_although_others_play_on_after_a_time_was_over(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun(players=3)
        await here.absences.leave(2, here.now + 2 * DAY)
        await here.play(match, 3, "colour", "blue")
        await here.on(3 * DAY + HOUR)
        assert (await here.clock(match, 0)).out_at is not None
        assert (await here.clock(match, 1)).out_at is None
        await here.play(match, 2, "colour", "green")
        assert [kind for kind, _ in await timers(here.store, match.id) if kind == "clock"] == ["clock"]
        await here.on(7 * DAY)
        after = await here.matches.load(match.id)
        assert after.match.status == "over"
        assert after.entries[-1].text == "abandon"


async def test_a_partner_cannot_keep_a_lost_match_alive_by_giving_time(tmp_path: Path) -> None:
    async with living(tmp_path) as made:
        here = Living(made.store, games=(GAMES["monolith_arena"],))
        await here.outages.beat()
        match = await here.begun(players=4, pace="1d+2h", game=GAMES["monolith_arena"])
        await here.on(2 * DAY)
        match = await here.matches.load(match.id)
        late = expired_clock(match)
        assert late is not None
        sides: dict[bool, list[int]] = {True: [], False: []}
        for seat in set(range(4)) - {late.seat}:
            sides[match.formation.allied(seat, late.seat)].append(match.user_of(seat) or 0)
        ((partner,), rivals) = sides[True], sides[False]
        with pytest.raises(Refusal, match="Only the other side"):
            await here.votes.vote(match, partner, "give")
        seats = {user: match.seat_of(user) or 0 for user in (partner, *rivals)}
        offered = {user: _asked(match, seat) for user, seat in seats.items()}
        all_others = {"sub", "computer", "off"}
        assert offered == {partner: all_others} | {user: {"claim", "give"} | all_others for user in rivals}
        given = await here.votes.vote(match, rivals[0], "give")
        assert given.done
        assert expired_clock(given.match) is None or expired_clock(given.match) != late
        await here.on(9 * DAY)
        assert (await here.matches.load(match.id)).match.status == "over"


def _asked(match: LoadedMatch, seat: int) -> set[str]:
    """Return the answers that a seat is offered."""
    return _actions(vote_buttons(phrases("en"), match, seat))


def _actions(rows: Sequence[Row]) -> set[str]:
    """Return the first tokens of what buttons press."""
    found = (button for row in rows for button in row)
    return {token for button in found if isinstance(button, Button) for token in button.press.tokens[:1]}


async def test_a_partner_is_asked_what_is_theirs_to_decide(tmp_path: Path) -> None:
    async with living(tmp_path) as made:
        here = Living(made.store, games=(GAMES["monolith_arena"],))
        await here.outages.beat()
        match = await here.begun(players=4, pace="1d+2h", game=GAMES["monolith_arena"])
        for user in match.users():
            await here.store.people.set_player(user, now=here.now, dm=True)
        await here.on(DAY + HOUR)
        match = await here.matches.load(match.id)
        late = expired_clock(match)
        assert late is not None
        told = await _questions(here, match)
        assert len(told) == 3
        for seat, text in told.items():
            partner = match.formation.allied(seat or 0, late.seat)
            assert ("the other side can claim the win" in text) == partner
            assert ("you can claim the win" in text) != partner


async def test_whoever_is_out_of_the_match_has_no_say_about_a_late_player(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here, 3)
        for user in match.users():
            await here.store.people.set_player(user, now=here.now, dm=True)
        match = (await here.matches.agree(match, 2, ("resign",))).match
        late = expired_clock(match)
        assert late is not None
        shown = {seat: _actions(buttons(phrases("en"), match, seat)) for seat in (0, 1)}
        assert shown[0] >= {"claim", "give", "sub", "computer", "off"}
        assert not shown[1] & {"claim", "give", "sub", "computer", "off"}
        answers: tuple[Answer, ...] = ("claim", "give", "sub", "computer", "off")
        for answer in answers:
            with pytest.raises(Refusal, match=r"You are out of this match\."):
                await here.votes.vote(match, 2, answer)
        assert set(await _questions(here, match)) == {0}


async def _questions(here: Living, match: LoadedMatch) -> dict[int | None, str]:
    """Return what the seats of a match are asked about one whose time is over."""
    discord = Discord()
    notifier = Notifier(discord, here.matches, Names(), Languages(here.store))  # type: ignore[arg-type]
    reminders = Reminders(here.matches, notifier, here.servers)
    told: dict[int | None, str] = {}
    while (claimed := await here.store.jobs.claim(here.now, owner="me", lease_ms=1000, room=50)).jobs:
        for claim in claimed.jobs:
            if claim.job.kind == OUT:
                before = len(discord.sent)
                await reminders.ask(match, claim, here.now)
                told |= {match.seat_of(claim.job.recipient or 0): text for text in discord.sent[before:]}
            await here.store.jobs.finish(claim.job.id, owner="me", now=here.now)
    return told


@pytest.mark.parametrize("across", [False, True], ids=["on a server", "across servers"])
@pytest.mark.parametrize("game", ["arena_of_heroes", "monsters_and_myths"])
async def test_where_the_game_would_only_go_on_there_is_no_win_to_claim(
    tmp_path: Path, game: str, across: bool
) -> None:
    async with living(tmp_path) as made:
        here = Living(made.store, games=(GAMES[game],))
        match = await here.begun(pace="1d", game=GAMES[game])
        for user in match.users():
            await here.store.people.set_player(user, now=here.now, dm=True)
        await here.on(5 * DAY)
        match = await here.matches.load(match.id)
        match.match = replace(match.match, **({"guild_id": None, "channel_id": None} if across else {}))
        late = expired_clock(match)
        assert late is not None
        other = 1 - late.seat
        asked = _asked(match, other)
        assert asked == ({"give", "off"} if across else {"give", "sub", "computer", "off"})
        (question,) = (await _questions(here, match)).values()
        assert "claim" not in question
        assert "you can give 24 more hours" in question
        entries = len(match.entries)
        with pytest.raises(Refusal, match="there is no win to claim"):
            await here.votes.vote(match, match.user_of(other) or 0, "claim")
        after = await here.matches.load(match.id)
        assert (after.match.status, len(after.entries)) == ("running", entries)
        assert (await here.votes.vote(after, after.user_of(other) or 0, "off")).done


@pytest.mark.parametrize("pace", ["1d", "5m+1m"])
@pytest.mark.parametrize("game", ["arena_of_heroes", "monsters_and_myths"])
async def test_a_match_that_everybody_has_left_does_not_play_itself_on(tmp_path: Path, game: str, pace: str) -> None:
    async with living(tmp_path) as made:
        here = Living(made.store, games=(GAMES[game],))
        match = await here.begun(pace=pace, game=GAMES[game])
        await here.on(5 * DAY)
        match = await here.matches.load(match.id)
        assert 2 <= len(match.entries) < 40
        assert match.match.status == "running"
        assert any(clock.out_at is not None for clock in match.match.clocks)
        # Whoever comes back plays on as if nothing had been.
        choice = next(choice for choice in match.choices if choice.must)
        user = match.user_of(choice.seat)
        assert user is not None
        action = match.face.game.legal(match.state, choice.seat, choice.key)[0]
        before = len(match.entries)
        match = await here.play(match, user, *action)
        assert len(match.entries) > before
        await here.on(30 * DAY)
        match = await here.matches.load(match.id)
        assert match.result is not None
        assert match.result.reason == "abandoned"


async def test_answers_in_advance_do_not_keep_a_match_going_that_everybody_has_left(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.coloured(await here.begun(rounds=9))
        for user in match.users():
            await here.standing_orders.set(user, TOY.name, match.id, "call", "call pass", now=here.now)
        await here.on(6 * DAY)
        match = await here.matches.load(match.id)
        texts = [entry.text for entry in match.entries if not entry.text.startswith("colour")]
        assert texts == ["timeout", "timeout", "pass"] * 2
        assert expired_clock(match) is not None
        await here.play(match, 1, *PICK)  # and whoever comes back plays on
        assert await here.rows(match, OUT)


async def test_moves_of_a_computer_do_not_keep_a_match_going_that_everybody_has_left(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await _over(here, 3, rounds=9)
        for user in (1, 2):
            match = (await here.votes.vote(match, user, "computer")).match
        computer = match.user_of(2) or 0
        assert computers.is_computer(computer)
        match = await here.play(match, computer, "colour", "blue")
        random = Random(1)
        for _ in range(200):
            match = await here.matches.load(match.id)
            mine = [choice for choice in match.choices if choice.seat == 2 and choice.must]
            if mine:
                await here.play(match, computer, *random_action(TOY, match.state, mine[0], random))
                continue
            if match.match.status != "running" or expired_clock(match) is not None:
                break
            await here.on(4 * HOUR)
        assert match.match.status == "running"
        assert expired_clock(match) is not None
        late = [entry.seat for entry in match.entries if entry.text == "timeout"]
        assert min(late.count(seat) for seat in (0, 1)) == DESERTED
