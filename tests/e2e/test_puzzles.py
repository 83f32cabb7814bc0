"""A puzzle in a real browser: asked for, tried in vain, solved by pressing, and the next one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.features.puzzles.solving import ACTION_ID, NEXT, Solving, following
from bot.panels.model import Press
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.lessons import Practice
from games.puzzles import puzzles_of
from tests.e2e.browser import SIZES, needs_browser, tab
from tests.e2e.playing import Playground, playground
from tests.e2e.seats import click, command, enter, inside, look, press, send, speak, text, tidy
from tests.support.lessons import way

pytestmark = needs_browser
GAME, SEAT = "monolith_arena", "anna"


@pytest_asyncio.fixture(loop_scope="session")
async def game(tmp_path: Path) -> AsyncIterator[Playground]:
    """A sandbox in which nothing is played."""
    async with playground(tmp_path) as made:
        yield made


@pytest.mark.parametrize(("size", "locale"), [("desktop", "en-US"), ("laptop", "de"), ("phone", "es-ES")])
async def test_a_puzzle_is_solved_by_pressing(game: Playground, chromium: Browser, size: str, locale: str) -> None:
    face, say = FACES[GAME], phrases(locale[:2])
    puzzle = following(puzzles_of(face.game), [])
    assert puzzle is not None
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await speak(game, page, locale)
        await look(page, SEAT, game.box.games)
        await command(page, SEAT, "/puzzle")
        await click(game, page, SEAT, send(page, SEAT))
        await tidy(page, "puzzles")
        await press(game, page, SEAT, Press(ACTION_ID, (NEXT, GAME)))
        assert say.message(puzzle.title) in await text(page, SEAT)
        await tidy(page, "puzzle")
        practice, solving = Practice(face.game, puzzle), Solving(face, [], 0)
        for action in puzzle.solution:
            for what in way(face, practice, action, solving):
                await press(game, page, SEAT, what)
            practice = practice.after(action)
        assert say("Solved.") in await text(page, SEAT)
        await tidy(page, "puzzle-solved")
        await press(game, page, SEAT, Press(ACTION_ID, (NEXT, GAME)))
        newest = await inside(page, SEAT, ".ephemeral").last.inner_text()
        assert say("Solved.") not in newest, "it is another one"
        await tidy(page, "puzzle-next")
        await press(game, page, SEAT, Press(ACTION_ID, (NEXT, GAME)))
        assert await inside(page, SEAT, ".ephemeral").last.inner_text() != newest, "it can be left for another one"
