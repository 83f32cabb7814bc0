"""What a panel says gives way where text and rows would push its picture off the screen, one line after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.interactions.panel_text import giving_way, without
from bot.panels import room
from bot.panels.model import Panel
from tests.bot.arena_of_heroes.test_in_one_go import begun
from tests.bot.world import words, world

pytestmark = pytest.mark.usefixtures("no_incident")


def test_small_print_gives_way_first_and_the_first_line_never() -> None:
    panel = Panel("Roll?\nYou may fire.\n-# Small\nYou are at 3", (), shorter=("Roll?\n-# Smaller\nYou are at 3",))
    assert giving_way(panel) == ["-# Small", "-# Smaller", "You may fire.", "You are at 3"]
    assert without(panel.text, "-# Small") == "Roll?\nYou may fire.\nYou are at 3"


async def test_on_a_lower_phone_a_panel_says_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        for user in (made.anna.id, made.max.id):
            await made.play(match_id, user, ("end",))
        said = []
        for _ in range(2):
            panel = (await made.press(made.anna, await made.live(match_id), "play")).response
            said.append(words(panel).split("\n"))
            monkeypatch.setattr(room, "SCREEN", 0)
        whole, least = said
        news, head, *more = whole
        assert "Since your turn" in news
        assert more
        assert least == [news, head]
