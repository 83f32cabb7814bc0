"""Somebody writes to the bot in a real browser, and plays against the computer there, without a thread.

With ALONE_PICTURE=docs/pictures/alone.png it writes the README's first picture, too.
"""

from __future__ import annotations

import json
import os
import random

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import TAPS, button, click, enter, inside, look, select, still, text, tidy
from tests.support.seats import FINAL, chosen
from tests.support.seats import button as found

pytestmark = needs_browser
ACTS = 7
"""So many actions of Anna's end two turns or three; whoever plays at random has lost soon after."""


async def writes(game: Playground, page: Tab, line: str) -> None:
    """Anna writes to the bot, and waits for what it answers."""
    await look(page, "anna", game.box.world.dm(game.anna.user))
    await page.press(inside(page, "anna", ".line"))
    await page.page.keyboard.insert_text(line)
    await page.page.keyboard.press("Enter")
    await button(page, "anna", "new").wait_for(state="attached")
    await still(game, page)


def asked(game: Playground) -> bool:
    """Whether the newest live message waits for Anna."""
    live = next((m for m in reversed(game.anna.messages()) if found(m, "play") and not m.ephemeral_for), None)
    return live is not None and game.anna.mention in live.content.split("\n")[0]


async def acts(game: Playground, page: Tab, rng: random.Random) -> None:
    """Anna opens her panel, and presses at random until something is carried out."""
    await click(game, page, "anna", button(page, "anna", "play"))
    for _ in range(TAPS):
        panel = next(m for m in reversed(game.anna.messages()) if m.ephemeral_for is game.anna.user)
        what = chosen(panel, rng)
        if what is None:  # a page on which nothing is to be chosen
            await click(game, page, "anna", button(page, "anna", "play"))
            continue
        kind, custom_id, value = what
        control = inside(page, "anna", f'[data-id="{panel.id}"] [data-id={json.dumps(custom_id)}]').last
        if kind == "select":
            await select(game, page, control, value)
            continue
        await click(game, page, "anna", control)
        if value in FINAL:
            return
    raise AssertionError("nothing is carried out")


@pytest.mark.parametrize("size", ["desktop", "phone"])
async def test_a_match_is_begun_and_played_in_direct_messages(game: Playground, chromium: Browser, size: str) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await writes(game, page, "hello")
        await tidy(page, "alone-1-greeting")
        await click(game, page, "anna", button(page, "anna", "new", "-"))
        await tidy(page, "alone-2-games")
        await click(game, page, "anna", button(page, "anna", "new", "monolith"))
        await tidy(page, "alone-3-level")
        await click(game, page, "anna", button(page, "anna", "new", "monolith", "csquire", "=go"))
        await game.box.expect(
            lambda: any(found(m, "play") for m in game.anna.messages()), "a live message there", PATIENCE
        )
        await still(game, page)
        await tidy(page, "alone-4-begun")
        await click(game, page, "anna", button(page, "anna", "quick"))
        rng = random.Random(5)
        for _ in range(ACTS):
            await game.box.expect(lambda: asked(game), "Anna's turn", PATIENCE)
            await still(game, page)
            await acts(game, page, rng)
        await game.box.expect(lambda: asked(game), "Anna's turn", PATIENCE)
        await still(game, page)
        await tidy(page, "alone-5-played")
        await click(game, page, "anna", button(page, "anna", "play"))
        await click(game, page, "anna", button(page, "anna", "hint"))
        await game.box.expect(lambda: "I would play" in game.anna.messages()[-1].text, "a hint", PATIENCE)
        await still(game, page)
        await tidy(page, "alone-6-hint")
        if (target := os.environ.get("ALONE_PICTURE")) and size == "desktop":
            await inside(page, "anna", ".log").screenshot(path=target, animations="disabled")
        assert "Perkin" in await text(page, "anna")
        assert not game.box.threads
