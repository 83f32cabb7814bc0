"""The pages on which a match is put together: which game, against whom, how; nothing is kept but in the buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import _component_interaction

from bot import limits
from bot.commands.new_pages import how, which
from bot.commands.opening import Opening, read
from bot.matches.refusals import Refusal
from bot.panels.components import LESSON, button_id, option_value
from bot.panels.model import Button, Press, Select
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from tests.bot.forged import press as forged
from tests.bot.forged import said
from tests.bot.world import World, button_ids, controls, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

MONOLITH = FACES["monolith_arena"]
LONGEST = 1_500_000_000_000_000_000
"""Ids of users in a hundred years have as many digits."""


async def choose(made: World, actor: Any, panel: Any, *users: Any, bots: tuple[int, ...] = ()) -> Any:
    """Choose users in the list of them; returns the page that follows."""
    message = made.env.backend.get_message(panel.channel_id, panel.id)
    (menu,) = [c for row in message.components for c in row["components"] if c["type"] == 5]
    assert menu["min_values"] == 0
    shown = {str(user.id): {"id": str(user.id), "username": "x", "bot": user.id in bots} for user in users}
    data = {"custom_id": menu["custom_id"], "component_type": 5, "values": list(shown), "resolved": {"users": shown}}
    await _component_interaction(actor, message, data)
    return made.message(panel.channel_id, panel.id)


async def press(made: World, panel: Any, action_id: str, *tokens: str) -> Any:
    await made.press(made.anna, panel, action_id, *tokens)
    return made.message(panel.channel_id, panel.id)


async def test_without_a_game_one_is_chosen_with_pictures_and_two_presses_open_it(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "match new")).response
        assert panel.flags.ephemeral
        assert [file.filename for file in panel.attachments] == ["games.png"]
        assert [c.press for c in controls(panel)] == [Press("new", (face.group,)) for face in FACES.values()]
        panel = await press(made, panel, "new", "arena")
        assert "A match of Arena of Heroes" in words(panel)
        assert "Whoever wants to can join." in words(panel)
        panel = await press(made, panel, "new", "arena", "=go")
        assert "on its way" in words(panel)
        assert not list(controls(panel))
        (head,) = await made.bot.store.matches.all_open()
        assert (head.game, head.private) == ("arena_of_heroes", False)


async def test_what_is_chosen_on_the_page_is_how_the_match_is_opened(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "match new")).response
        panel = await press(made, panel, "new", "monolith")
        panel = await choose(made, made.anna, panel, made.max)
        assert "Against Max." in words(panel)
        for wanted in ("pbrisk", "s", "lde", "omonoliths=1"):
            (chosen,) = [c for c in controls(panel) if wanted in c.press.tokens and "=go" not in c.press.tokens]
            panel = await press(made, panel, "new", *chosen.press.tokens)
        for told in ("Against Max.", "Brisk", "private", "Deutsch", "Monoliths."):
            assert told in words(panel), told
        (go,) = [c for c in controls(panel) if c.press.tokens[-1] == "=go"]
        await press(made, panel, "new", *go.press.tokens)
        (head,) = await made.bot.store.matches.all_open()
        match = await made.bot.matches.load(head.id)
        assert match.users() == [made.anna.id, made.max.id] or set(match.users()) == {made.anna.id, made.max.id}
        assert (match.match.private, match.language, match.options["monoliths"]) == (True, "de", True)
        assert match.pace is not None


async def test_a_bot_as_opponent_leads_to_the_computer_players_and_the_form_is_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        robot = made.guild.add_member(made.env.create_user("robot", bot=True))
        panel = (
            await made.anna.slash(made.channel, "monolith new", opponent=robot, pace="brisk", monoliths=True)
        ).response
        assert "Choose how strong the computer plays" in words(panel)
        assert "Monoliths." in words(panel)
        assert "Brisk" in words(panel)
        assert any("csquire" in control.press.tokens for control in controls(panel))
        assert not await made.bot.store.matches.all_open()
        panel = await choose(made, made.anna, panel, robot, bots=(robot.id,))
        assert "Choose how strong the computer plays" in words(panel)
        assert "Whoever wants to can join." in words(panel)
        panel = (await made.anna.slash(made.channel, "match new", opponent=robot)).response
        assert "Which game do you want to play?" in words(panel)
        assert "The computer plays Monolith Arena, Arena of Heroes and Monsters & Myths." in words(panel)


async def test_what_cannot_be_opened_is_said_and_the_page_stays(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "match new", private=True)).response
        panel = await press(made, panel, "new", "monolith", "s")
        panel = await press(made, panel, "new", "monolith", "s", "=go")
        assert "Name all players of a private match" in words(panel)
        assert "new" in button_ids(panel)
        panel = await choose(made, made.anna, panel, made.anna)
        (go,) = [c for c in controls(panel) if c.press.tokens[-1] == "=go"]
        panel = await press(made, panel, "new", *go.press.tokens)
        assert "You cannot play against yourself" in words(panel)
        assert not await made.bot.store.matches.all_open()


@pytest.mark.parametrize(
    "tokens", ["nothing", "monolith.x", "monolith.u-!-", "monolith.onone=1", "monolith.omonoliths=x", "-.omonoliths=1"]
)
async def test_what_no_page_ever_offered_is_refused(tokens: str, tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        answer = await forged(made, made.anna, made.channel, f"b:{LESSON}:new:0::{tokens}.=go")
        assert "older version" in said(answer)
        assert not await made.bot.store.matches.all_open()


async def test_in_direct_messages_nobody_can_be_challenged(tmp_path: Path) -> None:
    """Neither by a button that was never offered there, nor may the match be open to anybody."""
    async with world(tmp_path) as made:
        await made.anna.send_dm("hi")
        await made.settle()
        (greeting,) = [m for m in made.anna.user.dm_channel.history() if m.components]
        for tokens in (f"monolith.@{made.max.id}.=go", "monolith.=go"):
            custom_id = f"b:{LESSON}:new:0::{tokens}"
            button = {"type": 2, "style": 1, "label": "forged", "custom_id": custom_id}
            greeting = made.env.backend.get_message(made.anna.user.dm_channel.id, greeting.id)
            greeting.components = [{"type": 1, "components": [button]}]
            data = {"custom_id": custom_id, "component_type": 2}
            answer = await _component_interaction(made.anna.user, greeting, data)
            assert "Here you play against the computer" in said(answer)
            assert not await made.bot.store.matches.all_open()


def test_an_opening_reads_what_it_writes() -> None:
    whole = Opening(
        "monolith",
        (LONGEST, 7),
        12,
        "brisk",
        private=True,
        language="de",
        teams="2v2-drawn",
        options={"monoliths": True},
    )
    assert read(whole.tokens, FACES) == whole
    assert read(Opening().tokens, FACES) == Opening()
    assert whole.of("arena") == Opening("arena", (LONGEST, 7), None, "brisk", private=True, language="de")


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_discord(face: Any, language: str) -> None:
    say = phrases(language)
    opening = Opening(face.group, (LONGEST,), pace="relaxed", private=True, language="de")
    for panel in (which(say, FACES, opening), how(say, face, opening, ["W" * 32])):
        assert len(panel.rows) <= limits.ROWS - 1
        for row in panel.rows:
            if isinstance(row, Select):
                assert 1 <= len(row.options) <= limits.SELECT_OPTIONS
                assert len({option_value(line.press) for line in row.options}) == len(row.options)
                continue
            assert all(isinstance(one, Button) and button_id(LESSON, 24, "", one.press) for one in row)


def test_more_than_a_button_can_hold_is_refused() -> None:
    many = Opening("monolith", (LONGEST,) * 5, pace="relaxed")
    with pytest.raises(Refusal, match="`/monolith new`"):
        how(phrases("en"), MONOLITH, many, [])
