"""Contract: messages, timers, players and remembered values."""

import pytest

import storage
from storage import TIMER, NewMessage, Player, StorageError, timer, timer_lane
from tests.support.jobs import claim_timers, set_timer, timers

ID = "abcdefgh23"


def board(message_id, **more):
    return NewMessage(ID, "board", channel_id=5, message_id=message_id, version=1, **more)


async def test_messages_keep_history(store, lobby):
    await lobby(store)
    assert await store.messages.newest_live(ID, "board") is None
    for message_id in (2**62, 7):
        await store.messages.add(board(message_id), now=10)
    await store.messages.add(board(8, recipient=2), now=10)
    assert (await store.messages.newest_live(ID, "board")).message_id == 7
    assert (await store.messages.newest_live(ID, "board", 2)).message_id == 8
    assert await store.messages.change(7, now=11, version=4, extra="{}")
    found = await store.messages.find(7)
    assert (found.version, found.extra, found.created_at, found.updated_at) == (4, "{}", 10, 11)
    assert await store.messages.change(7, now=12, state="closed")
    assert (await store.messages.newest_live(ID, "board")).message_id == 2**62
    assert [one.message_id for one in await store.messages.of_match(ID)] == [2**62, 7, 8]
    assert [one.message_id for one in await store.messages.of_match(ID, "board", state="closed")] == [7]
    assert not await store.messages.change(99, now=1)
    assert await store.messages.find(99) is None


async def test_a_start_message_is_noted_with_its_place_or_not_at_all(store, lobby):
    await lobby(store)
    await store.messages.add_start_message(NewMessage(ID, "start", 5, 7, 0), now=10)
    assert (await store.matches.load(ID)).start_message_id == 7
    assert (await store.messages.find(7)).kind == "start"
    with pytest.raises(StorageError):
        await store.messages.add_start_message(NewMessage(ID, None, 5, 8, 0), now=20)
    assert (await store.matches.load(ID)).start_message_id == 7
    assert await store.messages.find(8) is None


async def test_a_message_noted_twice_is_one(store, lobby):
    await lobby(store)
    first = await store.messages.add(board(7, extra="kept"), now=10)
    assert await store.messages.add(NewMessage(ID, "board", 5, 7, 3), now=20) == first
    (only,) = await store.messages.of_match(ID)
    assert (only.version, only.extra, only.updated_at) == (3, "kept", 20)


async def test_nothing_hangs_on_an_unknown_match(store):
    with pytest.raises(StorageError):
        await store.messages.add(board(7), now=10)
    with pytest.raises(StorageError):
        await set_timer(store, "nothing", "keep", 5)


async def due(store, now, owner="me", room=9):
    """Which timers are claimed, by their kinds, and when the next one is to be claimed."""
    claimed = await claim_timers(store, now, owner=owner, lease_ms=50, room=room)
    return [claim.job.kind for claim in claimed.jobs], claimed.next_due


async def test_timers_are_set_moved_and_cleared(store, lobby, step):
    await lobby(store)
    await set_timer(store, ID, "keep", 50)
    await set_timer(store, ID, "keep", 30)
    await set_timer(store, ID, "remind", 40)
    assert await due(store, 29) == ([], 30)
    assert await store.jobs.count_open(TIMER, 35) == 1
    assert await timers(store, ID) == [("keep", 30), ("remind", 40)]
    assert await store.jobs.cancel(timer_lane(ID, "keep"))
    assert not await store.jobs.cancel(timer_lane(ID, "keep"))
    moved = (timer(ID, "keep", 70), timer(ID, "turn", 60))
    gone = (timer_lane(ID, "remind"), timer_lane(ID, "turn"))
    await store.matches.commit(step(0, jobs=moved, cancelled=gone))
    assert await due(store, 99) == (["turn", "keep"], None)


async def test_timers_are_claimed_in_order_with_a_lease(store, lobby):
    await lobby(store)
    for kind, time in (("late", 30), ("later", 40), ("to come", 500)):
        await set_timer(store, ID, kind, time)
    assert await due(store, 100, room=1) == (["late"], 40)
    assert await due(store, 100, owner="other") == (["later"], 150)
    assert await due(store, 149) == ([], 150)
    # The lease ends, and somebody else goes on.
    claimed = await claim_timers(store, 150, owner="other", lease_ms=50, room=9)
    (taken, other) = (claim.job for claim in claimed.jobs)
    assert (taken.kind, taken.attempts, other.kind) == ("late", 2, "later")
    assert not (await store.jobs.finish(taken.id, owner="me", now=150)).held
    assert (await store.jobs.put_back(taken.id, owner="other", due_at=160, note="")).held
    assert await due(store, 160) == (["late"], 200)
    assert (await store.jobs.finish(other.id, owner="other", now=160, again_at=700)).held
    assert (await store.jobs.finish(taken.id, owner="me", now=160)).held
    assert await timers(store, ID) == [("to come", 500), ("later", 700)]


async def test_a_timer_that_is_moved_while_somebody_works_on_it_stays(store, lobby):
    await lobby(store)
    await set_timer(store, ID, "keep", 30)
    (claim,) = (await claim_timers(store, 100, lease_ms=50, room=9)).jobs
    await set_timer(store, ID, "keep", 900)
    assert not (await store.jobs.finish(claim.job.id, owner="me", now=100)).held
    assert not (await store.jobs.put_back(claim.job.id, owner="me", due_at=200, note="")).held
    assert await timers(store, ID) == [("keep", 900)]


async def test_timers_of_a_process_that_is_gone_are_given_up(store, lobby):
    await lobby(store)
    await set_timer(store, ID, "keep", 30)
    await due(store, 100, owner="gone")
    assert await store.jobs.release_others("gone", TIMER) == 0
    assert await store.jobs.release_others("me", TIMER) == 1
    assert await due(store, 100) == (["keep"], None)
    assert await store.jobs.release("me") == 1
    assert (await due(store, 100))[0] == ["keep"]


async def test_what_a_match_has_on_discord_now(store, lobby):
    await lobby(store)
    for message_id, kind in ((1, "start"), (2, "live"), (3, "live"), (4, "live"), (5, "result")):
        await store.messages.add(NewMessage(ID, kind, 5, message_id, 1), now=10)
    await store.messages.add(NewMessage(ID, "dm", 6, 6, 1, recipient=1), now=10)
    for message_id in (1, 2, 4, 6):
        await store.messages.change(message_id, now=11, state="closed")
    assert [one.message_id for one in await store.messages.current(ID)] == [1, 3, 4, 5, 6]


async def test_players(store):
    assert await store.people.player(2**62) == Player(2**62)
    assert await store.people.set_player(2**62, now=5, dm=True) == Player(2**62, dm=True, updated_at=5)
    await store.people.set_player(2**62, now=6, dm_closed=True)
    assert await store.people.player(2**62) == Player(2**62, dm=True, dm_closed=True, updated_at=6)
    assert (await store.people.set_player(2**62, now=7, language="de")).language == "de"
    await store.people.set_player(2**62, now=8, dm=False)
    assert await store.people.player(2**62) == Player(2**62, dm_closed=True, updated_at=8, language="de")
    assert (await store.people.set_player(2**62, now=9, language="")).language is None
    assert await store.people.players((5, 2**62, 6)) == {
        5: Player(5),
        2**62: Player(2**62, dm_closed=True, updated_at=9),
        6: Player(6),
    }


async def test_servers(store):
    assert await store.servers.language(2**62) is None
    await store.servers.set_language(2**62, "es", now=5)
    assert await store.servers.language(2**62) == "es"
    await store.servers.set_language(2**62, None, now=6)
    assert await store.servers.language(2**62) is None


async def test_meta(store):
    assert await store.values.find("commands") is None
    await store.values.set("commands", "1")
    await store.values.set("commands", "2")
    assert await store.values.find("commands") == "2"


async def test_integrity_of_a_sound_database(store, lobby, step):
    await lobby(store)
    await store.matches.commit(step(0))
    assert await store.find_problems() == []


async def test_closing_twice_and_use_after_it(store):
    await store.close()
    await store.close()
    with pytest.raises(StorageError, match="closed"):
        await store.values.find("x")


def test_public_names():
    assert all(hasattr(storage, name) for name in storage.__all__)
