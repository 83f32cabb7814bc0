"""What plans and standing instructions have done is told above a panel once: the first that has arrived."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.standing_orders.orders import StandingOrders
from bot.interactions import panel
from bot.interactions.replies import answer
from tests.bot.features.plans.test_plans_on_discord import _on, _waiting
from tests.bot.world import words, world
from tests.support.registering import register
from tests.toy.face import FACE

PLAN = "Your plan was carried out: "
ANSWERED = "Your standing instructions have answered: "


@pytest.fixture(autouse=True)
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def test_a_report_waits_for_a_panel_that_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await _waiting(made)
        orders, told = made.bot.services.get(StandingOrders), []
        await orders.set(made.anna.id, FACE.game.name, match_id, "cheer", "cheer 2", now=1)
        await made.anna.slash(await made.thread(match_id), "match plan", actions="pick 3 4")
        await _on(made, match_id)
        assert await made.bot.store.instructions.unreported(match_id, made.anna.id)

        async def lost(*_: Any, **__: Any) -> None:
            raise OSError("the way to Discord is gone")

        for way in (lost, answer, answer):
            monkeypatch.setattr(panel.replies, "answer", way)
            shown = await made.press(made.anna, await made.live(match_id), "play")
            await made.settle()
            told.append("" if way is lost else words(shown.response))
        assert [PLAN in text for text in told] == [False, True, False]
        assert [ANSWERED in text for text in told] == [False, True, False]
