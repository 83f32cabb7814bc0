"""The page in a real browser: two seats side by side start a match and play, by mouse and by keyboard.

With SANDBOX_PICTURE=docs/pictures/sandbox.png the first test writes the README's picture of the page, too, and with a
folder in LANGUAGE_PICTURES the matches in other languages leave pictures of the page in there, wide and narrow.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.e2e.browser import browser, installed
from tests.e2e.playing import Playground
from tests.e2e.seats import banners, board, button, click, factions, inside, look, start, turn
from tests.texts.pseudo import left_in_english

pytestmark = pytest.mark.skipif(
    installed() is None and not os.environ.get("REQUIRE_BROWSER"),
    reason="no chromium is installed, so the page is not tested in a browser: apt-get install chromium",
)
TURNS = 60
"""In so many presses that carry something out, somebody has played a tile."""
MOST = 600
"""More than a match needs."""
WIDE, NARROW = (1000, 900), (400, 860)
TEXTS = "[...document.querySelectorAll('.log .body :is(p, button:not(.link), option, h4, li)')].map(e => e.textContent)"
"""What the bot says on the page, by paragraphs and controls."""
CUT = (
    "[...document.querySelectorAll('.pane .row button')].filter(b => b.offsetWidth && b.scrollWidth > b.clientWidth)"
    ".map(b => b.textContent)"
)
"""The buttons whose labels are cut off."""
FITS = "document.documentElement.scrollWidth <= innerWidth"


async def test_two_seats_play(game: Playground, chromium: str) -> None:
    rng = random.Random(1)
    async with browser(chromium) as tab:
        await tab.size(1440, 900)
        await start(game, tab)
        await factions(game, tab)
        first, second = await banners(game, tab)
        # What one is told privately, the other's page does not hold.
        await click(game, tab, button(first, "play"))
        assert await tab.js(f"{inside(first, '.log')}.querySelectorAll('.ephemeral').length") > 1
        assert await tab.js(f"Boolean({button(first, 'show', 'end')})")
        assert not await tab.js(f"Boolean({button(second, 'show', 'end')})")
        # They play through their panels until a tile has been placed; the other one sees it.
        for _ in range(TURNS):
            player = game.waited()[0]
            other = "max" if player is game.anna else "anna"
            before = await tab.js(board(other))
            done = await turn(game, tab, player, rng)
            assert not done or await tab.js(board(other)) != before
            if ":place." in done:
                break
        else:
            raise AssertionError("nobody placed a tile")
        assert await tab.js(FITS)
        if target := os.environ.get("SANDBOX_PICTURE"):
            for _ in range(16):
                await turn(game, tab, game.waited()[0], rng)
            await click(game, tab, button(game.waited()[0].name, "play"))
            await tab.picture(Path(target))
        await tab.size(390, 844, phone=True)
        assert await tab.js(FITS)
        # On a phone one seat is in front, and its buttons are as large as a finger.
        assert await tab.js("[...document.querySelectorAll('.pane')].filter(p => p.offsetWidth).length") == 1
        sizes = "[...document.querySelectorAll('.pane.front .row button')].map(b => b.getBoundingClientRect())"
        assert await tab.js(f"{sizes}.every(r => r.height >= 44 && r.left >= 0 && r.right <= 390)")
        assert tab.complaints == []


@pytest.mark.parametrize("locale", ["de", "es-ES"])
async def test_a_match_in_another_language(game: Playground, chromium: str, locale: str) -> None:
    rng, language = random.Random(5), locale.partition("-")[0]
    async with browser(chromium) as tab:
        await tab.size(*WIDE)
        await start(game, tab, locale)
        await factions(game, tab)
        await banners(game, tab)
        read: list[str] = []
        for _ in range(6):
            await turn(game, tab, game.waited()[0], rng)
            read += await tab.js(TEXTS)
        player = game.waited()[0]
        await click(game, tab, button(player.name, "play"))
        for name, (width, height) in {"1000": WIDE, "400": NARROW}.items():
            await tab.size(width, height, phone=width < 500)
            if width < 500:
                await tab.press(f"document.querySelector('.tab[data-seat={player.name}]')")
            assert await tab.js(FITS)
            assert await tab.js(CUT) == []
            if folder := os.environ.get("LANGUAGE_PICTURES"):
                await tab.picture(Path(folder) / f"{language}-{name}.png")
        read += await tab.js(TEXTS)
        assert await asyncio.to_thread(left_in_english, read, language) == []
        assert tab.complaints == []


@pytest.mark.long  # some minutes of mouse clicks
@pytest.mark.parametrize("locale", ["en-US", "de", "es-ES"])
async def test_a_match_to_its_end(game: Playground, chromium: str, locale: str) -> None:
    rng, language = random.Random(4), locale.partition("-")[0]
    read: list[str] = []
    async with browser(chromium) as tab:
        await tab.size(1440, 900)
        await start(game, tab, locale)
        for _ in range(MOST):
            if game.over():
                break
            await turn(game, tab, rng.choice(game.waited()), rng)
            read += await tab.js(TEXTS)
        assert game.over()
        assert await tab.js(CUT) == []
        assert language == "en" or await asyncio.to_thread(left_in_english, read, language) == []
        for seat in ("anna", "max"):
            await look(tab, seat, game.box.games)
            await tab.wait(button(seat, "rematch"))
        if target := os.environ.get("SANDBOX_END_PICTURE"):
            await tab.picture(Path(target).with_suffix(f".{language}.png"))
        assert tab.complaints == []
