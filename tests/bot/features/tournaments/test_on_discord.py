"""Tournaments through simulated Discord: entered by a button, started, played to the end, seen on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.tournaments.page import ACTION_ID
from bot.features.tournaments.service import Tournaments
from storage import WholeTournament
from tests.bot.world import World, button_ids, words, world

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
        seen = (await made.press(made.max, page, ACTION_ID, "look")).response
        assert seen.attachments
