"""Reasons that are counted once the next player has answered, or else in how many worlds a turn comes out better."""

from __future__ import annotations

from typing import Any

import pytest

from games.messages import Message
from games.monolith_arena.player import counts
from games.monolith_arena.player.core import Packed, Readable
from games.monolith_arena.player.levels import PLAIN
from games.monolith_arena.player.turns import Search
from tests.games.monolith_arena.helpers import situation
from tests.games.monolith_arena.test_reasons import BANNERS, line


@pytest.mark.parametrize("core", [Packed(), Readable()])
def test_hit_points_after_the_answer_are_told_of_both_turns(core: Any) -> None:
    state = situation({"board": BANNERS, "reserves": [["swordsman", "move"], ["spike"]]})
    search, start = Search(core, PLAIN, 2_000), core.start(state)
    hits = line(core, start, ("place", "swordsman", "D3", "NE"))
    beside = line(core, start, ("place", "swordsman", "B1", "N"))
    said = counts.of_worlds(search, start, (beside, hits), [state] * 3)
    assert said is not None
    left = {which: core.after_battle(one.position).points[1] for which, one in (("played", beside), ("better", hits))}
    assert said == Message(counts.DRAINS.template, **{which: float(points) for which, points in left.items()})
    assert counts.of_worlds(search, start, (hits, hits), [state] * 3) is None


def test_before_the_last_battle_it_is_told_what_that_leaves() -> None:
    core = Packed()
    state = situation({"board": BANNERS, "reserves": [["swordsman", "move"], ["spike"]], "last_turns": []})
    search, start = Search(core, PLAIN, 2_000), core.start(state)
    hits = line(core, start, ("place", "swordsman", "D3", "NE"))
    beside = line(core, start, ("place", "swordsman", "B1", "N"))
    said = counts.of_worlds(search, start, (beside, hits), [state] * 3)
    assert said is not None
    assert said.template == counts.DRAINS_LAST.template


def test_else_it_is_told_how_often_the_better_turn_came_out_better() -> None:
    said = counts.of_values([10, 20, 30], [20, 30, 10])
    assert said == Message(counts.AHEAD.template, count=3, better=2, worse=1)
    assert counts.of_values([10, 20, 30], [90, 10, 10]).template == counts.BY_MORE.template
