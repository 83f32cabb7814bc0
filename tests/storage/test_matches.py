"""Contract: creating, committing and finding matches."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from storage import (
    Commit,
    Committed,
    Conflict,
    Created,
    Duplicate,
    NewAction,
    NewJob,
    Seat,
    StorageError,
    applied,
)

ID = "abcdefgh23"


async def test_create_and_load(store, new_match):
    new = new_match(private=True, guild_id=2**62, channel_id=5, formation="2v2", language="de")
    seats = (Seat(0, 1, "accepted"), Seat(1, None))
    assert await store.matches.create(new, seats, now=7, interaction_id=50) == Created(ID)
    match = await store.matches.load(ID)
    assert (match.status, match.version, match.snapshot, match.result) == ("lobby", 0, None, None)
    assert (match.seed, match.private, match.guild_id, match.creator) == (new.seed, True, 2**62, 1)
    assert (match.formation, match.language) == ("2v2", "de")
    assert match.seats == seats
    assert match.created_at == match.updated_at == 7
    assert await store.matches.actions(ID) == ()
    assert await store.matches.load("unknown") is None


async def test_seats_are_drawn_where_that_was_asked_for(store, new_match):
    await store.matches.create(new_match(drawn=True), [Seat(0, 1, "accepted"), Seat(1, None)], now=7)
    await store.matches.create(new_match("abcdefgh24"), [Seat(0, 1, "accepted"), Seat(1, None)], now=7)
    assert (await store.matches.load(ID)).drawn is True
    assert (await store.matches.load("abcdefgh24")).drawn is False
    assert {head.id: head.drawn for head in await store.matches.all_open()} == {ID: True, "abcdefgh24": False}


async def test_create_twice_by_one_interaction(store, new_match):
    await store.matches.create(new_match(), [], now=7, interaction_id=50, answer="made")
    again = await store.matches.create(new_match("other"), [], now=8, interaction_id=50)
    assert again == Duplicate(ID, 0, "made")
    assert await store.matches.load("other") is None


async def test_a_taken_id_is_refused_whole(store, new_match, lobby):
    await lobby(store)
    with pytest.raises(StorageError) as caught:
        await store.matches.create(new_match(), [Seat(0, 9)], now=8, interaction_id=51)
    assert "secret" not in str(caught.value)
    assert await store.matches.find_handled(51) is None
    assert [seat.user_id for seat in (await store.matches.load(ID)).seats] == [1, 2]


async def test_commits_count_versions_and_seqs(store, lobby, step):
    await lobby(store)
    assert await store.matches.commit(step(0)) == Committed(1, (1,))
    two = (NewAction(0, "a", "h", "k", boundary=True), NewAction(1, "b", "h", "k", secret=True))
    assert await store.matches.commit(step(1, actions=two)) == Committed(2, (2, 3))
    assert await store.matches.commit(step(2, actions=())) == Committed(3, ())
    undo = NewAction(1, "undo", "h1", "k", kind="undo", undoes=3)
    assert await store.matches.commit(step(3, actions=(undo,), status="over", result='{"winner": 0}')) == Committed(
        4, (4,)
    )
    entries = await store.matches.actions(ID)
    assert [(one.seq, one.kind, one.seat, one.undoes) for one in entries] == [
        (1, "action", 0, None),
        (2, "action", 0, None),
        (3, "action", 1, None),
        (4, "undo", 1, 3),
    ]
    assert [(one.boundary, one.secret) for one in entries[1:3]] == [(True, False), (False, True)]
    match = await store.matches.load(ID)
    assert (match.status, match.version, match.snapshot) == ("over", 4, '{"after": 4}')
    assert (match.result, match.updated_at, match.state_hash) == ('{"winner": 0}', 1_003, "hash4")


@pytest.mark.parametrize(
    "bad",
    [
        NewAction(0, "undo", "h", "k", kind="undo"),
        NewAction(0, "undo", "h", "k", kind="undo", undoes=9),
        NewAction(0, "place", "h", "k", undoes=1),
        NewAction(0, "place", "h", "k", kind="nonsense"),
    ],
)
async def test_an_impossible_entry_takes_the_whole_step_back(store, lobby, step, bad):
    await lobby(store)
    await store.matches.commit(step(0))
    good = NewAction(0, "fine", "h", "k")
    with pytest.raises(StorageError):
        await store.matches.commit(step(1, actions=(good, bad), jobs=(NewJob("l", "k"),), interaction_id=60))
    assert (await store.matches.load(ID)).version == 1
    assert len(await store.matches.actions(ID)) == 1
    assert await store.jobs.count_open() == 0
    assert await store.matches.find_handled(60) is None
    assert await store.matches.commit(step(1)) == Committed(2, (2,))


async def test_what_a_commit_leaves_need_not_be_read_again(store, lobby, step):
    await lobby(store)
    before = await store.matches.load_whole(ID)
    agreed = NewAction(1, "draw offer", "h", "draw", kind="agreement", boundary=True)
    sealed = NewAction(1, "pick 3", "h", "pick", secret=True)
    undo = NewAction(1, "undo", "h1", "", kind="undo", undoes=2)
    steps = (
        step(0, actions=(), seats=(Seat(0, 2, "accepted"), Seat(1, 1, "accepted")), snapshot=None, state_hash=None),
        step(1, actions=(agreed, sealed), options='{"x":1}'),
        step(2, actions=(undo,), status="over", result='{"ranking": [[0], [1]]}'),
    )
    for one in steps:
        done = await store.matches.commit(one)
        assert isinstance(done, Committed)
        before = applied(*before, one, done)
        assert before == await store.matches.load_whole(ID)


async def test_fifty_at_once_one_wins(store, lobby, step):
    await lobby(store)
    steps = [step(0, f"move {n}", interaction_id=100 + n, jobs=(NewJob("l", "k"),)) for n in range(50)]
    results = await asyncio.gather(*(store.matches.commit(one) for one in steps))
    assert sorted(type(one).__name__ for one in results) == ["Committed"] + ["Conflict"] * 49
    assert {one.version for one in results} == {1}
    winner = next(n for n, one in enumerate(results) if isinstance(one, Committed))
    assert [one.text for one in await store.matches.actions(ID)] == [f"move {winner}"]
    assert await store.jobs.count_open() == 1
    assert [n for n in range(50) if await store.matches.find_handled(100 + n)] == [winner]


async def test_the_same_interaction_is_one_action(store, lobby, step):
    await lobby(store)
    twice = [store.matches.commit(step(0, interaction_id=70, answer="done")) for _ in range(2)]
    first, second = await asyncio.gather(*twice)
    assert first == Committed(1, (1,))
    assert second == Duplicate(ID, 1, "done")
    # Also when the version would fit again.
    assert await store.matches.commit(step(1, interaction_id=70)) == Duplicate(ID, 1, "done")
    assert len(await store.matches.actions(ID)) == 1


async def test_conflict_tells_the_present_version(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0))
    assert await store.matches.commit(step(0, interaction_id=71)) == Conflict(1)
    assert await store.matches.commit(step(5)) == Conflict(1)
    assert await store.matches.commit(replace(step(0), match_id="nothing")) == Conflict(None)
    # A conflict does not use up the interaction: the service tries again with it.
    assert await store.matches.commit(step(1, interaction_id=71)) == Committed(2, (2,))


async def test_lobby_changes_and_start(store, lobby, step):
    await lobby(store)
    seats = [Seat(0, 1, "accepted"), Seat(1, 3, "accepted"), Seat(2, None)]
    changed = await store.matches.change_lobby(ID, 0, now=5, interaction_id=80, seats=seats, options='{"x":1}')
    assert changed == Committed(1, ())
    assert await store.matches.change_lobby(ID, 0, now=5, interaction_id=81, seats=[]) == Conflict(1)
    match = await store.matches.load(ID)
    assert (match.seats, match.options, match.status) == (tuple(seats), '{"x":1}', "lobby")
    started = step(1, actions=(), seats=(Seat(0, 3, "accepted"), Seat(1, 1, "accepted")))
    assert await store.matches.commit(started) == Committed(2, ())
    match = await store.matches.load(ID)
    assert [(one.seat, one.user_id) for one in match.seats] == [(0, 3), (1, 1)]
    assert match.status == "running"


async def test_one_user_one_seat(store, lobby):
    await lobby(store)
    with pytest.raises(StorageError):
        await store.matches.change_lobby(ID, 0, now=5, seats=[Seat(0, 1), Seat(1, 1)])
    assert len((await store.matches.load(ID)).seats) == 2
    several_open = [Seat(0, None), Seat(1, None)]
    assert await store.matches.change_lobby(ID, 0, now=5, seats=several_open) == Committed(1, ())


async def test_finding_matches(store, lobby, step):
    await lobby(store, channel_id=10)
    await lobby(store, "rematch234", channel_id=11, rematch_of=ID)
    await store.matches.commit(step(0, status="over"))
    assert await store.matches.set_place(ID, thread_id=20, start_message_id=20)
    assert await store.matches.set_place("rematch234", thread_id=21)
    assert not await store.matches.set_place("nothing", thread_id=21)
    assert await store.matches.set_place(ID)
    assert (await store.matches.load_by_thread(20)).id == ID
    assert await store.matches.load_by_thread(99) is None
    assert await store.matches.load_whole_in_thread(20) == await store.matches.load_whole(ID)
    assert await store.matches.load_whole_in_thread(99) is None
    assert (await store.matches.load_by_start_message(20)).channel_id == 10
    assert [one.id for one in await store.matches.of_user(2)] == ["rematch234"]
    assert {one.id for one in await store.matches.of_user(2, ("over", "lobby"))} == {ID, "rematch234"}
    assert await store.matches.of_user(3) == ()
    assert [one.id for one in await store.matches.in_channel(11)] == ["rematch234"]
    assert [one.id for one in await store.matches.in_channel(20, ("over",))] == [ID]
    (head,) = await store.matches.all_open()
    assert (head.id, head.thread_id, head.rematch_of, len(head.seats)) == ("rematch234", 21, ID, 2)


async def test_a_match_moves_from_the_place_it_was_seen_in_alone(store, lobby):
    await lobby(store, channel_id=10)
    await store.matches.set_place(ID, thread_id=20, start_message_id=20)
    assert await store.matches.move(ID, channel_id=11, seen_in=(10, 20))
    moved = await store.matches.load(ID)
    assert (moved.channel_id, moved.thread_id, moved.start_message_id, moved.version) == (11, 0, 0, 0)
    assert not await store.matches.move(ID, channel_id=12, seen_in=(10, 20))
    assert not await store.matches.move(ID, channel_id=12, seen_in=(10, 0)), "another has moved it meanwhile"
    await lobby(store, "rematch234")
    assert await store.matches.move("rematch234", channel_id=12, seen_in=(None, None))
    assert not await store.matches.move("rematch234", channel_id=13, seen_in=(None, None))
    assert (await store.matches.load(ID)).channel_id == 11


async def test_answers_and_pruning(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0, interaction_id=90, now=1_000))
    assert await store.matches.set_answer(90, "told later")
    assert not await store.matches.set_answer(91, "never seen")
    assert await store.matches.find_handled(90) == Duplicate(ID, 1, "told later")
    assert await store.prune(1_000 + 3_600_000) == 0
    assert await store.prune(1_001 + 3_600_000) == 1
    assert await store.matches.find_handled(90) is None


async def test_a_cancelled_caller_tears_nothing(store, lobby, step):
    await lobby(store)
    for version in range(5):
        task = asyncio.create_task(store.matches.commit(step(version, interaction_id=200 + version)))
        for _ in range(version):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # Either it happened or not; the same interaction again makes both the same.
        assert isinstance(
            await store.matches.commit(step(version, interaction_id=200 + version)), Committed | Duplicate
        )
    assert (await store.matches.load(ID)).version == len(await store.matches.actions(ID)) == 5


async def test_matches_of_a_server_are_numbered_as_they_were_opened(store, new_match):
    opened = [("ccccccccc2", 7, 10), ("bbbbbbbbb2", 7, 20), ("aaaaaaaaa2", 7, 20), ("ddddddddd2", 8, 5)]
    for match_id, guild_id, now in [*opened, ("eeeeeeeee2", None, 1), ("fffffffff2", None, 2)]:
        await store.matches.create(new_match(match_id, guild_id=guild_id), [Seat(0, 1)], now=now)
    heads = await store.matches.all_open()
    numbers = {head.id[0]: await store.matches.number_on_server(head) for head in heads}
    assert numbers == {"c": 1, "a": 2, "b": 3, "d": 1, "e": 1, "f": 2}


@pytest.mark.parametrize("guild_id", [7, None])
async def test_the_number_of_a_match_reads_no_match(file_store, lobby, guild_id):
    await lobby(file_store, guild_id=guild_id)
    (head,) = await file_store.matches.all_open()
    number, (step,) = await _planned(file_store, file_store.matches.number_on_server(head))
    assert number == 1
    assert step == "SEARCH match USING COVERING INDEX ix_match_guild_id (guild_id=? AND created_at<?)"


@pytest.mark.parametrize("channel_id", [5, None])
async def test_offered_seats_are_found_without_a_look_at_all_there_ever_were(file_store, lobby, step, channel_id):
    await lobby(file_store, channel_id=5)
    offered = (Seat(0, 1, "accepted", "own", 9), Seat(1, 2, "accepted"))
    await file_store.matches.commit(step(0, seats=offered))
    found, steps = await _planned(file_store, file_store.matches.with_offered_seats(channel_id, 9))
    assert [head.id for head in found] == [ID]
    assert "SEARCH seat USING INDEX sqlite_autoindex_seat_1 (match_id=?)" in steps
    assert not [step for step in steps if step.startswith("SCAN")]


async def _planned(store, call):
    """What a call returns, and the steps by which SQLite finds it."""
    asked = []

    def note(connection, cursor, statement, parameters, context, many):
        asked.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        answer = await call
    finally:
        event.remove(Engine, "before_cursor_execute", note)

    def explain(connection):
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}", given) for one, given in asked]
        return [line[-1] for plan in plans for line in plan]

    return answer, await store.database.read(explain)


async def test_secrets_are_not_in_the_repr(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0, "canary", snapshot="canary"))
    shown = repr([await store.matches.load(ID), await store.matches.actions(ID), step(0, "canary", snapshot="canary")])
    assert "canary" not in shown
    assert "secret\\xff" not in shown


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(text=st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=4_000))  # PostgreSQL takes no NUL
async def test_any_text_comes_back(store, new_match, text):
    await store.values.set("text", text)
    assert await store.values.find("text") == text
    if await store.matches.load(ID) is None:
        await store.matches.create(new_match(), [Seat(0, 1)], now=1)
    version = (await store.matches.load(ID)).version
    new = NewAction(0, text, text, text)
    step = Commit(ID, version, 1, version + 1, text, (new,), snapshot=text, state_hash=text, options=text, result=text)
    assert isinstance(await store.matches.commit(step), Committed)
    match = await store.matches.load(ID)
    assert (match.snapshot, match.state_hash, match.options, match.result) == (text,) * 4
    last = (await store.matches.actions(ID))[-1]
    assert (last.text, last.state_hash, last.choice_key) == (text,) * 3
    assert (await store.matches.find_handled(version + 1)).answer == text
