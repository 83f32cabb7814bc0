"""The review of a match in a real browser: asked for under the result, paged through, and back to the whole."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser

from bot.features.reviews.pages import ACTION_ID
from bot.features.reviews.shown import BEFORE
from bot.texts.phrases import phrases
from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import (
    button,
    click,
    command,
    enter,
    inside,
    look,
    said,
    send,
    shown,
    still,
    tidy,
)

pytestmark = needs_browser
VISITS = 8
THINKING = 400.0
"""Seconds that end what hangs: a computer player looks at every turn."""


@pytest.mark.parametrize(
    ("size", "game"), [("desktop", "en-US"), ("laptop", "es-ES"), ("phone", "de")], indirect=["game"]
)
async def test_a_review_is_read(game: Playground, chromium: Browser, size: str) -> None:
    say = phrases(game.box.guild.preferred_locale[:2])
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await game.begin()
        await game.advance(VISITS, random.Random(4))
        await look(page, "anna", game.thread)
        await still(game, page)
        await command(page, "anna", "/match resign")
        await click(game, page, "anna", send(page, "anna"))
        await click(game, page, "anna", button(page, "anna", "agree", "resign"))
        await game.box.expect(game.over, "the result", PATIENCE)
        await still(game, page)
        await look(page, "anna", game.box.games)
        await click(game, page, "anna", button(page, "anna", ACTION_ID))
        await tidy(page, "review-first")

        def reviewed() -> bool:
            panel = next((m for m in reversed(game.anna.messages(game.box.games)) if m.ephemeral_for), None)
            return panel is not None and bool(panel.attachments)

        await game.box.expect(reviewed, "the review", THINKING)
        await still(game, page)
        whole, chart = await said(page, "anna"), await shown(page, "anna")
        assert chart
        await tidy(page, "review-whole")
        turns = inside(page, "anna", f".ephemeral button[data-id*=':{ACTION_ID}:']")
        if await turns.count():  # the random match had a turn that lost much
            await click(game, page, "anna", turns.first)
            assert await said(page, "anna") != whole
            await tidy(page, "review-turn")
            await click(game, page, "anna", inside(page, "anna", f".ephemeral button[data-id$='.{BEFORE}']").last)
            assert await shown(page, "anna") != chart
            await tidy(page, "review-before")
            await click(game, page, "anna", inside(page, "anna", ".ephemeral button", say("Whole match")).last)
            assert await said(page, "anna") == whole
        await click(game, page, "anna", button(page, "anna", "replay"))
        assert await shown(page, "anna") != chart, "it is left for the replay"
