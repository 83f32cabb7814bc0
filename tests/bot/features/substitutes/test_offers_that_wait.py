"""Offers of seats that are made, withdrawn and made anew before anything of them could be posted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.substitutes import service
from bot.features.substitutes.service import Substitutes
from tests.bot.world import World, pings, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games, and lets seats be offered at any time."""
    register(monkeypatch, FACE)
    monkeypatch.setattr(service, "AGAIN_MS", 0)


async def _begun(made: World, teams: str, private: bool) -> str:
    """Anna against Max, and against Tina where there are three."""
    named = {"opponent": made.max} | ({"opponent2": made.tina} if teams == "1v1v1" else {})
    await made.anna.slash(made.channel, "toy new", teams=teams, private=private, **named)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    for actor in named.values():
        await actor.slash(made.channel, "match accept", match=head.id)
    await made.settle()
    return head.id


async def _offer(made: World, match_id: str, seat: int, to: int) -> None:
    """Offer a seat to somebody, and withdraw what stands."""
    substitutes, match = made.bot.services.get(Substitutes), await made.bot.matches.load(match_id)
    if match.match.seats[seat].offered is not None:
        match = await substitutes.withdraw(match, seat, "own")
    await substitutes.offer(match, seat, "own", to)


@pytest.mark.parametrize("private", [False, True])
async def test_a_stranger_is_pinged_once_for_all_seats_of_a_match(tmp_path: Path, private: bool) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, "1v1v1", private)
        since = len(made.env.http_requests)
        async with made.bot.posts.paused():
            for seat in range(3):
                await _offer(made, match_id, seat, made.bea.id)
        await made.settle()
        assert len([users for _, users in pings(made, since) if made.bea.id in users]) == 1
        assert len(await made.bot.store.messages.of_match(match_id, "seat", state="live")) == 3


async def test_a_seat_that_is_offered_to_somebody_else_meanwhile_is_posted_for_them(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, "1v1", private=True)
        thread = await made.thread(match_id)
        await _offer(made, match_id, 0, made.bea.id)
        await made.settle()
        assert made.bea.id in set(thread._channel.thread_members)
        first, since = thread.last_message, len(made.env.http_requests)
        async with made.bot.posts.paused():
            await _offer(made, match_id, 0, made.tina.id)
        await made.settle()
        assert set(thread._channel.thread_members) >= {made.anna.id, made.max.id, made.tina.id}
        assert made.bea.id not in set(thread._channel.thread_members)
        assert pings(made, since) == [(thread.id, (made.tina.id,))]
        assert first.id not in [message.id for message in thread.history()]


async def test_whoever_is_offered_another_seat_meanwhile_stays_in_a_private_thread(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, nora = await _begun(made, "1v1v1", private=True), made.member("Nora")
        thread = await made.thread(match_id)
        await _offer(made, match_id, 0, made.bea.id)
        await made.settle()
        async with made.bot.posts.paused():
            await _offer(made, match_id, 0, nora.id)
            await _offer(made, match_id, 1, made.bea.id)
        await made.settle()
        assert {made.bea.id, nora.id} <= set(thread._channel.thread_members)


async def test_a_seat_that_its_new_player_offers_is_posted_for_them(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, "1v1", private=False)
        await _offer(made, match_id, 0, made.bea.id)
        await made.settle()
        first = made.channel.last_message
        async with made.bot.posts.paused():
            await made.bot.services.get(Substitutes).take(await made.bot.matches.load(match_id), made.bea.id, 0)
            await made.bot.services.get(Substitutes).offer(await made.bot.matches.load(match_id), 0, "own")
        await made.settle()
        assert made.message(made.channel.id, first.id).content == "🪑 **Toy**: Bea has taken over from Anna."
        assert "Bea is looking for a substitute" in made.channel.last_message.content
