"""Contract: messages, timers, players and remembered values."""

import pytest

import storage
from storage import Guild, NewMessage, Player, StorageError, Timer

ID = "abcdefgh23"


def board(message_id, **more):
    return NewMessage(ID, "board", channel_id=5, message_id=message_id, version=1, **more)


async def test_messages_keep_history(store, lobby):
    await lobby(store)
    assert await store.live_message(ID, "board") is None
    for message_id in (2**62, 7):
        await store.add_message(board(message_id), now=10)
    await store.add_message(board(8, recipient=2), now=10)
    assert (await store.live_message(ID, "board")).message_id == 7
    assert (await store.live_message(ID, "board", 2)).message_id == 8
    assert await store.set_message(7, now=11, version=4, extra="{}")
    found = await store.message(7)
    assert (found.version, found.extra, found.created_at, found.updated_at) == (4, "{}", 10, 11)
    assert await store.set_message(7, now=12, state="closed")
    assert (await store.live_message(ID, "board")).message_id == 2**62
    assert [one.message_id for one in await store.messages(ID)] == [2**62, 7, 8]
    assert [one.message_id for one in await store.messages(ID, "board", state="closed")] == [7]
    assert not await store.set_message(99, now=1)
    assert await store.message(99) is None


async def test_a_start_message_is_noted_with_its_place_or_not_at_all(store, lobby):
    await lobby(store)
    await store.add_start(NewMessage(ID, "start", 5, 7, 0), now=10)
    assert (await store.load(ID)).start_message_id == 7
    assert (await store.message(7)).kind == "start"
    with pytest.raises(StorageError):
        await store.add_start(NewMessage(ID, None, 5, 8, 0), now=20)
    assert (await store.load(ID)).start_message_id == 7
    assert await store.message(8) is None


async def test_a_message_noted_twice_is_one(store, lobby):
    await lobby(store)
    first = await store.add_message(board(7, extra="kept"), now=10)
    assert await store.add_message(NewMessage(ID, "board", 5, 7, 3), now=20) == first
    (only,) = await store.messages(ID)
    assert (only.version, only.extra, only.updated_at) == (3, "kept", 20)


async def test_nothing_hangs_on_an_unknown_match(store):
    with pytest.raises(StorageError):
        await store.add_message(board(7), now=10)
    with pytest.raises(StorageError):
        await store.set_timer("nothing", "keep", 5)


async def due(store, now, owner="me", room=9):
    """Which timers are claimed, by their kinds, and when the next one is to be claimed."""
    found = await store.claim_timers(now, owner=owner, lease_ms=50, room=room)
    return [timer.kind for timer in found.timers], found.next_due


async def test_timers_are_set_moved_and_cleared(store, lobby, step):
    await lobby(store)
    await store.set_timer(ID, "keep", 50)
    await store.set_timer(ID, "keep", 30)
    await store.set_timer(ID, "remind", 40)
    assert await due(store, 29) == ([], 30)
    assert await store.timers_overdue(35) == 1
    assert await store.timers(ID) == (Timer(ID, "keep", 30), Timer(ID, "remind", 40))
    assert await store.clear_timer(ID, "keep")
    assert not await store.clear_timer(ID, "keep")
    await store.commit(step(0, timers=(("keep", 70), ("turn", 60)), clear_timers=("remind", "turn")))
    assert await due(store, 99) == (["turn", "keep"], 149)


async def test_timers_are_claimed_in_order_with_a_lease(store, lobby):
    await lobby(store)
    for kind, time in (("late", 30), ("later", 40), ("to come", 500)):
        await store.set_timer(ID, kind, time)
    assert await due(store, 100, room=1) == (["late"], 40)
    assert await due(store, 100, owner="other") == (["later"], 150)
    assert await due(store, 149) == ([], 150)
    # The lease ends, and somebody else goes on.
    (taken, other) = (await store.claim_timers(150, owner="other", lease_ms=50, room=9)).timers
    assert (taken.kind, taken.attempts, other.kind) == ("late", 2, "later")
    assert not await store.finish_timer(taken, owner="me")
    assert await store.retry_timer(taken, owner="other", due_at=160)
    assert await due(store, 160) == (["late"], 200)
    assert await store.finish_timer(other, owner="other", due_at=700)
    assert await store.finish_timer(taken, owner="me")
    assert await store.timers(ID) == (Timer(ID, "to come", 500), Timer(ID, "later", 700))


async def test_a_timer_that_is_moved_while_somebody_works_on_it_stays(store, lobby):
    await lobby(store)
    await store.set_timer(ID, "keep", 30)
    (timer,) = (await store.claim_timers(100, owner="me", lease_ms=50, room=9)).timers
    await store.set_timer(ID, "keep", 900)
    assert not await store.finish_timer(timer, owner="me")
    assert not await store.retry_timer(timer, owner="me", due_at=200)
    assert await store.timers(ID) == (Timer(ID, "keep", 900),)


async def test_timers_of_a_process_that_is_gone_are_given_up(store, lobby):
    await lobby(store)
    await store.set_timer(ID, "keep", 30)
    await due(store, 100, owner="gone")
    assert await store.take_over_timers("gone") == 0
    assert await store.take_over_timers("me") == 1
    assert await due(store, 100) == (["keep"], 150)
    assert await store.release_timers("me") == 1
    assert (await due(store, 100))[0] == ["keep"]


async def test_what_a_match_has_on_discord_now(store, lobby):
    await lobby(store)
    for message_id, kind in ((1, "start"), (2, "live"), (3, "live"), (4, "live"), (5, "result")):
        await store.add_message(NewMessage(ID, kind, 5, message_id, 1), now=10)
    await store.add_message(NewMessage(ID, "dm", 6, 6, 1, recipient=1), now=10)
    for message_id in (1, 2, 4, 6):
        await store.set_message(message_id, now=11, state="closed")
    assert [one.message_id for one in await store.standing(ID)] == [1, 3, 4, 5, 6]


async def test_players(store):
    assert await store.player(2**62) == Player(2**62)
    assert await store.set_player(2**62, now=5, dm=True) == Player(2**62, dm=True, updated_at=5)
    await store.set_player(2**62, now=6, dm_closed=True)
    assert await store.player(2**62) == Player(2**62, dm=True, dm_closed=True, updated_at=6)
    assert (await store.set_player(2**62, now=7, language="de")).language == "de"
    await store.set_player(2**62, now=8, dm=False)
    assert await store.player(2**62) == Player(2**62, dm_closed=True, updated_at=8, language="de")
    assert (await store.set_player(2**62, now=9, language="")).language is None
    assert await store.players((5, 2**62, 6)) == {
        5: Player(5),
        2**62: Player(2**62, dm_closed=True, updated_at=9),
        6: Player(6),
    }


async def test_servers(store):
    assert await store.guild(2**62) == Guild(2**62)
    assert await store.set_guild(2**62, now=5, language="es") == Guild(2**62, "es", 5)
    assert await store.guild(2**62) == Guild(2**62, "es", 5)
    await store.set_guild(2**62, now=6, language=None)
    assert await store.guild(2**62) == Guild(2**62, None, 6)


async def test_meta(store):
    assert await store.meta("commands") is None
    await store.set_meta("commands", "1")
    await store.set_meta("commands", "2")
    assert await store.meta("commands") == "2"


async def test_integrity_of_a_sound_database(store, lobby, step):
    await lobby(store)
    await store.commit(step(0))
    assert await store.integrity() == []


async def test_closing_twice_and_use_after_it(store):
    await store.close()
    await store.close()
    with pytest.raises(StorageError, match="closed"):
        await store.meta("x")


def test_public_names():
    assert storage.__all__ == sorted(storage.__all__)
    assert all(hasattr(storage, name) for name in storage.__all__)
