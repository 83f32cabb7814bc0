"""A tournament in a real browser: opened by a command, entered and started by buttons, seen on its one page."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.e2e import monolith
from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import button, click, command, enter, front, inside, look, pick, send, speak, still, tidy

pytestmark = needs_browser


@pytest.mark.parametrize(
    ("size", "locale", "entered", "round_"),
    [("desktop", "en-US", "Entered: 2 of 16.", "Round 1 of 1:"), ("phone", "de", "Angemeldet: 2", "Runde 1 von 1:")],
)
async def test_a_tournament_is_entered_started_and_seen(
    game: Playground, chromium: Browser, size: str, locale: str, entered: str, round_: str
) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await speak(game, page, locale)
        await look(page, "anna", game.box.games)
        await command(page, "anna", "/tournament new")
        await page.press(inside(page, "anna", "form.command [name=name]"))
        await page.page.keyboard.insert_text("Autumn Cup")
        await pick(page, "anna", "game", monolith.GAME)
        await pick(page, "anna", "kind", "swiss")
        await click(game, page, "anna", send(page, "anna"))
        public = "article:not(.ephemeral)"
        await inside(page, "anna", public, "Autumn Cup").last.wait_for()
        for seat in ("anna", "max"):
            await front(page, seat)
            await look(page, seat, game.box.games)
            await click(game, page, seat, inside(page, seat, f"{public} button[data-id$=':join']").last)
        await front(page, "anna")
        await inside(page, "anna", public, entered.partition(" of 16")[0]).last.wait_for()
        await tidy(page, "tournament-open")
        await click(game, page, "anna", inside(page, "anna", f"{public} button[data-id$=':start']").last)
        await click(game, page, "anna", button(page, "anna", "tournament", "start", "yes"))
        await game.box.expect(lambda: game.box.threads, "a thread", PATIENCE)
        await still(game, page)
        own = inside(page, "anna", public, "Autumn Cup").last
        await own.filter(has_text=round_).wait_for()
        await still(game, page)
        alt = await own.locator("figure img").get_attribute("alt") or ""
        assert "Autumn Cup" in alt
        assert "Anna – Max" in alt
        await tidy(page, "tournament-running")
        await click(game, page, "anna", own.locator("button[data-id$=':look']"))
        assert round_ in await inside(page, "anna", "article.ephemeral").last.inner_text()
        await tidy(page, "tournament-details")
