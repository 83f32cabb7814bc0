"""Contract: clocks, calendars, instructions, servers, followers and digests."""

from dataclasses import replace

import pytest

from storage import (
    Calendar,
    Commit,
    Digest,
    Follower,
    NewJob,
    NewMessage,
    RunningClock,
    SeatClock,
    Server,
    StoredPlan,
    clocks,
    timer,
)
from tests.support.jobs import timers

ID = "abcdefgh23"
UNCHANGED = {"recount": lambda running: running.clock, "timer": "clock"}
POST = NewJob(lane="dm:1", kind="remind", recipient=1)


async def with_clock(store, lobby, step, **values):
    await lobby(store)
    clock = SeatClock(0, left_ms=100, since=5, began=1, runs_out=105, **values)
    await store.matches.commit(step(0, clocks=(clock,)))
    return clock


async def test_a_step_writes_the_clocks_that_it_changes(store, lobby, step):
    clock = await with_clock(store, lobby, step)
    assert (await store.matches.load(ID)).clocks == (clock,)
    assert (await store.matches.load(ID)).clocks == (clock,)
    later = replace(clock, left_ms=None, since=None, runs_out=None, key="call1", own_ms=7)
    other = SeatClock(1, since=9, began=2)
    await store.matches.commit(step(1, clocks=(later, other)))
    assert (await store.matches.load(ID)).clocks == (later, other)


async def test_what_is_told_of_a_clock_is_told_once(store, lobby, step):
    clock = await with_clock(store, lobby, step)
    assert await store.clocks.mark(ID, clock, now=50, told=1, posts=[POST])
    assert not await store.clocks.mark(ID, clock, now=50, told=1, posts=[POST])
    (now,) = (await store.matches.load(ID)).clocks
    assert now == replace(clock, told=1)
    assert await store.clocks.mark(ID, now, now=60, out_at=60)
    assert not await store.clocks.set_runs_out(ID, now, 9)
    assert [row.kind for row in await store.jobs.of_match(ID)].count("remind") == 1


async def test_a_clock_moves_the_version_and_only_what_is_seen_is_shown_anew(store, lobby, step):
    clock = await with_clock(store, lobby, step)
    await store.messages.add(NewMessage(ID, "live", 5, 6, 1), now=1)
    assert await store.clocks.mark(ID, clock, now=50, told=1, posts=[POST])
    assert (await store.matches.load(ID)).version == 2
    assert [row.version for row in await store.jobs.of_match(ID) if row.kind == "remind"] == [2]
    assert (await store.messages.find(6)).version == 2  # nobody sees of a reminder on the board
    assert await store.clocks.set_runs_out(ID, replace(clock, told=1), 200)
    assert ((await store.matches.load(ID)).version, (await store.messages.find(6)).version) == (3, 2)
    assert await store.clocks.mark(ID, replace(clock, told=1), now=60, told=2)
    assert ((await store.matches.load(ID)).version, (await store.messages.find(6)).version) == (4, 2)
    assert not await store.clocks.mark(ID, replace(clock, told=1), now=60, told=2)
    assert (await store.matches.load(ID)).version == 4


async def test_calendars_and_absences(store):
    assert await store.calendars.of_users((1, 2)) == {1: Calendar(1), 2: Calendar(2)}
    mine = Calendar(1, "Europe/Berlin", 60, 90, 3, "none")
    await store.calendars.set(mine, now=1, **UNCHANGED)
    await store.calendars.set(replace(mine, days_off=1), now=2, **UNCHANGED)
    await store.calendars.add_absence(1, 10, 50)
    await store.calendars.add_absence(1, 20, 90)
    assert (await store.calendars.of_users((1,)))[1] == replace(mine, days_off=1, absences=((10, 20), (20, 90)))
    assert await store.calendars.end_absence(1, 30)
    assert not await store.calendars.end_absence(1, 30)
    assert (await store.calendars.of_users((1,)))[1].absences == ((10, 20), (20, 30), (30, 30))
    await store.pauses.add_outage(5, 9)
    await store.pauses.add_outage(5, 11)
    await store.pauses.add_outage(5, 8)
    assert await store.pauses.outages() == ((5, 11),)


async def test_outages_are_forgotten_that_no_running_clock_has_seen(store, lobby, step):
    await with_clock(store, lobby, step)
    for span in ((1, 5), (2, 6), (20, 30)):
        await store.pauses.add_outage(*span)
    await store.matches.commit(step(1, status="running"))
    assert await store.prune(50) == 1
    assert await store.pauses.outages() == ((2, 6), (20, 30))
    await store.matches.commit(step(2, status="over"))
    assert await store.prune(50) == 2


async def test_a_calendar_is_stored_together_with_the_clocks_that_it_concerns(store, lobby, step):
    clock = await with_clock(store, lobby, step)
    await store.matches.commit(step(1, status="running"))
    seen = []

    def recount(running):
        seen.append(running)
        return replace(running.clock, left_ms=90, runs_out=95)

    mine = Calendar(1, days_off=3)
    await store.calendars.set(mine, now=50, recount=recount, timer="clock")
    assert seen == [RunningClock(ID, None, None, Calendar(1), clock)]
    found = await store.matches.load(ID)
    assert (found.version, found.clocks) == (3, (replace(clock, left_ms=90, runs_out=95),))
    assert await timers(store, ID) == [("clock", 50)]
    await store.calendars.set(replace(mine, user_id=77), now=60, recount=recount, timer="clock")
    assert len(seen) == 1


async def test_ends_that_an_outage_has_moved_are_stored_and_edit_no_board(store, lobby, step):
    clock = await with_clock(store, lobby, step)
    await store.matches.commit(step(1, status="running"))
    await store.messages.add(NewMessage(ID, "live", 5, 6, 2), now=1)

    def later(running):
        return replace(running.clock, runs_out=running.clock.runs_out + 20)

    await store.calendars.recount(later, now=50, timer="clock")
    found = await store.matches.load(ID)
    assert (found.version, found.clocks) == (3, (replace(clock, runs_out=125),))
    assert (await store.messages.find(6)).version == 3  # no board is edited because of it
    assert await timers(store, ID) == []
    await store.calendars.recount(lambda running: running.clock, now=60, timer="clock")
    assert (await store.matches.load(ID)).version == 3


async def test_a_clock_of_the_machine_that_is_set_back_takes_with_it_what_is_over_and_what_falls_due(
    store, lobby, step
):
    clock = await with_clock(store, lobby, step)
    await store.matches.commit(step(1, status="running"))
    await store.jobs.add(ID, (timer(ID, "other", 1050),), now=1)
    for since, until in ((700, 800), (850, 950), (910, 990)):
        await store.pauses.add_outage(since, until)
    for user, since, until in ((1, 700, 800), (1, 850, 950), (2, 950, 990), (3, 950, 2000)):
        await store.calendars.add_absence(user, since, until)
    await store.pauses.begin([ID], now=920, timer="clock")
    await store.jobs.add(ID, (timer(ID, "clock", 1100),), now=1)

    def recount(running):
        return replace(running.clock, since=running.clock.since - 100, runs_out=running.clock.runs_out - 100)

    await store.calendars.set_back(1000, 900, recount=recount, timer="clock", home=None, heard=900)
    assert (await store.matches.load(ID)).clocks == (replace(clock, since=-95, runs_out=5),)
    assert await store.pauses.outages() == ((700, 800), (850, 900))
    assert await store.pauses.of_running() == {ID: ((900, None),)}
    absences = {user: one.absences for user, one in (await store.calendars.of_users((1, 2, 3))).items()}
    assert absences == {1: ((700, 800), (850, 900)), 2: (), 3: ((900, 2000),)}
    assert sorted(await timers(store, ID)) == [("clock", 1000), ("other", 950)]
    assert await store.heard.earliest() == 900


async def test_voices_are_counted_once_a_seat(store, lobby):
    await lobby(store)
    assert await store.clocks.vote(ID, 0, 1, "off") == {1: "off"}
    assert await store.clocks.vote(ID, 0, 1, "claim") == {1: "claim"}
    assert await store.clocks.vote(ID, 0, 2, "off") == {1: "claim", 2: "off"}
    assert await store.clocks.clear_votes(ID) == 2


async def test_instructions(store, lobby):
    await lobby(store)
    await store.instructions.set(1, "toy", "", "call", "call pass", now=1)
    await store.instructions.set(1, "toy", ID, "call", "call again 5", now=2)
    await store.instructions.set(1, "toy", ID, "call", "call again 9", now=3)
    assert await store.instructions.of_users((1, 2), "toy") == {
        1: {("", "call"): "call pass", (ID, "call"): "call again 9"},
        2: {},
    }
    await store.instructions.set(1, "toy", "", "call", None, now=4)
    assert await store.instructions.of_users((1,), "toy") == {1: {(ID, "call"): "call again 9"}}
    assert await store.instructions.of_users((1,), "chess") == {1: {}}


async def test_plans_go_with_steps(store, lobby):
    await lobby(store)
    for version, one in enumerate((StoredPlan(1, "go", 1), StoredPlan(1, "stop", 2))):
        await store.matches.commit(Commit(ID, version, 1, plans=(one, StoredPlan(2, "wait", 1))))
    assert await store.plans.of_match(ID) == (StoredPlan(1, "stop", 2), StoredPlan(2, "wait", 1))
    await store.plans.remove_reported(ID, StoredPlan(1, "go", 1, "done"))
    assert len(await store.plans.of_match(ID)) == 2
    await store.matches.commit(Commit(ID, 2, 1, plans=(StoredPlan(1, "stop", 5, "done"), StoredPlan(2, "", 1))))
    assert await store.plans.of_match(ID) == (StoredPlan(1, "stop", 5, "done"),)
    await store.plans.remove_reported(ID, StoredPlan(1, "stop", 5, "done"))
    assert await store.plans.of_match(ID) == ()


async def test_drafts_stand_beside_plans(store, lobby):
    await lobby(store)
    await store.plans.keep_draft(ID, 1, "go", now=1)
    assert await store.plans.of_match(ID) == (StoredPlan(1, "", 1, draft="go"),)
    await store.matches.commit(Commit(ID, 0, 2, plans=(StoredPlan(1, "go", 2),)))  # it was kept
    assert await store.plans.of_match(ID) == (StoredPlan(1, "go", 2),)
    await store.plans.keep_draft(ID, 1, "", now=3)  # all of it was taken back; the plan still stands
    assert await store.plans.of_match(ID) == (StoredPlan(1, "go", 2, draft=""),)
    done = StoredPlan(1, "go", 4, "done")
    await store.matches.commit(Commit(ID, 1, 4, plans=(done,)))
    await store.plans.keep_draft(ID, 1, "stop", now=5)
    await store.plans.remove_reported(ID, done)
    assert await store.plans.of_match(ID) == (StoredPlan(1, "", 4, draft="stop"),)
    await store.plans.keep_draft(ID, 1, None, now=6)
    assert await store.plans.of_match(ID) == ()


async def test_drafts_end_with_the_match(store, lobby):
    await lobby(store)
    await store.plans.keep_draft(ID, 1, "go", now=1)
    await store.matches.commit(Commit(ID, 0, 2, plans=(StoredPlan(2, "go", 2, "done"),)))
    await store.plans.keep_draft(ID, 2, "stop", now=3)
    await store.matches.commit(Commit(ID, 1, 4, status="over"))
    assert await store.plans.of_match(ID) == (StoredPlan(2, "go", 2, "done"),)


async def test_servers(store):
    assert await store.servers.find(5) == Server(5)
    for new in (Server(5, "1d+2h", 3, 9, 7, 8, 9, 0, 11), Server(5, most_open=2), Server(5, archive_days=30)):
        await store.servers.set(new, now=1)
        assert await store.servers.find(5) == new


async def test_followers(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0))
    assert await store.followers.add(ID, Follower(7, "end", 1), 1)
    assert await store.followers.add(ID, Follower(7, "highlights", 5), 1)
    assert await store.followers.of_match(ID) == (Follower(7, "highlights", 1),)
    await lobby(store, "abcdefgh24")
    assert not await store.followers.add("abcdefgh24", Follower(7, "end", 1), 1)
    await store.followers.mark_reported(ID, 7, 9)
    assert (await store.followers.of_match(ID))[0].told == 9
    assert await store.followers.remove(ID, 7)
    assert not await store.followers.remove(ID, 7)


async def test_digests(store, lobby):
    await lobby(store)
    mine = Digest(7, 480, 100)
    await store.digests.set(mine)
    assert await store.digests.due(99, 10) == ()
    assert await store.digests.due(100, 10) == (mine,)
    post = NewJob(lane="dm:7", kind="digest", recipient=7)
    assert await store.digests.reschedule(mine, 200, now=100, match_id=ID, post=post)
    assert not await store.digests.reschedule(mine, 200, now=100, match_id=ID, post=post)
    assert [row.kind for row in await store.jobs.of_match(ID)] == ["digest"]
    assert await store.digests.find(7) == Digest(7, 480, 200)
    assert await store.digests.remove(7)
    assert await store.digests.find(7) is None


async def test_matches_stand_still_and_go_on(store, lobby, step):
    ids = [await lobby(store, f"match{number:05}", guild_id=47) for number in range(3)]
    for match_id in ids:
        await store.matches.commit(step(0, match_id=match_id))
    await store.pauses.begin(ids[:2], now=10, timer="clock")
    await store.pauses.begin(ids[:2], now=12, timer="clock")  # what stands still goes on standing still
    assert await store.pauses.of_running() == {ids[0]: ((10, None),), ids[1]: ((10, None),)}
    assert await timers(store, ids[0]) == [("clock", 10)]
    await store.pauses.end(ids, now=30, timer="clock")
    await store.pauses.end(ids, now=40, timer="clock")
    assert await store.pauses.of_running() == {ids[0]: ((10, 30),), ids[1]: ((10, 30),)}
    assert await timers(store, ids[1]) == [("clock", 30)]
    assert await timers(store, ids[2]) == []
    await store.pauses.begin(ids[:1], now=50, timer="clock")
    await store.pauses.end(ids[:1], now=45, timer="clock")  # the clock of the machine was set back
    assert (await store.pauses.of_running())[ids[0]] == ((10, 30), (50, 50))
    await store.pauses.begin(ids[:1], now=50, timer="clock")
    assert (await store.pauses.of_running())[ids[0]] == ((10, 30), (50, None))
    assert [(await store.matches.load(match_id)).version for match_id in ids] == [6, 3, 1]
    await store.matches.commit(step(6, match_id=ids[0], status="over"))
    assert set(await store.pauses.of_running()) == {ids[1]}
    assert await store.prune(60) == 2
    assert await store.prune(60) == 0
    assert {head.id for head in await store.matches.on_server(47)} == set(ids[1:])
    assert {head.id for head in await store.matches.on_server(47, ("over",))} == {ids[0]}
    assert await store.matches.on_server(48) == ()


async def test_a_match_that_waits_for_an_answer_stands_still_with_what_was_asked_or_not_at_all(
    store, lobby, step, monkeypatch
):
    await lobby(store, ID)
    await store.matches.commit(step(0, match_id=ID))
    asked = NewMessage(ID, "unreached", 5, 6, 1, recipient=2)

    def fail(*_):
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(clocks, "put_message", fail)
        with pytest.raises(RuntimeError):
            await store.pauses.begin([ID], now=10, timer="clock", asked=asked)
    assert await store.pauses.of_running() == {}
    await store.pauses.begin([ID], now=12, timer="clock", asked=asked)
    assert await store.pauses.of_running() == {ID: ((12, None),)}
    (message,) = await store.messages.of_match(ID)
    assert (message.kind, message.message_id, message.state) == ("unreached", 6, "live")
