"""A turn with much to choose: what answers nothing is behind a button of the panel, and one press away."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import panel as panels
from bot.panels.model import Button, Row
from bot.panels.widgets import with_button
from games.arena_of_heroes.cards import HEROES
from games.arena_of_heroes.standing import TRIGGERED
from tests.bot.arena_of_heroes.test_match import _begin
from tests.bot.driving import next_action
from tests.bot.thinking import computing
from tests.bot.world import Control, World, button_ids, buttons, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def _panel_of_a_turn(made: World) -> tuple[Any, Any]:
    """The panel of somebody whose heroes may fire, and who they are."""
    rng, match_id = random.Random(4), await _begin(made)
    while True:
        actor, action = await next_action(made, match_id, rng) or pytest.fail("the match is over")
        if action[0] in ("attack", "explore", "hide", "work"):
            return actor, (await made.press(actor, await made.live(match_id), "play")).response
        await made.play(match_id, actor.id, action)
        await made.settle()


async def test_what_answers_nothing_is_one_press_away(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        actor, panel = await _panel_of_a_turn(made)
        shown = button_ids(panel)
        assert {"more", "do", "help"} <= set(shown), "newcomers are not left without help"
        assert not {"heroes", "recap"} & set(shown)
        await made.press(actor, panel, "more")
        panel = made.message(panel.channel_id, panel.id)
        assert "heroes" in button_ids(panel)
        assert "do" not in button_ids(panel)
        (way_back,) = [control for control in controls(panel) if control.press.action_id == "show"]
        await use(actor, panel, way_back)
        assert button_ids(made.message(panel.channel_id, panel.id)) == shown


def _fires(control: Control) -> bool:
    return control.press.action_id == "do" and control.press.tokens[0] == "attack"


async def test_what_a_shot_did_is_said_once_and_no_two_buttons_are_alike(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        actor, panel = await _panel_of_a_turn(made)
        if not any(_fires(control) for control in controls(panel)):
            await use(actor, panel, next(c for c in controls(panel) if c.value is not None))  # the first target
            panel = made.message(panel.channel_id, panel.id)
        await use(actor, panel, next(filter(_fires, controls(panel))))
        panel = made.message(panel.channel_id, panel.id)
        said = words(panel)
        assert "→" in said
        assert "fires at" not in said, "the panel has said it in a line of its own"
        labels = [button.label for button in buttons(panel)]
        assert len(labels) == len(set(labels))


async def test_nothing_is_missing_for_want_of_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What features add to the start of a panel is there or behind *More …*, however much there is to choose."""
    offered: list[str] = []

    def noted(rows: tuple[Row, ...], last: Button) -> tuple[Row, ...]:
        offered.append(last.press.action_id)
        return with_button(rows, last)

    monkeypatch.setattr(panels, "with_button", noted)
    async with computing(tmp_path) as made:
        await made.anna.slash(made.channel, "arena new", computer="squire", mode="heroes")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        crowded = 0
        for _ in range(8):
            match = await made.bot.matches.load(head.id)
            (choice,) = [one for one in match.choices if one.must]
            offered.clear()
            panel = (await made.press(made.anna, await made.live(head.id), "play")).response
            wanted, shown = set(offered), set(button_ids(panel))
            if "more" in shown:
                await made.press(made.anna, panel, "more")
                shown |= set(button_ids(made.message(panel.channel_id, panel.id)))
            assert wanted <= shown, words(panel)
            crowded += len(wanted) > 3
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            # At a closed hideout, so that the next panel has the way to a better target beside one more shot there.
            closed = {("attack", str(hideout)) for hideout in match.state.closed}
            # What is asked in advance of some abilities takes a row, too.
            asks = {("pick", code) for code, hero in HEROES.items() if TRIGGERED & hero.can}
            first = next((one for one in legal if one in closed | asks), legal[0])
            await made.play(head.id, made.anna.id, first, choice.key)
            await made.settle()
        assert crowded
