"""Time that passes at the page in a browser: a player's runs out, and the other one claims the win."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import button, click, front, inside, look, still, tidy

pytestmark = needs_browser
AWAY = "(times) => times.map((time) => time.textContent)"


@pytest.mark.parametrize("size", ["laptop", "phone"])
async def test_a_players_time_runs_out_and_the_win_is_claimed(game: Playground, chromium: Browser, size: str) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await page.page.goto(game.box.url)
        await inside(page, "max", ".place").first.wait_for(state="attached")
        await game.click(game.max, await game.challenge(pace="1d"), "accept")
        await game.box.expect(game.live, "a live message", PATIENCE)
        await look(page, "anna", game.thread)
        assert not (await game.slash(game.anna, "monolith faction", faction="dragon_empire")).failed
        await still(game, page)
        board = inside(page, "anna", "article time[data-relative]")
        assert await board.evaluate_all(AWAY) == ["in 24 hours"]
        await page.press(page.find('[data-step="hour"]'))
        await page.wait("() => document.querySelector('article time[data-relative]').textContent === 'in 23 hours'")
        await tidy(page, "time-left")
        await page.press(page.find('[data-step="day"]'))
        await inside(page, "anna", "article.pinged p").filter(has_text="the time of Max is over").wait_for()
        await click(game, page, "anna", button(page, "anna", "time"))
        await tidy(page, "time-over")
        await click(game, page, "anna", button(page, "anna", "time", "claim"))
        await game.box.expect(game.over, "the result", PATIENCE)
        await look(page, "anna", game.box.games)
        await button(page, "anna", "rematch").wait_for(state="attached")
        await front(page, "anna")
        await still(game, page)
        await tidy(page, "time-claimed")
