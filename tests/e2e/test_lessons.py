"""Courses in the browser: from the first page through every task of a game to its praise, on a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.panels.model import Press
from bot.registry import FACES
from games.lessons import Practice
from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import Playground, playground
from tests.e2e.seats import enter, inside, press, still, text, tidy
from tests.support.lessons import way

pytestmark = needs_browser
SEAT = "anna"


@pytest_asyncio.fixture(loop_scope="session")
async def game(tmp_path: Path) -> AsyncIterator[Playground]:
    """A sandbox in which nothing is played."""
    async with playground(tmp_path) as made:
        yield made


@pytest.mark.parametrize("name", [name for name, face in FACES.items() if face.lessons])
async def test_a_course_is_gone_through_by_pressing(game: Playground, chromium: Browser, name: str) -> None:
    face = FACES[name]
    async with tab(chromium, SIZES["phone"]) as page:
        await enter(page, game.box.url)
        await page.press(inside(page, SEAT, ".empty .learn"))
        await inside(page, SEAT, "article.ephemeral").wait_for()
        await still(game, page)
        await press(game, page, SEAT, Press("learn", ("all", name)))
        await press(game, page, SEAT, Press("learn", (face.lessons[0].id,)))
        for number, lesson in enumerate(face.lessons, 1):
            assert str(lesson.title) in await text(page, SEAT)
            await tidy(page, f"lesson-{name}-{number}")
            practice = Practice(face.game, lesson)
            for action in lesson.solution:
                for what in way(face, practice, action):
                    await press(game, page, SEAT, what)
                practice = practice.after(action)
            assert "Solved." in await text(page, SEAT), lesson.id
            await tidy(page, f"lesson-{name}-{number}-solved")
            if number < len(face.lessons):
                await press(game, page, SEAT, Press("learn", (face.lessons[number].id,)))
        assert "Well done: you know the game." in await text(page, SEAT)
        assert await inside(page, SEAT, "button", "Play the computer").count()
