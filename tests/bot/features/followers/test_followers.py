"""Following a match without playing in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import discord
import pytest

from storage import Calendar
from tests.bot.features.rounds import begun
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, pings, world
from tests.support.registering import register
from tests.toy.face import FACE
from tests.toy.state import RoundEnded

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


IN_ROUNDS = replace(FACE, high_point=lambda events: any(isinstance(event, RoundEnded) for event in events))
"""The toy, whose rounds are high points."""


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, IN_ROUNDS)


async def _round(made: World, match_id: str) -> None:
    """A whole round."""
    await made.play(match_id, made.anna.id, ("pick", "4", "5"))
    await made.play(match_id, made.max.id, ("pick", "1", "2"))
    await made.settle()
    (caller,) = (await made.bot.matches.load(match_id)).waited_for()
    await made.play(match_id, caller, ("pass",))
    await made.settle()


def _told(made: World, since: int) -> list[str]:
    sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
    return [one["content"] for one in sent if "📣" in str(one.get("content"))]


async def test_high_points_by_button_and_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.tina.slash(made.channel, "settings dm", on=True)
        match_id = await begun(made, rounds=2)
        live = await made.live(match_id)
        assert "follow" not in button_ids((await made.press(made.anna, live, "play")).response)
        panel = (await made.press(made.tina, live, "play")).response
        await made.press(made.tina, panel, "follow")
        await made.settle()
        page = made.message(panel.channel_id, panel.id)
        assert "You do not follow this match." in page.content
        await made.press(made.tina, page, "follow", "highlights")
        await made.settle()
        assert "You follow the highlights" in made.message(page.channel_id, page.id).content
        since = len(made.env.http_requests)
        await made.play(match_id, made.anna.id, ("cheer",))
        await made.settle()
        assert _told(made, since) == []
        await _round(made, match_id)
        (news,) = _told(made, since)
        assert "Toy with Anna and Max" in news
        assert made.tina.id not in [user for _, users in pings(made, since) for user in users]
        await _round(made, match_id)
        assert len(_told(made, since)) == 2
        assert await made.bot.store.followers.of_match(match_id) == ()
        only_refusals(made)


async def test_a_round_that_is_taken_back_and_played_again_is_told_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=3)
        await made.tina.slash(await made.thread(match_id), "match follow", what="highlights")
        await made.settle()
        since = len(made.env.http_requests)
        await _round(made, match_id)
        assert len(_told(made, since)) == 1
        for _ in range(3):
            match = await made.bot.matches.load(match_id)
            asker = next(entry.seat for entry in reversed(match.entries) if entry.kind == "action")
            first, second = match.user_of(asker) or 0, match.user_of(1 - asker) or 0
            match = (await made.bot.matches.agree(match, first, ("takeback", "ask"))).match
            await made.bot.matches.agree(match, second, ("takeback", "accept"))
            (caller,) = (await made.bot.matches.load(match_id)).waited_for()
            await made.play(match_id, caller, ("pass",))
            await made.settle()
        assert len(_told(made, since)) == 1
        await _round(made, match_id)
        assert len(_told(made, since)) == 2


async def test_the_end_alone_by_command_and_ping(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, rounds=2)
        assert "You will hear when this match is over." in said(
            await made.tina.slash(made.channel, "match follow", what="end")
        )
        since = len(made.env.http_requests)
        await _round(made, match_id)
        assert _told(made, since) == []
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        (news,) = _told(made, since)
        assert news.startswith(f"<@{made.tina.id}> 📣")
        assert (made.channel.id, (made.tina.id,)) in pings(made, since)
        thread = next(c for c in made.channel.threads)
        assert "The match is over." in said(await made.bea.slash(thread, "match follow", what="end"))
        only_refusals(made)


async def test_who_cannot_follow_and_who_stops(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "No match runs" in said(await made.tina.slash(made.channel, "match follow", what="end"))
        match_id = await begun(made, rounds=2)
        thread = await made.thread(match_id)
        assert "You play in this match" in said(await made.anna.slash(thread, "match follow", what="end"))
        assert "do not follow" in said(await made.tina.slash(thread, "match follow", what="nothing"))
        await made.tina.slash(thread, "match follow", what="highlights")
        assert "You do not follow" in said(await made.tina.slash(thread, "match follow", what="nothing"))
        since = len(made.env.http_requests)
        await _round(made, match_id)
        assert _told(made, since) == []
        await made.tina.slash(thread, "match follow", what="highlights")
        await made.bot.matches.calendars.set(Calendar(made.tina.id, quiet_from=0, quiet_to=1439), now=1)
        await made.play(match_id, made.max.id, ("cheer",))
        await made.resign(made.anna, thread)
        await made.env.settle()
        rows = [row for row in await made.bot.store.jobs.of_match(match_id) if row.kind == "follow"]
        assert rows[-1].due_at > made.bot.matches.clock() or rows[-1].state == "done"
        assert len(await made.bot.store.followers.of_match(match_id)) <= 1
        only_refusals(made)


async def test_a_private_match_is_followed_by_nobody(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, private=True)
        assert "no such match" in said(await made.tina.slash(made.channel, "match follow", what="end", match=match_id))
        assert "No match runs" in said(await made.tina.slash(made.channel, "match follow", what="end"))
        thread = await made.thread(match_id)
        await made.bot.get_channel(thread.id).add_user(discord.Object(made.tina.id))
        told = said(await made.tina.slash(thread, "match follow", what="end"))
        assert "concerns its players alone" in told
        assert await made.bot.store.followers.of_match(match_id) == ()
        only_refusals(made)


async def test_nobody_hears_of_a_match_whose_channel_they_may_not_see(tmp_path: Path) -> None:
    """Once they see it again, they hear of what has happened meanwhile, too."""
    async with world(tmp_path) as made:
        role = made.guild.create_role("fans")
        eva = made.guild.add_member(made.env.create_user("eva", global_name="Eva"), roles=[role])
        made.channel = made.hidden(made.anna, made.max, made.tina, role)
        match_id = await begun(made, rounds=4)
        for fan in (eva, made.tina):
            await fan.slash(made.channel, "match follow", what="highlights")
        await made.settle()
        told = {eva.id: 0, made.tina.id: 0}

        async def round_() -> None:
            since = len(made.env.http_requests)
            await _round(made, match_id)
            for user in told:
                told[user] += sum(news.startswith(f"<@{user}>") for news in _told(made, since))

        await round_()
        assert told == {eva.id: 1, made.tina.id: 1}
        made.env.backend.remove_member_role(made.guild.id, eva.id, role.id)
        await round_()
        assert told == {eva.id: 1, made.tina.id: 2}
        made.env.backend.add_member_role(made.guild.id, eva.id, role.id)
        await round_()
        assert told == {eva.id: 2, made.tina.id: 3}
        made.env.backend.remove_member_role(made.guild.id, eva.id, role.id)
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        assert await made.bot.store.followers.of_match(match_id) == ()
        only_refusals(made)
