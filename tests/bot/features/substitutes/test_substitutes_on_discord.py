"""Handing a seat over on the simulated Discord, by commands and by buttons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.clocks.timer import ClockTimer
from bot.features.standing_orders.orders import StandingOrders
from bot.features.substitutes import service
from bot.limits import CONTENT
from storage import TIMER
from tests.bot import forged
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, controls, pings, words, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")
DAY = 86_400_000


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def _begun(made: World, **options: Any) -> str:
    """Anna against Max."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, **options)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    await made.max.slash(made.channel, "match accept", match=head.id)
    await made.settle()
    return head.id


async def _timers(made: World) -> None:
    """Until nothing is due any more."""
    for _ in range(200):
        await made.env.settle()
        if await made.bot.timers.idle():
            return
        made.bot.timers.wake()
    raise AssertionError("the timers do not come to rest")


async def test_by_buttons_from_the_offer_to_the_result(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.tina.slash(made.channel, "settings dm", on=True)
        match_id = await _begun(made, pace="daily")
        thread = await made.thread(match_id)
        await made.play(match_id, made.anna.id, ("colour", "red"))
        await made.play(match_id, made.anna.id, ("pick", "1", "2"))
        time = (await made.anna.slash(thread, "match time")).response
        asked = (await made.press(made.anna, time, "seat")).response
        assert "Hand over your seat?" in asked.content
        on_offer = (await made.press(made.anna, asked, "seat", "offer")).response
        assert "on offer" in on_offer.content
        await made.settle()
        offer = made.channel.last_message
        assert offer.content.startswith("🪑 **Toy**: Anna is looking for a substitute.")
        assert "full clock of 3 days" in offer.content
        assert offer.attachments
        assert [c.press.action_id for c in controls(offer)] == ["seat", "words"]
        assert "cannot take over another seat" in said(await made.press(made.max, offer, "seat", "take", "0"))

        panel = (await made.press(made.tina, offer, "seat", "take", "0")).response
        assert "You have taken over from Anna." in words(panel)
        await made.settle()
        closed = made.message(made.channel.id, offer.id)
        assert closed.content == "🪑 **Toy**: Tina has taken over from Anna."
        assert not closed.attachments
        assert button_ids(closed) == []
        late = await forged.press(made, made.bea, made.channel, f"b:{match_id}:seat:0:0:take.0")
        assert "no longer on offer" in said(late)
        await _timers(made)
        assert (await made.thread(match_id)).name == "Toy #1: Tina – Max"
        match = await made.bot.matches.load(match_id)
        assert match.users() == [made.tina.id, made.max.id]
        assert "Tina has taken over from Anna" in (await made.live(match_id)).content

        refused = await made.press(made.anna, await made.live(match_id), "play")
        assert button_ids(refused.response) == ["follow"]
        history = said(await made.max.slash(thread, "match history"))
        assert "1. Anna" in history
        assert "Tina has taken over from Anna" in history
        await made.resign(made.tina, thread)
        await made.settle()
        (result,) = [m for m in made.channel.history() if "Tina took over from Anna." in m.content and m.attachments]
        assert "rematch" in button_ids(result)
        record = await made.max.slash(thread, "match record")
        data = json.loads(await record.response.attachments[0].read())
        assert data["handovers"] == [{"entry": 3, "player": str(made.tina.id)}]
        only_refusals(made)


async def test_a_name_that_discord_lets_wait_holds_up_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = []

    async def edit(self: discord.Thread, **changes: Any) -> None:
        refused.append(changes)
        raise discord.RateLimited(600)

    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        with monkeypatch.context() as limited:
            limited.setattr(discord.Thread, "edit", edit)
            await made.anna.slash(thread, "match substitute", action="offer")
            await made.settle()
            await made.tina.slash(made.channel, "match takeover")
            await made.settle()
            await _timers(made)
        assert refused == [{"name": "Toy #1: Tina – Max", "archived": False}]
        assert "Tina" in (await made.live(match_id)).content
        timers = await made.bot.store.jobs.of_match(match_id, TIMER)
        (waiting,) = [job for job in timers if job.kind == service.RENAME]
        assert waiting.due_at > made.bot.matches.clock() + 500_000


async def test_by_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "AGAIN_MS", 0)
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        assert "No seat is on offer here." in said(await made.tina.slash(made.channel, "match takeover"))
        assert "on offer" in said(await made.anna.slash(thread, "match substitute", action="offer"))
        await made.settle()
        offer = made.channel.last_message
        assert "on offer" in said(await made.anna.slash(thread, "match substitute"))
        assert "You keep your seat" in said(await made.anna.slash(thread, "match substitute", action="withdraw"))
        await made.settle()
        assert offer.id not in [message.id for message in made.channel.history()]  # nothing is left of it
        assert "not on offer" in said(await made.anna.slash(thread, "match substitute", action="withdraw"))
        assert "not playing" in said(await made.bea.slash(thread, "match substitute", action="offer"))
        robot = made.guild.add_member(made.env.create_user("robot", bot=True))
        told = said(await made.anna.slash(thread, "match substitute", action="offer", player=robot))
        assert "leave `player` empty" in told

        since = len(made.env.http_requests)
        await made.anna.slash(thread, "match substitute", action="offer", player=made.bea)
        await made.settle()
        assert (made.channel.id, (made.bea.id,)) in pings(made, since)
        assert "to somebody else" in said(await made.tina.slash(made.channel, "match takeover", match=match_id))
        choices = await made.bea.autocomplete(made.channel, "match takeover", "match", "")
        assert [choice["value"] for choice in choices] == [match_id]
        assert "You have taken over from Anna." in said(await made.bea.slash(made.channel, "match takeover"))
        await made.settle()
        assert any(made.bea.id in users for place, users in pings(made, since) if place == thread.id)
        assert (await made.bot.matches.load(match_id)).users() == [made.bea.id, made.max.id]
        only_refusals(made)


async def test_nobody_is_flooded_with_offers_of_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        since, cards = len(made.env.http_requests), len(made.channel.history())
        for _ in range(3):
            await made.anna.slash(thread, "match substitute", action="offer", player=made.bea)
            await made.settle()
            await made.anna.slash(thread, "match substitute", action="withdraw")
            await made.settle()
        assert [place for place, users in pings(made, since) if made.bea.id in users] == [made.channel.id]
        assert len(made.channel.history()) == cards
        only_refusals(made)
        # An hour later the seat can be offered again, but who was pinged once in this match is not pinged again.
        monkeypatch.setattr(service, "AGAIN_MS", 0)
        since = len(made.env.http_requests)
        await made.anna.slash(thread, "match substitute", action="offer", player=made.bea)
        await made.settle()
        assert "would like you to take over" in made.channel.last_message.content
        assert all(made.bea.id not in users for _, users in pings(made, since))


async def test_an_offer_is_declined_and_blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "AGAIN_MS", 0)
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        await made.anna.slash(made.channel, "settings dm", on=True)
        await made.anna.slash(thread, "match substitute", action="offer", player=made.bea)
        await made.settle()
        offer = made.channel.last_message
        assert "no longer on offer" in said(await made.press(made.tina, offer, "seat", "decline", "0"))
        assert "You have declined the seat." in said(await made.press(made.bea, offer, "seat", "decline", "0"))
        await made.settle()
        assert (await made.bot.matches.load(match_id)).match.seats[0].offered is None
        assert offer.id not in [message.id for message in made.channel.history()]
        assert any("was declined" in message.content for message in made.anna.user.dm_channel.history())
        assert "Nobody can challenge you" in said(await made.bea.slash(made.channel, "settings invitations", on=False))
        blocked = await made.anna.slash(thread, "match substitute", action="offer", player=made.bea)
        assert "does not want to be offered seats" in said(blocked)
        challenged = await made.anna.slash(made.channel, "match new", game="toy", opponent=made.bea)
        assert "does not want to be challenged" in said(challenged)
        assert "Others may challenge you" in said(await made.bea.slash(made.channel, "settings invitations", on=True))
        await made.anna.slash(made.channel, "match new", game="toy", opponent=made.bea)
        await made.settle()
        assert made.bea.id in [s.user_id for m in await made.bot.store.matches.all_open() for s in m.seats]
        only_refusals(made)


async def test_whoever_was_offered_a_seat_leaves_a_private_thread_with_the_offer(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, private=True)
        thread = await made.thread(match_id)
        await made.anna.slash(thread, "match substitute", action="offer", player=made.tina)
        await made.settle()
        assert made.tina.id in set(thread._channel.thread_members)
        await made.anna.slash(thread, "match substitute", action="withdraw")
        await made.settle()
        assert made.tina.id not in set(thread._channel.thread_members)
        assert {made.anna.id, made.max.id} <= set(thread._channel.thread_members)


async def test_in_a_private_match_a_seat_goes_to_somebody_by_name(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, private=True)
        thread = await made.thread(match_id)
        assert "nobody else can see" in said(await made.anna.slash(thread, "match substitute", action="offer"))
        assert "no such match" in said(await made.tina.slash(made.channel, "match words", match=match_id))
        before = len(made.channel.history())
        await made.anna.slash(thread, "match substitute", action="offer", player=made.tina)
        await made.settle()
        assert len(made.channel.history()) == before
        assert "would like you to take over" in thread.last_message.content
        assert "no such match" in said(await made.bea.slash(made.channel, "match takeover", match=match_id))
        assert "You have taken over from Anna." in said(await made.tina.slash(made.channel, "match takeover"))
        await made.settle()
        assert (await made.bot.matches.load(match_id)).users() == [made.tina.id, made.max.id]
        only_refusals(made)


async def test_the_others_find_a_substitute_for_somebody_without_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, pace="live")
        for action in (("colour", "red"), ("pick", "1", "2")):
            await made.play(match_id, made.anna.id, action)
        await made.settle()
        later = made.bot.matches.clock() + DAY
        monkeypatch.setattr(made.bot.matches, "clock", lambda: later)
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
        await made.settle()
        thread = await made.thread(match_id)
        shown = await made.anna.slash(thread, "match time")
        done = await made.reply(made.anna, shown.response, "time", "sub")
        assert "Max: the seat is on offer" in said(done)
        await made.settle()
        offer = made.channel.last_message
        assert "Max has run out of time." in offer.content
        for given in ({}, {"action": "withdraw"}):
            assert "Play now to keep it." in said(await made.max.slash(thread, "match substitute", **given))
        assert "You have taken over from Max." in said(await made.press(made.tina, offer, "seat", "take", "1"))
        await made.settle()
        assert (await made.bot.matches.load(match_id)).waited_for() == [made.tina.id]
        only_refusals(made)


async def test_the_former_player_sees_no_more_than_everybody(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings dm", on=True)
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        boards = await made.bot.store.messages.of_match(match_id, "dm", state="live")
        (board,) = [one for one in boards if one.recipient == made.anna.id]
        assert made.message(board.channel_id, board.message_id).attachments
        await made.bot.services.get(StandingOrders).set(made.anna.id, "toy", match_id, "cheer", "cheer 1", now=1)
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        await made.anna.slash(thread, "match substitute", action="offer")
        await made.settle()
        await made.press(made.tina, made.channel.last_message, "seat", "take", "0")
        await made.settle()
        await made.play(match_id, made.tina.id, ("pick", "4", "5"))
        await made.settle()
        message = made.message(board.channel_id, board.message_id)
        assert not message.attachments
        assert button_ids(message) == []
        assert await made.bot.store.messages.of_match(match_id, "dm", state="live") == ()
        for control in list(controls(panel)):  # as if the panel were not drawn again in between
            assert (await forged.press(made, made.anna, thread, control.custom_id)).acknowledged
        await made.settle()
        assert len((await made.bot.matches.load(match_id)).entries) == 2
        seen = [said(await made.anna.slash(thread, name)) for name in ("match words", "match history", "match show")]
        spectator = [
            said(await made.bea.slash(thread, name)) for name in ("match words", "match history", "match show")
        ]
        assert seen == spectator
        mine = said(await made.tina.slash(thread, "match history"))
        assert "4" in mine
        assert await made.bot.store.instructions.of_users((made.anna.id,), "toy") == {made.anna.id: {}}


async def test_a_match_of_many_substitutes_tells_its_end(tmp_path: Path) -> None:
    """One message cannot hold all who took over; Discord would refuse it at each try."""
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        await made.tina.slash(made.channel, "settings dm", on=True)
        await made.tina.slash(thread, "match follow", what="end")
        substitutes, matches = made.bot.services.get(service.Substitutes), made.bot.matches
        for number in range(30):
            newcomer = made.member(f"{number:02} {'N' * 29}")
            match = await substitutes.offer(await matches.load(match_id), 0, "own")
            await substitutes.take(match, newcomer.id, 0)
            await made.settle()
        since = len(made.env.http_requests)
        await matches.agree(await matches.load(match_id), made.max.id, ("resign",))
        await made.settle()
        sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
        told = [str(one["content"]) for one in sent if one.get("content")]
        assert [text for text in told if text.startswith("📣")]
        assert [m for m in made.channel.history() if "took over from" in m.content and m.attachments]
        assert all(len(text) <= CONTENT for text in told)
        only_refusals(made)
