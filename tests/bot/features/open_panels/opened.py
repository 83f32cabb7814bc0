"""Panels that are open, for the tests of what becomes of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.features.open_panels import OpenPanels
from bot.registry import FACES
from tests.bot.arena_of_heroes.test_in_one_go import begun
from tests.bot.world import World, button_ids, words

NOTHING = "Nothing to do yet"


async def panel_of(made: World, actor: Any, match_id: str) -> Any:
    return (await made.press(actor, await made.live(match_id), "play")).response


def stands(made: World, message: Any) -> bool:
    return message.id in made.env.backend.messages.get(message.channel_id, {})


async def idle_panel(made: World) -> tuple[str, Any]:
    """A match in which Anna has chosen her faction and Max has not, and what her panel is then."""
    match_id = await made.match()
    first = await panel_of(made, made.anna, match_id)
    await made.press(made.anna, first, "show", "faction", "dragon_empire")
    await made.press(made.anna, first, "do", "faction", "dragon_empire")
    await made.settle()
    return match_id, first


def text_of(made: World, message: Any) -> str:
    return words(made.message(message.channel_id, message.id))


async def max_plays(made: World, match_id: str) -> None:
    await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
    await made.settle()


async def waiting_for_anna(made: World) -> tuple[str, Any]:
    """A match of Arena of Heroes in which it is Anna's turn, and what Max's panel is then."""
    match_id = await begun(made, "Bg", "Wg")
    panel = await panel_of(made, made.max, match_id)
    assert made.bot.services.get(OpenPanels)._open[made.max.id, match_id].idle
    return match_id, panel


async def asking_panel(made: World) -> tuple[str, Any]:
    """A match in which Anna is asked for her faction, and her panel, which asks that."""
    match_id = await made.match()
    panel = await panel_of(made, made.anna, match_id)
    assert "show" in button_ids(made.message(panel.channel_id, panel.id))
    assert NOTHING not in text_of(made, panel)
    return match_id, panel


class Drawing:
    """Holds the next picture of a panel back until it is let go."""

    def __init__(self, made: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self._draw = made.bot.services.studio.draw
        self._panels = FACES["monolith_arena"].pictures.private_board
        monkeypatch.setattr(made.bot.services.studio, "draw", self._held)

    async def _held(self, how: Any, *what: Any) -> Any:
        if how == self._panels and not self.begun.is_set():
            self.begun.set()
            await self.go.wait()
        return await self._draw(how, *what)
