"""A match is gone through again in a real browser: while it runs, from under its result, and as a time-lapse."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser, Locator

from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.seats import (
    button,
    click,
    command,
    enter,
    inside,
    look,
    select,
    send,
    shown,
    still,
    tidy,
)

pytestmark = needs_browser
VISITS = 6


async def _line(eyes: Locator, seat: int) -> str:
    """The value of the line of a select that leads to what a seat held."""
    values: list[str] = await eyes.evaluate("(list) => [...list.options].map((line) => line.value)")
    return next(value for value in values if value.endswith(f".{seat}"))


@pytest.mark.parametrize(("size", "game"), [("desktop", "en-US"), ("phone", "de")], indirect=["game"])
async def test_a_replay_is_stepped_through(game: Playground, chromium: Browser, size: str) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await game.begin()
        await game.advance(VISITS, random.Random(4))
        await look(page, "anna", game.thread)
        await still(game, page)
        await command(page, "anna", "/match replay")
        await click(game, page, "anna", send(page, "anna"))
        before = await shown(page, "anna")
        await click(game, page, "anna", inside(page, "anna", ".ephemeral button[data-id*=':replay:1:']").last)
        assert await shown(page, "anna") != before
        await tidy(page, "replay-running")
        await command(page, "anna", "/match resign")
        await click(game, page, "anna", send(page, "anna"))
        await click(game, page, "anna", button(page, "anna", "agree", "resign"))
        await game.box.expect(game.over, "the result", PATIENCE)
        await still(game, page)
        await look(page, "anna", game.box.games)
        await tidy(page, "replay-result")
        await click(game, page, "anna", button(page, "anna", "replay"))
        for _ in range(3):
            await click(game, page, "anna", inside(page, "anna", ".ephemeral button[data-id*=':replay:2:']").last)
        await click(game, page, "anna", inside(page, "anna", ".ephemeral button[data-id*=':replay:3:']").last)
        await tidy(page, "replay-over")
        everybody = await shown(page, "anna")
        eyes = inside(page, "anna", ".ephemeral .row select").last
        await select(game, page, eyes, await _line(eyes, 1))
        assert await shown(page, "anna") != everybody
        await tidy(page, "replay-held")
        await click(game, page, "anna", inside(page, "anna", ".ephemeral button[data-id$='.film']").last)
        assert ".gif" in await shown(page, "anna")
        await tidy(page, "replay-time-lapse")
