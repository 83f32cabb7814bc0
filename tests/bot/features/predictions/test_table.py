"""The table of predictions, page by page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from storage.predictions import forecaster
from tests.bot.forged import only_refusals, press, said
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


async def test_nobody_reads_the_table_of_a_server_that_they_have_left(tmp_path: Path) -> None:
    """A match of that server in which they still have a seat is no way to it."""
    async with world(tmp_path) as made:

        def body(connection: Any) -> None:
            line = {"guild_id": made.guild.id, "user_id": made.tina.id, "foreseen": 1, "made": 1, "points": 33}
            connection.execute(insert(forecaster).values(**line))

        await made.bot.store.database.write(body)
        match_id = await made.match()
        custom_id = f"b:{match_id}:predict:0::table.0"
        assert "Tina" in said(await press(made, made.max.user, made.max.user.dm_channel, custom_id))
        made.env.backend.remove_member(made.guild.id, made.max.id)
        told = said(await press(made, made.max.user, made.max.user.dm_channel, custom_id))
        assert told == "Only members of the match's server can do that."
        only_refusals(made)
