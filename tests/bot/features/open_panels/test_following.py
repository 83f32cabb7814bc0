"""A panel that is open follows what others do, and stays where its player is in the middle of something."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features import open_panels
from bot.features.computers.players import ComputerPlayers
from bot.features.open_panels import OpenPanels
from bot.features.plans.plans import Plans
from tests.bot.features.open_panels.opened import (
    NOTHING,
    Drawing,
    asking_panel,
    idle_panel,
    max_plays,
    panel_of,
    text_of,
    waiting_for_anna,
)
from tests.bot.thinking import Here
from tests.bot.world import PATIENCE, button_ids, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def test_a_panel_with_nothing_to_do_is_drawn_anew_when_its_player_is_asked(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        assert NOTHING in text_of(made, panel)
        before = len(made.env.http_requests)
        await max_plays(made, match_id)
        now = made.message(panel.channel_id, panel.id)
        assert NOTHING not in words(now)
        assert "do" in button_ids(now) or "show" in button_ids(now), "it can be played from at once"
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert len(edits) == 1
        await made.press(made.anna, panel, "show", "banner", "C3")


async def test_a_page_that_somebody_has_turned_to_is_left_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        await made.press(made.anna, panel, "help")
        reads = text_of(made, panel)
        await max_plays(made, match_id)
        assert text_of(made, panel) == reads


async def test_an_idle_panel_is_drawn_anew_for_an_offer_to_its_player_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        thread = await made.thread(match_id)
        assert "draw" not in text_of(made, panel), text_of(made, panel)
        asked = await made.max.slash(thread, "match draw")
        await made.press(made.max, asked.response, "agree", "draw", "offer")
        await made.settle()
        assert "draw" in text_of(made, panel), text_of(made, panel)


async def test_an_idle_panel_is_not_drawn_anew_for_what_asks_others(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        opened = made.bot.services.get(OpenPanels)._open[made.anna.id, match_id]
        assert opened.idle
        reads, before = text_of(made, panel), len(made.env.http_requests)
        await panel_of(made, made.max, match_id)
        match = await made.bot.matches.load(match_id)
        await made.bot.matches.agree(match, made.anna.id, ("draw", "offer"))
        await made.settle()
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert (text_of(made, panel), len(edits)) == (reads, 0)


async def test_a_panel_follows_what_others_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "FRESH", 0)
    async with world(tmp_path) as made:
        match_id, panel = await waiting_for_anna(made)
        before, pictures = len(made.env.http_requests), made.message(panel.channel_id, panel.id).attachments
        await made.play(match_id, made.anna.id, ("attack", "8"))
        await made.settle()
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert len(edits) == 1, "where it stands, and without a message that could ping"
        assert [a.id for a in made.message(panel.channel_id, panel.id).attachments] != [a.id for a in pictures]
        await made.press(made.max, panel, "help")
        before = len(made.env.http_requests)
        await made.play(match_id, made.anna.id, ("attack", "8"))
        await made.settle()
        assert not [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]


async def test_a_panel_that_follows_leaves_what_is_told_once_for_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "FRESH", 0)
    async with world(tmp_path) as made:
        match_id, panel = await waiting_for_anna(made)
        match = await made.bot.matches.load(match_id)
        await made.bot.services.get(Plans).keep(match, made.max.id, ["attack 12"])
        await made.play(match_id, made.anna.id, ("end",))
        await made.settle()
        assert "Your plan was carried out" not in text_of(made, panel)
        assert "Your plan was carried out" in words(await panel_of(made, made.max, match_id))


async def test_nobody_elses_panel_tells_that_somebody_plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "FRESH", 0)
    monkeypatch.setattr(open_panels, "AFTER", 0)
    async with world(tmp_path) as made:
        match_id, planner = await waiting_for_anna(made)
        watcher = await panel_of(made, made.tina, match_id)
        await made.settle()
        panels = [made.message(one.channel_id, one.id) for one in (planner, watcher)]
        pictures = [panel.attachments[0].id for panel in panels]

        def drawn_anew() -> list[bool]:
            """Whether the panels of the planner and of the watcher have another picture now."""
            now = [made.message(panel.channel_id, panel.id).attachments[0].id for panel in panels]
            return [one != before for one, before in zip(now, pictures, strict=True)]

        for planned in (["attack 12"], ["attack 8"], []):
            match = await made.bot.matches.load(match_id)
            await made.bot.services.get(Plans).keep(match, made.max.id, planned)
            await made.settle()
            assert drawn_anew() == [True, False]
        await made.play(match_id, made.anna.id, ("attack", "8"))
        await made.settle()
        assert drawn_anew() == [True, True]


async def test_a_panel_follows_only_so_often_and_then_at_once_for_several_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id, _ = await waiting_for_anna(made)
        panels = made.bot.services.get(OpenPanels)
        here = made.max.id, match_id
        before = len(made.env.http_requests)
        for _ in range(2):
            await made.play(match_id, made.anna.id, ("attack", "8"))
            await made.settle()
        assert not [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        opened = panels._open[here]
        assert panels._due == {here: pytest.approx(opened.drawn + open_panels.FRESH)}
        opened.drawn -= open_panels.FRESH
        panels._due[here] = opened.drawn
        panels._nap.wake()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]:
                break
        await made.settle()
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert len(edits) == 1
        assert not panels._due


async def test_a_page_turned_to_while_the_panel_is_drawn_anew_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        drawing = Drawing(made, monkeypatch)
        await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
        await drawing.begun.wait()
        turning = asyncio.create_task(made.press(made.anna, panel, "help"))
        while NOTHING in (reads := text_of(made, panel)):
            await asyncio.sleep(0.01)
        drawing.go.set()
        await turning
        await made.settle()
        assert text_of(made, panel) == reads


async def test_a_panel_that_others_overtake_while_it_is_drawn_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a computer does that has decided before the panel of its opponent is drawn."""
    async with world(tmp_path) as made:
        match_id = await made.match()
        panel = await panel_of(made, made.anna, match_id)
        await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        drawing = Drawing(made, monkeypatch)
        choosing = asyncio.create_task(made.press(made.anna, panel, "do", "faction", "dragon_empire"))
        await drawing.begun.wait()
        await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
        drawing.go.set()
        await choosing
        await made.settle()
        assert NOTHING not in text_of(made, panel)


class _Held(Here):
    """Thinks only where it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.may.set()

    async def decide(self, *question: Any) -> Any:
        await self.may.wait()
        return await super().decide(*question)


async def test_what_a_computer_did_is_followed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "AFTER", 100 * PATIENCE)
    async with world(tmp_path) as made:
        made.bot.services.get(ComputerPlayers).thinking = squire = _Held()
        await made.anna.slash(made.channel, "monolith new", computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        while True:
            match = await made.bot.matches.load(head.id)
            choice = next(one for one in match.choices if one.seat == match.seat_of(made.anna.id))
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            if ("end",) in legal:
                break
            await made.play(head.id, made.anna.id, legal[0], choice.key)
            await made.settle()
        panel = await panel_of(made, made.anna, head.id)
        await made.press(made.anna, panel, "show", "end")
        squire.may.clear()
        ending = asyncio.create_task(made.press(made.anna, panel, "do", "end"))
        while NOTHING not in text_of(made, panel):
            await asyncio.sleep(0.01)
        squire.may.set()
        await ending
        await made.settle()
        assert NOTHING not in text_of(made, panel)


async def test_a_panel_follows_what_its_player_answers_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "AFTER", 100 * PATIENCE)
    async with world(tmp_path) as made:
        match_id, panel = await asking_panel(made)
        await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        await made.play(match_id, made.anna.id, ("faction", "dragon_empire"))
        await made.settle()
        assert NOTHING in text_of(made, panel)


async def test_a_panel_with_nothing_to_do_hurries_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "AFTER", 100 * PATIENCE)
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        reads = text_of(made, panel)
        max_s = await panel_of(made, made.max, match_id)
        await made.press(made.max, max_s, "show", "faction", "lords_of_the_abyss")
        await made.press(made.max, max_s, "do", "faction", "lords_of_the_abyss")
        await made.settle()
        assert "show" not in button_ids(made.message(max_s.channel_id, max_s.id)), "Max has nothing to do"
        assert text_of(made, panel) == reads


async def test_a_panel_in_the_middle_of_an_answer_stays_while_others_act(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await asking_panel(made)
        await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        reads = text_of(made, panel)
        await max_plays(made, match_id)
        assert text_of(made, panel) == reads


async def test_what_cannot_be_changed_any_more_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await idle_panel(made)
        monkeypatch.setattr(discord.Interaction, "is_expired", lambda self: True)
        await max_plays(made, match_id)
        assert NOTHING in text_of(made, panel)
    async with world(tmp_path / "broken") as made:
        match_id, panel = await idle_panel(made)
        monkeypatch.undo()

        async def broken(self: Any, **how: Any) -> None:
            raise OSError("the connection is broken")

        with monkeypatch.context() as patched:
            patched.setattr(discord.Interaction, "edit_original_response", broken)
            await max_plays(made, match_id)
        assert NOTHING in text_of(made, panel)
