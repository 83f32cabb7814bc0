"""A player has one panel for each match: what is opened anew takes the place of what was open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features import open_panels
from bot.features.open_panels import KEPT, OpenPanels
from bot.interactions.replies import message_of
from tests.bot.features.open_panels.opened import Drawing, asking_panel, idle_panel, panel_of, stands
from tests.bot.world import PATIENCE, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_an_older_panel_of_the_same_match_is_removed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, other = await made.match(), await made.match("arena_of_heroes")
        first = await panel_of(made, made.anna, match_id)
        elsewhere = await panel_of(made, made.anna, other)
        max_s = await panel_of(made, made.max, match_id)
        assert stands(made, first)
        await made.press(made.anna, first, "show", "faction", "random")
        assert stands(made, first), "a page that is turned stays where it is"
        second = await panel_of(made, made.anna, match_id)
        assert not stands(made, first)
        assert all(stands(made, one) for one in (second, elsewhere, max_s)), "others keep theirs"


async def test_what_cannot_be_removed_any_more_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        first = await panel_of(made, made.anna, match_id)
        monkeypatch.setattr(discord.Interaction, "is_expired", lambda self: True)
        second = await panel_of(made, made.anna, match_id)
        assert stands(made, first)
        monkeypatch.undo()

        async def gone(self: Any) -> None:
            raise OSError("the connection is broken")

        monkeypatch.setattr(discord.Interaction, "delete_original_response", gone)
        third = await panel_of(made, made.anna, match_id)
        assert stands(made, second)
        assert stands(made, third)


async def test_what_is_remembered_is_bounded_and_forgotten(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await panel_of(made, made.anna, match_id)
        panels = made.bot.services.get(OpenPanels)
        for number in range(KEPT + 5):
            panels._open[number, "another"] = next(iter(panels._open.values()))
        await panel_of(made, made.max, match_id)
        assert len(panels._open) == KEPT
        panels.forget(made.max.id)
        assert all(user != made.max.id for user, _ in panels._open)


async def test_a_panel_opened_while_the_old_one_is_drawn_anew_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id, _ = await idle_panel(made)
        panel = await panel_of(made, made.anna, match_id)
        drawing = Drawing(made, monkeypatch)
        await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
        await drawing.begun.wait()
        while not await made.bot.posts.idle():
            await asyncio.sleep(0.01)
        opening = asyncio.create_task(panel_of(made, made.anna, match_id))
        panels = made.bot.services.get(OpenPanels)
        old = panels._open[made.anna.id, match_id]
        while panels._open[made.anna.id, match_id] is old:
            await asyncio.sleep(0.01)
        drawing.go.set()
        fresh = await opening
        await made.settle()
        assert stands(made, fresh)
        assert not stands(made, panel)
        later = await panel_of(made, made.anna, match_id)
        assert stands(made, later)
        assert not stands(made, fresh), "it is known as the open one"


async def test_a_panel_that_a_command_replaces_is_not_drawn_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "BESIDE", PATIENCE)
    async with world(tmp_path) as made:
        match_id, panel = await asking_panel(made)
        before = len(made.env.http_requests)
        await made.anna.slash(await made.thread(match_id), "monolith faction", faction="dragon_empire")
        await made.settle()
        assert not stands(made, panel)
        assert not [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]


async def test_a_private_message_that_becomes_the_panel_takes_the_place_of_the_older_one(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await asking_panel(made)
        asked = await made.anna.slash(await made.thread(match_id), "match draw")
        await made.press(made.anna, asked.response, "agree", "draw", "offer")
        await made.settle()
        assert not stands(made, panel)
        opened = made.bot.services.get(OpenPanels)._open[made.anna.id, match_id]
        assert message_of(opened.interaction) == asked.response.id
