"""Asking why in a real browser, by the newest button that offers it."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import Playground
from tests.e2e.seats import button, click, front, inside, speak, start, tidy, turn

pytestmark = needs_browser
TURNS = 16


async def _told(page: Tab) -> str:
    """The newest text that Anna alone sees."""
    return await inside(page, "anna", ".ephemeral").last.inner_text()


@pytest.mark.parametrize(("size", "locale"), [("desktop", "en-US"), ("laptop", "es-ES"), ("phone", "de")])
async def test_why_is_asked_and_answered(game: Playground, chromium: Browser, size: str, locale: str) -> None:
    rng = random.Random(2)
    async with tab(chromium, SIZES[size]) as page:
        await page.page.goto(game.box.url)
        await speak(game, page, locale)
        await start(game, page, "arena_of_heroes")
        asked = button(page, "anna", "why")
        for _ in range(TURNS):
            await turn(game, page, game.waited()[0], rng)
            if await asked.count():
                break
        await front(page, "anna")
        await click(game, page, "anna", asked)
        assert "A2" in await _told(page), "the rules with their numbers"
        assert await inside(page, "anna", ".ephemeral figure img").last.get_attribute("src")
        await tidy(page, "why")
