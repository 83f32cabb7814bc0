"""A player has one panel for each match: what is opened anew takes the place of what was open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.open_panels import KEPT, OpenPanels
from tests.bot.world import World, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def _opened(made: World, actor: Any, match_id: str) -> Any:
    return (await made.press(actor, await made.live(match_id), "play")).response


def _there(made: World, message: Any) -> bool:
    return message.id in made.env.backend.messages.get(message.channel_id, {})


async def test_an_older_panel_of_the_same_match_is_removed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, other = await made.match(), await made.match("arena_of_heroes")
        first = await _opened(made, made.anna, match_id)
        elsewhere = await _opened(made, made.anna, other)
        max_s = await _opened(made, made.max, match_id)
        assert _there(made, first)
        await made.press(made.anna, first, "show", "faction", "random")
        assert _there(made, first), "a page that is turned stays where it is"
        second = await _opened(made, made.anna, match_id)
        assert not _there(made, first)
        assert all(_there(made, one) for one in (second, elsewhere, max_s)), "others keep theirs"


async def test_what_cannot_be_removed_any_more_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        first = await _opened(made, made.anna, match_id)
        monkeypatch.setattr(discord.Interaction, "is_expired", lambda self: True)
        second = await _opened(made, made.anna, match_id)
        assert _there(made, first)
        monkeypatch.undo()

        async def gone(self: Any) -> None:
            raise OSError("the connection is broken")

        monkeypatch.setattr(discord.Interaction, "delete_original_response", gone)
        third = await _opened(made, made.anna, match_id)
        assert _there(made, second)
        assert _there(made, third)


async def test_what_is_remembered_is_bounded_and_forgotten(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await _opened(made, made.anna, match_id)
        panels = made.bot.services.get(OpenPanels)
        for number in range(KEPT + 5):
            panels._open[number, "another"] = next(iter(panels._open.values()))
        await _opened(made, made.max, match_id)
        assert len(panels._open) == KEPT
        panels.forget(made.max.id)
        assert all(user != made.max.id for user, _ in panels._open)
