"""The bot as a process beside a local Discord, and what can go wrong between the two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.playing import LoadedMatch, table


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[LoadedMatch]:
    async with table(tmp_path) as made:
        yield made
