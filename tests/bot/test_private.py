"""A private match concerns those who play it: to anybody else who has its id it is as if there were none."""

from __future__ import annotations

import random
from pathlib import Path

import discord
import pytest

from tests.bot import forged
from tests.bot.by_id import ALONE, NOBODYS, commands, every_action_id, filled, typed
from tests.bot.driving import quietly
from tests.bot.forged import said
from tests.bot.world import World, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def _private(made: World, *, accepted: bool = True) -> str:
    await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max, private=True)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    if accepted:
        await made.max.slash(made.channel, "match accept")
        await made.settle()
        await quietly(made, head.id, random.Random(2), 25)
    return head.id


@pytest.mark.parametrize("accepted", [False, True])
async def test_no_command_tells_a_stranger_anything_of_a_private_match(tmp_path: Path, accepted: bool) -> None:
    async with world(tmp_path) as made:
        match_id = await _private(made, accepted=accepted)
        before = await forged.written(made, match_id)
        named = list(commands(made))
        assert len(named) > 25
        for name, options in named:
            given = filled(options)
            told = said(await made.tina.slash(made.channel, name, match=match_id, **given))
            assert told == said(await made.tina.slash(made.channel, name, match=NOBODYS, **given)), name
            assert told == "There is no such match.", name
        assert await forged.written(made, match_id) == before
        forged.only_refusals(made)


@pytest.mark.parametrize("accepted", [False, True])
async def test_no_press_tells_a_stranger_anything_of_a_private_match(tmp_path: Path, accepted: bool) -> None:
    async with world(tmp_path) as made:
        match_id = await _private(made, accepted=accepted)
        for action_id in every_action_id():
            pressed = forged.press(made, made.tina, made.channel, f"b:{match_id}:{action_id}:0::")
            told = await forged.refused(made, match_id, pressed, action_id)
            if action_id in ALONE:
                nobodys = forged.press(made, made.tina, made.channel, f"b:{NOBODYS}:{action_id}:0::")
                assert told == said(await nobodys), action_id
            else:
                assert told == "There is no such match.", action_id
        chosen = forged.press(made, made.tina, made.channel, f"s:{match_id}:0:", "show:place")
        assert await forged.refused(made, match_id, chosen) == "There is no such match."


async def test_no_autocomplete_tells_a_stranger_anything_of_a_private_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _private(made)
        asked = 0
        for name, options in commands(made):
            for option in options:
                if not option.get("autocomplete") or (name, option["name"]) == ("monolith tile", "name"):
                    continue
                ids = [{}, {}] if option["name"] == "match" else [{"match": match_id}, {"match": NOBODYS}]
                answers = [await typed(made, made.tina, made.channel, name, option["name"], given) for given in ids]
                assert answers[0] == answers[1], (name, option["name"])
                asked += 1
        assert asked > 40


async def test_those_who_play_and_those_in_the_thread_are_no_strangers(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _private(made)
        for actor in (made.anna, made.max):
            shown = await made.bot.matches.load(match_id)
            assert actor.id in shown.users()
            assert "no such match" not in said(await actor.slash(made.channel, "match words", match=match_id))
        # A moderator of the server can look into the thread, where the whole board is to be seen anyway.
        thread = await made.thread(match_id)
        await made.bot.get_channel(thread.id).add_user(discord.Object(made.tina.id))
        pressed = await forged.press(made, made.tina, thread, f"b:{match_id}:words:0::")
        assert "no such match" not in said(pressed)


async def test_a_match_that_is_not_private_is_open_to_everybody(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        assert "no such match" not in said(await made.tina.slash(made.channel, "match words", match=match_id))
