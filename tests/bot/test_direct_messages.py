"""Direct messages: in place of pings, closed ones, and commands given there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.bot.driving import PAIR, first_turn, live_ones, tap_to
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, pings, world

pytestmark = pytest.mark.usefixtures("no_incident")

CLOSED: dict[str, Any] = {
    "status": 403,
    "code": 50007,
    "message": "Cannot send messages to this user",
    "times": None,
}


def _dms(made: World, actor: Any) -> list[Any]:
    return [m for m in actor.user.dm_channel.history() if m.author.id == made.bot.user.id]


async def test_a_direct_message_instead_of_a_ping(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for actor in (made.anna, made.max):
            assert "on" in said(await actor.slash(made.channel, "settings dm", on=True))
        match_id = await made.match()
        thread = await made.thread(match_id)
        assert [p for p in pings(made) if p[0] == thread.id] == []
        assert "<@" in (await made.live(match_id)).content
        for actor in (made.anna, made.max):
            (message,) = _dms(made, actor)
            assert message.attachments[0].filename
            assert f"https://discord.com/channels/{made.guild.id}/" in message.content
            assert "play" in button_ids(message)
        await made.anna.slash(thread, "monolith faction", faction=PAIR[0])
        await made.settle()
        assert len(_dms(made, made.anna)) == 1
        # The other one plays from the direct message, which is kept current.
        (message,) = _dms(made, made.max)
        panel = (await made.press(made.max.user, message, "play")).response
        await tap_to(made.max.user, made, panel, ("faction", PAIR[1]))
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert [f.id for f in match.state.factions] == list(PAIR)
        (waited,) = match.waited_for()
        waiting = made.actor(waited)
        other = made.max if waiting is made.anna else made.anna
        assert len(_dms(made, other)) == 1
        assert not [m for m in _dms(made, other) if "your turn" in m.content.lower()]
        await waiting.user.slash("monolith banner", hex="A2")
        await made.settle()
        newest = _dms(made, other)[-1]
        assert "play" in button_ids(newest)
        await other.user.slash("monolith banner", hex="E2")
        await made.settle()
        assert [p for p in pings(made) if p[0] == thread.id] == []
        match = await made.bot.matches.load(match_id)
        current = await made.bot.store.messages.newest_live(match_id, "dm", waiting.id)
        assert current.version == match.match.version
        for actor in (made.anna, made.max):
            live = [m for m in _dms(made, actor) if m.components]
            assert len(live) == 1


async def test_closed_direct_messages_are_tried_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.max.slash(made.channel, "settings dm", on=True)
        dm = made.max.user.dm_channel
        path = f"/channels/{dm.id}/messages"
        made.env.inject_error(
            "POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None
        )
        match_id = await made.match()
        thread = await made.thread(match_id)

        def tries() -> int:
            return sum(e.method == "POST" and e.path == path for e in made.env.http_requests)

        assert tries() == 1
        assert (await made.bot.store.people.player(made.max.id)).dm_closed
        assert sum(made.max.id in users for place, users in pings(made) if place == thread.id) == 1
        assert all(a.filename == "board.png" for m in thread.history() for a in m.attachments)
        await made.anna.slash(thread, "monolith faction", faction=PAIR[0])
        await made.settle()
        await made.max.slash(thread, "monolith faction", faction=PAIR[1])
        await made.settle()
        assert tries() == 1
        assert "refused" in said(await made.max.slash(thread, "settings dm"))


async def test_closed_direct_messages_in_a_running_match_are_one_ping(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        await other.slash(thread, "settings dm", on=True)
        path = f"/channels/{other.user.dm_channel.id}/messages"
        made.env.inject_error(
            "POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None
        )
        since = len(made.env.http_requests)
        await first.slash(thread, "monolith end")
        await made.settle()
        assert pings(made, since) == [(thread.id, (other.id,))]
        assert (await made.bot.store.people.player(other.id)).dm_closed
        assert len(await live_ones(made, match_id)) == 1


def _comes_last(made: World, sends: Any) -> Any:
    """The same, but only when nothing else is being sent."""

    async def late(*given: Any, **more: Any) -> Any:
        while len(made.bot.posts._tasks) > 1:
            await asyncio.sleep(0.01)
        return await sends(*given, **more)

    return late


async def test_a_ping_in_place_of_a_direct_message_wakes_the_outbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The direct message is refused when its match has been told already: nothing else looks for the ping then."""
    async with world(tmp_path) as made:
        _, thread, first, other = await first_turn(made)
        await other.slash(thread, "settings dm", on=True)
        path = f"/channels/{other.user.dm_channel.id}/messages"
        made.env.inject_error(
            "POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None
        )
        monkeypatch.setattr(made.bot, "create_dm", _comes_last(made, made.bot.create_dm))
        since = len(made.env.http_requests)
        await first.slash(thread, "monolith end")
        await made.env.settle()  # the settling of the world wakes the outbox
        assert await made.bot.posts.idle()
        assert pings(made, since) == [(thread.id, (other.id,))]


async def test_news_of_a_new_thread_wake_the_outbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The direct messages have been sent before there was a thread to lead to: they are sent anew at once."""
    async with world(tmp_path) as made:
        for actor in (made.anna, made.max):
            await actor.slash(made.channel, "settings dm", on=True)
        await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        places = made.bot.places
        monkeypatch.setattr(places, "_seat_players", _comes_last(made, places._seat_players))
        await made.max.slash(made.channel, "match accept")
        await made.env.settle()
        assert await made.bot.posts.idle()


async def test_a_command_in_a_direct_message_finds_its_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "no open match" in said(await made.anna.user.slash("monolith end"))
        first = await made.match()
        result = await made.anna.user.slash("monolith faction", faction=PAIR[0])
        assert "Dragon Empire" in said(result)
        await made.settle()
        await made.tina.slash(made.channel, "match new", game="monolith_arena", opponent=made.anna)
        await made.settle()
        await made.anna.slash(made.channel, "match accept")
        await made.settle()
        answer = said(await made.anna.user.slash("monolith reserve"))
        heads = await made.bot.store.matches.of_user(made.anna.id)
        assert len(heads) == 2
        for head in heads:
            assert f"https://discord.com/channels/{made.guild.id}/{head.thread_id}" in answer
        assert said(await made.anna.user.slash("monolith reserve", match=first))
        # In the channel, too, it asks; in the thread it knows.
        assert "Which match" in said(await made.anna.slash(made.channel, "monolith reserve"))
        thread = await made.thread(first)
        assert "Which match" not in said(await made.anna.slash(thread, "monolith reserve"))
        only_refusals(made)
