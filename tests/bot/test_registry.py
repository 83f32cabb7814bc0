"""Sending messages leaves discord.py's registry of buttons empty: the bot reads all that were ever posted by itself."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from bot.panels import components
from bot.panels.model import Select
from tests.bot.driving import quietly
from tests.bot.seats import Position, walk
from tests.bot.world import World, buttons, use, world


def _registry(made: World) -> tuple[Any, ...]:
    store = made.bot._connection._view_store
    return (dict(store._dynamic_items), dict(store._views), dict(store._synced_message_views), dict(store._modals))


async def test_a_hundred_panels_of_every_kind_change_nothing(tmp_path: Path, no_incident: Any) -> None:
    rng = random.Random(1)
    async with world(tmp_path) as made:
        match_id = await made.match()
        before = _registry(made)
        assert not any(before)
        opening = await made.live(match_id)
        first = (await made.press(made.anna, opening, "play")).response
        sent = selects = 0
        channel = made.bot.get_channel(made.channel.id)
        for _ in range(8):
            await quietly(made, match_id, rng, 8)
            match = await made.bot.matches.load(match_id)
            position = Position(match.state)
            seats = [c.seat for c in match.choices if c.must] or [0]
            for _, panel in walk(position.perspective(seats[0]), rng, 12):
                view = components.panel_view(match_id, panel)
                message = await channel.send("panel", view=view)
                if sent % 3:
                    await message.edit(view=components.panel_view(match_id, panel) if sent % 3 == 1 else None)
                sent += 1
                selects += any(isinstance(row, Select) for row in panel.rows)
        assert sent >= 60
        assert selects >= 5
        assert _registry(made) == before
        # What was posted before all that works, in public and in private.
        answer = await made.press(made.anna, opening, "words")
        assert answer.acknowledged
        assert answer.response.embeds[0].description
        again = await use(made.anna, first, buttons(first)[0])
        assert again.acknowledged
        assert _registry(made) == before


async def test_public_buttons_and_panels_opened_through_the_bot_change_nothing(
    tmp_path: Path, no_incident: Any
) -> None:
    rng = random.Random(2)
    async with world(tmp_path) as made:
        match_id = await made.match()
        before = _registry(made)
        live = await made.live(match_id)
        for _ in range(3):
            for actor in (made.anna, made.max, made.tina):
                for action_id in ("play", "words", "piles"):
                    result = await made.press(actor, live, action_id)
                    assert result.acknowledged
                    assert result.ephemeral
            await quietly(made, match_id, rng, 10)
        assert _registry(made) == before
