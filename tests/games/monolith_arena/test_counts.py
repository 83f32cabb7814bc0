"""Reasons that are counted once the next player has answered, or else in how many worlds a turn comes out better."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.texts.names import told
from bot.texts.phrases import phrases
from games.messages import Message, Player, Several
from games.monolith_arena.player import counts
from games.monolith_arena.player.core import Packed, Readable
from games.monolith_arena.player.levels import PLAIN
from games.monolith_arena.player.turns import Search
from games.reviews import FORM, Judged, Review, Turn
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
    assert said.template == counts.ON_AVERAGE.template
    left = [core.after_battle(one.position).points[1] for one in (hits, beside)]
    assert [said.arguments[of] for of in "bd"] == [float(points) for points in left]
    assert (said.arguments["side"], said.arguments["enemy"]) == (Player(0), Player(1))
    assert counts.of_worlds(search, start, (hits, hits), [state] * 3) is None


def test_before_the_last_battle_it_is_told_what_that_leaves() -> None:
    core = Packed()
    state = situation({"board": BANNERS, "reserves": [["swordsman", "move"], ["spike"]], "last_turns": []})
    search, start = Search(core, PLAIN, 2_000), core.start(state)
    hits = line(core, start, ("place", "swordsman", "D3", "NE"))
    beside = line(core, start, ("place", "swordsman", "B1", "N"))
    said = counts.of_worlds(search, start, (beside, hits), [state] * 3)
    assert said is not None
    assert said.template == counts.AT_LAST.template


def test_no_battle_is_counted_in_which_somebody_has_to_choose() -> None:
    core = Readable()
    board = BANNERS | {
        "C3": {"seat": 0, "tile": "knight", "facing": 0},
        "C2": {"seat": 1, "tile": "axeman", "facing": 2},
        "D1": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
        "C1": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
    }
    start = core.start(
        situation(
            {
                "factions": ["dragon_empire", "guardians_of_the_realm"],
                "board": board,
                "reserves": [["battle_charge"], ["veteran"]],
            }
        )
    )
    fights, waits = line(core, start, ("battle",)), line(core, start)
    assert counts.of_board(core, start, fights, waits) is counts.of_board(core, start, waits, fights) is None


def test_reasons_are_stored_with_their_players() -> None:
    said = Message("{side} against {enemy}: {count}", side=Several([Player(0), Player(2)]), enemy=Player(1), count=3)
    kept = FORM.load(json.loads(json.dumps(FORM.dump(Review(1, 1, (Turn(0, 1, 1, Judged(1, 2, why=said)),))))))
    assert kept.turns[0].judged is not None
    assert kept.turns[0].judged.why == said
    names = {0: "Anna", 1: "Max", 2: "Tina"}
    assert told(phrases("en"), said, names) == "Anna and Tina against Max: 3"


def test_else_it_is_told_how_often_the_better_turn_came_out_better() -> None:
    said = counts.of_values([10, 20, 30], [20, 30, 10])
    assert said == Message(counts.AHEAD.template, count=3, better=2, worse=1)
    assert counts.of_values([10, 20, 30], [90, 10, 10]).template == counts.BY_MORE.template
