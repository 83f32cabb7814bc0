"""Matches in a real browser, by mouse, finger and keyboard, from the first page to their end.

With SANDBOX_PICTURE=docs/pictures/sandbox.png one of them writes the README's picture of the page, too, and with a
folder in BROWSER_PICTURES all leave pictures of what somebody would look at in there.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
from playwright.async_api import Browser

from games.registry import GAMES
from tests.e2e import monolith
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import (
    board,
    button,
    click,
    command,
    enter,
    front,
    inside,
    look,
    send,
    speak,
    start,
    still,
    tidy,
    turn,
)
from tests.texts.pseudo import left_in_english

pytestmark = needs_browser
TURNS = 60
"""In so many presses that carry something out, somebody has played a tile."""
MOVES = 4
"""How many moves make a beginning."""
MOST = 600
"""More than a match needs."""
TEXTS = "[...document.querySelectorAll('.log .body :is(p, button:not(.link), option, h4, li)')].map(e => e.textContent)"
"""What the bot says on the page, by paragraphs and controls."""
FINGER = "(controls) => controls.every((c) => !c.offsetParent || c.getBoundingClientRect().height >= 44)"
"""Whether what is shown is as high as a finger. The button of a select is shown only while somebody is at it."""
OTHERS = [title for title in GAMES if title != monolith.GAME]
MATCHES = [("desktop", "en-US"), ("laptop", "de"), ("phone", "es-ES")]


class Reading:
    """What was read on the page, and whether some of it is in English though it should not be."""

    def __init__(self, page: Tab, locale: str) -> None:
        self._page = page
        self._language = locale.partition("-")[0]
        self._read: set[str] = set()

    async def on(self) -> None:
        """Read what is there now."""
        self._read |= set(await self._page.js(TEXTS))

    async def check(self) -> None:
        """Raises `AssertionError`."""
        if self._language != "en":
            assert await asyncio.to_thread(left_in_english, sorted(self._read), self._language) == []


async def places_a_tile(game: Playground, page: Tab, rng: random.Random) -> None:
    """They play through their panels until a tile has been placed; the other one sees it."""
    for _ in range(TURNS):
        player = game.waited()[0]
        other = "max" if player is game.anna else "anna"
        before = await board(page, other)
        done = await turn(game, page, player, rng)
        assert not done or await board(page, other) != before
        if ":place." in done:
            return
    raise AssertionError("nobody placed a tile")


async def gives_up(game: Playground, page: Tab, seat: str) -> None:
    """By command; asked whether that is meant, with a button."""
    await command(page, seat, "/match resign")
    await click(game, page, seat, send(page, seat))
    await tidy(page, "6-resigning")
    await click(game, page, seat, button(page, seat, "agree", "resign"))
    await game.box.expect(game.over, "the result", PATIENCE)


@pytest.mark.parametrize(("size", "locale"), MATCHES)
async def test_a_match_from_the_first_page_to_its_end(
    game: Playground, chromium: Browser, size: str, locale: str
) -> None:
    rng = random.Random(1)
    async with tab(chromium, SIZES[size]) as page:
        read = Reading(page, locale)
        await enter(page, game.box.url)
        await page.press(inside(page, "anna", ".empty .commands"))  # the first page says what to do
        await inside(page, "anna", ".listbox li[role=option]").first.wait_for()
        await tidy(page, "1-first-page")
        await speak(game, page, locale)
        await start(game, page, monolith.GAME)
        await tidy(page, "2-opened")
        await monolith.factions(game, page)
        first, second = await monolith.banners(game, page)
        await tidy(page, "3-banners")
        # What one is told privately, the other's page does not hold.
        await click(game, page, first, button(page, first, "play"))
        assert await inside(page, first, ".ephemeral").count()
        assert await button(page, first, "show", "end").count()
        assert not await button(page, second, "show", "end").count()
        await tidy(page, "4-panel")
        await places_a_tile(game, page, rng)
        await read.on()
        if size == "phone":  # one seat is in front there, and its buttons are as large as a finger
            assert len([pane for pane in await page.find(".pane").all() if await pane.is_visible()]) == 1
            assert await page.find(".pane.front .row :is(button, select)").evaluate_all(FINGER)
        if (target := os.environ.get("SANDBOX_PICTURE")) and size == "desktop":
            for _ in range(16):
                await turn(game, page, game.waited()[0], rng)
            await click(game, page, game.waited()[0].name, button(page, game.waited()[0].name, "play"))
            await page.picture(Path(target))
        await tidy(page, "5-playing")
        await gives_up(game, page, first)
        await ends(game, page)
        await read.on()
        await read.check()


async def ends(game: Playground, page: Tab) -> None:
    """Both see the result in the channel, and how to play again."""
    await still(game, page)
    await tidy(page, "7-over")
    for seat in ("max", "anna"):
        await look(page, seat, game.box.games)
        await button(page, seat, "rematch").wait_for(state="attached")
    await still(game, page)
    await front(page, "anna")
    await page.aim(button(page, "anna", "rematch"))
    await tidy(page, "8-result")


@pytest.mark.parametrize("title", OTHERS)
async def test_every_other_game_is_begun(game: Playground, chromium: Browser, title: str) -> None:
    """A challenge, the first moves through the panels, and giving up: nothing of the page is about one game."""
    rng = random.Random(2)
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await start(game, page, title)
        await tidy(page, f"{title}-opened")
        for _ in range(MOVES):
            await turn(game, page, game.waited()[0], rng)
        await tidy(page, f"{title}-playing")
        await gives_up(game, page, "anna")


@pytest.mark.long  # some minutes of presses
@pytest.mark.parametrize("title", OTHERS)
async def test_every_other_game_is_played_to_its_end(game: Playground, chromium: Browser, title: str) -> None:
    """Through panels alone, pressed at random."""
    rng = random.Random(3)
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await start(game, page, title)
        for _ in range(MOST):
            if game.over():
                break
            await turn(game, page, rng.choice(game.waited()), rng)
        assert game.over()
        await ends(game, page)


@pytest.mark.long  # some minutes of presses
@pytest.mark.parametrize(("size", "locale"), MATCHES)
async def test_a_match_is_played_to_its_end(game: Playground, chromium: Browser, size: str, locale: str) -> None:
    rng = random.Random(4)
    async with tab(chromium, SIZES[size]) as page:
        read = Reading(page, locale)
        await enter(page, game.box.url)
        await speak(game, page, locale)
        await start(game, page, monolith.GAME)
        for _ in range(MOST):
            if game.over():
                break
            await turn(game, page, rng.choice(game.waited()), rng)
            await read.on()
        assert game.over()
        await read.check()
        await ends(game, page)
