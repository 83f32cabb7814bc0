"""The table of predictions, page by page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from storage.predictions import forecaster
from tests.bot.world import controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_equal_ones_share_their_place_on_all_pages(tmp_path: Path) -> None:
    async with world(tmp_path) as made:

        def body(connection: Any) -> None:
            for number in range(13):
                line = {"guild_id": made.guild.id, "user_id": 1000 + number, "foreseen": 1, "made": 1}
                connection.execute(insert(forecaster).values(points=66 if number else 33, **line))

        await made.bot.store.database.write(body)
        page = (await made.anna.slash(made.channel, "leaderboard", kind="predictions")).response
        assert words(page).count("**1.**") == 10
        await use(made.anna, page, next(one for one in controls(page) if one.label == "More"))
        page = made.message(page.channel_id, page.id)
        assert words(page).count("**1.**") == 2
        assert words(page).count("**13.**") == 1
        assert "More" not in [one.label for one in controls(page)]
        made.env.errors.clear()
