"""Heroes that are wished for before it is one's turn to pick."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.world import controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_wishes_that_were_kept_are_read_where_the_page_is_opened_again(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match("arena_of_heroes", mode="heroes")
        match = await made.bot.matches.load(match_id)
        (picks,) = match.waited_for()
        waits = next(actor for actor in (made.anna, made.max) if actor.id != picks)
        panel = (await made.press(waits, await made.live(match_id), "play")).response
        assert "Noted:" not in words(panel)
        line = next(c for c in controls(panel) if c.value is not None and c.press.tokens[:1] == ("wish",))
        hero = line.label.partition(":")[0]
        await use(waits, panel, line)
        panel = made.message(panel.channel_id, panel.id)
        await use(waits, panel, next(c for c in controls(panel) if c.press.action_id == "orders" and c.press.tokens))
        noted = f"Noted: You pick {hero}, if the hero is still free."
        assert words(made.message(panel.channel_id, panel.id)).count(noted) == 1
        again = (await made.press(waits, await made.live(match_id), "play")).response
        assert words(again).count(noted) == 1
