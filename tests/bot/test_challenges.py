"""Challenges: open, for one person, private; declined and withdrawn; and what must not come of them."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from tests.bot.driving import PAIR, catch_up, first_turn, only_match, setup
from tests.bot.forged import only_refusals, said
from tests.bot.world import button_ids, pings, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_an_open_seat_goes_to_whoever_joins_first(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        result = await made.anna.slash(made.channel, "match new", game="monolith_arena")
        assert result.ephemeral
        await made.settle()
        start = made.channel.last_message
        assert button_ids(start) == ["join", "help", "proof"]
        assert pings(made) == []
        assert "have a seat" in said(await made.press(made.anna, start, "join"))
        assert (await made.press(made.tina, start, "join")).ephemeral
        await made.settle()
        match_id = await only_match(made)
        match = await made.bot.matches.load(match_id)
        assert match.users() == [made.anna.id, made.tina.id]
        thread = await made.thread(match_id)
        assert {made.anna.id, made.tina.id} <= set(thread._channel.thread_members)
        assert "Anna" in thread.name
        assert "Tina" in thread.name
        assert button_ids(made.message(made.channel.id, start.id)) == ["proof"]
        assert pings(made) == [(thread.id, (made.anna.id, made.tina.id))]


async def test_joining_by_command(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "open seat" in said(await made.max.slash(made.channel, "match join"))
        await made.anna.slash(made.channel, "match new", game="monolith_arena")
        await made.settle()
        offered = await made.max.autocomplete(made.channel, "match join", "match", "")
        assert len(offered) == 1
        await made.max.slash(made.channel, "match join", match=offered[0]["value"])
        await made.settle()
        assert (await made.bot.matches.load(await only_match(made))).match.status == "running"
        only_refusals(made)


async def test_a_declined_challenge_is_called_off(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        start = made.channel.last_message
        assert pings(made) == [(made.channel.id, (made.max.id,))]
        assert button_ids(start) == ["accept", "decline", "help", "proof"]
        assert "not invited" in said(await made.press(made.tina, start, "decline"))
        await made.press(made.max, start, "decline")
        await made.settle()
        assert made.channel.history() == []
        assert await made.bot.store.matches.all_open() == ()
        assert len(pings(made)) == 1
        (told,) = made.anna.user.dm_channel.history()
        assert told.content == "**Monolith Arena with Max**: your challenge was declined."
        assert not told.components


async def test_a_challenge_can_be_withdrawn(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        match_id = await only_match(made)
        await made.anna.slash(made.channel, "match cancel")
        await made.settle()
        assert made.channel.history() == []
        assert not made.max.user.dm_channel or not made.max.user.dm_channel.history()
        assert "no longer open" in said(await made.max.slash(made.channel, "match accept", match=match_id))
        only_refusals(made)


async def test_of_a_private_match_the_channel_hears_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        result = await made.anna.slash(
            made.channel, "match new", game="monolith_arena", opponent=made.max, private=True
        )
        assert "moderators" in said(result)
        await made.settle()
        (thread,) = made.channel.threads
        assert thread._channel.type == discord.ChannelType.private_thread.value
        (opened,) = [e.json for e in made.env.http_requests if e.method == "POST" and e.path.endswith("/threads")]
        assert opened["invitable"] is False
        assert {made.anna.id, made.max.id} <= set(thread._channel.thread_members)
        assert pings(made) == [(thread.id, (made.max.id,))]
        await made.press(made.max, thread.history()[-1], "accept")
        await made.settle()
        match_id = await only_match(made)
        await setup(made, match_id, *PAIR)
        await catch_up(made, match_id)
        await made.resign(made.max, thread)
        await made.settle()
        assert any("rematch" in button_ids(m) and m.attachments for m in thread.history())
        # simcord notes the thread in the channel; Discord does so for public threads only.
        assert {m.type for m in made.channel.history()} <= {discord.MessageType.thread_created}


async def test_open_reserves_are_open_to_all(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, _ = await first_turn(made, open_reserves=True)
        match = await made.bot.matches.load(match_id)
        seat = match.seat_of(first.id)
        reserve = match.view(None).seats[seat].reserve
        assert reserve
        words = said(await made.tina.slash(thread, "match words"))
        assert all(tile.name in words for tile in reserve)
        start = made.channel.history()[0].content
        assert "pen reserves" in start


@pytest.mark.parametrize("private", [False, True])
async def test_what_the_bot_may_not_do_is_named_before_anything_is_made(tmp_path: Path, private: bool) -> None:
    lacking = {
        "attach_files": "Attach Files",
        "send_messages_in_threads": "Send Messages in Threads",
        "create_private_threads" if private else "create_public_threads": "Threads",
    }
    async with world(tmp_path) as made:
        denied = discord.PermissionOverwrite(**dict.fromkeys(lacking, False))
        bot = made.bot.get_guild(made.guild.id).me
        channel = made.guild.create_text_channel("poor", overwrites={bot: denied})
        opponent = {"opponent": made.max, "private": True} if private else {}
        result = await made.anna.slash(channel, "match new", game="monolith_arena", **opponent)
        answer = said(result)
        assert all(name in answer for name in lacking.values()), answer
        await made.settle()
        assert await made.bot.store.matches.all_open() == ()
        assert channel.history() == []
        only_refusals(made)


async def test_started_in_a_thread_it_goes_to_the_parent_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        await made.tina.slash(thread, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        start = made.channel.last_message
        assert "accept" in button_ids(start)
        second = (await made.bot.store.matches.of_user(made.tina.id))[0]
        assert second.channel_id == made.channel.id


async def test_not_against_oneself_nor_a_bot(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        robot = made.guild.add_member(made.env.create_user("robot", bot=True))
        for opponent, told in (
            (made.anna, "You cannot play against yourself"),
            (robot, "Choose how strong the computer plays"),
        ):
            result = await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=opponent)
            assert told in said(result)
        assert await made.bot.store.matches.all_open() == ()
        only_refusals(made)
