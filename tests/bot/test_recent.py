"""Matches that are not read again while they stand as they stood."""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.matches.loaded import LoadedMatch, Recent
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.matches.work import Change
from games.monolith_arena.game import GAME
from storage import SeatClock, Store, Unchanged
from tests.bot.bare import Bare, random_step, wish


@pytest.fixture
async def matches() -> AsyncIterator[Matches]:
    async with await Store.open("sqlite+aiosqlite://") as store:
        yield Matches(store, {GAME.name: Bare(GAME)})  # type: ignore[dict-item]


async def begun(matches: Matches, number: int = 0) -> LoadedMatch:
    lobby = Lobby(matches)
    match_id = await lobby.new(wish(GAME, 1, 2), interaction_id=2 * number + 1)
    return await lobby.accept(await matches.load(match_id), 2, interaction_id=2 * number + 2)


async def elsewhere(matches: Matches) -> Matches:
    """Another service on the same database, as in another process."""
    return Matches(matches.store, matches.faces)


async def test_a_match_that_has_not_changed_is_not_read_again(matches: Matches) -> None:
    match = await begun(matches)
    assert await matches.load(match.id) is match
    await matches.store.matches.set_place(match.id, thread_id=77)
    there = await matches.in_thread(77)
    assert there is not None
    assert there.entries is match.entries
    assert there.match.thread_id == 77
    assert (await matches.load(match.id)) is there


async def test_what_was_worked_out_of_a_position_is_worked_out_once(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(matches)
    viewed = []
    plain = GAME.view
    monkeypatch.setattr(type(GAME), "view", lambda game, state, seat: viewed.append(seat) or plain(state, seat))
    for _ in range(3):
        (await matches.load(match.id)).view(0)
        (await matches.load(match.id)).view(None)
    assert viewed == [0, None]


async def test_what_somebody_else_has_changed_is_read_again(matches: Matches) -> None:
    match = await begun(matches)
    other = await elsewhere(matches)
    done = await random_step(other, await other.load(match.id), random.Random(1))
    assert done is not None
    again = await matches.load(match.id)
    assert again.match == done.match.match
    assert again.entries == done.match.entries
    assert again.match.version == match.match.version + 1


async def test_a_clock_that_somebody_else_has_changed_is_read_again(matches: Matches) -> None:
    match = await begun(matches)
    clock = SeatClock(0, left_ms=9, since=1, began=1)
    match = (await matches.change(match, lambda now: Change(clocks=(clock,)), None)).match
    stored = match.clock(0)
    assert stored is not None
    assert await (await elsewhere(matches)).store.clocks.mark(match.id, stored, now=5, told=1)
    again = (await matches.load(match.id)).clock(0)
    assert again is not None
    assert again.told == 1


async def test_places_have_no_version_and_are_read_each_time(matches: Matches) -> None:
    match = await begun(matches)
    await (await elsewhere(matches)).store.matches.set_place(match.id, thread_id=5, start_message_id=6, channel_id=7)
    again = await matches.load(match.id)
    assert (again.match.thread_id, again.match.start_message_id, again.match.channel_id) == (5, 6, 7)
    assert (match.match.thread_id, match.match.start_message_id) == (None, None)


async def test_only_so_many_are_kept(matches: Matches) -> None:
    matches.recent = Recent(2)
    first, second, third = [await begun(matches, number) for number in range(3)]
    assert set(matches.recent.versions) == {second.id, third.id}
    assert await matches.load(second.id) is second
    assert await matches.load(first.id) is not first
    assert set(matches.recent.versions) == {second.id, first.id}


async def test_an_older_one_takes_no_place(matches: Matches) -> None:
    match = await begun(matches)
    done = await random_step(matches, match, random.Random(1))
    assert done is not None
    matches.recent.keep(match)
    assert await matches.load(match.id) is done.match
    assert matches.recent.again(Unchanged(match.id, match.match.version, None, None, None)) is None


async def test_what_was_read_of_a_match_already_is_not_asked_for_again(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(matches)
    version = match.match.version
    read = []
    plain = matches.store.matches.load_whole

    async def load_whole(*given: Any) -> Any:
        read.append(given[0])
        return await plain(*given)

    monkeypatch.setattr(matches.store.matches, "load_whole", load_whole)
    assert await matches.load(match.id, Unchanged(match.id, version, match.match.channel_id, None, None)) is match
    placed = await matches.load(match.id, Unchanged(match.id, version, 7, 5, 6))
    assert (placed.match.channel_id, placed.match.thread_id, placed.match.start_message_id) == (7, 5, 6)
    assert read == []
    # Of another version, or forgotten meanwhile, it is read as ever.
    for known in (version - 1, version + 1):
        there = Unchanged(match.id, known, 7, 5, 6)
        assert (await matches.load(match.id, there)).match.version == version
    matches.recent = Recent()
    assert (await matches.load(match.id, Unchanged(match.id, version, 7, 5, 6))).match == match.match
    assert read == [match.id] * 3
    with pytest.raises(Refusal):
        await matches.load("nothing222", None)
