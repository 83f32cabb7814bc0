"""Looking for a match in a real browser: by command and by button, taken back, over by time, and found."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator

from bot.panels.model import Press
from sandbox.feed import STEPS
from tests.e2e import monolith
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import button, click, command, enter, front, inside, look, pick, press, send, speak, still, tidy

pytestmark = needs_browser


def listed(page: Tab, seat: str) -> Locator:
    """The list of those who look for a match, as a seat shows it."""
    return inside(page, seat, "article:not(.ephemeral):has(button[data-id*=':seek:'])").last


def own(page: Tab, seat: str, *tokens: str) -> Locator:
    """A button of the list."""
    return listed(page, seat).locator(f'button[data-id*=":seek:"][data-id*=":{".".join(tokens)}"]').last


async def seek(game: Playground, page: Tab, seat: str, **options: str) -> None:
    """Look for a match by command."""
    await command(page, seat, "/seek new")
    for option, value in {"game": monolith.GAME, **options}.items():
        await pick(page, seat, option, value)
    await click(game, page, seat, send(page, seat))


@pytest.mark.parametrize(
    ("size", "locale", "nobody", "begins"),
    [
        ("desktop", "en-US", "Nobody is looking for a match now.", "You play Anna."),
        ("phone", "de", "Gerade sucht niemand eine Partie.", "Du spielst mit Anna."),
        ("laptop", "es-ES", "Ahora nadie busca partida.", "Juegas con Anna."),
    ],
)
async def test_a_match_is_looked_for_given_up_and_found(
    game: Playground, chromium: Browser, size: str, locale: str, nobody: str, begins: str
) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await speak(game, page, locale)
        for seat in ("max", "anna"):
            await look(page, seat, game.box.games)
        await seek(game, page, "anna")
        await listed(page, "anna").filter(has_text="Anna").wait_for()
        await tidy(page, "seek-listed")
        await click(game, page, "anna", own(page, "anna", "off"))
        await listed(page, "anna").filter(has_text=nobody).wait_for()
        await click(game, page, "anna", own(page, "anna", "new"))
        draft = (monolith.GAME, "-", "-", "-", "0", "0")
        await press(game, page, "anna", Press("seek", ("new", *draft)))
        await press(game, page, "anna", Press("seek", ("new", *draft[:2], "brisk", *draft[3:])))
        await tidy(page, "seek-page")
        await click(game, page, "anna", button(page, "anna", "seek", "go", *draft[:2], "brisk", *draft[3:]))
        await listed(page, "anna").filter(has_text="Anna").wait_for()
        await front(page, "max")
        await click(game, page, "max", own(page, "max", "take"))
        assert begins in await inside(page, "max", "article.ephemeral").last.inner_text()
        await game.box.expect(game.live, "a live message", PATIENCE)
        await listed(page, "max").filter(has_text=nobody).wait_for()
        pinged = [m for m in game.anna.messages(game.box.games) if f"<@{game.anna.id}>" in m.content]
        assert len(pinged) <= 1, "whoever waited is called once at most in the channel"
        await tidy(page, "seek-found")


async def test_a_search_ends_by_its_time(game: Playground, chromium: Browser) -> None:
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        for seat in ("anna", "max"):
            await look(page, seat, game.box.games)
        await seek(game, page, "anna")
        await listed(page, "max").filter(has_text="Anna").wait_for()
        for _ in range(2):
            await page.press(page.find('[data-step="day"]'))
        await game.box.expect(
            lambda: f"is {2 * STEPS['day']} ms ahead" in game.bot.log, "the bot's time moved on", PATIENCE
        )
        await still(game, page)
        await seek(game, page, "max")
        await listed(page, "max").filter(has_text="Max").wait_for()
        assert "Anna" not in await listed(page, "max").inner_text()
        assert not game.box.threads
