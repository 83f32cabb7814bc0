"""What is asked, what came of it and what can be pressed are on the screen together, with their picture."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.async_api import Browser

from games.registry import GAMES
from sandbox import Message
from sandbox.protocol import BUTTON, STRING_SELECT
from tests.e2e.browser import FRAMES, LOOK, PATIENCE, SIZES, Size, Tab, needs_browser, tab
from tests.e2e.playing import Playground, playground
from tests.e2e.seats import button, click, enter, front, inside, select, start

pytestmark = needs_browser
WALKS = {"en-US": (7, 8), "de": (4, 0), "es-ES": (4, 0)}
"""How many pages are looked at in the set-up of a match, and how many in the middle of it, in each language."""
BETWEEN = 3
"""How many actions are carried out between the two, without looking."""
PICTURE = 0.8
"""How much of its picture is seen with a panel on a large screen; panels of many rows cover its upper edge."""
STRIP = 60
"""How many CSS pixels of it are seen at least on a phone, or all of a picture that is lower."""
KINDS = 3
"""So many kinds of pages a walk into the middle of a match comes to at least."""
MATCHES, LEGS, STEPS = 12, 12, 4
"""How many matches of each game the long walk goes through, in how many legs, and how many steps a leg has at most."""
SEEN = """
(panel) => {
  const log = panel.closest(".log").getBoundingClientRect();
  const seen = (part) => {
    const box = part.getBoundingClientRect();
    return [Math.min(box.bottom, log.bottom) - Math.max(box.top, log.top), box.height];
  };
  const some = (selector) => [...panel.querySelectorAll(selector)].filter((part) => part.offsetHeight).map(seen);
  const below = some(".embed");
  const said = below.length ? below : some(".body > p:not(.problem, .only-you)");
  return { said, rows: some(".row"), picture: some("figure img") };
}
"""
"""Of each part of a panel how many pixels can be seen, and how high it is."""


class Control(NamedTuple):
    """A button, or one line of a select: its custom_id, the line's value, what it does and for which tokens."""

    custom_id: str
    value: str
    action_id: str
    tokens: tuple[str, ...]

    @property
    def kind(self) -> tuple[str, int]:
        """Whatever differs in this leads to another kind of page."""
        return self.action_id if self.action_id == "more" else self.tokens[0] if self.tokens else "", len(self.tokens)

    @property
    def leads(self) -> bool:
        """Whether it leads to a page of its own."""
        return self.action_id == "more" or (self.action_id == "show" and bool(self.tokens))


def controls(panel: Message) -> Iterator[Control]:
    """What leads to a page, or carries an action out."""
    for control in panel.controls:
        custom_id = control.get("custom_id") or ""
        if control.get("disabled"):
            continue
        if control["type"] == BUTTON and custom_id.startswith("b:"):
            _, _, action_id, _, _, tokens = custom_id.split(":", 5)
            yield Control(custom_id, "", action_id, tuple(tokens.split(".")) if tokens else ())
        elif control["type"] == STRING_SELECT and (control.get("max_values") or 1) == 1:
            for line in control["options"]:
                action_id, _, tokens = line["value"].partition(":")
                if not line.get("default"):
                    yield Control(custom_id, line["value"], action_id, tuple(tokens.split(".")))


class Walk:
    """Somebody who goes through panels and looks at every page at all sizes."""

    def __init__(self, game: Playground, page: Tab, rng: random.Random) -> None:
        self.game = game
        self.page = page
        self.rng = rng
        self.kinds: set[tuple[str, int]] = set()

    async def pages(self, most: int) -> int:
        """Look at so many pages, those of new kinds first; an action that is carried out leads on.

        Return how many there were: fewer where the match ends.
        """
        looked = 0
        while looked < most and (waited := self.game.waited()):
            player = self.rng.choice(waited)
            await click(self.game, self.page, player.name, button(self.page, player.name, "play"))
            done = False
            while not done and looked < most:
                panel = self.game.panel(player)
                assert panel is not None
                await self.look(player.name, panel)
                looked += 1
                done = await self.go_on(player.name, panel)
        return looked

    async def go_on(self, seat: str, panel: Message) -> bool:
        """Press something; true when it carried an action out, or there is nothing to press."""
        found = [control for control in controls(panel) if control.action_id in ("show", "more", "do")]
        new = [c for c in found if c.leads and c.kind not in self.kinds]
        choices = new or [c for c in found if c.action_id == "do"] or [c for c in found if c.tokens]
        if not choices:
            return True
        chosen = self.rng.choice(choices)
        self.kinds.add(chosen.kind)
        control = inside(self.page, seat, f'[data-id="{panel.id}"] [data-id={json.dumps(chosen.custom_id)}]').last
        if chosen.value:
            await select(self.game, self.page, control, chosen.value)
        else:
            await click(self.game, self.page, seat, control)
        return chosen.action_id == "do"

    async def look(self, seat: str, panel: Message) -> None:
        """Raise `AssertionError` where something of the panel is off the screen, at any size."""
        article = inside(self.page, seat, f'[data-id="{panel.id}"]')
        for name in (*SIZES, "laptop"):
            size = SIZES[name]
            await self.resize(size)
            await front(self.page, seat)
            end = time.monotonic() + PATIENCE
            while True:  # a busy machine may scroll to the panel later than it draws it
                await self.page.js(FRAMES)
                seen = await article.evaluate(SEEN)
                if _together(seen, size):
                    break
                assert time.monotonic() < end, f"{name}: {panel.text!r} {seen}"
                await asyncio.sleep(LOOK)

    async def resize(self, size: Size) -> None:
        """Make the window that of another screen."""
        await self.page.page.set_viewport_size({"width": size.width, "height": size.height})


def _together(seen: dict[str, list[tuple[float, float]]], size: Size) -> bool:
    """Return True if text and rows of a panel are on the screen as a whole, and enough of its picture."""
    whole = all(part >= height - 1 for part, height in (*seen["said"], *seen["rows"]))
    enough = (part >= (min(STRIP, height - 1) if size.phone else PICTURE * height) for part, height in seen["picture"])
    return bool(seen["said"]) and whole and all(enough)


@pytest.mark.parametrize("locale", WALKS)
@pytest.mark.parametrize("title", GAMES)
async def test_every_page_is_on_the_screen_with_its_picture(
    tmp_path: Path, chromium: Browser, title: str, locale: str
) -> None:
    first, later = WALKS[locale]
    async with playground(tmp_path, locale=locale) as game, tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await start(game, page, title)
        walk = Walk(game, page, random.Random(7))
        await walk.pages(first)
        if later:
            for _ in range(BETWEEN):
                if waited := game.waited():  # played at random, a match may be short
                    await game.by_panel(walk.rng.choice(waited), walk.rng)
                    await game.rest()
            await walk.pages(later)
        assert len(walk.kinds) >= KINDS or not later


@pytest.mark.long
@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("title", GAMES)
async def test_whatever_is_looked_at_while_a_match_goes_on_is_on_the_screen(
    game: Playground, chromium: Browser, title: str, number: int
) -> None:
    """Look at pages while others act and panels are drawn anew at any moment."""
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await start(game, page, title)
        walk, looked = Walk(game, page, random.Random(number)), 0
        for _ in range(LEGS):
            for _ in range(walk.rng.randrange(STEPS)):
                if waited := game.waited():
                    await game.by_panel(walk.rng.choice(waited), walk.rng)
                    await game.rest()
            looked += await walk.pages(walk.rng.randint(1, STEPS))
        assert looked


async def test_a_hero_with_answers_in_advance_leaves_the_screen_its_picture(
    game: Playground, chromium: Browser
) -> None:
    """It is asked what to answer when found and when hit, beside the actions of its turn, then with an aim, too."""
    async with tab(chromium, SIZES["laptop"]) as page:
        await enter(page, game.box.url)
        await start(game, page, "arena_of_heroes", options={"mode": "advanced"})
        for hero in ("Do", "Bg"):
            (player,) = game.waited()
            await game.slash(player, "arena pick", hero=hero)
            await game.rest()
        walk, (player,) = Walk(game, page, random.Random(7)), game.waited()
        await click(game, page, player.name, button(page, player.name, "play"))
        for _ in range(2):
            panel = game.panel(player)
            assert panel is not None
            assert {control.action_id for control in controls(panel)} & {"orders", "more"}
            await walk.look(player.name, panel)
            await walk.resize(SIZES["laptop"])
            aim = next(c for c in controls(panel) if c.value and c.tokens[:1] == ("aim",))
            line = inside(page, player.name, f'[data-id="{panel.id}"] [data-id={json.dumps(aim.custom_id)}]').last
            await select(game, page, line, aim.value)
