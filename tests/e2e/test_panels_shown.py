"""Panels of matches that are played at random, in a browser: text and rows leave each picture its room on a screen.

They are copied into a channel and measured there, many at once; that people see them so where they play, without having
to scroll, is looked at in `test_screens`, page by page.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.texts import columns
from sandbox import Channel, Message
from sandbox.messages import Json
from sandbox.traffic import Request
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import Playground, playground
from tests.e2e.seats import enter, inside, look
from tests.e2e.test_screens import PICTURE, STRIP

pytestmark = needs_browser
MATCHES = [
    ("arena_of_heroes", "en-US"),
    ("arena_of_heroes", "de"),
    ("arena_of_heroes", "es-ES"),
    ("monolith_arena", "de"),
    ("monsters_and_myths", "es-ES"),
]
"""What is played, in which language: the first of these games has the most crowded panels."""
PAGES = 80
"""How many panels are looked at, each with a text and rows of its own."""
AT_ONCE = 40
"""How many are in a channel."""
VISITS = (1, 3, 6, 40)
"""So many presses are made before a panel is left, at random: whoever comes back to it is told what has happened."""
MEASURED = """
(log) => [log.getBoundingClientRect().height, [...log.querySelectorAll("article")].map((article) => {
  const box = (part) => part.getBoundingClientRect();
  const picture = box(article.querySelector("figure img"));
  const rows = [...article.querySelectorAll(".row")];
  const end = rows.length ? rows.at(-1) : article.querySelector(".embed");
  const lines = [...article.querySelectorAll(".embed .line-of, .embed .subtext")].map((line) => {
    const tops = [...line.getClientRects()].map((part) => Math.round(part.bottom / 4));
    const high = parseFloat(getComputedStyle(line).lineHeight);
    return line.matches(".subtext") ? Math.round(box(line).height / high) : new Set(tops).size;
  });
  return [article.dataset.id, picture.height, box(end).bottom - picture.bottom, lines];
})]
"""
"""How high the messages of a channel may be; of each its id, how high its picture is and what is below that, and how
many lines of the screen each line of its text takes."""


@dataclass(frozen=True)
class Copy:
    """A panel as it was shown to somebody."""

    text: str
    components: str
    picture: bytes

    def body(self) -> Json:
        """Return what posts it again."""
        attached = [{"id": 0, "filename": "board.png"}]
        components = json.loads(self.components)
        return {"embeds": [{"description": self.text}], "components": components, "attachments": attached}


async def _collected(game: Playground, title: str, rng: random.Random) -> list[Copy]:
    """Play matches at random until so many different panels have been shown; return them."""
    found: dict[tuple[str, str], Copy] = {}

    def shown(what: Message | Channel) -> None:
        if isinstance(what, Message) and what.ephemeral_for is not None and what.images and len(what.embeds) == 1:
            text, components = what.embeds[0]["description"], json.dumps(what.components)
            found.setdefault((text, components), Copy(text, components, what.images[0].data))

    game.box.posting.watchers.append(shown)
    while len(found) < PAGES:
        await game.begin(title)
        while len(found) < PAGES and (waited := game.waited()):
            await game.by_panel(rng.choice(waited), rng, most=rng.choice(VISITS))
            await game.rest()
    game.box.posting.watchers.remove(shown)
    return list(found.values())[:PAGES]


async def _measure(page: Tab, posted: dict[Message, Copy]) -> None:
    """Raise `AssertionError` where a panel in a channel that the first seat looks at has no room."""
    newest = list(posted)[-1]
    await look(page, "anna", newest.channel)
    await inside(page, "anna", f'[data-id="{newest.id}"]').wait_for(state="attached")
    log, shown = await inside(page, "anna", ".log").evaluate(MEASURED)
    assert len(shown) == len(posted)
    for (message, copy), (number, picture, below, lines) in zip(posted.items(), shown, strict=True):
        told = f"{log} with a picture of {picture} and {below} below it:\n{copy.text}\n{copy.components}"
        assert str(message.id) == number
        seen = log - below
        if page.phone:
            assert seen >= min(STRIP, picture - 1), told
            continue
        assert seen >= PICTURE * picture, told
        if page.page.viewport_size["width"] != SIZES["laptop"].width:
            continue
        counted = [columns.height(line, columns.LAPTOP) for line in copy.text.split("\n")]
        assert len(lines) == len(counted), told
        assert all(there <= expected for there, expected in zip(lines, counted, strict=True)), (
            f"{lines} {counted} {told}"
        )


@pytest.mark.parametrize(("title", "locale"), MATCHES)
async def test_a_panel_leaves_its_picture_room_on_the_screen(
    tmp_path: Path, chromium: Browser, title: str, locale: str
) -> None:
    async with playground(tmp_path, locale=locale) as game:
        copies = await _collected(game, title, random.Random(11))
        channels: list[dict[Message, Copy]] = []
        for begin in range(0, len(copies), AT_ONCE):
            channel = game.box.world.add_channel(game.box.guild, f"panels-{begin}")
            channels.append({})
            for copy in copies[begin : begin + AT_ONCE]:
                request = Request("", "", files={0: ("board.png", copy.picture)})
                channels[-1][game.box.posting.create(channel, game.box.world.bot, copy.body(), request)] = copy
        for size in SIZES:
            async with tab(chromium, SIZES[size]) as page:
                await enter(page, game.box.url)
                for posted in channels:
                    await _measure(page, posted)
