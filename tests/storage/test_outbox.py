"""Contract: the outbox keeps order in a lane, supersedes, and survives a crash."""

from storage import NewMessage, NewOutbox, Store

ID = "abcdefgh23"
LANE = "match:abcdefgh23"


async def put(store, *rows, version=1, now=100):
    await store.enqueue(ID, rows, now=now, version=version)


async def test_commit_writes_rows_for_its_own_version(store, lobby, step):
    await lobby(store)
    rows = (NewOutbox(LANE, "board"), NewOutbox("dm:2", "hand", recipient=2, due_at=9_000, version=0))
    await store.commit(step(0, outbox=rows, now=500))
    board, hand = await store.outbox_rows(ID)
    assert (board.version, board.due_at, board.state, board.attempts) == (1, 500, "pending", 0)
    assert (hand.version, hand.due_at, hand.recipient) == (0, 9_000, 2)
    assert await store.outbox_pending() == 2


async def test_one_in_flight_a_lane_in_order(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "one"), NewOutbox(LANE, "two"), NewOutbox("dm:2", "other"))
    first = await store.claim(100, 1_000)
    assert (first.kind, first.state, first.attempts, first.leased_until) == ("one", "sending", 1, 1_100)
    assert (await store.claim(100, 1_000)).kind == "other"
    assert await store.claim(100, 1_000) is None
    assert await store.next_due() is None
    assert await store.finish(first.id, now=101)
    assert not await store.finish(first.id, now=101, ok=False)
    assert (await store.claim(100, 1_000)).kind == "two"


async def test_a_failure_does_not_block_the_rows_behind(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "one"), NewOutbox(LANE, "two"))
    first = await store.claim(100, 1)
    assert await store.finish(first.id, now=101, ok=False, note="403 " + "x" * 1_000)
    failed = (await store.outbox_rows(ID))[0]
    assert failed.state == "failed"
    assert failed.note.startswith("403 x")
    assert len(failed.note) == 500
    assert (await store.claim(101, 1)).kind == "two"


async def test_a_retry_keeps_its_place(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "one"), NewOutbox(LANE, "two"))
    first = await store.claim(100, 1)
    assert await store.retry(first.id, due_at=5_000, note="429")
    assert not await store.retry(first.id, due_at=5_000, note="429")
    assert await store.claim(4_999, 1) is None
    assert await store.next_due() == 5_000
    again = await store.claim(5_000, 1)
    assert (again.id, again.attempts, again.note) == (first.id, 2, "429")


async def test_a_newer_row_supersedes_waiting_ones_of_its_kind(store, lobby):
    await lobby(store)
    await put(
        store,
        NewOutbox(LANE, "board"),
        NewOutbox(LANE, "ping", recipient=1),
        NewOutbox("dm:1", "board"),
        NewOutbox(LANE, "board", recipient=1),
        NewOutbox(LANE, "board"),
    )
    await put(store, NewOutbox(LANE, "board", supersedes=True), version=2)
    rows = await store.outbox_rows(ID)
    assert [row.state for row in rows] == ["done", "pending", "pending", "pending", "done", "pending"]
    assert {row.note for row in rows if row.state == "done"} == {"superseded"}
    assert await store.outbox_pending() == 4


async def test_a_newer_row_keeps_the_place_of_the_one_it_supersedes(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "board", supersedes=True), now=100)
    await put(store, NewOutbox("match:other", "board", supersedes=True), now=110)
    await put(store, NewOutbox(LANE, "board", supersedes=True), version=2, now=120)
    first = await store.claim(200, 1_000)
    assert (first.thread_key, first.version, first.due_at) == (LANE, 2, 100)
    assert (await store.claim(200, 1_000)).thread_key == "match:other"
    await put(store, NewOutbox("dm:2", "hand", recipient=2, supersedes=True), now=130)
    await put(store, NewOutbox("dm:2", "hand", recipient=2, supersedes=True, due_at=9_000), now=140)
    assert await store.claim(200, 1_000) is None


async def test_what_is_still_to_be_sent(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "ping", recipient=2))
    assert await store.is_waiting(ID, "ping", 2)
    assert not await store.is_waiting(ID, "ping", 3)
    assert not await store.is_waiting(ID, "board", 2)
    assert not await store.is_waiting(ID, "ping", None)
    row = await store.claim(100, 1_000)
    assert await store.is_waiting(ID, "ping", 2)
    await store.finish(row.id, now=101)
    assert not await store.is_waiting(ID, "ping", 2)


async def test_attempts_at_what_was_superseded_are_counted_until_something_was_told(store, lobby):
    await lobby(store)

    async def tried(times):
        """A row that is tried so often, and then superseded; returns the one that takes its place."""
        await put(store, NewOutbox(LANE, "board", supersedes=True))
        for _ in range(times):
            row = await store.claim(100, 1)
            await store.retry(row.id, due_at=100, note="500")
        await put(store, NewOutbox(LANE, "board", supersedes=True))
        return await store.claim(100, 1)

    row = await tried(3)
    assert (row.attempts, await store.attempts_before(row)) == (1, 3)
    await store.finish(row.id, now=101, ok=False, note="gone")
    row = await tried(2)
    assert await store.attempts_before(row) == 6
    await store.finish(row.id, now=102)
    await put(store, NewOutbox(LANE, "ping"), NewOutbox("dm:1", "board"))
    for _ in range(2):
        other = await store.claim(100, 1)
        assert await store.attempts_before(other) == 0
        await store.finish(other.id, now=103, ok=False, note="gone")
    assert await store.attempts_before(await tried(0)) == 0


async def test_a_row_in_flight_is_superseded_only_when_it_comes_back(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "board"))
    first = await store.claim(100, 1)
    await put(store, NewOutbox(LANE, "board", supersedes=True), version=2)
    assert (await store.outbox_rows(ID))[0].state == "sending"
    assert await store.retry(first.id, due_at=9_999, note="500")
    old = (await store.outbox_rows(ID))[0]
    assert (old.state, old.note) == ("done", "superseded")
    assert (await store.claim(100, 1)).version == 2


async def test_rows_being_sent_are_found_after_a_crash(file_url, lobby):
    async with await Store.open(file_url) as store:
        await lobby(store)
        await put(store, NewOutbox(LANE, "one"), NewOutbox(LANE, "two"), NewOutbox("dm:2", "three"))
        sent, unsent = await store.claim(100, 50), await store.claim(100, 500)
    async with await Store.open(file_url) as store:
        assert [row.id for row in await store.sending()] == [sent.id, unsent.id]
        assert [row.id for row in await store.sending(leased_before=200)] == [sent.id]
        assert await store.claim(10**6, 1) is None  # nobody takes them over unasked
        posted = NewMessage(ID, "one", channel_id=5, message_id=6, version=1)
        assert await store.finish(sent.id, now=300, message=posted)
        assert await store.release(unsent.id)
        assert not await store.release(sent.id)
        assert await store.sending() == ()
        assert [(await store.claim(300, 1)).kind for _ in range(2)] == ["two", "three"]
        assert (await store.message(6)).kind == "one"


async def test_ids_are_never_given_twice(store, lobby):
    await lobby(store)
    await put(store, NewOutbox(LANE, "one"))
    first = await store.claim(100, 1)
    await store.finish(first.id, now=100)
    week = 7 * 24 * 3_600_000
    assert await store.prune(100 + week) == 0
    assert await store.prune(101 + week) == 1
    await put(store, NewOutbox(LANE, "two"))
    assert (await store.claim(100, 1)).id > first.id
