"""Seeks across servers: who finds whom, and a match in the direct messages of both."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.clocks.reachability import Reachability
from bot.features.reports.service import Reports
from bot.features.seeks.service import NOT_ACROSS, Seeks, Where, Wish
from bot.matches.commits import PUBLIC, CommitEvent, match_job
from bot.panels.components import button_id
from bot.panels.model import Press
from bot.publish.across import WAITS_MS
from bot.texts.phrases import phrases
from games import verify
from storage import SeekFound, Server
from tests.bot.driving import by_panel
from tests.bot.features.seeks.meeting import GAME, meeting
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import World, button_ids, controls, pings, use, words

LOOKING = ("match show", "match mine", "match history", "match words", "match time", "match recap", "match replay")
OTHERWISE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "language": ({"language": "de"}, {"language": "es"}),
    "pace": ({"pace": "live"}, {"pace": "daily"}),
    "rating": ({"lowest": 1900}, {}),
    "private": ({"lowest": 1400}, {}),
}
"""What two ask for who do not fit."""


def listed(channel: Any) -> Any:
    """The list of seeks in a channel."""
    (page,) = [m for m in channel.history() if "seek" in button_ids(m)]
    return page


GO = ("go", GAME, "-", "-", "-", "0", "0", "across")
"""The press that looks for a match across servers."""


def pinged(made: World, since: int) -> list[tuple[int, ...]]:
    """Who was pinged in the channel where people look for matches."""
    return [users for place, users in pings(made, since) if place == made.channel.id]


pytestmark = pytest.mark.usefixtures("no_incident")


async def test_two_find_each_other_and_play_in_their_direct_messages(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        match_id = await met.found()
        match = await made.bot.matches.load(match_id)
        assert match.match.across
        assert (match.match.guild_id, match.match.channel_id, match.match.thread_id) == (None, None, None)
        assert match.match.status == "running"
        for who, other in ((made.anna, "Eve"), (met.eve, "Anna")):
            start, live = met.written(who)
            assert f"{other}" in start.content
            assert "proof" in button_ids(start)
            assert "play" in button_ids(live)
            assert other in words(start)
        for channel in (made.channel, met.channel):
            assert all("Nobody is looking" in words(m) for m in channel.history())
            assert not channel.threads
        only_refusals(made)


async def test_a_match_is_played_to_its_end_in_the_messages_of_both(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        match_id = await met.found()
        rng = random.Random(5)
        for _ in range(12):
            assert await by_panel(made, match_id, rng, met.at)
        await made.restart()
        await made.settle()
        for who in (made.anna, met.eve):
            live = met.live(who)
            assert str(who.id) in live.content or "<@" not in live.content, "a mention is its reader's"
        for _ in range(12):
            assert await by_panel(made, match_id, rng, met.at)
        for who in (made.anna, met.eve):
            for command in LOOKING:
                assert (await who.user.slash(command)).acknowledged, command
        match = await made.bot.matches.load(match_id)
        assert {entry.seat for entry in match.entries} == {0, 1}
        for who in (made.anna, met.eve):
            assert sum("play" in button_ids(m) for m in met.written(who)) == 1, "one live message each"
        offered = await made.anna.user.slash("match draw")
        await made.press(made.anna.user, offered.response, "agree", "draw", "offer")
        await made.settle()
        assert "agree" in button_ids(met.live(met.eve))
        asked = await met.eve.user.slash("match resign")
        await made.press(met.eve.user, asked.response, "agree", "resign")
        await made.settle()
        for who in (made.anna, met.eve):
            live = met.written(who)[-1]
            assert "The match is over." in live.content
            assert "rematch" not in button_ids(live)
            forged = await press(made, who.user, who.user.dm_channel, button_id(match_id, 0, "", Press("rematch")))
            assert "has no rematch" in said(forged)
            record = await who.user.slash("match record", match=match_id)
            (attached,) = record.response.attachments
            data = (await attached.read()).decode()
            assert str(who.id) in data
            assert not {what for what, word in met.hidden_from(who).items() if word in data}
            assert verify.check(data).status == 0
        met.no_leak()
        for who in (made.anna, met.eve):
            assert not (await made.bot.store.privacy.export(who.id))["played"], "it counts for nobody"
        only_refusals(made)


async def test_both_servers_and_both_people_have_to_want_it(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, store = met.made, met.made.bot.store
        assert await met.seek(made.anna) == str(NOT_ACROSS)
        await met.allow(made.guild.id)
        assert "here or on another server" in await met.seek(made.anna)
        assert "also across servers" in words(listed(made.channel))
        assert await met.seek(met.eve) == str(NOT_ACROSS)
        assert "pinged once" in await met.seek(met.eve, across=False)
        await met.look()
        assert not await store.matches.all_open(), "Eve's server has not said yes"
        await met.allow()
        await met.look()
        assert not await store.matches.all_open(), "Eve has not said yes"
        assert "also across servers" not in words(listed(met.channel))
        await met.seek(met.carl, language="de")
        (head,) = await store.matches.all_open()
        assert {seat.user_id for seat in head.seats} == {met.eve.id, met.carl.id}, "one of the own server comes first"
        assert not head.across
        await met.seek(met.carl)
        (head, _) = sorted(await store.matches.all_open(), key=lambda head: not head.across)
        assert {seat.user_id for seat in head.seats} == {made.anna.id, met.carl.id}
        assert {(one.user_id, one.guild_id, one.channel_id) for one in head.homes} == {
            (made.anna.id, made.guild.id, made.channel.id),
            (met.carl.id, met.guild.id, met.channel.id),
        }
        only_refusals(made)


async def test_a_server_that_changes_its_mind_keeps_who_waits_to_itself(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, servers = met.made, met.made.bot.services.servers
        await met.allow()
        await met.seek(made.anna)
        for guild in (made.guild, met.guild):
            await servers.set(replace(await servers.of(guild.id), across=False), now=2)
            await met.seek(met.eve, across=guild is made.guild)
            await met.look()
            assert not await made.bot.store.matches.all_open()
            await servers.set(replace(await servers.of(guild.id), across=True), now=3)
            await met.eve.slash(met.channel, "seek cancel")
        await met.seek(met.eve)
        assert len(await made.bot.store.matches.all_open()) == 1


@pytest.mark.parametrize("what", ["block", "language", "pace", "rating", "private", "rooms", "left"])
async def test_what_keeps_people_apart_on_a_server_does_so_across(tmp_path: Path, what: str) -> None:
    async with meeting(tmp_path) as met:
        made, store = met.made, met.made.bot.store
        await met.allow()
        mine, theirs = OTHERWISE.get(what, ({}, {}))
        await met.seek(made.anna, **mine)
        if what == "block":
            await store.blocks.add(made.anna.id, met.eve.id, now=1, most=10)
        elif what == "private":
            await met.eve.slash(met.channel, "settings stats", private=True)
        elif what == "rooms":
            await made.bot.services.servers.set(Server(made.guild.id, most_open=1, across=True), now=1)
            await made.match()
        elif what == "left":
            made.guild.remove_member(made.anna)
        assert "You play" not in await met.seek(met.eve, **theirs)
        await met.look()
        assert not [head for head in await store.matches.all_open() if head.across]
        if what == "block":
            await store.blocks.remove(made.anna.id, met.eve.id)
            await met.look()
            assert len(await store.matches.all_open()) == 1, "who fits by now comes together"
        only_refusals(made)


async def test_what_no_match_across_servers_can_be_is_refused(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        await met.allow()
        assert "not rated" in await met.seek(met.made.anna, rated=True)
        assert not await met.made.bot.store.seeks.of_user(met.made.anna.id)
        only_refusals(met.made)


async def test_such_a_match_is_one_of_those_a_member_may_have(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        await met.found()
        await made.bot.services.servers.set(Server(made.guild.id, most_open=1, across=True), now=1)
        assert "as many open matches" in await met.seek(made.anna, across=False)
        told = await made.max.slash(made.channel, "monolith new", opponent=made.anna)
        await made.settle()
        assert "as many open matches" in said(await made.anna.slash(made.channel, "match accept")), told
        only_refusals(made)


async def test_two_at_once_are_one_match_and_again_changes_nothing(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, seeks = met.made, met.made.bot.services.get(Seeks)
        await met.allow()
        formation = made.bot.services.faces[GAME].game.formations[0]
        wish = Wish(GAME, formation, across=True)
        people = ((made.anna, 1), (met.eve, 2), (made.max, 3), (met.carl, 4))
        wheres = [Where(who.id, met.home[who.id].guild.id, met.home[who.id].id, number) for who, number in people]
        await asyncio.gather(*(seeks.place(wish, where) for where in wheres))
        await made.settle()
        heads = await made.bot.store.matches.all_open()
        seated = [seat.user_id for head in heads for seat in head.seats]
        assert len(heads) == 2
        assert len(seated) == len(set(seated))
        for where in wheres:
            assert isinstance(await seeks.place(wish, where), SeekFound)
        assert len(await made.bot.store.matches.all_open()) == 2


async def test_who_cannot_be_written_to_is_pinged_once_and_the_match_waits(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        await met.allow()
        await met.seek(made.anna, pace="live")
        met.close(made.anna)
        since = len(made.env.http_requests)
        await met.seek(met.eve)
        (head,) = await made.bot.store.matches.all_open()
        assert pinged(made, since) == [(made.anna.id,)]
        asked = made.channel.history()[-1]
        assert button_ids(asked) == ["reach"]
        assert "Eve" not in asked.content
        assert len(met.written(met.eve)) == 2, "the other side has its messages"
        calendars = made.bot.matches.calendars
        reachability = made.bot.services.get(Reachability)
        assert await calendars.paused() == {head.id}
        await reachability.look()
        assert await calendars.paused() == {head.id}, "it stands still for days"
        await made.press(made.anna, asked, "reach")
        await made.settle()
        assert len(pinged(made, since)) == 1, "still closed: one ping and no more"
        stranger = await made.press(made.max, asked, "reach")
        assert "no such match" in said(stranger)
        await made.restart()
        await made.settle()
        assert len(pinged(made, since)) == 1
        met.open()
        assert "I am writing to you" in said(await made.press(made.anna, asked, "reach"))
        await made.settle()
        assert "proof" in button_ids(met.written(made.anna)[0])
        assert "play" in button_ids(met.live(made.anna))
        assert not button_ids(made.message(made.channel.id, asked.id))
        assert not await made.bot.matches.calendars.paused()
        assert await by_panel(made, head.id, random.Random(1), met.at)
        met.no_leak()


async def test_nobody_is_kept_waiting_for_ever_by_closed_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        match_id = await met.found()
        met.close(met.eve)
        await made.bot.store.people.set_player(met.eve.id, now=1, dm_closed=True)
        await made.bot.store.jobs.add(match_id, (match_job(PUBLIC, match_id),), now=made.bot.matches.clock())
        await made.bot.matches.commits.announce(CommitEvent())
        await made.settle()
        assert await made.bot.matches.calendars.paused() == {match_id}
        now = made.bot.matches.clock()
        monkeypatch.setattr(made.bot.matches, "clock", lambda: now + WAITS_MS + 1)
        await made.bot.services.get(Reachability).look()
        assert not await made.bot.matches.calendars.paused()
        await made.settle()
        asked = await made.anna.user.slash("match resign")
        await made.press(made.anna.user, asked.response, "agree", "resign")
        await made.settle()
        assert words(met.channel.history()[-1]) == "The match is over.", "nobody is asked any more"


async def test_it_goes_on_though_somebody_leaves_their_server(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        match_id = await met.found()
        met.guild.remove_member(met.eve)
        await met.look()
        await made.restart()
        rng = random.Random(2)
        for _ in range(6):
            assert await by_panel(made, match_id, rng, met.at)
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
        assert not any(seat.offered for seat in match.match.seats)
        (names,) = [await made.bot.services.names.seats(phrases("en"), match)]
        assert names[match.seat_of(met.eve.id)] == "Evelyn", "of who has left, the name that Discord itself shows"
        for who in (made.anna, met.eve):
            for command in ("match substitute", "match resign"):
                await who.user.slash(command)
            assert "nobody else can play on" in said(await who.user.slash("match substitute"))
        only_refusals(made)


async def test_what_is_kept_of_it_is_exported_and_deleted(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, privacy = met.made, met.made.bot.store.privacy
        match_id = await met.found()
        exported = await privacy.export(met.eve.id)
        assert [(row["match_id"], row["guild_id"]) for row in exported["home"]] == [(match_id, met.guild.id)]
        assert str(made.anna.id) not in json.dumps(exported, default=str)
        assert str(made.guild.id) not in json.dumps(exported, default=str)
        await met.eve.user.slash("privacy delete", sure="DELETE")
        await made.settle()
        assert not (await privacy.export(met.eve.id))["home"]
        match = await made.bot.matches.load(match_id)
        assert match.match.across
        assert met.eve.id not in [one.user_id for one in match.match.homes]
        assert "Eve" not in said(await made.anna.user.slash("match history", match=match_id))
        only_refusals(made)


async def test_nobody_else_finds_it(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made = met.made
        match_id = await met.found()
        for who in (made.max, met.carl):
            for command in ("match show", "match follow", "match takeover"):
                told = await who.slash(met.home[who.id], command, match=match_id)
                assert "no such match" in said(told), command
        assert match_id not in words((await made.max.slash(made.channel, "match list")).response)
        shown = await made.anna.slash(made.channel, "match show", match=match_id)
        assert shown.ephemeral
        match = await made.bot.matches.load(match_id)
        assert match.match.channel_id is None, "no new thread is opened for it"
        only_refusals(made)


async def test_a_report_reaches_those_who_can_do_something_and_tells_a_name(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, servers = met.made, met.made.bot.services.servers
        match_id = await met.found()
        times = (await made.anna.user.slash("match time")).response
        control = next(c for c in controls(times) if c.press.action_id == "report")
        assert "takes no reports" in said(await use(made.anna.user, times, control))
        managers = met.guild.create_text_channel("managers")
        await servers.set(replace(await servers.of(met.guild.id), report_channel_id=managers.id), now=2)
        form = await use(made.anna.user, times, control)
        await made.anna.user.submit_modal(form, {"text": "They let me wait."})
        await made.settle()
        assert not managers.history(), "everybody can read there"
        hidden = discord.PermissionOverwrite(view_channel=False)
        bot: Any = made.bot.user
        shown = {met.guild.default_role: hidden, bot: discord.PermissionOverwrite(view_channel=True)}
        managers = met.guild.create_text_channel("bosses", overwrites=shown)
        await servers.set(replace(await servers.of(met.guild.id), report_channel_id=managers.id), now=3)
        await made.bot.services.get(Reports).look()
        (message,) = managers.history()
        assert f"Anna, on another server, reports <@{met.eve.id}>" in message.content
        sent = json.dumps([e.json for e in made.env.http_requests if f"/{managers.id}/" in e.path], default=str)
        assert not [word for word in met.hidden_from(met.eve).values() if word in sent]
        exported = json.dumps(await made.bot.store.privacy.export(made.anna.id), default=str)
        assert "They let me wait" in exported
        assert not [word for word in met.hidden_from(made.anna).values() if word in exported]
        assert match_id in exported
        met.no_leak()
        only_refusals(made)


async def test_it_is_chosen_on_the_page_where_the_server_allows_it(tmp_path: Path) -> None:
    async with meeting(tmp_path) as met:
        made, draft = met.made, (GAME, "-", "-", "-", "0", "0")
        asked = (await made.anna.slash(made.channel, "seek new")).response
        await made.press(made.anna, asked, "seek", "new", *draft)
        asked = made.message(asked.channel_id, asked.id)
        assert not [c for c in controls(asked) if "across" in c.press.tokens]
        told = said(await press(made, made.anna, made.channel, button_id("learn-", 0, "", Press("seek", GO))))
        assert str(NOT_ACROSS) in told, "the page says why, and offers the way back"
        await met.allow()
        asked = (await made.anna.slash(made.channel, "seek new")).response
        for tokens in (draft, (*draft, "across")):
            await made.press(made.anna, asked, "seek", "new", *tokens)
            asked = made.message(asked.channel_id, asked.id)
        assert "sees the name that you have here" in words(asked)
        await made.press(made.anna, asked, "seek", *GO)
        await made.settle()
        (found,) = await made.bot.store.seeks.of_user(made.anna.id)
        assert found.seekers[0].across
        only_refusals(made)
