"""Predicting a battle in a real browser: from the board of others' match to the line below the film and the table."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import button, click, enter, inside, look, speak, still, tidy

pytestmark = needs_browser
TRIES = 200
"""Until a battle is fought: each is a few presses and, where somebody has the tile for it by then, the battle."""


@pytest.mark.parametrize(
    ("size", "locale", "noted", "told"),
    [
        ("desktop", "en-US", "Noted. You say:", "foresaw it"),
        ("phone", "de", "Notiert. Du sagst:", "vorausgesehen"),
    ],
)
async def test_a_battle_is_predicted_and_told(
    game: Playground, chromium: Browser, size: str, locale: str, noted: str, told: str
) -> None:
    rng = random.Random(3)
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, f"{game.box.url}/?seat=tina")
        await speak(game, page, locale, ["tina"])
        await game.click(game.max, await game.challenge(), "accept")
        await game.box.expect(game.live, "a live message", PATIENCE)
        await game.choose_factions()
        await game.advance(2, rng)
        await look(page, "tina", game.thread)
        await click(game, page, "tina", button(page, "tina", "play"))
        await tidy(page, "spectator")
        await click(game, page, "tina", button(page, "tina", "predict"))
        await tidy(page, "predict")
        await click(game, page, "tina", button(page, "tina", "predict", "1", "-", "0"))
        assert noted in await inside(page, "tina", ".ephemeral").last.inner_text()
        await tidy(page, "predicted")
        public = inside(page, "tina", "article:not(.ephemeral)", "🔮")
        for _ in range(TRIES):
            await game.box.expect(game.waited, "somebody who is asked", PATIENCE)
            await game.by_panel(game.waited()[0], rng, most=3)
            await game.rest()
            for player in game.waited():
                await game.slash(player, "monolith battle", sure=True)
            await game.rest()
            if any("🔮" in message.text for message in game.tina.messages(game.thread)):
                break
        await still(game, page)
        assert told in await public.last.inner_text()
        await tidy(page, "foreseen")
        await click(game, page, "tina", public.last.locator("button[data-id*=':predict:']"))
        await tidy(page, "predict-again")
        await click(game, page, "tina", button(page, "tina", "predict", "table", "0"))
        await tidy(page, "predictions")
