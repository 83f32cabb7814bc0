"""Whoever writes to the bot is told what it can do, once an hour, with buttons that work there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.interactions.admission import RATES
from tests.bot.forged import said
from tests.bot.world import World, controls, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


def _answers(made: World, actor: Any) -> list[Any]:
    return [m for m in actor.user.dm_channel.history() if m.author.id == made.bot.user.id]


async def test_a_plain_message_is_answered_once_an_hour(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        made.bot.services.limits._rates = RATES
        await made.anna.send_dm("hello, how do I play?")
        await made.anna.send_dm("hello?")
        await made.settle()
        (answer,) = _answers(made, made.anna)
        assert answer.content.startswith("Hello! You can play Monolith Arena")
        assert [c.label for c in controls(answer)] == [
            *("Play the computer", "Learn by playing", "How to play", "My matches")
        ]
        await made.max.send_dm("hi")
        await made.settle()
        assert len(_answers(made, made.max)) == 1


async def test_it_speaks_the_language_that_was_set(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings language", language="de")
        await made.anna.send_dm("hallo")
        await made.settle()
        assert "Hallo!" in _answers(made, made.anna)[0].content


async def test_its_buttons_open_lessons_guide_and_matches(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.send_dm("hi")
        await made.settle()
        (answer,) = _answers(made, made.anna)
        learn = await made.press(made.anna.user, answer, "learn")
        assert "Which game do you want to learn?" in words(learn.response)
        read = await made.press(made.anna.user, answer, "help")
        assert "Which game do you want to know?" in words(read.response)
        assert "no open matches" in said(await made.press(made.anna.user, answer, "mine"))


async def test_what_is_written_in_a_server_is_not_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.send(made.channel, "hello")
        await made.settle()
        assert made.channel.last_message.author.id == made.anna.id


async def test_help_and_learn_ask_for_the_game_and_lead_to_each(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "help")).response
        for title in ("Monolith Arena", "Arena of Heroes", "Monsters & Myths"):
            assert f"**{title}**" in words(panel)
        await made.press(made.anna, panel, "help", "arena_of_heroes")
        page = made.message(panel.channel_id, panel.id)
        assert page.content.startswith("**Arena of Heroes: ")
        others = next(c for c in controls(page) if c.press.action_id == "help" and not c.press.tokens)
        assert others.label == "Other games"
        panel = (await made.anna.slash(made.channel, "learn")).response
        await made.press(made.anna, panel, "learn", "all", "monolith_arena")
        assert "Learn Monolith Arena" in made.message(panel.channel_id, panel.id).content
