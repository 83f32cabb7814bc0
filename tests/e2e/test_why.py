"""Asking why in a real browser, by the newest button that offers it."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import Playground
from tests.e2e.seats import button, click, enter, inside, look, still, tidy

pytestmark = needs_browser
VISITS = 16


async def _told(page: Tab) -> str:
    """The newest text that Anna alone sees."""
    return await inside(page, "anna", ".ephemeral").last.inner_text()


@pytest.mark.parametrize(
    ("size", "game"), [("desktop", "en-US"), ("laptop", "es-ES"), ("phone", "de")], indirect=["game"]
)
async def test_why_is_asked_and_answered(game: Playground, chromium: Browser, size: str) -> None:
    rng = random.Random(2)
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await game.begin("arena_of_heroes")
        await look(page, "anna", game.thread)
        asked = button(page, "anna", "why")
        for _ in range(VISITS):
            await game.advance(1, rng)
            await still(game, page)
            if await asked.count():
                break
        await click(game, page, "anna", asked)
        assert "A2" in await _told(page), "the rules with their numbers"
        assert await inside(page, "anna", ".ephemeral figure img").last.get_attribute("src")
        await tidy(page, "why")
