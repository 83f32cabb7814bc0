"""The bot as a process beside a local Discord, and what can go wrong between the two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.playing import Playground, playground


@pytest.fixture
async def game(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Playground]:
    """A sandbox with the bot in it, in another language where a test asks for it by an indirect parameter."""
    async with playground(tmp_path, locale=getattr(request, "param", "en-US")) as made:
        yield made
