"""*Why?*: under the live message, in panels, under results, in replays and as `/why`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.features.why import pages as why
from bot.features.why import refused, scenes
from bot.limits import ALT_TEXT, EMBED_DESCRIPTION
from bot.matches import changes
from bot.matches.refusals import Refusal
from bot.publish.recent import seen_until
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from bot.texts.rules import paragraphs
from tests.bot.driving import catch_up, quietly, speak
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import World, buttons, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")
SAY = phrases("en")
EXPLAINED = [name for name, face in FACES.items() if face.why is not None]


async def explained(made: World, game: str) -> tuple[str, Any, int]:
    """A match in which something has happened that can be explained, and the entry."""
    match_id = await made.match(game)
    for seed in range(60):
        await quietly(made, match_id, random.Random(seed), 8)
        match = await made.bot.matches.load(match_id)
        number = scenes.latest(SAY, match, None)
        if number is not None and match.match.status == "running":
            return match_id, match, number
    raise AssertionError("nothing has happened")


def _labelled(message: Any, label: str) -> Any:
    return next(c for c in buttons(message) if c.label == label)


@pytest.mark.parametrize("game", EXPLAINED)
async def test_whoever_asks_reads_why_and_picks_another_subject(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id, match, number = await explained(made, game)
        thread = await made.thread(match_id)
        told = (await made.anna.slash(thread, "why")).response
        assert told.ephemeral
        known = scenes.subjects(SAY, match, number, match.seat_of(made.anna.id))
        first, *_, last = words(told).splitlines()
        told_of = [one for one in paragraphs(game, "en").values() if f"{one.number} {one.title}" in last]
        assert told_of or "(" not in words(told), "rules are cited with what they are about"
        (attachment,) = told.attachments
        assert attachment.description
        seen = set()
        for subject in known[:5]:
            result = await press(made, made.anna, thread, f"b:{match_id}:why:0::{number}.{subject.token}")
            seen.add(words(result.response).splitlines()[0])
        assert first in seen
        assert len(seen) == len({subject.label for subject in known[:5]})
        only_refusals(made)


async def test_what_happened_before_the_last_event_is_picked_from_a_list(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, match, _ = await explained(made, "monolith_arena")
        for seed in range(60):
            recent = scenes.recent(SAY, match, match.seat_of(made.anna.id), {})
            if len(recent) > 1:
                break
            await quietly(made, match_id, random.Random(seed), 8)
            match = await made.bot.matches.load(match_id)
        assert len(recent) > 1
        told = (await made.anna.slash(await made.thread(match_id), "why")).response
        lines = [one for one in controls(told) if one.press == why.press(recent[1].number)]
        assert lines, "the list of what happened"
        await use(made.anna, told, lines[0])
        subjects = scenes.subjects(SAY, match, recent[1].number, match.seat_of(made.anna.id))
        after = made.message(told.channel_id, told.id)
        assert words(after).startswith(f"**{subjects[0].label.split(' ')[0]}"), "what matters most in it"
        again = [one for one in controls(after) if one.press == why.press(recent[0].number)]
        assert again, "the way back to the newest"
        only_refusals(made)


@pytest.mark.parametrize("game", EXPLAINED)
async def test_the_button_is_under_the_live_message_and_in_replays(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id, _, number = await explained(made, game)
        await catch_up(made, match_id)
        thread = await made.thread(match_id)
        result = await press(made, made.anna, thread, f"b:{match_id}:replay:0::{number}.all")
        panel = result.response
        step = words(panel)
        await use(made.anna, panel, _labelled(panel, "Why?"))
        panel = made.message(panel.channel_id, panel.id)
        assert words(panel) != step
        await use(made.anna, panel, _labelled(panel, "Back"))
        assert words(made.message(panel.channel_id, panel.id)) == step
        speak(made.bot)
        live = await made.live(match_id)
        assert "why" in {c.press.action_id for c in buttons(live)}
        await made.resign(made.max, thread)
        await made.settle()
        told = (await made.press(made.tina, made.channel.history()[-1], "why")).response
        assert told.ephemeral
        assert told.attachments
        assert "why" in {c.press.action_id for c in buttons(await made.live(match_id))}
        only_refusals(made)


@pytest.mark.parametrize("game", EXPLAINED)
async def test_who_has_missed_something_can_ask_in_the_panel(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id, match, _ = await explained(made, game)
        thread = await made.thread(match_id)
        for actor in (made.anna, made.max):
            panel = (await press(made, actor, thread, f"b:{match_id}:play:0::")).response
            missed = scenes.latest(SAY, match, match.seat_of(actor.id), seen_until(match, actor.id)) is not None
            assert missed == ("why" in {c.press.action_id for c in buttons(panel)})
        only_refusals(made)


async def test_a_way_back_that_has_no_room_in_a_button_is_refused(tmp_path: Path) -> None:
    """A line of a list may have more tokens than the button that leads back from its page."""
    async with world(tmp_path) as made:
        match_id, _, _ = await explained(made, "monolith_arena")
        for leads in ("z" * 90, "do." + "z" * 80):
            answer = await press(made, made.anna, made.channel, f"s:{match_id}:0:", f"why:-.-.{leads}"[:100])
            assert "from an older version" in said(answer)
        only_refusals(made)


@pytest.mark.parametrize("game", FACES)
async def test_nothing_to_explain_is_said(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(game)
        thread = await made.thread(match_id)
        assert "Nothing has happened yet" in words((await made.anna.slash(thread, "why")).response)
        for tokens in ("", "0", "1.x", "999999.-", "9999999.-", "x.y", "1.0-C4.replay"):
            told = await press(made, made.anna, thread, f"b:{match_id}:why:0::{tokens}")
            assert told.response.ephemeral
        only_refusals(made)


@pytest.mark.parametrize("game", EXPLAINED)
async def test_every_subject_is_explained_in_every_language(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        _, match, number = await explained(made, game)
        why = match.face.why
        for language in LANGUAGES:
            say = phrases(language)
            for reader in (None, 0, 1):
                scene = scenes.scene(match, number, reader)
                assert scene is not None
                for subject in why.subjects(say, scene):
                    told = why.explain(say, scene, subject.token)
                    assert told is not None
                    assert 0 < len(told.text) < EMBED_DESCRIPTION
                    assert told.picture is not None
                    assert 0 < len(told.picture.alt) <= ALT_TEXT
                assert why.explain(say, scene, "nothing") is None


def _refused(match: Any) -> tuple[int, str, Any]:
    """A user, the key of their choice, and the refusal of an action that is not possible now, with its rule."""
    choice = next(choice for choice in match.choices if choice.must)
    user = match.user_of(choice.seat)
    legal = match.face.game.legal(match.state, choice.seat, choice.key)
    others = [*sorted({token for one in legal for token in one}), "C3", "A1", "1", "20"]
    changed = ((*one[:at], token, *one[at + 1 :]) for one in legal for at in range(1, len(one)) for token in others)
    for action in (("hide",), ("work",), ("explore",), *changed):
        try:
            changes.acted(match, user, [action], None)
        except Refusal as refusal:
            if refused.buttons(SAY, match, refusal):
                return user, choice.key, refusal
    raise AssertionError("everything is possible")


@pytest.mark.parametrize("game", EXPLAINED)
async def test_a_refusal_says_why_with_its_rule_and_a_picture(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id, match, _ = await explained(made, game)
        user, key, refusal = _refused(match)
        thread, actor = await made.thread(match_id), made.actor(user)
        before = (await made.bot.matches.load(match_id)).newest
        pressed = await press(made, actor, thread, f"b:{match_id}:do:0:{key}:{'.'.join(refusal.action)}")
        panel = pressed.response
        assert refusal.rule in words(panel)
        await use(actor, panel, _labelled(panel, "Why?"))
        told = made.message(panel.channel_id, panel.id)
        assert f"({refusal.rule})" in words(told)
        assert f"**{refusal.rule} " in words(told), "the rule itself"
        assert told.attachments[0].description
        for tokens in ("no", "no.x.y", "no.place.C3", "no." + ".".join(match.choices[0].default or ("pass",))):
            assert (await press(made, actor, thread, f"b:{match_id}:why:0::{tokens}")).response.ephemeral
        assert (await made.bot.matches.load(match_id)).newest == before, "nothing was played"
        only_refusals(made)
