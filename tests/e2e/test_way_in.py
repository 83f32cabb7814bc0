"""From the empty page to the first tile: what the first page offers, and how many presses it takes."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator

from bot.registry import FACES
from sandbox import CannotDo, Message, Player, Sandbox
from sandbox.beginning import begin_alone
from tests.e2e import monolith
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground, playground
from tests.e2e.seats import button, button_ids, command, enter, front, inside, look, send, still, tidy
from tests.support.seats import button as found

pytestmark = needs_browser
BEGUN = 4
"""The most presses from a match that was begun on the first page to the first own tile."""
WHOLE = 14
"""The most presses of two people from the empty page through `/match new` to the first own tile."""
HEX = re.compile(r"\.[A-E]\d$")
"""How a press ends that chooses a hex; where there are many, a column comes first."""
CHANNELS = ("general", *(f"room-{number}" for number in range(1, 9)))
"""Where a match begins after one in whose first turn only orders were drawn: ten in a row do not happen."""


@pytest_asyncio.fixture(loop_scope="session")
async def game(tmp_path: Path) -> AsyncIterator[Playground]:
    """A sandbox with a first page for every try."""
    async with playground(tmp_path, channels=CHANNELS[1:]) as made:
        yield made


async def first_pages(game: Playground, page: Tab) -> AsyncIterator[None]:
    """Open one channel after the other in which nothing has been posted, beginning with the one that is shown first."""
    yield
    for name in CHANNELS:
        channel = next(c for c in game.box.world.channels.values() if c.name == name)
        for seat in ("max", "anna"):
            await look(page, seat, channel)
        yield


COMPUTERS: dict[str, Any] = {
    "path": "match new",
    "options": [{"name": "computer", "choices": [{"name": "Squire", "value": "squire"}]}],
}


class Counter:
    """Presses in a tab, counted; each waits until all that follows can be seen."""

    def __init__(self, game: Playground, page: Tab) -> None:
        self.game, self.page, self.presses = game, page, 0

    async def press(self, seat: str, target: Locator) -> None:
        await still(self.game, self.page)
        await front(self.page, seat)
        before = button_ids(self.game)
        await self.page.press(target)
        self.presses += 1
        await self.game.box.expect(lambda: button_ids(self.game) > before, f"the press of {target}", PATIENCE)
        await still(self.game, self.page)

    async def places_a_tile(self, player: Player) -> bool:
        """The player places a tile through the panel that is open; returns whether there was one to place."""
        panel = self._panel(player)
        while True:
            ids = [str(control.get("custom_id")) for control in panel.controls if not control.get("disabled")]
            done = next((one for one in ids if ":do:" in one and ":place." in one), "")
            pages = [one for one in ids if ":show:" in one and ":place." in one]
            on = done or next((one for one in pages if HEX.search(one)), next(iter(pages), ""))
            if not on:
                return False
            await self.press(player.name, inside(self.page, player.name, f"button[data-id={json.dumps(on)}]").last)
            if done:
                return True
            panel = self._panel(player)

    def _panel(self, player: Player) -> Message:
        panel = self.game.panel(player)
        assert panel is not None
        return panel


async def begun(game: Playground, page: Tab, seats: Sequence[str] = ("anna", "max")) -> None:
    """These see the place of the match that the first page has begun, and nothing goes on any more."""
    for seat in seats:
        await button(page, seat, "play").wait_for(state="attached")
    await page.wait("![...document.querySelectorAll('.state')].some((line) => line.textContent)")
    await still(game, page)


@pytest.mark.parametrize("size", SIZES)
async def test_a_match_begun_on_the_first_page_is_four_presses_from_a_tile(
    game: Playground, chromium: Browser, size: str
) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await inside(page, "anna", ".empty .begin").wait_for()
        assert "You are both Anna and Max" in await inside(page, "anna", ".empty").inner_text()
        await tidy(page, "way-in-first-page")
        async for _ in first_pages(game, page):
            await inside(page, "anna", ".empty .begin").wait_for()
            await page.press(inside(page, "anna", ".empty .begin"))
            await page.press(inside(page, "anna", f".empty .game[data-game={monolith.GAME}]"))
            await begun(game, page)
            (first,) = game.waited()
            await front(page, first.name)
            await tidy(page, "way-in-begun")
            counter = Counter(game, page)
            if await counter.places_a_tile(first):
                assert counter.presses <= BEGUN
                return
        raise AssertionError("nobody has drawn a tile")


@pytest.mark.parametrize("size", SIZES)
async def test_alone_against_the_computer_is_four_presses_from_a_tile(
    game: Playground, chromium: Browser, size: str
) -> None:
    """The computer sets itself up, and plays first where it begins; then the panel of the person is open."""
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        async for _ in first_pages(game, page):
            await inside(page, "anna", ".empty .computer").wait_for()
            await page.press(inside(page, "anna", ".empty .computer"))
            await page.press(inside(page, "anna", f".empty .game[data-game={monolith.GAME}]"))
            await begun(game, page, ["anna"])
            assert not await inside(page, "max", ".thread .place[aria-current]").count(), "Max stays where he was"
            await front(page, "anna")
            await tidy(page, "way-in-alone")
            assert "Perkin" in await inside(page, "anna", ".log").inner_text()
            counter = Counter(game, page)
            if await counter.places_a_tile(game.anna):
                assert counter.presses < BEGUN
                return
        raise AssertionError("only orders were drawn")


async def test_whoever_plays_alone_reads_and_chooses_how_strong_the_computer_is(
    game: Playground, chromium: Browser
) -> None:
    async with tab(chromium, SIZES["phone"]) as page:
        await enter(page, game.box.url)
        await inside(page, "anna", ".empty .computer").wait_for()
        await page.press(inside(page, "anna", ".empty .computer"))
        level = inside(page, "anna", ".empty .level")
        await level.locator("option").last.wait_for(state="attached")
        assert await level.locator("option").all_inner_texts() == ["Squire (easy)", "Knight (medium)", "Warlord (hard)"]
        await page.choose(level, "knight")
        await page.press(inside(page, "anna", ".empty .game[data-game=monsters_and_myths]"))
        await begun(game, page, ["anna"])
        await tidy(page, "way-in-alone-knight")
        # The first message names whom it plays with only where there is room; the thread always does.
        assert any("Roland (knight)" in (channel.name or "") for channel in game.box.world.channels.values())


@pytest.mark.parametrize("title", FACES)
async def test_every_game_is_begun_alone_from_the_first_page(game: Playground, chromium: Browser, title: str) -> None:
    async with tab(chromium, SIZES["phone"]) as page:
        await enter(page, game.box.url)
        await inside(page, "anna", ".empty .computer").wait_for()
        await page.press(inside(page, "anna", ".empty .computer"))
        await tidy(page, "way-in-alone-games")
        await page.press(inside(page, "anna", f".empty .game[data-game={title}]"))
        await begun(game, page, ["anna"])
        assert game.waited() == [game.anna]
        assert game.panel(game.anna) is not None
        await tidy(page, f"way-in-alone-{title}")


@pytest.mark.parametrize("title", FACES)
async def test_every_game_is_begun_from_the_first_page(game: Playground, chromium: Browser, title: str) -> None:
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await inside(page, "max", ".empty .begin").wait_for()
        await page.press(inside(page, "max", ".empty .begin"))
        await page.press(inside(page, "max", f".empty .game[data-game={title}]"))
        await begun(game, page)
        live = game.live()
        assert live is not None
        assert not found(live, "quick"), "both are set up"
        await tidy(page, f"way-in-{title}")


@pytest.mark.parametrize("size", ["phone", "laptop"])
async def test_another_match_is_begun_in_a_channel_that_has_one(game: Playground, chromium: Browser, size: str) -> None:
    """Begin a second match with the button that offers what an empty channel does; threads have none."""
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await inside(page, "anna", ".empty .begin").wait_for()
        assert not await inside(page, "anna", ".another").is_visible()
        await page.press(inside(page, "anna", ".empty .begin"))
        await page.press(inside(page, "anna", ".empty .game[data-game=monsters_and_myths]"))
        await begun(game, page)
        assert not await inside(page, "anna", ".another").is_visible()
        for seat in ("max", "anna"):
            await look(page, seat, game.box.games)
        await tidy(page, "way-in-another")
        await page.press(inside(page, "anna", ".another"))
        await page.press(inside(page, "anna", ".empty .begin"))
        await page.press(inside(page, "anna", ".empty .game[data-game=arena_of_heroes]"))
        await begun(game, page)
        assert len(game.box.threads) == 2


async def test_lessons_and_commands_are_one_press_away(game: Playground, chromium: Browser) -> None:
    async with tab(chromium, SIZES["phone"]) as page:
        await enter(page, game.box.url)
        await page.press(inside(page, "anna", ".empty .commands"))
        first = inside(page, "anna", ".listbox li[role=option]").first
        await first.wait_for()
        assert (await first.inner_text()).startswith("/match new")
        await page.page.keyboard.press("Escape")
        await page.press(inside(page, "anna", ".empty .learn"))
        await inside(page, "anna", "article.ephemeral").wait_for()
        await still(game, page)
        assert "Which game do you want to learn?" in await inside(page, "anna", ".log").inner_text()
        assert not await inside(page, "anna", ".empty").count()


async def test_through_match_new_two_people_need_fourteen_presses(game: Playground, chromium: Browser) -> None:
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        async for _ in first_pages(game, page):
            counter = Counter(game, page)
            await command(page, "anna", "/match new")  # typed, and taken with Enter
            await counter.press("anna", send(page, "anna"))
            await counter.press("anna", button(page, "anna", "new", "monolith"))
            await tidy(page, "way-in-how")
            await counter.press("anna", button(page, "anna", "new", "monolith", "=go"))
            await counter.press("max", button(page, "max", "join"))
            await game.box.expect(lambda: game.box.threads, "a thread", PATIENCE)
            for seat in ("anna", "max"):
                await still(game, page)
                await page.press(inside(page, seat, ".thread-link").last)
                counter.presses += 1
            for seat in ("max", "anna"):
                await counter.press(seat, button(page, seat, "quick"))
            (first,) = game.waited()
            if first is not game.anna:  # hers is fresh; whoever set up first looks again
                await counter.press(first.name, button(page, first.name, "play"))
            if await counter.places_a_tile(first):
                assert counter.presses <= WHOLE
                return
        raise AssertionError("nobody has drawn a tile")


async def test_in_direct_messages_a_match_against_the_computer_begins_there(
    game: Playground, chromium: Browser
) -> None:
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await look(page, "anna", game.box.world.dm(game.anna.user))
        await inside(page, "anna", ".empty .computer").wait_for()
        assert not await inside(page, "anna", ".empty .begin").count(), "nobody else is there"
        await page.press(inside(page, "anna", ".empty .computer"))
        await page.press(inside(page, "anna", f".empty .game[data-game={monolith.GAME}]"))
        await begun(game, page, ["anna"])
        await inside(page, "anna", "article", has_text="Perkin").last.wait_for()
        assert not game.box.threads


async def test_a_refused_command_ends_the_dealing_with_its_reason() -> None:
    async with Sandbox() as box:
        anna = box.players["anna"]

        async def refused(*_: Any, **__: Any) -> Any:
            return SimpleNamespace(text="You have too many matches already.")

        async def answered(*_: Any) -> None:
            return None

        box.acknowledged = answered  # type: ignore[assignment, method-assign]
        anna.slash = refused  # type: ignore[method-assign]
        for place in (box.games, box.world.dm(anna.user)):
            with pytest.raises(CannotDo, match="too many matches"):
                await begin_alone(box, anna, place, "chess", [COMPUTERS])


async def test_a_match_that_cannot_begin_says_so(chromium: Browser) -> None:
    """Without a bot there is nothing to choose from, and the first page stays."""
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        await enter(page, box.url)
        await page.press(inside(page, "anna", ".empty .begin"))
        problem = inside(page, "anna", ".empty > .problem")
        await problem.wait_for()
        assert "no game to offer" in await problem.inner_text()
