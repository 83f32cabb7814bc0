"""What can wait is told at the end of quiet hours: that somebody's time is over, that a search has found a match."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.features.clocks.timer import OUT, ClockTimer
from bot.features.digests import KIND as DIGEST
from bot.features.seeks.service import FOUND
from bot.features.standing_orders.orders import StandingOrders
from bot.matches.commits import own_job, user_job
from bot.matches.quiet import NOTICE_MS, put_off
from games import agreements
from storage import Calendar, Job
from storage.plans import ALWAYS
from tests.bot.features.living import BEGIN, HOUR, living
from tests.bot.features.seeks.meeting import meeting
from tests.bot.world import World, pings, pings_in, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")
DAY = 24 * HOUR


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


def _asleep(user: int, now: int) -> Calendar:
    """Quiet hours that have just begun and last until some hours later."""
    minute = datetime.fromtimestamp(now / 1000, UTC).hour * 60
    return Calendar(user, quiet_from=minute, quiet_to=(minute + 8 * 60) % 1440)


async def _rows(made: World, match_id: str, kind: str, user: int) -> list[Job]:
    return [job for job in await made.bot.store.jobs.of_match(match_id) if (job.kind, job.recipient) == (kind, user)]


async def _later(made: World, monkeypatch: pytest.MonkeyPatch, ms: int) -> int:
    now = made.bot.matches.clock() + ms
    monkeypatch.setattr(made.bot.matches, "clock", lambda: now)
    return now


def _of_time(made: World, since: int) -> list[dict[str, Any]]:
    sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
    return [one for one in sent if "has run out of time" in str(one.get("content"))]


async def test_nobody_is_asked_about_others_in_quiet_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, pace="live")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        match_id = head.id
        await made.max.slash(made.channel, "match accept", match=match_id)
        for action in (("colour", "red"), ("pick", "1", "2")):
            await made.play(match_id, made.anna.id, action)
        await made.settle()
        now = await _later(made, monkeypatch, DAY)
        await made.bot.matches.calendars.set(_asleep(made.anna.id, now), now=1)
        since = len(made.env.http_requests)
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
        await made.env.settle()
        assert _of_time(made, since) == []
        (waiting,) = [job for job in await _rows(made, match_id, OUT, made.anna.id) if job.state == "pending"]
        assert now < waiting.due_at <= now + 8 * HOUR
        await _later(made, monkeypatch, 9 * HOUR)
        await made.settle()
        (asked,) = _of_time(made, since)
        assert f"<@{made.anna.id}>" in asked["content"]


async def test_a_search_that_has_found_a_match_waits_for_the_morning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        where = {"game": "arena_of_heroes", "kind": "1v1v1"}
        people = (made.anna, made.max, made.tina)
        for actor in people[:2]:
            await actor.slash(made.channel, "seek new", **where)
        now = made.bot.matches.clock()
        for actor in people:
            await made.bot.matches.calendars.set(_asleep(actor.id, now), now=1)
        since = len(made.env.http_requests)
        await made.tina.slash(made.channel, "seek new", **where)
        await made.env.settle()
        (head,) = await made.bot.store.matches.all_open()
        waited = (await made.bot.matches.load(head.id)).waited_for()
        called = [user for _, users in pings(made, since) for user in users]
        assert called == list(waited), "who is to act hears of it at once"
        sleepers = [actor.id for actor in people[:2] if actor.id not in waited]
        assert sleepers
        for user in sleepers:
            (waiting,) = [job for job in await _rows(made, head.id, FOUND, user) if job.state == "pending"]
            assert waiting.due_at > now
        await _later(made, monkeypatch, 9 * HOUR)
        await made.settle()
        told = [user for _, users in pings(made, since) for user in users]
        assert [told.count(user) for user in sleepers] == [1] * len(sleepers)


async def test_what_would_come_too_late_is_told_at_once(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun()
        await here.matches.calendars.set(_asleep(1, BEGIN), now=BEGIN)
        await here.store.jobs.add(match.id, (user_job(OUT, 1),), now=BEGIN, version=match.match.version)
        (job,) = await here.rows(match, OUT)
        for until, expected in ((BEGIN + 8 * HOUR + NOTICE_MS - HOUR, False), (BEGIN + 3 * DAY, True), (None, True)):
            assert await put_off(here.matches, match, job, BEGIN, until) is expected
        await here.store.jobs.add(match.id, (own_job(DIGEST, 1),), now=BEGIN, version=match.match.version)
        (digest,) = await here.rows(match, DIGEST)
        assert await put_off(here.matches, match, digest, BEGIN)
        assert {row.lane for row in await here.rows(match, DIGEST)} == {digest.lane}, "no match holds it up"
        await here.matches.calendars.set(Calendar(1), now=BEGIN)
        assert not await put_off(here.matches, match, job, BEGIN)


async def test_a_match_that_ends_by_itself_wakes_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, pace="live")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        await made.max.slash(made.channel, "match accept", match=head.id)
        for action in (("colour", "red"), ("pick", "1", "2")):
            await made.play(head.id, made.anna.id, action)
        await made.settle()
        now = await _later(made, monkeypatch, DAY)
        await made.bot.matches.calendars.set(_asleep(made.anna.id, now), now=1)
        match, since = await made.bot.matches.load(head.id), len(made.env.http_requests)
        seat = match.seat_of(made.max.id)
        assert seat is not None
        await made.bot.matches.note(match, seat, agreements.ABANDON)
        await made.settle()
        sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
        (told,) = [one for one in sent if "The match is over." in str(one.get("content"))]
        assert f"<@{made.anna.id}>" in told["content"]
        assert pings(made, since) == []


async def _gone_on_by_itself(
    made: World, monkeypatch: pytest.MonkeyPatch, pace: str, *, dm: bool = False, ordered: bool = False
) -> int:
    """Return after how many requests Max's time has run out, and the match asks Anna anew, who is in quiet hours.

    `ordered`: an answer given in advance follows in the same step.
    """
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, pace=pace)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    await made.max.slash(made.channel, "match accept", match=head.id)
    await made.play(head.id, made.anna.id, ("colour", "red"))
    await made.play(head.id, made.max.id, ("colour", "blue"))
    await made.play(head.id, made.anna.id, ("pick", "1", "2"))
    await made.settle()
    await made.bot.store.people.set_player(made.anna.id, now=0, dm=dm)
    now = await _later(made, monkeypatch, HOUR)
    await made.bot.matches.calendars.set(_asleep(made.anna.id, now), now=1)
    match, since = await made.bot.matches.load(head.id), len(made.env.http_requests)
    seat = match.seat_of(made.max.id)
    assert seat is not None
    if ordered:
        for user in (made.anna.id, made.max.id):
            await made.bot.services.get(StandingOrders).set(user, "toy", ALWAYS, "call", "call pass", now=now)
    match = (await made.bot.matches.note(match, seat, agreements.TIMEOUT)).match
    assert match.entries[-1].text == ("pass" if ordered else "timeout")
    assert made.anna.id in match.waited_for()
    await _calm(made)
    return since


async def _calm(made: World) -> None:
    """Until nothing is left to be sent now."""
    for _ in range(200):
        await made.env.settle()
        if await made.bot.store.jobs.count_open(due_by=made.bot.matches.clock()) == 0:
            return
    raise AssertionError("the workers do not come to rest")


def _to_anna(made: World, since: int) -> list[str]:
    """What has notified her: pings in the thread, and direct messages."""
    direct = made.anna.user.dm_channel
    own = f"/channels/{direct.id}/messages" if direct is not None else ""
    sent = [r for r in made.env.http_requests[since:] if r.method == "POST"]
    return [str(r.json.get("content")) for r in sent if r.path == own or made.anna.id in _called([r])]


def _called(requests: list[Any]) -> set[int]:
    return {user for _, users in pings_in(requests) for user in users}


@pytest.mark.parametrize("ordered", [False, True], ids=["alone", "with an answer behind it"])
@pytest.mark.parametrize("dm", [False, True], ids=["thread", "direct messages"])
async def test_who_is_next_when_a_time_runs_out_hears_of_it_in_the_morning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dm: bool, ordered: bool
) -> None:
    async with world(tmp_path) as made:
        since = await _gone_on_by_itself(made, monkeypatch, "7d+1d", dm=dm, ordered=ordered)
        assert _to_anna(made, since) == []
        await _later(made, monkeypatch, 9 * HOUR)
        await made.settle()
        (told,) = [text for text in _to_anna(made, since) if "instructions have answered" not in text]
        assert ("it is your turn" in told) is not dm


async def test_who_has_moved_at_night_is_not_told_in_the_morning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        since = await _gone_on_by_itself(made, monkeypatch, "7d+1d")
        (head,) = await made.bot.store.matches.all_open()
        match = await made.bot.matches.load(head.id)
        (mine,) = [choice for choice in match.choices if choice.must and match.user_of(choice.seat) == made.anna.id]
        await made.play(head.id, made.anna.id, mine.default)
        await _later(made, monkeypatch, 9 * HOUR)
        await made.settle()
        assert [text for text in _to_anna(made, since) if "it is your turn" in text] == []


async def test_what_waits_for_the_morning_holds_up_no_direct_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await _gone_on_by_itself(made, monkeypatch, "7d+1d", dm=True)
        await made.tina.slash(made.channel, "toy new", teams="1v1", opponent=made.anna, pace="7d+1d")
        await _calm(made)
        other = max(await made.bot.store.matches.all_open(), key=lambda head: head.created_at)
        since = len(made.env.http_requests)
        await made.anna.slash(made.channel, "match accept", match=other.id)
        await _calm(made)
        assert len(_to_anna(made, since)) == 1, "the match with Tina asks her"


async def test_who_is_next_is_told_at_once_where_the_morning_is_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        since = await _gone_on_by_itself(made, monkeypatch, "9h")
        assert len(_to_anna(made, since)) == 1


async def test_a_match_across_servers_that_begins_notifies_each_player_once(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        await met.found()
        for who in (met.made.anna, met.eve):
            start, live = met.written(who)
            assert start.flags.suppress_notifications
            assert not live.flags.suppress_notifications
