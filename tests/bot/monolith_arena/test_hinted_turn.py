"""Hints in Monolith Arena: what their last action leads to, and the button that plays the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.computers.hints import End, Hint
from bot.monolith_arena import FACE
from bot.panels.model import Press, Select
from bot.texts.phrases import phrases
from games.computers import think
from games.draws import Draws
from games.monolith_arena.game import GAME
from tests.bot.features.computers.test_hints import Asked, opened
from tests.bot.forged import only_refusals
from tests.bot.thinking import computing
from tests.bot.world import controls
from tests.games.monolith_arena.helpers import situation
from tests.support import panels

pytestmark = pytest.mark.usefixtures("no_incident")
BOARD = {
    "A1": {"seat": 0, "tile": "banner"},
    "E3": {"seat": 1, "tile": "banner"},
    "D3": {"seat": 0, "tile": "swordsman", "facing": 1},
}


class Following(panels.Seat):
    """Somebody who follows a hint."""

    hinted = (("feature", "B3", "maneuver", "C4", "SW"),)


def _told(*action: str) -> str:
    state = situation({"board": BOARD, "reserves": [["battle_charge", "pikeman"], ["spike"]]})
    step = GAME.apply(state, 0, action, Draws(bytes(32)))
    end = End(GAME.view(state, 0), step.events, bool(step.turns_ended))
    return Hint((action,), None, None, end).told(phrases("en"), FACE, {0: "Anna", 1: "Max"})


def test_a_hint_tells_the_battle_that_it_starts_with_what_that_costs_both() -> None:
    assert "\nBattle: Anna 20, Max 20 → 19; lost: Swordsman D3 (Anna)." in _told("battle")


def test_a_hint_says_nothing_of_the_end_where_its_name_does() -> None:
    assert _told("end").count("\n") == 0


def test_a_hint_says_which_of_its_actions_ends_the_turn_where_no_name_does() -> None:
    state = situation({"board": BOARD, "reserves": [["pikeman"], ["spike"]]})
    actions = (("discard", "pikeman"), ("place", "pikeman", "C3", "NE"))
    hint = Hint(actions, None, None, End(GAME.view(state, 0), (), True))
    names = {0: "Anna", 1: "Max"}
    assert hint.told(phrases("en"), FACE, names).endswith("\nThe last of these actions ends your turn.")
    assert hint.told(phrases("en"), FACE, names, done=1).endswith("\nThis ends your turn.")


@pytest.mark.parametrize("own", [{}, {"E1": {"seat": 0, "tile": "knight", "facing": 1}}], ids=["button", "line"])
def test_the_next_action_of_a_hint_has_a_button_where_abilities_come_first(own: dict[str, Any]) -> None:
    """With an empty reserve the first row is what tiles can do, and with several of them that is a list."""
    match = panels.Match(FACE, 1)
    knight = {"B3": {"seat": 0, "tile": "knight", "facing": 1}}
    match.state = situation({"board": {**BOARD, **knight, **own}, "reserves": [[], ["spike"]]})
    seat = Following(match, 0, phrases("en"))
    panel = FACE.panel(seat)
    assert isinstance(panel.rows[1 if own else 0], Select) is bool(own)
    (hint,) = [one for one in panels.buttons(panel) if one.press == Press("do", Following.hinted[0])]
    assert hint.label.startswith("Hint: ")
    assert hint in panel.rows[0]


async def test_the_next_action_of_a_hint_can_be_played_by_its_button(tmp_path: Path) -> None:
    thinking = Asked()
    async with computing(tmp_path) as made:
        match_id = await opened(made, thinking)
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        await made.press(made.anna, panel, "hint")
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
        question: tuple[Any, ...] = thinking.asked[-1]
        decision, _ = think(*question)
        actions = (decision.action, *decision.plan)
        for action in actions:
            if action[0] not in ("discard", "place", "feature", "move"):
                break
            (one,) = [one for one in controls(panel) if one.press == Press("do", action)]
            panel = (await made.anna.click(panel, custom_id=one.custom_id)).response
            match = await made.bot.matches.load(match_id)
            assert match.replayed[-1].entry.tokens == action
        else:
            pytest.fail("no turn was left to be ended")
        assert not [one for one in controls(panel) if one.press == Press("do", action)], "that is asked about first"
        only_refusals(made)
