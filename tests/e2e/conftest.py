"""The bot as a process beside a local Discord, and what can go wrong between the two."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e import browser
from tests.e2e.copies import original
from tests.e2e.playing import Playground, playground

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here run in one event loop, which is that of the browser that they share."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def _original() -> AsyncIterator[None]:
    """The process of which the bots are copies lasts as long as the tests."""
    yield
    await original.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print with a failure what was posted and logged."""
    report, game = (yield), item.funcargs.get("game")
    if report.when == "call" and report.failed and isinstance(game, Playground):
        report.sections.append(("What was posted and logged", game.told()))
    return report


@pytest_asyncio.fixture(loop_scope="session")
async def game(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Playground]:
    """A sandbox with the bot in it, in another language where a test asks for it by an indirect parameter."""
    async with playground(tmp_path, locale=getattr(request, "param", "en-US")) as made:
        yield made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A browser for all tests, each of which gets a tab that shares nothing with the others: `browser.tab`."""
    async with browser.launched() as made:
        yield made
