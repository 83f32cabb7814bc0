"""The guide through simulated Discord: opened by `/help` and from a challenge, turned page by page."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.guide import FIRST, Newcomers, around, blurbs, credit, overview
from bot.limits import CONTENT
from bot.panels.model import Press
from bot.registry import COMMANDS, FACES
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from tests.bot.driving import random_action
from tests.bot.world import World, button_ids, controls, use, words, world
from tests.toy.face import FACE as TOY_FACE

pytestmark = pytest.mark.usefixtures("no_incident")

GAME = "monolith_arena"


async def _turn(made: World, panel: Any, press: Press) -> Any:
    control = next(c for c in controls(panel) if c.press == press)
    await use(made.anna, panel, control)
    return made.message(panel.channel_id, panel.id)


async def test_every_chapter_can_be_read_and_leads_to_the_lessons(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "help", game=GAME)).response
        assert panel.flags.ephemeral
        chapters = [c.press.tokens[1] for c in controls(panel) if c.press.action_id == "help" and c.press.tokens]
        assert chapters == [*(one.id for one in FACES[GAME].guide), "bot", "more", "credits"]
        texts, pictures = [], {}
        for chapter in chapters:
            panel = await _turn(made, panel, Press("help", (GAME, chapter)))
            texts.append(words(panel))
            pictures[chapter] = [(one.filename, one.description) for one in panel.attachments]
        assert len(set(texts)) == len(texts)
        for one in FACES[GAME].guide:
            assert len(pictures[one.id]) == (one.picture is not None), one.id
        (symbols,) = pictures["symbols"]
        assert symbols[0] == "symbols.png"
        assert "An arrow: ranged." in symbols[1]
        assert pictures["game"] == [], "what another chapter showed is gone"
        assert "/match new" in texts[-3]
        assert "game-icons.net" in texts[-1]
        panel = await _turn(made, panel, Press("learn", ("all", GAME)))
        assert "Lesson 1" in next(
            c.label for c in controls(panel) if c.value is not None and c.press.action_id == "learn"
        )


async def test_a_challenge_leads_to_the_guide_of_its_game(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game=GAME, opponent=made.max)
        await made.settle()
        result = await made.press(made.max, made.channel.last_message, "help")
        assert result.ephemeral
        assert "19 hexes" in result.response.content


async def _helped(made: World, actor: Any, match_id: str) -> tuple[Any, bool]:
    """Somebody's panel, and whether it offers the guide."""
    panel = (await made.press(actor, await made.live(match_id), "play")).response
    return panel, "help" in button_ids(panel)


async def test_the_guide_is_offered_in_somebodys_first_matches(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for number in range(FIRST + 1):
            match_id = await made.match()
            _, offered = await _helped(made, made.anna, match_id)
            assert offered == (number < FIRST)
            assert (await _helped(made, made.max, match_id))[1] == offered
            await made.resign(made.anna, await made.thread(match_id))
            await made.settle()
        other = await made.match("arena_of_heroes")
        assert (await _helped(made, made.anna, other))[1], "it is another game"
        assert not (await _helped(made, made.tina, other))[1], "who looks on has other buttons"
        made.bot.services.get(Newcomers).forget(made.anna.id)
        assert not await made.bot.services.get(Newcomers).new(made.anna.id, GAME)


async def test_the_guide_in_a_panel_leads_back_to_the_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        panel, _ = await _helped(made, made.anna, match_id)
        before = words(panel)
        panel = await _turn(made, panel, Press("help"))
        assert "19 hexes" in words(panel)
        panel = await _turn(made, panel, Press("help", (GAME, "turn")))
        assert "Your turn" in words(panel)
        assert Press("help") not in [c.press for c in controls(panel)], "no other games in the middle of a match"
        panel = await _turn(made, panel, Press("show"))
        assert words(panel) == before


async def test_the_first_message_of_a_thread_keeps_the_way_to_the_guide(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        first = await made.live(match_id)
        while (await made.live(match_id)).id == first.id:
            match = await made.bot.matches.load(match_id)
            choice = match.choices[0]
            await made.play(match_id, match.user_of(choice.seat), random_action(match, choice, random.Random(1)))
            await made.settle()
        first = made.message(first.channel_id, first.id)
        assert button_ids(first) == ["help"]
        answer = await made.press(made.max, first, "help")
        assert answer.ephemeral
        assert "19 hexes" in words(answer.response)


@pytest.mark.parametrize("tokens", ["nowhere", f"{GAME}.nowhere", f"{GAME}.bot.more"])
async def test_a_chapter_that_is_not_there_is_refused(tmp_path: Path, tokens: str) -> None:
    from tests.bot.forged import inside, said

    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "help", game=GAME)).response
        told = said(await inside(made, made.anna, panel, f"b:learn-:help:0::{tokens}"))
        assert "older version" in told or "Commands" in made.message(panel.channel_id, panel.id).content


def test_faces_name_the_groups_of_their_moves() -> None:
    assert {face.group for face in FACES.values()} == {group.name for group in COMMANDS}


@pytest.mark.parametrize("command", ["help", "learn"])
async def test_which_game_is_asked_with_what_each_is_like(tmp_path: Path, command: str) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, command)).response
        assert [one.filename for one in panel.attachments] == ["games.png"]
        lines = words(panel).split("\n")
        for face in FACES.values():
            assert face.blurb is not None
            (line,) = [one for one in lines if one.startswith(f"- **{face.game.title}**")]
            seats = {formation.seats for formation in face.game.formations}
            assert str(face.blurb.theme) in line
            assert f"{min(seats)} to {max(seats)} players, {face.blurb.length}." in line


def test_a_game_without_a_blurb_says_for_how_many_it_is() -> None:
    say = phrases(SOURCE)
    (line,) = blurbs(say, {"toy": replace(TOY_FACE, blurb=None)})
    assert str(TOY_FACE.game.title) in line
    assert "players" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapters_about_the_bot_fit_a_message(language: str) -> None:
    say, heading = phrases(language), 100
    for text in (overview(say, [face.group for face in FACES.values()]), around(say), credit(say)):
        assert len(text) + heading <= CONTENT
