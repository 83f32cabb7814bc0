"""`/rules` with a word shows the rules that mean it, and turns to each of them."""

from __future__ import annotations

from pathlib import Path

from bot.texts.rules import paragraph
from tests.bot.forged import only_refusals, said
from tests.bot.world import controls, world


async def test_a_word_that_is_sent_shows_the_hits_and_the_way_to_each(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        answer = await made.anna.slash(made.channel, "rules", rule="damage", game="monolith_arena")
        shown, words = answer.response, said(answer)
        assert "Rules on “damage”:" in words
        assert words.index("R6.1 Wounds") < words.index("R6.4 Wounds")
        offered = [control.press.tokens[0] for control in controls(shown)]
        assert offered[:2] == ["R6.1", "R6.4"]
        turned = await made.press(made.anna, shown, "rules", "R6.4", "damage")
        whole = paragraph("monolith_arena", "R6.4", "en")
        assert whole is not None
        assert whole.text in said(turned)
        now = made.message(shown.channel_id, shown.id)
        assert whole.text in now.embeds[0].description
        assert [control.press.tokens[0] for control in controls(now)] == offered


async def test_outside_of_matches_all_games_are_searched(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        shown = said(await made.anna.slash(made.channel, "rules", rule="win"))
        assert "R12.4 End of the match · Monolith Arena" in shown
        assert "A5.7.2 A turn · Arena of Heroes" in shown
        assert "A5.4" in said(await made.anna.slash(made.channel, "rules", rule="a5.4"))
        await made.match("arena_of_heroes")
        thread = await made.thread((await made.bot.store.matches.all_open())[0].id)
        assert "R12.4" not in said(await made.anna.slash(thread, "rules", rule="win"))


async def test_a_chapter_leads_on_to_its_paragraphs(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        shown = (await made.anna.slash(made.channel, "rules", rule="A1")).response
        assert {"A1.1", "A1.7"} <= {control.press.tokens[0] for control in controls(shown)}


async def test_a_word_that_no_rule_has_is_named(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        nothing = said(await made.anna.slash(made.channel, "rules", rule="xyzzy"))
        assert nothing == "No rule mentions “xyzzy”. Try another word, or the number of a rule."
        only_refusals(made)
