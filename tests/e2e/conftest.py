"""The bot as a process beside a local Discord, and what can go wrong between the two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.playing import LoadedMatch, table


@pytest.fixture
async def game(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[LoadedMatch]:
    """A table; a test may ask for one in another of Discord's languages by an indirect parameter."""
    async with table(tmp_path, locale=getattr(request, "param", "en-US")) as made:
        yield made
