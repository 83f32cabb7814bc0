"""Time passes at the page in a browser: it runs out, and the other player claims the win or finds a substitute."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import button, click, command, enter, front, inside, look, send, still, tidy

pytestmark = needs_browser


async def banners(game: Playground) -> None:
    """Both place theirs."""
    for hex_ in ("B2", "D3"):
        (player,) = game.waited()
        await game.slash(player, "monolith banner", hex=hex_)
        await game.rest()
        assert game.waited() != [player]


async def begun(game: Playground) -> tuple[str, str]:
    """A match with a day for everybody; returns who is waited for, and the other one."""
    await game.click(game.max, await game.challenge(pace="1d"), "accept")
    await game.box.expect(game.live, "a live message", PATIENCE)
    await game.choose_factions()
    await banners(game)
    (late,) = game.waited()
    return late.name, "anna" if late is game.max else "max"


@pytest.mark.parametrize("size", ["laptop", "phone"])
async def test_a_players_time_runs_out_and_the_win_is_claimed(game: Playground, chromium: Browser, size: str) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        late, other = await begun(game)
        await look(page, other, game.thread)
        await still(game, page)
        assert await inside(page, other, "article time[data-relative]").last.inner_text() == "in 24 hours"
        await page.press(page.find('[data-step="hour"]'))
        await inside(page, other, "article time[data-relative]").last.filter(has_text="in 23 hours").wait_for()
        await tidy(page, "time-left")
        await page.press(page.find('[data-step="day"]'))
        said = f"{late.title()} has run out of time"
        await inside(page, other, "article.pinged p").filter(has_text=said).wait_for()
        await click(game, page, other, button(page, other, "time"))
        await tidy(page, "time-over")
        await click(game, page, other, inside(page, other, 'button[data-id*=":claim."]').last)
        await game.box.expect(game.over, "the result", PATIENCE)
        await look(page, other, game.box.games)
        await button(page, other, "rematch").wait_for(state="attached")
        await front(page, other)
        await still(game, page)
        await tidy(page, "time-claimed")


async def test_moves_are_taken_back_and_a_substitute_is_found(game: Playground, chromium: Browser) -> None:
    """Both agree to a takeback; later one of them does not move, and somebody who looked on takes over."""
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await page.press(page.find("#seats a", has_text="+ Tina"))
        await inside(page, "tina", ".place[aria-current]").wait_for(state="attached")
        late, other = await begun(game)
        for seat in (late, other):
            await look(page, seat, game.thread)
        await still(game, page)
        await command(page, other, "/match takeback")
        await click(game, page, other, send(page, other))
        await click(game, page, other, button(page, other, "agree", "takeback", "ask"))
        await tidy(page, "takeback-asked")
        await click(game, page, late, inside(page, late, 'button[data-id*=":takeback.accept."]').last)
        assert game.waited() == [game.box.players[other]]  # whose banner is off the board again
        await game.slash(game.box.players[other], "monolith banner", hex="D4")
        await game.rest()
        assert game.waited() == [game.box.players[late]]
        for step in ("hour", "day"):
            await page.press(page.find(f'[data-step="{step}"]'))
        await inside(page, other, "article.pinged p").filter(has_text="has run out of time").wait_for()
        await click(game, page, other, button(page, other, "time"))
        await click(game, page, other, inside(page, other, 'button[data-id*=":sub."]').last)
        await look(page, "tina", game.box.games)
        await still(game, page)
        await tidy(page, "seat-on-offer")
        await click(game, page, "tina", inside(page, "tina", 'button[data-id*=":seat:"][data-id*="take"]').last)
        await inside(page, "tina", ".ephemeral p").filter(has_text="You have taken over from").first.wait_for()
        await tidy(page, "taken-over")
        live = game.live()
        assert live is not None
        assert str(game.tina.id) in live.content.split("\n")[0]
        # Whoever had the seat sees what everybody sees.
        former = game.box.players[late]
        await game.click(former, live, "play")
        panel = game.panel(former)
        assert panel is not None
        assert "watching" in panel.text
