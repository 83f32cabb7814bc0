"""Matches of three and four from the challenge to the rematch: sides, pings, draws, giving up for a team."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot import limits
from games.api import new_options
from games.monolith_arena.game import GAME
from games.monolith_arena.tiles import FACTIONS
from tests.bot.driving import catch_up, quietly
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import World, button_ids, buttons, pings, world

pytestmark = pytest.mark.usefixtures("no_incident")

TILES = {
    "dragon_empire": ("knight", "pikeman"),
    "guardians_of_the_realm": ("axeman", "veteran"),
    "harbingers_of_the_forest": ("spark", "assassin"),
    "lords_of_the_abyss": ("mygalomorph", "spike"),
}


async def _new(made: World, **options: Any) -> Any:
    result = await made.anna.slash(made.channel, "monolith new", **options)
    await made.settle()
    return result


async def _four(made: World, **options: Any) -> str:
    """Anna and Tina against Max and Bea."""
    await _new(made, teams="2v2", ally=made.tina, opponent=made.max, opponent2=made.bea, **options)
    for actor in (made.max, made.tina, made.bea):
        await actor.slash(made.channel, "match accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def _factions(made: World, match_id: str) -> None:
    """Past Discord: the seats take the factions in their order."""
    match = await made.bot.matches.load(match_id)
    for user, faction in zip(match.users(), FACTIONS, strict=False):
        await made.play(match_id, user, ("faction", faction))


async def _turn(made: World, match_id: str) -> Any:
    """On to the first turn, shown on Discord; whose it is."""
    await _factions(made, match_id)
    match = await made.bot.matches.load(match_id)
    if match.options.get("monoliths"):
        for user, faction in zip(match.users(), FACTIONS, strict=False):
            await made.play(match_id, user, ("prepare", *TILES[faction]))
    await quietly(made, match_id, random.Random(0), len(match.match.seats))
    await catch_up(made, match_id)
    (waited,) = (await made.bot.matches.load(match_id)).waited_for()
    return made.actor(waited)


async def test_two_against_two_by_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        result = await _new(made, teams="2v2", opponent=made.max, monoliths=True)
        assert "Max and whoever joins" in said(result)
        start = made.channel.last_message
        match = await made.bot.matches.load((await made.bot.store.matches.all_open())[0].id)
        assert pings(made) == [(made.channel.id, (made.max.id,))]
        assert [(b.press.action_id, b.press.tokens) for b in buttons(start)] == [
            ("join", ("with",)),
            ("join", ("against",)),
            ("accept", ()),
            ("decline", ()),
            ("help", ()),
            ("proof", (match.fingerprint,)),
        ]
        assert [b.label for b in buttons(start)][:2] == ["Join Anna's team", "Join Max's team"]
        assert "invited to this match" in said(await made.press(made.max, start, "join", "with"))
        assert "with Anna" in said(await made.press(made.tina, start, "join", "with"))
        await made.settle()
        now = made.message(made.channel.id, start.id)
        assert ("with",) not in [b.press.tokens for b in buttons(now)]
        old = f"b:{(await made.bot.store.matches.all_open())[0].id}:join:0::with"
        assert "on that side" in said(await press(made, made.bea, made.channel, old))
        await made.press(made.max, start, "accept")
        await made.press(made.bea, now, "join")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        thread = await made.thread(head.id)
        everybody = {made.anna.id, made.tina.id, made.max.id, made.bea.id}
        assert thread.name == "Monolith Arena #1: Anna & Tina – Max & Bea"
        assert everybody <= set(thread._channel.thread_members)
        assert [set(users) for _, users in pings(made)[1:]] == [everybody]
        opening = (await made.live(head.id)).content
        head = made.message(made.channel.id, start.id).content
        assert "Anna and Tina against Max and Bea. 2 against 2. Monoliths." in head
        assert "choose a faction" in opening.split("\n")[0]
        assert not made.channel.last_message.components
        only_refusals(made)


async def test_joining_by_command_with_a_side(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _new(made, teams="2v2")
        assert "with Anna" in said(await made.max.slash(made.channel, "match join", team="with"))
        await made.tina.slash(made.channel, "match join", team="against")
        assert "on that side" in said(await made.bea.slash(made.channel, "match join", team="with"))
        await made.bea.slash(made.channel, "match join")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert (await made.bot.matches.load(head.id)).users() == [
            made.anna.id,
            made.max.id,
            made.tina.id,
            made.bea.id,
        ]
        only_refusals(made)


async def test_what_match_new_refuses(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for given in (
            {"ally": made.tina},
            {"opponent": made.max, "opponent2": made.tina},
            {"teams": "2v2", "ally": made.anna},
            {"teams": "2v2", "ally": made.max, "opponent": made.max},
            {"teams": "2v2", "opponent": made.max, "opponent2": made.tina, "opponent3": made.bea},
            {"teams": "2v2-drawn", "ally": made.tina},
            {"teams": "1v2", "ally": made.tina},
            {"teams": "1v2", "opponent": made.max, "private": True},
        ):
            answer = said(await _new(made, **given))
            assert answer.endswith("."), given
            assert "\n" not in answer
        assert await made.bot.store.matches.all_open() == ()
        assert made.channel.history() == []
        only_refusals(made)


async def test_a_declined_seat_is_offered_to_everybody(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _new(made, teams="1v2", opponent=made.max, opponent2=made.tina)
        start = made.channel.last_message
        assert button_ids(start) == ["accept", "decline", "help", "proof"]
        assert "open again" in said(await made.press(made.tina, start, "decline"))
        await made.settle()
        now = made.message(made.channel.id, start.id)
        assert button_ids(now) == ["join", "accept", "decline", "help", "proof"]
        assert "an open seat" in now.content
        await made.max.slash(made.channel, "match accept")
        await made.press(made.bea, now, "join")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert (await made.bot.matches.load(head.id)).users() == [made.anna.id, made.max.id, made.bea.id]
        assert (await made.thread(head.id)).name == "Monolith Arena #1: Anna – Max & Bea"


async def test_a_private_match_of_four_is_between_those_who_are_named(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        named = {"ally": made.tina, "opponent": made.max, "opponent2": made.bea, "private": True}
        await _new(made, teams="2v2", **named)
        (thread,) = made.channel.threads
        everybody = {made.anna.id, made.tina.id, made.max.id, made.bea.id}
        assert everybody <= set(thread._channel.thread_members)
        (invitation,) = pings(made)
        assert invitation == (thread.id, (made.tina.id, made.max.id, made.bea.id))
        start = thread.history()[-1]
        assert button_ids(start) == ["accept", "decline", "help", "proof"]
        await made.press(made.max, start, "accept")
        await made.press(made.bea, start, "decline")
        await made.settle()
        assert await made.bot.store.matches.all_open() == ()
        assert made.channel.threads == []  # nor is there anywhere an answer to read


@pytest.mark.parametrize("leaves", [False, True])
async def test_all_who_had_accepted_hear_once_that_a_private_challenge_is_off(tmp_path: Path, leaves: bool) -> None:
    async with world(tmp_path) as made:
        named = {"ally": made.tina, "opponent": made.max, "opponent2": made.bea, "private": True}
        await _new(made, teams="2v2", **named)
        (thread,) = made.channel.threads
        start = thread.history()[-1]
        await made.press(made.max, start, "accept")
        if leaves:
            await made.press(made.bea, start, "accept")
        await made.press(made.bea, start, "decline")
        await made.settle()
        told = {
            actor.user.global_name: [one.content for one in actor.user.dm_channel.history()]
            for actor in (made.anna, made.tina, made.max, made.bea)
            if actor.user.dm_channel
        }
        assert {name: texts for name, texts in told.items() if texts} == {
            "Anna": ["**Monolith Arena with Tina, Max and Bea**: your challenge was declined."],
            "Max": [
                "**Monolith Arena with Anna, Tina and Bea**: somebody has declined, so the challenge that you accepted "
                "is off."
            ],
        }, "whoever declined knows, and whoever had not answered has nothing to wait for"
        only_refusals(made)


async def test_an_unfolding_that_is_taken_back_is_told_as_such(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _four(made, monoliths=True)
        first = await _turn(made, match_id)
        thread = await made.thread(match_id)
        match = await made.bot.matches.load(match_id)
        seat = match.seat_of(first.id)
        tile = TILES[FACTIONS[seat]][0]
        name = match.view(None).seats[seat].faction.by_id[tile].name
        offered = await first.autocomplete(thread, "monolith unfold", "hex", "", tile=tile)
        second = await first.autocomplete(thread, "monolith unfold", "hex2", "", tile=tile, hex=offered[0]["value"])
        given = {"tile": tile, "hex": offered[0]["value"], "hex2": second[0]["value"]}
        facing = {"facing": "N", "facing2": "S"}
        assert "`facing` is missing" in said(await first.slash(thread, "monolith unfold", **given))
        answer = said(await first.slash(thread, "monolith unfold", **given, **facing))
        who = first.user.global_name
        assert f"{who} unfolded the monolith" in answer
        await made.settle()
        live = (await made.live(match_id)).content
        assert f"{who} unfolded the monolith" in live
        assert f"{name} {given['hex']}" in live
        for other in (a for a in (made.anna, made.max, made.tina, made.bea) if a is not first):
            assert "aken back" not in said(await other.slash(thread, "match undo"))
        await first.slash(thread, "match undo")
        await made.settle()
        live = (await made.live(match_id)).content
        assert f"{who} undid" not in live
        assert "unfolded" not in live
        only_refusals(made)


async def test_drawn_teams_survive_a_crash_at_the_last_join(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _new(made, teams="2v2-drawn", opponent=made.max)
        start = made.channel.last_message
        assert button_ids(start) == ["join", "accept", "decline", "help", "proof"]
        assert "the teams are drawn when everybody is there" in start.content
        await made.press(made.max, start, "accept")
        await made.press(made.tina, start, "join")
        await made.settle()
        await made.bot.posts.stop()
        await made.press(made.bea, start, "join")
        (head,) = await made.bot.store.matches.all_open()
        dealt = (await made.bot.matches.load(head.id)).users()
        await made.restart()
        await made.settle()
        assert (await made.bot.matches.load(head.id)).users() == dealt
        names = {made.anna.id: "Anna", made.max.id: "Max", made.tina.id: "Tina", made.bea.id: "Bea"}
        one, two, three, four = (names[user] for user in dealt)
        assert (await made.thread(head.id)).name == f"Monolith Arena #1: {one} & {two} – {three} & {four}"
        assert "teams drawn" in made.message(made.channel.id, start.id).content


async def test_all_fill_their_monoliths_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _four(made, monoliths=True)
        thread = await made.thread(match_id)
        await _factions(made, match_id)
        await made.settle()
        asked = await made.live(match_id)
        since = len(made.env.http_requests)
        first = asked.content.split("\n")[0]
        assert all(f"<@{a.id}>" in first for a in (made.anna, made.max, made.tina, made.bea))
        assert "fill your monolith · HP: Anna & Tina 20, Max & Bea 20" in first
        answer = said(await made.bea.slash(thread, "monolith prepare", tile="Mygalomorph", tile2="mygalomorph"))
        assert "Bea filled the monolith with Mygalomorph and Mygalomorph" in answer
        again = await made.bea.slash(thread, "monolith prepare", tile="spike", tile2="spike")
        assert "already" in said(again)
        await made.settle()
        now = await made.live(match_id)
        assert now.id == asked.id
        assert f"<@{made.bea.id}>" not in now.content
        assert "Bea filled the monolith" in now.content
        assert pings(made, since) == []
        waiting = said(await made.press(made.bea, now, "play"))
        assert "Waiting for Anna, Tina and Max to fill" in waiting
        match = await made.bot.matches.load(match_id)
        for user, faction in list(zip(match.users(), FACTIONS, strict=True))[:3]:
            await made.play(match_id, user, ("prepare", *TILES[faction]))
        await made.settle()
        live = (await made.live(match_id)).content
        assert "place your folded monolith" in live.split("\n")[0]
        assert "turn order" in live
        # Whoever goes on after an action of one's own is not pinged for it.
        (waited,) = (await made.bot.matches.load(match_id)).waited_for()
        assert [users for _, users in pings(made, since)] == ([] if waited == user else [(waited,)])
        only_refusals(made)


async def test_the_turns_of_four_and_what_the_lock_screen_shows(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _four(made, reinforcement=True)
        first = await _turn(made, match_id)
        match = await made.bot.matches.load(match_id)
        order = [match.user_of(seat) for seat in match.view(None).order]
        assert order[0] == first.id
        live = (await made.live(match_id)).content
        assert live.startswith(f"<@{first.id}> turn 1 · ")
        assert "1 more tile to play this turn" in live
        names = [a.user.global_name for a in map(made.actor, order)]
        assert f"next: {', '.join(names[1:])}" in live
        since = len(made.env.http_requests)
        thread = await made.thread(match_id)
        tile = match.view(match.seat_of(first.id)).seats[match.seat_of(first.id)].reserve[0].id
        await first.slash(thread, "monolith discard", tile=tile)
        await first.slash(thread, "monolith end")
        await made.settle()
        assert pings(made, since) == [(thread.id, (order[1],))]
        assert "Waiting for" in said(await first.slash(thread, "monolith reserve"))
        for seat, letter in enumerate("ABCD"):
            one = said(await made.bea.slash(thread, "monolith piles", seat=letter))
            assert one.startswith(f"**{names[order.index(match.user_of(seat))]}** ({letter}, ")
            assert one.count("Discarded") == 1


async def test_three_have_no_fourth_seat(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await _new(made, teams="1v2", opponent=made.max, opponent2=made.tina)
        for actor in (made.max, made.tina):
            await actor.slash(made.channel, "match accept")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        await _turn(made, head.id)
        thread = await made.thread(head.id)
        assert "Nothing has that name" in said(await made.anna.slash(thread, "monolith piles", seat="D"))
        only_refusals(made)


async def test_a_draw_needs_all_four(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _four(made)
        await _turn(made, match_id)
        thread = await made.thread(match_id)
        await made.anna.slash(thread, "match draw", answer="offer")
        await made.settle()
        assert "Anna offers a draw. Not answered yet: Tina, Max and Bea." in (await made.live(match_id)).content
        for actor in (made.max, made.bea):
            await actor.slash(thread, "match draw", answer="accept")
        await made.settle()
        live = (await made.live(match_id)).content
        assert "Anna, Max and Bea offer a draw. Not answered yet: Tina." in live
        assert (await made.bot.matches.load(match_id)).match.status == "running"
        await made.tina.slash(thread, "match draw", answer="accept")
        await made.settle()
        assert (await made.bot.matches.load(match_id)).match.status == "over"
        assert "A draw by agreement (HP: Anna & Tina 20, Max & Bea 20)" in made.channel.last_message.content


async def test_giving_up_is_confirmed_where_allies_lose_too_and_the_rematch_keeps_the_teams(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _four(made, monoliths=True, reinforcement=True)
        await _turn(made, match_id)
        thread = await made.thread(match_id)
        asked = await made.tina.slash(thread, "match resign")
        assert "for Anna, too" in said(asked)
        assert (await made.bot.matches.load(match_id)).match.status == "running"
        await made.press(made.tina, asked.response, "agree", "resign")
        await made.settle()
        assert (await made.bot.matches.load(match_id)).match.status == "over"
        result = made.channel.last_message
        assert "Anna and Tina against Max and Bea" in result.content
        assert "Max and Bea won: Anna and Tina resigned (HP: Anna & Tina 20, Max & Bea 20)" in result.content
        await made.press(made.bea, result, "rematch")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        again = await made.bot.matches.load(head.id)
        assert again.match.creator == made.bea.id
        assert again.users() == (await made.bot.matches.load(match_id)).users()
        assert again.options == new_options(GAME, {"monoliths": True, "reinforcement": True})
        for actor in (made.tina, made.max):
            await made.press(actor, result, "rematch")  # takes part in the one that Bea has asked for
        assert "open again" in said(await made.anna.slash(made.channel, "match decline"))
        await made.press(made.anna, result, "rematch")
        await made.settle()
        begun = await made.bot.matches.load(head.id)
        assert begun.match.status == "running"
        assert begun.users() == again.users()
        only_refusals(made)


async def test_direct_messages_for_four(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for actor in (made.anna, made.max, made.tina, made.bea):
            await actor.slash(made.channel, "settings dm", on=True)
        match_id = await _four(made, monoliths=True)
        thread = await made.thread(match_id)
        await _factions(made, match_id)
        await made.settle()
        assert [p for p in pings(made) if p[0] == thread.id] == []
        for actor in (made.anna, made.max, made.tina, made.bea):
            live = [m for m in actor.user.dm_channel.history() if m.components and m.author.id == made.bot.user.id]
            assert len(live) == 1
            first = live[0].content.split("\n")[0]
            assert first.startswith("**Monolith Arena with ")
            assert " · fill your monolith · HP: Anna & Tina 20, Max & Bea 20" in first
        await made.tina.user.slash("monolith prepare", tile="axeman", tile2="veteran")
        await made.settle()
        for actor in (made.anna, made.max, made.bea):
            (live,) = [m for m in actor.user.dm_channel.history() if m.components]
            assert "Axeman" not in live.content
            assert "Veteran" not in live.content


async def test_four_long_names_fit_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.people.names.safe_name", lambda name: name[0].upper() * 32)
    async with world(tmp_path) as made:
        match_id = await _four(made, monoliths=True, reinforcement=True, open_reserves=True)
        await _turn(made, match_id)
        thread = await made.thread(match_id)
        assert len(thread.name) <= limits.THREAD_NAME
        assert all(letter * 10 in thread.name for letter in "ATMB")
        sent = [e.json for e in made.env.http_requests if isinstance(e.json, dict)]
        told = [body["content"] for body in sent if body.get("content")]
        assert any("A" * 32 in text and "B" * 32 in text for text in told)
        assert all(len(text) <= limits.CONTENT for text in told)
        live = (await made.live(match_id)).content
        head = live.partition("\n")[0]
        assert len(" · ".join(head.split(" · ")[:2])) < 140  # who, what and how it stands fit on a lock screen
        await _new(made, teams="2v2", opponent=made.max)
        start = made.channel.last_message
        assert all(len(button.label) <= limits.BUTTON_LABEL for button in buttons(start))
