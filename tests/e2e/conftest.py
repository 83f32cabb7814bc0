"""The bot as a process beside a local Discord, and what can go wrong between the two."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.e2e import browser
from tests.e2e.playing import Playground, playground


@pytest.fixture
async def game(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Playground]:
    """A sandbox with the bot in it, in another language where a test asks for it by an indirect parameter."""
    async with playground(tmp_path, locale=getattr(request, "param", "en-US")) as made:
        yield made


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A browser for all tests, each of which gets a tab that shares nothing with the others: `browser.browser`."""
    with browser.chromium(tmp_path_factory.mktemp("browser")) as address:
        yield address
