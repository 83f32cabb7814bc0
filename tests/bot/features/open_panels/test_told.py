"""What an open panel tells when it is drawn anew: what others did, what befell its reader, how the match ended."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.interactions.panel import NEWS, OWN
from bot.publish import recent
from bot.texts import columns, story
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.run import Run
from tests.bot.arena_of_heroes.test_in_one_go import begun
from tests.bot.driving import catch_up, quietly
from tests.bot.features.open_panels.opened import NOTHING, asking_panel, idle_panel, max_plays, panel_of, text_of
from tests.bot.world import button_ids, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_what_came_of_the_own_shot_is_kept_where_others_followed_it_up(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        panel = await panel_of(made, made.anna, match_id)
        await made.press(made.anna, panel, "errand", "hunt")
        await made.settle()
        assert "Nothing to do yet" in text_of(made, panel)
        shots = 0
        while made.max.id in (await made.bot.matches.load(match_id)).waited_for():
            shots += 1
            await made.play(match_id, made.max.id, ("attack", str(shots)))
            await made.settle()
        assert shots == 3
        own, others, *_ = text_of(made, panel).split("\n")
        assert own.startswith("**Your move:** Anna fires 3 times: nothing at ")
        assert "more" not in own, "all three are one sentence"
        assert others.startswith("**Since your turn:** Max fires 3 times: nothing at ")
        assert columns.height(own) <= OWN
        assert columns.height(others) <= NEWS - columns.height(own) + 1


async def test_why_a_turn_in_one_go_has_stopped_is_said_until_its_owner_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was found has to decide something first; when that is done the panel is drawn anew, and opened anew."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        at = str((await made.bot.matches.load(match_id)).state.heroes[1].at)
        panel = await panel_of(made, made.anna, match_id)
        await made.press(made.anna, panel, "show", "aim", at)
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        await made.press(made.anna, panel, "errand", "chase", at)
        await made.settle()
        why = "Stopped: Dahlia had something to decide first."
        assert why in text_of(made, panel)
        await made.play(match_id, made.max.id, ("choose", "yes"))
        await made.settle()
        assert "1 action left" in text_of(made, panel), "drawn anew"
        assert why in text_of(made, panel)
        panel = await panel_of(made, made.anna, match_id)
        assert why in text_of(made, panel)
        await made.press(made.anna, panel, "do", "attack", at)
        await made.settle()
        assert why not in text_of(made, panel)
        assert why not in words(await panel_of(made, made.anna, match_id))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_befell_its_reader_is_said_before_all_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Found and hit, by shots that strike where they are aimed: that leaves more to say than there is room for."""
    async with world(tmp_path) as made:
        made.locales[made.anna.id] = language
        match_id = await begun(made, "Bg", "Wg")
        panel = await panel_of(made, made.anna, match_id)
        await made.press(made.anna, panel, "errand", "hunt")
        await made.settle()
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        for shot in range(3):
            at = (await made.bot.matches.load(match_id)).state.heroes[0].at
            await made.play(match_id, made.max.id, ("attack", str(at if shot < 2 else 1)))
            await made.settle()
        match, say, names = await made.bot.matches.load(match_id), phrases(language), {0: "Anna", 1: "Max"}
        told = recent.missed(say, match, names, made.anna.id)
        befell = [one for one in told.earlier.sentences if story.concerns(one, 0)]
        assert len(befell) == 2
        said = text_of(made, panel)
        assert all(one in said or story.brief(one) in said for one in befell)
        head = next(line for line in said.split("\n") if line.startswith(f"**{say('Since your turn:')}"))
        assert "…" not in head, "what is told is not cut"


async def test_the_end_of_a_match_is_seen_in_idle_panels(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        assert NOTHING not in text_of(made, panel)


async def test_whoever_ends_a_match_reads_the_result_once_and_finds_its_review(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, rng = await made.match(), random.Random(3)
        while True:
            match = await made.bot.matches.load(match_id)
            choice = next(choice for choice in match.choices if choice.must)
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            if match.state.last_turns == () and ("end",) in legal:
                break
            await quietly(made, match_id, rng, 1)
        await catch_up(made, match_id)
        actor = made.anna if match.user_of(choice.seat) == made.anna.id else made.max
        panel = await panel_of(made, actor, match_id)
        panel = (await made.press(actor, panel, "show", "end")).response
        await made.press(actor, panel, "do", "end")
        await made.settle()
        assert (await made.bot.matches.load(match_id)).result is not None
        shown = made.message(panel.channel_id, panel.id)
        assert words(shown).count("after the last battle") == 1
        assert {"review", "replay"} <= set(button_ids(shown))


@pytest.mark.parametrize("chosen", [False, True])
async def test_no_panel_asks_anything_once_the_match_is_over(tmp_path: Path, chosen: bool) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await asking_panel(made)
        if chosen:
            await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        assert not {"do", "show"} & {*button_ids(made.message(panel.channel_id, panel.id))}, text_of(made, panel)


async def test_an_answer_in_a_message_of_its_own_does_not_keep_the_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "monolith new", computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        panel = await panel_of(made, made.anna, head.id)
        await made.press(made.anna, panel, "hint")
        await made.settle()
        match = await made.bot.matches.load(head.id)
        await made.bot.matches.agree(match, made.anna.id, ("resign",))
        await made.settle()
        assert not {"do", "show"} & {*button_ids(made.message(panel.channel_id, panel.id))}, text_of(made, panel)


async def test_whoever_is_asked_reads_in_the_panel_what_the_others_did(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        await max_plays(made, match_id)
        told = "Max chose Lords of the Abyss"
        assert told in text_of(made, panel), "drawn anew"
        own, news, *_ = text_of(made, panel).split("\n")
        assert own == "**Your move:** Anna chose Dragon Empire"
        assert news.startswith("**This turn:** Max chose"), "and nothing of what they did themselves"
        assert columns.height(news) <= NEWS
        again = await panel_of(made, made.anna, match_id)
        assert told in text_of(made, again), "and opened anew"
        waiting = await panel_of(made, made.max, match_id)
        assert told not in text_of(made, waiting), "nobody is told what they did themselves while they wait"
