"""Contract: the job queue keeps order in a lane, supersedes, and survives a crash."""

import pytest
from sqlalchemy import create_mock_engine, event, update
from sqlalchemy.dialects import sqlite

from storage import Backlog, Direct, MessageChange, NewJob, NewMessage, Player, Store, Unchanged, job_sql
from storage.errors import Taken
from storage.messages import get_direct
from storage.schema import job, metadata
from tests.support.databases import remove_match

ID = "abcdefgh23"
LANE = "match:abcdefgh23"
ME, OTHER = "me", "other"


async def claim(store, now, lease=1_000, owner=ME):
    """The next row alone, None if there is none."""
    return next(iter(await rows(store, now, owner=owner, lease_ms=lease, room=1)), None)


async def rows(store, now, *, owner=ME, lease_ms=50, room=9, **more):
    """What is claimed, without what comes along."""
    claimed = await store.jobs.claim(now, owner=owner, lease_ms=lease_ms, room=room, **more)
    return [one.job for one in claimed.jobs]


async def finish(store, row, owner=ME, **more):
    return (await store.jobs.finish(row.id, owner=owner, **more)).held


async def retry(store, row, owner=ME, **more):
    return (await store.jobs.put_back(row.id, owner=owner, **more)).held


async def put(store, *rows, version=1, now=100):
    await store.jobs.add(ID, rows, now=now, version=version)


async def test_commit_writes_rows_for_its_own_version(store, lobby, step):
    await lobby(store)
    new = (NewJob(LANE, "board"), NewJob("dm:2", "hand", recipient=2, due_at=9_000, version=0))
    await store.matches.commit(step(0, jobs=new, now=500))
    board, hand = await store.jobs.of_match(ID)
    assert (board.version, board.due_at, board.state, board.attempts) == (1, 500, "pending", 0)
    assert (hand.version, hand.due_at, hand.recipient) == (0, 9_000, 2)
    assert await store.jobs.count_open() == 2


async def test_one_in_flight_a_lane_in_order(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"), NewJob("dm:2", "other"))
    first = await claim(store, 100, 1_000)
    assert (first.kind, first.state, first.attempts, first.leased_until) == ("one", "running", 1, 1_100)
    assert (await claim(store, 100, 1_000)).kind == "other"
    assert await claim(store, 100, 1_000) is None
    assert (await store.jobs.claim(100, owner=ME, lease_ms=1, room=9)).next_due is None
    assert await finish(store, first, now=101)
    assert not await finish(store, first, now=101, ok=False)
    assert (await claim(store, 100, 1_000)).kind == "two"


async def test_a_failure_does_not_block_the_rows_behind(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"))
    first = await claim(store, 100, 1)
    assert await finish(store, first, now=101, ok=False, note="403 " + "x" * 1_000)
    failed = (await store.jobs.of_match(ID))[0]
    assert failed.state == "failed"
    assert failed.note.startswith("403 x")
    assert len(failed.note) == 500
    assert (await claim(store, 101, 1)).kind == "two"


async def test_what_was_put_off_holds_nothing_up_until_it_has_been_tried(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "remind", due_at=9_000))
    await put(store, NewJob(LANE, "board"))
    assert (await store.jobs.claim(50, owner=ME, lease_ms=50, room=1)).next_due == 100
    board = await claim(store, 100, lease=10_000)
    assert board.kind == "board"
    assert await claim(store, 9_000) is None, "one at a time"
    await finish(store, board, now=9_000)
    assert (await store.jobs.backlog(9_100)).age == 100, "it is as old as its time"
    reminder = await claim(store, 9_000)
    await retry(store, reminder, due_at=9_500, note="broken")
    await put(store, NewJob(LANE, "board"), now=9_100)
    assert await claim(store, 9_100) is None, "what has failed keeps its place"
    assert (await claim(store, 9_500)).kind == "remind"


async def test_a_lane_always_has_one_that_is_first(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "retried"))
    retried = await claim(store, 100)
    await put(store, NewJob(LANE, "later", due_at=1_000), NewJob(LANE, "latest", due_at=2_000), NewJob(LANE, "now"))
    await retry(store, retried, due_at=1_500, note="broken")
    order = []
    while job := await claim(store, 9_000, lease=10_000):
        order.append(job.kind)
        assert await claim(store, 9_000) is None
        await finish(store, job, now=9_000)
    assert order == ["retried", "now", "later", "latest"]


SECOND = "second2222"


async def put_of(store, match_id, *rows, now=100):
    await store.jobs.add(match_id, rows, now=now, version=1)


async def test_what_waits_in_one_match_holds_up_nothing_that_a_user_is_told_of_others(store, lobby):
    await lobby(store)
    await lobby(store, SECOND)
    await put_of(store, ID, NewJob("dm:1", "remind", recipient=1))
    await put_of(store, SECOND, NewJob("dm:1", "remind", recipient=1), NewJob("dm:1", "out", recipient=1))
    first = await claim(store, 100)
    assert (first.match_id, await claim(store, 100)) == (ID, None), "one at a time"
    refused = await store.jobs.put_back(first.id, owner=ME, due_at=9_000, note="403", waits_for="permission")
    assert refused.next_due == 100
    await put_of(store, ID, NewJob("dm:1", "out", recipient=1))
    for kind in ("remind", "out"):
        looked = await store.jobs.claim(200, owner=ME, lease_ms=9_999, room=9)
        assert [(one.job.match_id, one.job.kind) for one in looked.jobs] == [(SECOND, kind)]
        assert await claim(store, 200) is None
        assert await finish(store, looked.jobs[0].job, now=200)
    looked = await store.jobs.claim(200, owner=ME, lease_ms=50, room=9)
    assert (looked.jobs, looked.next_due) == ((), 9_000)
    assert [row.kind for row in await rows(store, 9_000)] == ["remind"]


async def test_of_several_matches_in_a_lane_what_was_not_tried_comes_first_and_one_at_a_time(store, lobby):
    matches = [ID, SECOND, "third22222"]
    for match_id in matches:
        await lobby(store, match_id)
        await put_of(store, match_id, NewJob("dm:1", "tried", recipient=1))
    for _ in matches:
        await retry(store, await claim(store, 100), due_at=500, note="500")
    for match_id in matches[1:]:
        await put_of(store, match_id, NewJob("dm:1", "behind", recipient=1), now=50)
    await lobby(store, "fourth2222")
    await put_of(
        store, "fourth2222", NewJob("dm:1", "fresh", recipient=1), NewJob("dm:1", "later", recipient=1), now=600
    )
    assert (await store.jobs.claim(499, owner=ME, lease_ms=50, room=9)).next_due == 500
    order = []
    while claimed := (await store.jobs.claim(700, owner=ME, lease_ms=9_999, room=9)).jobs:
        (one,) = claimed
        assert await rows(store, 700) == []
        order.append((one.job.match_id, one.job.kind))
        await finish(store, one.job, now=700)
    fresh = [("fourth2222", "fresh"), ("fourth2222", "later")]
    # What is behind something that was tried comes as soon as that is done, before what was tried elsewhere.
    others = [(SECOND, "tried"), (SECOND, "behind"), ("third22222", "tried"), ("third22222", "behind")]
    assert order == [*fresh, (ID, "tried"), *others]
    assert await store.jobs.count_open() == 0


async def test_without_room_for_what_was_tried_a_lane_goes_on(store, lobby):
    await lobby(store)
    await lobby(store, SECOND)
    await put_of(store, ID, NewJob("dm:1", "tried", recipient=1))
    await retry(store, await claim(store, 100), due_at=100, note="500")
    await put_of(store, SECOND, NewJob("dm:1", "fresh", recipient=1))
    assert [row.kind for row in await rows(store, 200, retries=0)] == ["fresh"]


async def test_a_retry_keeps_its_place(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"))
    first = await claim(store, 100, 1)
    assert await retry(store, first, due_at=5_000, note="429")
    assert not await retry(store, first, due_at=5_000, note="429")
    assert await claim(store, 4_999, 1) is None
    assert (await store.jobs.claim(4_999, owner=ME, lease_ms=1, room=9)).next_due == 5_000
    again = await claim(store, 5_000, 1)
    assert (again.id, again.attempts, again.note) == (first.id, 2, "429")


async def test_a_newer_row_supersedes_waiting_ones_of_its_kind(store, lobby):
    await lobby(store)
    await put(
        store,
        NewJob(LANE, "board"),
        NewJob(LANE, "ping", recipient=1),
        NewJob("dm:1", "board"),
        NewJob(LANE, "board", recipient=1),
        NewJob(LANE, "board"),
    )
    await put(store, NewJob(LANE, "board", supersedes=True), version=2)
    kept = await store.jobs.of_match(ID)
    assert [row.state for row in kept] == ["done", "pending", "pending", "pending", "done", "pending"]
    assert {row.note for row in kept if row.state == "done"} == {"superseded"}
    assert await store.jobs.count_open() == 4


async def test_a_newer_row_keeps_the_place_of_the_one_it_supersedes(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "board", supersedes=True), now=100)
    await put(store, NewJob("match:other", "board", supersedes=True), now=110)
    await put(store, NewJob(LANE, "board", supersedes=True), version=2, now=120)
    first = await claim(store, 200, 1_000)
    assert (first.lane, first.version, first.due_at) == (LANE, 2, 100)
    assert (await claim(store, 200, 1_000)).lane == "match:other"
    await put(store, NewJob("dm:2", "hand", recipient=2, supersedes=True), now=130)
    await put(store, NewJob("dm:2", "hand", recipient=2, supersedes=True, due_at=9_000), now=140)
    assert await claim(store, 200, 1_000) is None


async def test_what_is_still_to_be_sent(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "ping", recipient=2))
    await put(store, NewJob(LANE, "board", recipient=3))
    assert (await direct(store, ID, 2)).refused
    assert not (await direct(store, ID, 3)).refused
    assert not (await direct(store, "another", 2)).refused
    row = await claim(store, 100, 1_000)
    assert (await direct(store, ID, 2)).refused
    await finish(store, row, now=101)
    assert not (await direct(store, ID, 2)).refused


async def test_who_gets_direct_messages_is_asked_once_for_all(store, lobby):
    await lobby(store)
    await store.people.set_player(2, now=1, dm=True)
    await store.people.set_player(3, now=1, dm=True, dm_closed=True)
    await store.people.set_player(5, now=1, dm=True)
    asked = []

    def note(_connection, _cursor, statement, *_):
        if "FROM player" in statement:
            asked.append(statement)

    event.listen(store.database.writer.sync_engine, "before_cursor_execute", note)
    await put(store, *(NewJob(f"dm:{user}", "dm", recipient=user, direct=True) for user in (2, 3, 4, 5)))
    assert [one.recipient for one in await store.jobs.of_match(ID)] == [2, 5]
    assert len(asked) == 1


async def test_how_somebody_is_told_by_direct_message(store, lobby):
    await lobby(store)
    assert await direct(store, ID, 2) == Direct(Player(2), (), False)
    for number, (kind, recipient) in enumerate((("dm", 2), ("dm", 3), ("live", None), ("dm", 2), ("dm", 2)), 1):
        await store.messages.add(NewMessage(ID, kind, 5, number, version=1, recipient=recipient), now=100)
    await store.messages.change(4, now=101, state="closed")
    await store.people.set_player(2, now=101, dm=True)
    told = await direct(store, ID, 2)
    assert told.player == Player(2, dm=True, updated_at=101)
    assert [board.message_id for board in told.boards] == [1, 5]
    assert told.boards == tuple(await store.messages.of_match(ID, "dm", state="live"))[::2]
    assert (await direct(store, "another", 2)).boards == ()


async def direct(store, match_id, user_id):
    return await store.database.read(lambda connection: get_direct(connection, match_id, user_id))


async def test_a_row_is_claimed_with_what_sending_it_asks_for(store, lobby, step):
    await lobby(store, channel_id=7)
    await lobby(store, "another222")
    await store.matches.commit(step(0))
    await store.matches.set_place(ID, thread_id=8, start_message_id=9)
    await store.people.set_player(2, now=101, dm=True)
    await store.messages.add(NewMessage(ID, "live", 8, 1, version=1, extra="kept"), now=90)
    await store.messages.add(NewMessage(ID, "dm", 5, 2, version=1, recipient=2), now=90)
    await store.messages.add(NewMessage("another222", "live", 6, 3, version=0), now=90)
    await put(store, NewJob(LANE, "board"), NewJob("dm:2", "hand", recipient=2), NewJob("dm:3", "hand", 3))
    await store.jobs.add("another222", [NewJob("match:another222", "board")], now=100, version=0)
    board, mine, other, elsewhere = (await store.jobs.claim(100, owner=ME, lease_ms=50, room=9)).jobs
    assert board.match == mine.match == other.match == Unchanged(ID, 1, 7, 8, 9)
    assert board.messages == await store.messages.current(ID)
    assert [one.extra for one in board.messages] == ["kept", None]
    assert (board.direct, mine.messages, other.messages) == (None, (), ())
    assert mine.direct == await direct(store, ID, 2)
    assert [one.message_id for one in mine.direct.boards] == [2]
    assert other.direct == Direct(Player(3), (), False)
    assert elsewhere.match == Unchanged("another222", 0, None, None, None)
    assert [one.message_id for one in elsewhere.messages] == [3]


async def test_a_claim_brings_only_what_it_has_taken(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"))
    first = await claim(store, 100)
    await put(store, NewJob("dm:2", "two", recipient=2))
    assert [row.kind for row in await rows(store, 100)] == ["two"]
    assert await finish(store, first, now=101)


async def test_the_row_of_a_match_that_is_gone_is_claimed_with_the_others(file_store, lobby):
    await lobby(file_store)
    await lobby(file_store, "another222")
    await put(file_store, NewJob(LANE, "board"), NewJob("dm:2", "hand", recipient=2))
    await file_store.jobs.add("another222", [NewJob("match:another222", "board")], now=100, version=0)
    remove_match(file_store.url, ID)
    gone, hand, board = (await file_store.jobs.claim(100, owner=ME, lease_ms=50, room=9)).jobs
    assert (gone.match, gone.messages, hand.match) == (None, (), None)
    assert board.match == Unchanged("another222", 0, None, None, None)
    for one in (gone, hand, board):
        assert await finish(file_store, one.job, now=101)


async def test_messages_are_noted_with_the_row_that_they_came_of(store, lobby):
    await lobby(store)
    await store.messages.add(NewMessage(ID, "live", 5, 1, version=1), now=90)
    await put(store, NewJob(LANE, "board"))
    row = await claim(store, 100)
    notes = (NewMessage(ID, "live", 5, 2, version=2, extra="new"), MessageChange(1, state="closed"))
    assert await finish(store, row, now=110, messages=notes)
    old, new = await store.messages.of_match(ID)
    assert (old.state, old.version, old.updated_at) == ("closed", 1, 110)
    assert (new.state, new.version, new.extra, new.created_at) == ("live", 2, "new", 110)
    await store.messages.record([MessageChange(2, version=3)], now=120)
    assert (await store.messages.find(2)).version == 3


async def test_attempts_at_what_was_superseded_are_counted_until_something_was_told(store, lobby):
    await lobby(store)

    async def tried(times):
        """A row that is tried so often, and then superseded; returns the one that takes its place."""
        await put(store, NewJob(LANE, "board", supersedes=True))
        for _ in range(times):
            row = await claim(store, 100)
            await retry(store, row, due_at=100, note="500")
        await put(store, NewJob(LANE, "board", supersedes=True))
        return await claim(store, 100)

    row = await tried(3)
    assert (row.attempts, row.before) == (1, 3)
    await finish(store, row, now=101, ok=False, note="gone")
    row = await tried(2)
    assert row.before == 6
    await finish(store, row, now=102)
    await put(store, NewJob(LANE, "ping"), NewJob("dm:1", "board"))
    for _ in range(2):
        other = await claim(store, 100)
        assert other.before == 0
        await finish(store, other, now=103, ok=False, note="gone")
    assert (await tried(0)).before == 0


async def test_what_was_told_elsewhere_ends_no_counting(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "board", supersedes=True))
    await retry(store, await claim(store, 100), due_at=100, note="500")
    for lane, kind in (("dm:1", "board"), (LANE, "board")):
        await put(store, NewJob(lane, kind, supersedes=True))
    other = await claim(store, 100)
    assert other.lane == "dm:1"
    await finish(store, other, now=101)
    await put(store, NewJob("dm:1", "board", supersedes=True), now=90)
    assert [(row.lane, row.before) for row in await rows(store, 100)] == [("dm:1", 0), (LANE, 1)]


async def test_a_row_in_flight_is_superseded_only_when_it_comes_back(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "board"))
    first = await claim(store, 100, 1)
    await put(store, NewJob(LANE, "board", supersedes=True), version=2)
    assert (await store.jobs.of_match(ID))[0].state == "running"
    assert await retry(store, first, due_at=9_999, note="500")
    old = (await store.jobs.of_match(ID))[0]
    assert (old.state, old.note) == ("done", "superseded")
    assert (await claim(store, 100, 1)).version == 2


async def test_what_a_crash_interrupted_is_taken_over(file_url, lobby):
    async with await Store.open(file_url) as store:
        await lobby(store)
        await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"), NewJob("dm:2", "three"))
        sent, unsent = await claim(store, 100), await claim(store, 100)
    async with await Store.open(file_url) as store:
        mine = await store.jobs.release_others(OTHER)
        assert mine == 2
        assert await store.jobs.release_others(OTHER) == 0
        posted = NewMessage(ID, "one", channel_id=5, message_id=6, version=1)
        assert not await finish(store, sent, now=300, messages=[posted])  # by whoever held it before
        assert (await store.messages.find(6)).kind == "one"
        again = [await claim(store, 300, owner=OTHER) for _ in range(2)]
        assert [(row.id, row.attempts) for row in again] == [(sent.id, 2), (unsent.id, 2)]
        assert await store.jobs.release_others(OTHER) == 0


async def test_a_lease_that_has_ended_is_anybodys(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"))
    row = await claim(store, 100, lease=50)
    assert row.owner == ME
    looked = await store.jobs.claim(149, owner=OTHER, lease_ms=50, room=9)
    assert (looked.jobs, looked.next_due) == ((), 150)
    assert await store.jobs.renew(ME, 200, [row.id]) == 1
    assert await store.jobs.renew(OTHER, 900, [row.id]) == 0
    assert await claim(store, 199, owner=OTHER) is None
    (taken,) = await rows(store, 200, owner=OTHER)
    assert (taken.id, taken.kind, taken.owner, taken.attempts) == (row.id, "one", OTHER, 2)
    # Whoever was too slow changes nothing any more.
    assert not await finish(store, row, now=201)
    assert not await retry(store, row, due_at=201, note="500")
    assert await finish(store, taken, owner=OTHER, now=202)
    assert (await claim(store, 202)).kind == "two"


async def test_a_claim_whose_answer_was_lost_is_not_prolonged_with_the_others(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "known"), NewJob("dm:1", "lost", recipient=1))
    known, lost = await rows(store, 100, lease_ms=50)  # of the second the owner never learns
    assert await store.jobs.renew(ME, 300, [known.id]) == 1
    assert await store.jobs.renew(ME, 300, []) == 0
    (again,) = await rows(store, 150)
    assert (again.id, again.attempts) == (lost.id, 2)


async def test_a_lane_has_one_sender_whatever_two_of_them_see(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"))
    first = await claim(store, 100)
    second = (await store.jobs.of_match(ID))[1]
    with pytest.raises(Taken):
        await store.database.write(
            lambda connection: connection.execute(
                update(job).where(job.c.id == second.id).values(state="running", owner=OTHER)
            )
        )
    assert await finish(store, first, now=101)


async def test_a_lost_race_for_a_lane_claims_nothing(store, lobby, monkeypatch):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob(LANE, "two"))
    await claim(store, 100)
    # As another process sees it that looked before the first claim was written.
    monkeypatch.setattr(job_sql, "_first_in_lane", lambda: job.c.state == "pending")
    monkeypatch.setattr(job_sql, "TAKE", job_sql._take())
    raced = await store.jobs.claim(100, owner=OTHER, lease_ms=50, room=9)
    assert (raced.jobs, raced.next_due) == ((), 100)


async def test_many_rows_at_once_and_few_that_were_tried_before(store, lobby):
    await lobby(store)
    await put(store, *(NewJob(f"dm:{n}", "tried", recipient=n) for n in range(3)))
    for row in await rows(store, 100):
        await retry(store, row, due_at=100, note="500")
    await put(store, *(NewJob(f"dm:{n}", "fresh", recipient=n) for n in range(3, 6)))
    claimed = await store.jobs.claim(100, owner=ME, lease_ms=50, room=5, retries=1)
    assert [one.job.kind for one in claimed.jobs] == ["fresh", "fresh", "fresh", "tried"]
    assert claimed.next_due == 100
    assert [row.kind for row in await rows(store, 100, room=5)] == ["tried", "tried"]


async def test_a_stop_gives_back_what_was_not_finished(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"), NewJob("dm:2", "two"))
    await claim(store, 100)
    await claim(store, 100, owner=OTHER)
    assert await store.jobs.release(ME) == 1
    assert (await claim(store, 100)).kind == "one"
    assert await claim(store, 100) is None


async def test_what_waits_for_a_permission_is_due_when_it_may_have_come(store, lobby):
    await lobby(store, "server1222", guild_id=10)
    await lobby(store, "server2222", guild_id=20)
    for match_id in ("server1222", "server2222"):
        await store.jobs.add(match_id, (NewJob(f"match:{match_id}", "board"),), now=100, version=1)
    for row in await rows(store, 100):
        await retry(store, row, due_at=9_000, note="403", waits_for="permission")
    assert await store.jobs.backlog(500) == Backlog(depth=2, age=0, waiting=2)
    assert await store.jobs.make_due([10, 30], 500) == 1
    assert await store.jobs.make_due([10, 30], 501) == 0
    (row,) = await rows(store, 500)
    assert (row.match_id, row.waits_for, row.attempts) == ("server1222", "permission", 2)
    assert (await store.jobs.backlog(500)).waiting == 2  # as long as it is not known to be better
    await retry(store, row, due_at=600, note="500")
    assert await store.jobs.backlog(500) == Backlog(depth=2, age=400, waiting=1)


async def test_what_comes_after_a_job_that_waits_for_a_permission_has_no_age(store, lobby):
    await lobby(store)
    await lobby(store, SECOND)
    await put(store, NewJob(LANE, "board"), NewJob(LANE, "ping", recipient=1))
    await put(store, NewJob("dm:1", "remind", recipient=1))
    board = await claim(store, 100)
    assert await store.jobs.backlog(500) == Backlog(depth=3, age=400, waiting=0)
    await finish(store, await claim(store, 100), now=100)
    await retry(store, board, due_at=9_000, note="403", waits_for="permission")
    assert await store.jobs.backlog(500) == Backlog(depth=2, age=0, waiting=2)
    # In the same lane, but of another match; and what was due before it has been tried already.
    await put_of(store, SECOND, NewJob(LANE, "remind", recipient=1), now=200)
    assert await store.jobs.backlog(500) == Backlog(depth=3, age=300, waiting=2)
    await finish(store, await claim(store, 500), now=500)
    again = await claim(store, 9_000)
    assert again.kind == "board"
    assert await store.jobs.backlog(9_001) == Backlog(depth=2, age=0, waiting=2), "while it is tried again"
    await retry(store, again, due_at=9_500, note="500")
    assert await store.jobs.backlog(9_100) == Backlog(depth=2, age=9_000, waiting=0)


async def test_age_and_depth(store, lobby):
    await lobby(store)
    assert await store.jobs.backlog(900) == Backlog(0, 0, 0)
    await put(store, NewJob(LANE, "board", supersedes=True), now=100)
    await put(store, NewJob("dm:2", "hand", recipient=2, due_at=9_000), now=50)
    assert await store.jobs.backlog(150) == Backlog(2, 50, 0)
    row = await claim(store, 150)
    assert await store.jobs.backlog(160) == Backlog(2, 60, 0)
    # Neither a later attempt nor newer news make it younger.
    await retry(store, row, due_at=5_000, note="500")
    await put(store, NewJob(LANE, "board", supersedes=True), now=300)
    assert await store.jobs.backlog(400) == Backlog(2, 300, 0)
    row = await claim(store, 400)
    await put(store, NewJob(LANE, "board", supersedes=True), now=450)
    await retry(store, row, due_at=5_000, note="500")
    assert await store.jobs.backlog(500) == Backlog(2, 400, 0)
    await finish(store, await claim(store, 500), now=500)
    assert await store.jobs.backlog(600) == Backlog(1, 0, 0)


async def test_who_has_noted_a_row_knows_whether_its_lane_has_more(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"))
    row = await claim(store, 100)
    assert (await store.jobs.put_back(row.id, owner=ME, due_at=700, note="500")).next_due == 700
    row = await claim(store, 700)
    await put(store, NewJob(LANE, "two"), NewJob("dm:2", "other"), now=650)
    assert (await store.jobs.finish(row.id, owner=ME, now=700)).next_due == 650
    row = await claim(store, 700)
    assert (await store.jobs.finish(row.id, owner=ME, now=700)).next_due is None


def test_on_postgresql_nobody_waits_for_a_row_that_another_has_locked():
    said = []
    engine = create_mock_engine("postgresql://", lambda statement, *_: said.append(statement))
    assert str(job_sql.TAKE.compile(dialect=engine.dialect)).count("FOR UPDATE OF job SKIP LOCKED") == 2
    metadata.create_all(engine, checkfirst=False)
    (index,) = [s for s in (str(one.compile(dialect=engine.dialect)) for one in said) if "uq_job_running" in s]
    assert "UNIQUE INDEX" in index
    assert "WHERE state = 'running'" in index


@pytest.mark.parametrize("name", ["TAKE", "CLAIMED", "DUE", "LANE_DUE", "SETTLE", "RETIRE"])
def test_no_state_is_bound_for_which_sqlite_would_plan_anew(name):
    statement = str(getattr(job_sql, name).compile(dialect=sqlite.dialect()))
    assert "state = '" in statement
    assert "state = ?" not in statement


async def test_ids_are_never_given_twice(store, lobby):
    await lobby(store)
    await put(store, NewJob(LANE, "one"))
    first = await claim(store, 100, 1)
    await finish(store, first, now=100)
    week = 7 * 24 * 3_600_000
    assert await store.prune(100 + week) == 0
    assert await store.prune(101 + week) == 1
    await put(store, NewJob(LANE, "two"))
    assert (await claim(store, 100, 1)).id > first.id
