"""Matches of a small game whose results are counted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.ratings.counting import Counting
from games.registry import GAMES
from tests.bot.features.living import Living, living
from tests.toy import TOY


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Living]:
    monkeypatch.setitem(GAMES, TOY.name, TOY)
    async with living(tmp_path) as made:
        made.matches.extensions.append(Counting(made.matches))
        yield made
