"""Blocking: neither of the two comes to a match of the other, by whichever way, and nobody is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.blocks import MOST
from bot.limits import CONTENT
from bot.matches.blocks import APART
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def blocks(made: World, who: Any, whom: Any | None = None, **more: Any) -> str:
    return said(await who.slash(made.channel, "settings block", **({"player": whom} if whom else {}), **more))


async def challenge(made: World, who: Any, whom: Any, **more: Any) -> str:
    return said(await who.slash(made.channel, "match new", game="monolith_arena", opponent=whom, **more))


@pytest.mark.parametrize("blocker", ["anna", "max"])
async def test_neither_of_two_can_challenge_the_other(tmp_path: Path, blocker: str) -> None:
    async with world(tmp_path) as made:
        who, whom = (made.anna, made.max) if blocker == "anna" else (made.max, made.anna)
        assert "neither of you" in await blocks(made, who, whom)
        assert await challenge(made, made.anna, made.max) == str(APART)
        assert await challenge(made, made.max, made.anna) == str(APART)
        await made.settle()
        assert not await made.bot.store.matches.all_open()
        assert "not blocked" in await blocks(made, who, whom, on=False)
        assert await challenge(made, made.anna, made.max) != str(APART)
        await made.settle()
        assert len(await made.bot.store.matches.all_open()) == 1
        only_refusals(made)


async def test_who_has_been_challenged_before_cannot_accept(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await challenge(made, made.anna, made.max)
        await made.settle()
        await blocks(made, made.anna, made.max)
        assert said(await made.max.slash(made.channel, "match accept")) == str(APART)
        (head,) = await made.bot.store.matches.all_open()
        assert head.status == "lobby"
        only_refusals(made)


async def test_an_open_seat_is_not_for_who_is_blocked(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game="monolith_arena")
        await made.settle()
        await blocks(made, made.max, made.anna)
        assert said(await made.max.slash(made.channel, "match join")) == str(APART)
        await made.tina.slash(made.channel, "match join")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.status == "running"
        only_refusals(made)


async def test_a_match_has_no_seat_for_who_is_blocked(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await blocks(made, made.anna, made.tina)
        thread = await made.thread(match_id)
        named = await made.max.slash(thread, "match substitute", action="offer", player=made.tina)
        assert said(named) == str(APART)
        await made.max.slash(thread, "match substitute", action="offer")
        await made.settle()
        offer, seat = made.channel.last_message, str((await made.bot.matches.load(match_id)).seat_of(made.max.id))
        assert said(await made.press(made.tina, offer, "seat", "take", seat)) == str(APART)
        await made.press(made.bea, offer, "seat", "take", seat)
        await made.settle()
        assert made.bea.id in (await made.bot.matches.load(match_id)).users()
        only_refusals(made)


async def test_a_match_goes_on_and_has_no_rematch(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await blocks(made, made.anna, made.max)
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        result = next(one for one in made.channel.history() if "rematch" in button_ids(one))
        assert said(await made.press(made.max, result, "rematch")) == str(APART)
        assert not await made.bot.store.matches.all_open()
        only_refusals(made)


async def test_nobody_is_told_and_the_list_is_ones_own(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert await blocks(made, made.anna) == "You have blocked nobody."
        assert await blocks(made, made.anna, made.anna) == "Choose another person."
        since = len(made.env.http_requests)
        await blocks(made, made.anna, made.max)
        await blocks(made, made.anna, made.max)
        await blocks(made, made.anna, made.tina)
        await made.settle()
        sent = [one.path for one in made.env.http_requests[since:] if one.method == "POST"]
        assert all("callback" in path for path in sent), "nothing but answers to Anna"
        assert await blocks(made, made.anna) == "You have blocked: Max and Tina."
        assert await blocks(made, made.max) == "You have blocked nobody."
        assert "block" in (await made.bot.store.privacy.export(made.anna.id))
        assert not (await made.bot.store.privacy.export(made.max.id))["block"]
        only_refusals(made)


async def test_a_list_that_is_too_long_counts_who_is_left_out(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for number in range(MOST):
            other = made.env.create_user(f"u{number}", global_name=f"Somebody With A Long Name {number:03}")
            await made.bot.store.blocks.add(made.anna.id, other.id, now=number, most=MOST)
        listed = await blocks(made, made.anna)
        named = listed.count("Somebody With A Long Name")
        assert listed.endswith(f" and {MOST - named} others.")
        assert len(listed) <= CONTENT


async def test_a_deletion_takes_blocks_of_both_sides(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await blocks(made, made.anna, made.max)
        await blocks(made, made.max, made.tina)
        await made.bot.store.privacy.forget(made.max.id, lambda secret, parts: (secret, parts), now=1)
        assert await made.bot.store.blocks.of(made.anna.id) == []
        assert await made.bot.store.blocks.of(made.max.id) == []


async def test_there_is_a_limit(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for number in range(MOST):
            assert await made.bot.store.blocks.add(made.anna.id, number + 1, now=number, most=MOST)
        assert "more than 100" in await blocks(made, made.anna, made.max)
        assert len(await made.bot.store.blocks.of(made.anna.id)) == MOST
        only_refusals(made)
