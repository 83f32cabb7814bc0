"""Time that passes at the page in a browser: a player's runs out, and the other one claims the win."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import button, click, front, inside, look, still, tidy

pytestmark = needs_browser


@pytest.mark.parametrize("size", ["laptop", "phone"])
async def test_a_players_time_runs_out_and_the_win_is_claimed(game: Playground, chromium: Browser, size: str) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await page.page.goto(game.box.url)
        for seat in ("anna", "max"):
            await inside(page, seat, ".place").first.wait_for(state="attached")
        await game.click(game.max, await game.challenge(pace="1d"), "accept")
        await game.box.expect(game.live, "a live message", PATIENCE)
        await game.choose_factions()
        for hex_ in ("B2", "D3"):
            assert not (await game.slash(game.waited()[0], "monolith banner", hex=hex_)).failed
            await game.rest()
        (late,) = game.waited()
        other = "anna" if late is game.max else "max"
        await look(page, other, game.thread)
        await still(game, page)
        assert await inside(page, other, "article time[data-relative]").last.inner_text() == "in 24 hours"
        await page.press(page.find('[data-step="hour"]'))
        await inside(page, other, "article time[data-relative]").last.filter(has_text="in 23 hours").wait_for()
        await tidy(page, "time-left")
        await page.press(page.find('[data-step="day"]'))
        said = f"{late.user.display_name} has run out of time"
        await inside(page, other, "article.pinged p").filter(has_text=said).wait_for()
        await click(game, page, other, button(page, other, "time"))
        await tidy(page, "time-over")
        await click(game, page, other, button(page, other, "time", "claim"))
        await game.box.expect(game.over, "the result", PATIENCE)
        await look(page, other, game.box.games)
        await button(page, other, "rematch").wait_for(state="attached")
        await front(page, other)
        await still(game, page)
        await tidy(page, "time-claimed")
