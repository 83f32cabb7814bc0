"""`/match history` shows the latest, leads back page by page, and never cuts a word."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.interactions.history_pages import PAGE, _whole_words
from tests.bot.driving import quietly
from tests.bot.world import button_ids, controls, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_the_latest_comes_first_and_every_line_is_on_one_page(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await quietly(made, match_id, random.Random(1), 70)
        newest = (await made.bot.matches.load(match_id)).newest
        panel = (await made.anna.slash(made.channel, "match history")).response
        text = panel.content
        pages = [text]
        assert any(line.startswith(f"{newest}. ") for line in text.splitlines())
        assert [c.label for c in controls(panel)] == ["Earlier"]
        while any(c.label == "Earlier" for c in controls(panel)):
            earlier = next(c for c in controls(panel) if c.label == "Earlier")
            await made.press(made.anna, panel, "history", *earlier.press.tokens)
            panel = made.message(panel.channel_id, panel.id)
            pages.append(panel.content)
            assert len(panel.content) <= PAGE
        assert "history" in button_ids(panel)
        numbers = [int(line.split(".")[0]) for page in pages[::-1] for line in page.splitlines() if line[:1].isdigit()]
        assert numbers == list(range(1, newest + 1))


def test_a_line_that_is_too_long_ends_with_a_whole_word() -> None:
    cut = _whole_words("word " * 1000)
    assert len(cut) <= PAGE
    assert cut.endswith("word…")
    assert _whole_words("short") == "short"
