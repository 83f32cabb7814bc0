"""The next turn of Monolith Arena planned in a real browser: by the buttons of a turn, kept, played, told in words."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator

from bot.texts.phrases import language_of, phrases
from tests.e2e import monolith
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import Playground
from tests.e2e.seats import button, click, enter, inside, speak, start, text, tidy

pytestmark = needs_browser


def offering(page: Tab, seat: str, action_id: str, begin: str) -> Locator:
    """The buttons of the newest panel that do this, for tokens that begin so."""
    panel = 'article.ephemeral:last-of-type button:enabled[data-id*=":{}:"][data-id*=":{}"]'
    return inside(page, seat, panel.format(action_id, begin))


async def ends_the_turn(game: Playground, page: Tab, seat: str) -> None:
    """By the panel, with a tile discarded first where one is due."""
    await click(game, page, seat, button(page, seat, "play"))
    if await offering(page, seat, "do", "discard.").count() and not await button(page, seat, "show", "end").count():
        await click(game, page, seat, offering(page, seat, "do", "discard.").first)
    await click(game, page, seat, button(page, seat, "show", "end"))
    await click(game, page, seat, button(page, seat, "do", "end"))


@pytest.mark.parametrize(("size", "locale"), [("laptop", "en-US"), ("phone", "de")])
async def test_a_turn_is_planned_by_pressing_and_played_when_it_comes(
    game: Playground, chromium: Browser, size: str, locale: str
) -> None:
    say = phrases(language_of(locale) or "")
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await speak(game, page, locale)
        await start(game, page, monolith.GAME)
        await monolith.factions(game, page)
        first, second = await monolith.banners(game, page)
        for seat in (first, second):
            await ends_the_turn(game, page, seat)
        # The second holds two tiles, and it is the turn of the first.
        await click(game, page, second, button(page, second, "play"))
        await click(game, page, second, button(page, second, "plan"))
        assert say("Plan for your next turn") in await text(page, second)
        await tidy(page, "plan-1-discarding")
        await click(game, page, second, offering(page, second, "plan", "do.discard.").first)
        await tidy(page, "plan-2-playing")
        if await offering(page, second, "plan", "show.place.").count():
            await click(game, page, second, offering(page, second, "plan", "show.place.").first)
            await click(game, page, second, offering(page, second, "plan", "show.place.").first)
            await tidy(page, "plan-3-placing")
            await click(game, page, second, offering(page, second, "plan", "do.place.").first)
        await click(game, page, second, offering(page, second, "plan", "ready.").first)
        assert say("The plan is kept.") in await text(page, second)
        assert "`" not in await text(page, second)
        await tidy(page, "plan-4-kept")
        assert say("Plan for your next turn") not in await text(page, first)
        await ends_the_turn(game, page, first)
        await click(game, page, second, button(page, second, "play"))
        told = say("Your plan was carried out: {actions}", actions="")
        assert told in await text(page, second)
        await tidy(page, "plan-5-carried-out")
