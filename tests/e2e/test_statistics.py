"""Statistics and tables in a real browser: a rated match is opened and given up, then looked up in every way."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator

from tests.e2e import monolith
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import (
    button,
    click,
    command,
    enter,
    front,
    inside,
    look,
    pick,
    said,
    send,
    speak,
    start,
    still,
    tidy,
)

pytestmark = needs_browser


async def _alt(page: Tab, seat: str) -> str:
    """What its picture says to whoever cannot see it."""
    picture: Locator = inside(page, seat, "article.ephemeral figure img").last
    return await picture.get_attribute("alt") or ""


@pytest.mark.parametrize(
    ("size", "locale", "rated", "won"),
    [
        ("desktop", "en-US", "Rated.", "1 won"),
        ("phone", "de", "Gewertet.", "gewonnen: 1"),
        ("phone", "es-ES", "Puntuada.", "ganadas: 1"),
    ],
)
async def test_a_rated_match_is_looked_up(
    game: Playground, chromium: Browser, size: str, locale: str, rated: str, won: str
) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await speak(game, page, locale)
        await start(game, page, monolith.GAME, options={"rated": "true"})
        await front(page, "anna")
        await look(page, "anna", game.box.games)
        assert rated in await inside(page, "anna", "article:not(.ephemeral)").first.inner_text()
        await front(page, "max")
        await command(page, "max", "/match resign")
        await click(game, page, "max", send(page, "max"))
        await click(game, page, "max", button(page, "max", "agree", "resign"))
        await game.box.expect(game.over, "the result", PATIENCE)
        await still(game, page)
        await command(page, "anna", "/stats")
        await click(game, page, "anna", send(page, "anna"))
        assert won in await said(page, "anna")
        assert won in await _alt(page, "anna")
        await tidy(page, "stats")
        await click(game, page, "anna", inside(page, "anna", f"button[data-id$='.{monolith.GAME}']").last)
        assert "± 242" in await said(page, "anna")
        await tidy(page, "stats-of-a-game")
        await click(game, page, "anna", button(page, "anna", "table"))
        table = await said(page, "anna")
        assert table.index("Anna") < table.index("Max")
        drawn = await _alt(page, "anna")
        await tidy(page, "leaderboard-by-button")
        await command(page, "anna", "/leaderboard")
        await pick(page, "anna", "kind", "duel")
        await click(game, page, "anna", send(page, "anna"))
        assert await _alt(page, "anna") == drawn
        await tidy(page, "leaderboard")
