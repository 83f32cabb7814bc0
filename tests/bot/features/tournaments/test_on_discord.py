"""Tournaments through simulated Discord: entered by a button, started, played to the end, seen on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.features.tournaments.page import ACTION_ID, GIVEN_UP_MS
from bot.features.tournaments.service import Tournaments
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Press
from bot.panels.widgets import button
from storage import WholeTournament
from tests.bot import forged
from tests.bot.by_id import typed
from tests.bot.forged import said
from tests.bot.world import World, button_ids, pings, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def _look(made: World) -> None:
    """Until the tournaments have nothing left to do."""
    await made.settle()
    await made.bot.services.get(Tournaments).look()
    await made.settle()


async def _opened(made: World, **options: Any) -> None:
    given = {"name": "Autumn Cup", "game": "monolith_arena", "kind": "swiss", "pace": "daily"} | options
    result = await made.anna.slash(made.channel, "tournament new", **given)
    assert "is open" in words(result.response), words(result.response)
    await _look(made)


async def _whole(made: World) -> WholeTournament:
    (head,) = await made.bot.store.tournaments.on_server(made.guild.id)
    whole = await made.bot.store.tournaments.load(head.id)
    assert whole is not None
    return whole


async def _page(made: World) -> Any:
    head = (await _whole(made)).head
    assert head.message_id is not None
    return made.message(head.channel_id, head.message_id)


async def _started(made: World, *players: Any, **options: Any) -> None:
    await _opened(made, **options)
    for player in players:
        await made.press(player, await _page(made), ACTION_ID, "join")
    await _look(made)
    asked = (await made.press(made.anna, await _page(made), ACTION_ID, "start")).response
    await made.press(made.anna, asked, ACTION_ID, "start", "yes")
    await _look(made)


async def test_a_swiss_is_entered_started_and_played_on_one_page(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        people = [made.anna, made.max, made.tina, made.bea]
        await _opened(made)
        first = await _page(made)
        assert "Autumn Cup" in first.content
        assert "Entered: 0 of 200." in first.content
        for player in people:
            entered = await made.press(player, first, ACTION_ID, "join")
            assert entered.ephemeral
            assert "You are in." in words(entered.response)
        again = await made.press(made.max, first, ACTION_ID, "join")
        assert "already" in words(again.response)
        await _look(made)
        assert "Entered: 4 of 200." in (await _page(made)).content
        refused = await made.press(made.max, first, ACTION_ID, "start")
        assert "Only its organizers" in words(refused.response)
        asked = (await made.press(made.anna, first, ACTION_ID, "start")).response
        assert "Start with 4 entrants?" in words(asked)
        await made.press(made.anna, asked, ACTION_ID, "start", "yes")
        await _look(made)
        page = await _page(made)
        assert page.id == first.id, "it is edited"
        assert "Round 1 of 2:" in page.content
        assert page.attachments
        assert page.attachments[0].description
        whole = await _whole(made)
        assert [(one.first, one.second) for one in whole.pairings] == [(1, 3), (4, 2)]
        for number in (1, 2):
            whole = await _whole(made)
            for one in (one for one in whole.pairings if one.round == number):
                match = await made.bot.matches.load(one.match_id)
                assert match.match.status == "running"
                loser = made.actor(match.users()[1])
                await made.resign(loser, await made.thread(one.match_id))
            await _look(made)
        whole = await _whole(made)
        assert whole.head.status == "over"
        assert all(one.how == "played" for one in whole.pairings)
        page = await _page(made)
        assert "The winner:" in page.content
        assert button_ids(page) == [ACTION_ID]
        told = [message for message in made.channel.history() if "The winner:" in message.content]
        assert len(told) == 2, "the page, and once below everything"
        assert sum("Tournament: Autumn Cup." in message.content for message in made.channel.history()) == 4
        seen = (await made.press(made.max, page, ACTION_ID, "look")).response
        assert seen.attachments


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), discord.RateLimited(300.0)], ids=repr)
async def test_a_connection_that_breaks_holds_up_the_page_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async with world(tmp_path) as made:
        await _opened(made)

        async def broken(*given: Any, **more: Any) -> None:
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(discord.PartialMessage, "edit", broken)
            entered = await made.press(made.anna, await _page(made), ACTION_ID, "join")
            assert "You are in." in words(entered.response)
            await _look(made)
            assert "Entered: 0 of 200." in (await _page(made)).content
        await _look(made)
        assert "Entered: 1 of 200." in (await _page(made)).content


def _items(row: Any) -> list[dict[str, Any]]:
    return list((row if isinstance(row, dict) else row.to_dict())["components"])


async def test_teams_are_formed_by_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        made.guild_locale = "de"
        await _opened(made, teams="2v2", kind="single", entrants=4)
        page = await _page(made)
        assert "K.-o.-System" in page.content
        asked = (await made.press(made.anna, page, ACTION_ID, "join")).response
        assert "Choose your partner." in words(asked)
        picked = next(row for row in asked.components if _items(row)[0]["type"] == 5)
        custom_id = _items(picked)[0]["custom_id"]
        named = await made.anna.select(asked, [made.max], custom_id=custom_id)
        assert "not complete" in words(named.response or made.message(asked.channel_id, asked.id))
        invited = (await made.press(made.max, page, ACTION_ID, "join")).response
        assert "wants you as a partner" in words(invited)
        await made.press(made.max, invited, ACTION_ID, "with", "1")
        asked = (await made.press(made.tina, page, ACTION_ID, "join")).response
        await made.press(made.tina, asked, ACTION_ID, "alone")
        asked = (await made.press(made.bea, page, ACTION_ID, "join")).response
        await made.press(made.bea, asked, ACTION_ID, "with", "2")
        whole = await _whole(made)
        assert [one.users for one in whole.entrants] == [
            (made.anna.id, made.max.id),
            (made.tina.id, made.bea.id),
        ]
        asked = (await made.anna.slash(made.channel, "tournament start")).response
        await made.press(made.anna, asked, ACTION_ID, "start", "yes")
        await _look(made)
        (one,) = (await _whole(made)).pairings
        match = await made.bot.matches.load(one.match_id)
        assert match.formation.id == "2v2"
        assert "Anna & Max – Tina & Bea" in (await _page(made)).content


async def test_organizers_decide_remove_and_cancel_and_results_are_a_file(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _started(made, made.anna, made.max, made.tina, made.bea)
        result = await made.max.slash(made.channel, "tournament result", pairing="1.0", outcome="draw")
        assert "Only its organizers" in words(result.response)
        await made.anna.slash(made.channel, "tournament result", pairing="1.0", outcome="draw")
        await made.anna.slash(made.channel, "tournament remove", player=made.bea)
        await _look(made)
        content = (await _page(made)).content
        assert "Round 2 of 2:" in content
        whole = await _whole(made)
        assert [(one.points, one.how) for one in whole.pairings[:2]] == [((1, 1), "organizer"), ((0, 2), "left")]
        refused = await made.max.slash(made.channel, "tournament cancel", sure=True)
        assert "Only its organizers" in words(refused.response)
        file = (await made.max.slash(made.channel, "tournament export")).response
        lines = (await file.attachments[0].read()).decode("utf-8-sig").split("\r\n")
        assert lines[0] == "round,board,first,second,points_first,points_second,how,match"
        assert lines[1].startswith("1,1,Anna,Tina,0.5,0.5,organizer,")
        await made.anna.slash(made.channel, "tournament cancel", sure=True)
        await _look(made)
        page = await _page(made)
        assert "canceled" in page.content
        made.env.errors.clear()  # the refusals of commands


async def test_a_page_that_is_deleted_is_posted_anew_and_a_restart_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _started(made, made.anna, made.max)
        before, page = await _whole(made), await _page(made)
        await made.restart()
        await _look(made)
        assert (await _whole(made)).pairings == before.pairings
        assert (await _page(made)).id == page.id
        own = [m for m in made.channel.history() if ACTION_ID in button_ids(m)]
        assert len(own) == 1
        with_page = made.bot.get_channel(made.channel.id).get_partial_message(page.id)
        await with_page.delete()
        (one,) = before.pairings
        loser = made.actor((await made.bot.matches.load(one.match_id)).users()[0])
        await made.resign(loser, await made.thread(one.match_id))
        await _look(made)
        assert (await _page(made)).id != page.id
        assert "The winner:" in (await _page(made)).content


@pytest.mark.parametrize("number", [0, 1])
async def test_whoever_wins_without_playing_is_told_and_not_who_is_out(tmp_path: Path, number: int) -> None:
    async with world(tmp_path) as made:
        await _started(made, made.anna, made.max)
        (one,) = (await _whole(made)).pairings
        thread, before = await made.thread(one.match_id), len(pings(made))
        players = [made.anna, made.max]
        await made.anna.slash(made.channel, "tournament remove", player=players.pop(number))
        await _look(made)
        assert pings(made)[before:] == [(thread.id, (players[0].id,))]


async def test_nobody_is_pinged_by_the_tournament_itself(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _started(made, made.anna, made.max)
        threads = {(await made.thread(one.match_id)).id for one in (await _whole(made)).pairings}
        assert {place for place, _ in pings(made)} <= threads


async def test_a_tournament_whose_channel_was_deleted_goes_on_where_an_organizer_asks(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _started(made, made.anna, made.max)
        other = made.guild.create_text_channel("other")
        (one,) = (await _whole(made)).pairings
        made.env.backend.delete_channel((await made.thread(one.match_id)).id)
        made.env.backend.delete_channel(made.channel.id)
        await made.env.settle()
        await made.bot.services.get(Tournaments).look()
        await made.max.slash(other, "tournament show")
        assert (await _whole(made)).head.channel_id == made.channel.id, "only an organizer moves it"
        shown = await made.anna.slash(other, "tournament show")
        assert "Autumn Cup" in words(shown.response)
        await made.bot.services.get(Tournaments).look()
        made.bot.posts.wake()
        await made.env.settle()
        whole = await _whole(made)
        assert whole.head.channel_id == other.id
        assert "Round 1 of 1:" in (await _page(made)).content
        match = await made.bot.matches.load(whole.pairings[0].match_id)
        assert match.match.channel_id == other.id
        assert match.match.thread_id


async def test_a_tournament_in_a_hidden_channel_is_as_good_as_none(tmp_path: Path) -> None:
    """But not for those who have entered it, who organize it, or who see the channel again."""
    async with world(tmp_path) as made:
        role = made.guild.create_role("players")
        eva = made.guild.add_member(made.env.create_user("eva", global_name="Eva"), roles=[role])
        dora = made.guild.add_member(made.env.create_user("dora", global_name="Dora"), roles=[role])
        lounge, made.channel = made.channel, made.hidden(made.anna, role)
        await _opened(made)
        await made.press(eva, await _page(made), ACTION_ID, "join")
        await _look(made)
        cup = (await _whole(made)).head.id
        for somebody in (eva, dora):
            made.env.backend.remove_member_role(made.guild.id, somebody.id, role.id)

        for somebody in (made.max, dora):
            for name in ("show", "export", "withdraw", "start"):
                for given in ({"tournament": cup}, {}):
                    told = said(await somebody.slash(lounge, f"tournament {name}", **given))
                    assert told == "There is no such tournament here.", name
                assert not await typed(made, somebody, lounge, f"tournament {name}", "tournament", {})
            for token in ("join", "alone", "look", "leave"):
                told = said(await forged.press(made, somebody, lounge, f"b:{LESSON}{cup}:{ACTION_ID}:0::{token}"))
                assert told == "There is no such tournament here.", token
        for somebody in (eva, made.anna):
            assert await typed(made, somebody, lounge, "tournament show", "tournament", {})
            assert "Autumn Cup" in said(await somebody.slash(lounge, "tournament show"))
        assert [one.users for one in (await _whole(made)).entrants] == [(eva.id,)]
        assert "out of the tournament" in said(await eva.slash(lounge, "tournament withdraw", tournament=cup))
        forged.only_refusals(made)
        made.env.errors.clear()


@pytest.mark.parametrize("gone", [False, True])
async def test_a_tournament_that_is_over_is_found_by_those_who_were_in_it(tmp_path: Path, gone: bool) -> None:
    async with world(tmp_path) as made:
        lounge, made.channel = made.channel, made.guild.create_text_channel("cups")
        await _started(made, made.bea, made.max)
        (one,) = (await _whole(made)).pairings
        loser = made.actor((await made.bot.matches.load(one.match_id)).users()[1])
        await made.resign(loser, await made.thread(one.match_id))
        await _look(made)
        assert (await _whole(made)).head.status == "over"
        if gone:
            made.env.backend.delete_channel(made.channel.id)
        else:
            hidden = discord.PermissionOverwrite(view_channel=False)
            await made.bot.get_channel(made.channel.id).set_permissions(
                made.bot.guilds[0].default_role, overwrite=hidden
            )
        await made.env.settle()
        for somebody, found in ((made.bea, True), (made.max, True), (made.anna, True), (made.tina, False)):
            told = said(await somebody.slash(lounge, "tournament show"))
            assert ("Autumn Cup" in told) == found, somebody
            exported = await somebody.slash(lounge, "tournament export")
            assert bool(exported.response.attachments) == found, somebody
            assert bool(await typed(made, somebody, lounge, "tournament export", "tournament", {})) == found, somebody
        asked = [r for r in made.env.http_requests if r.method == "GET" and r.path == f"/channels/{made.channel.id}"]
        assert len(asked) == gone, "a channel that is gone is asked for once"
        forged.only_refusals(made)
        made.env.errors.clear()


async def test_who_has_won_another_one_of_the_same_name_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.tournaments.page.SKEW_MS", 0)
    async with world(tmp_path) as made:
        for times in (1, 2):
            await _opened(made)
            (head,) = await made.bot.store.tournaments.on_server(made.guild.id, ("open",))
            page = made.message(head.channel_id, head.message_id)
            for player in (made.anna, made.max):
                await made.press(player, page, ACTION_ID, "join")
            asked = (await made.press(made.anna, page, ACTION_ID, "start")).response
            await made.press(made.anna, asked, ACTION_ID, "start", "yes")
            await _look(made)
            whole = await made.bot.store.tournaments.load(head.id)
            assert whole is not None
            loser = made.actor((await made.bot.matches.load(whole.pairings[0].match_id)).users()[1])
            await made.resign(loser, await made.thread(whole.pairings[0].match_id))
            await _look(made)
            told = [one for one in made.channel.history() if one.content.startswith("**Autumn Cup**\nThe winner:")]
            assert len(told) == times


@pytest.mark.parametrize("deleted", [False, True])
async def test_the_end_of_a_tournament_that_cannot_be_posted_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deleted: bool
) -> None:
    async with world(tmp_path) as made:
        await _opened(made)
        other = made.guild.create_text_channel("other")
        if deleted:
            made.env.backend.delete_channel(made.channel.id)
            await made.env.settle()
        else:
            await made.bot.get_channel(made.channel.id).set_permissions(
                made.bot.guilds[0].me, overwrite=discord.PermissionOverwrite(view_channel=False)
            )
        whole = await _whole(made)
        assert await made.bot.store.tournaments.end(whole.head, "cancelled", now=made.bot.matches.clock())
        await _look(made)
        assert bool(await made.bot.store.tournaments.open()) == (not deleted), "it may be posted later"
        ended = made.bot.matches.clock()
        monkeypatch.setattr(made.bot.matches, "clock", lambda: ended + GIVEN_UP_MS)
        await _look(made)
        assert not await made.bot.store.tournaments.open()
        assert "canceled" in words((await made.anna.slash(other, "tournament show")).response)
        made.env.errors.clear()


async def test_buttons_of_other_versions_are_refused(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _opened(made)
        row = (button("Fly", Press(ACTION_ID, ("fly",))),)
        view = components.view(LESSON + (await _whole(made)).head.id, (row,))
        old = await made.bot.get_channel(made.channel.id).send("old", view=view)
        refused = await made.press(made.anna, old, ACTION_ID, "fly")
        assert "older version" in words(refused.response)
        row = (button("Join", Press(ACTION_ID, ("join",))),)
        elsewhere = await made.bot.get_channel(made.channel.id).send(
            "x", view=components.view(LESSON + "z" * 10, (row,))
        )
        refused = await made.press(made.anna, elsewhere, ACTION_ID, "join")
        assert "no such tournament" in words(refused.response)
        made.env.errors.clear()
