"""The position notation: round trips, the canonical form, and what is refused."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from games.api import BadNotation
from games.monolith_arena.game import GAME
from games.monolith_arena.position import dump_position, load_position
from tests.games.monolith_arena.helpers import situation, text
from tests.oracle.monolith_arena.random_positions import random_position

SEATS = [
    {"faction": "dragon_empire", "team": 0},
    {"faction": "guardians_of_the_realm", "team": 1},
    {"faction": "lords_of_the_abyss", "team": 1},
]
POSITION: dict[str, Any] = {
    "game": "monolith_arena",
    "seats": SEATS,
    "hit_points": [20, 17],
    "board": {
        "A1": {"seat": 0, "tile": "banner"},
        "A2": {"seat": 0, "tile": "knight", "facing": 2, "wounds": 1},
        "C3": {"seat": 1, "tile": "banner"},
        "E3": {"seat": 2, "tile": "banner", "netted": True},
    },
    "monoliths": {
        "0": {"segments": ["A1", "A2", "B1"]},
        "1": {"inside": [None, {"seat": 0, "tile": "pikeman", "poison": 1}]},
        "2": {"inside": [{"seat": 2, "tile": "spike", "entrenched": True}, {"seat": 2, "tile": "horror"}]},
    },
}


def form(position: dict[str, Any]) -> str:
    return json.dumps(dump_position(load_position(position)), sort_keys=True)


def test_the_canonical_form_comes_back_as_it_is() -> None:
    assert form(POSITION) == json.dumps(POSITION, sort_keys=True)


def test_what_means_the_same_has_one_form() -> None:
    """Segments after the first and what lies inside have no order; defaults are left out."""
    other = copy.deepcopy(POSITION)
    other["monoliths"]["0"]["segments"] = ["A1", "B1", "A2"]
    for seat in ("1", "2"):
        other["monoliths"][seat]["inside"].reverse()
    other["monoliths"]["2"]["inside"][0] |= {"wounds": 0, "poison": 0, "entrenched": False}
    other["board"]["A1"] |= {"facing": 0, "netted": False}
    assert other != POSITION
    assert form(other) == form(POSITION)


@pytest.mark.parametrize("seed", range(60))
def test_random_positions_come_back(seed: int) -> None:
    position = random_position(Random(seed), advanced=True)
    once = dump_position(load_position(position))
    assert set(once.get("monoliths", {})) == set(position["monoliths"])
    assert form(once) == json.dumps(once, sort_keys=True)
    text_ = json.dumps(once, sort_keys=True)
    assert json.dumps(dump_position(load_position(json.loads(text_))), sort_keys=True) == text_


WRONG: list[tuple[list[Any], Any, str]] = [
    (["monoliths"], [], "monoliths: an object is needed"),
    (["monoliths", "3"], {"inside": [None, None]}, "monoliths.3: there is no such seat"),
    (["monoliths", "x"], {"inside": [None, None]}, "monoliths.x: there is no such seat"),
    (["monoliths", "0"], 5, "monoliths.0: an object is needed"),
    (["monoliths", "0"], {}, "either segments or inside"),
    (["monoliths", "0"], {"segments": ["A1", "A2", "B1"], "inside": [None, None]}, "either segments or inside"),
    (["monoliths", "0", "segments"], "A1", "an array is needed"),
    (["monoliths", "0", "segments"], ["A1", "A2"], "three different hexes"),
    (["monoliths", "0", "segments"], ["A1", "A2", "A2"], "three different hexes"),
    (["monoliths", "0", "segments"], ["A1", "A2", "F9"], "there is no hex 'F9'"),
    (["monoliths", "0", "segments"], ["A2", "A1", "B1"], "the banner of seat 0 is not on A2"),
    (["monoliths", "0", "segments"], ["B1", "A2", "B2"], "the banner of seat 0 is not on B1"),
    (["monoliths", "0", "segments"], ["C3", "C4", "B3"], "the banner of seat 0 is not on C3"),
    (["monoliths", "0", "segments"], ["A1", "A2", "E1"], "has to touch"),
    (["monoliths", "0", "segments"], ["A1", "C1", "D1"], "has to touch"),
    (["monoliths", "0", "segments"], ["A1", "B2", "C3"], "another monolith on C3"),
    (["monoliths", "1"], {"segments": ["C3", "B2", "A2"]}, "another monolith on A2"),
    (["monoliths", "1", "inside"], None, "an array is needed"),
    (["monoliths", "1", "inside"], [None], "two entries"),
    (["monoliths", "1", "inside"], [None, None, None], "two entries"),
    (["monoliths", "1", "inside", 0], "golem", "inside[0]: an object is needed"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "golem", "facing": 1}, "unknown keys facing"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "golem", "netted": True}, "unknown keys netted"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "banner"}, "banners are always on top"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "battle"}, "no board tile 'battle'"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "knight"}, "no board tile 'knight'"),
    (["monoliths", "1", "inside", 0], {"seat": 3, "tile": "golem"}, "inside[0].seat"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "golem", "wounds": -1}, "inside[0].wounds"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "golem", "poison": "1"}, "inside[0].poison"),
    (["monoliths", "1", "inside", 0], {"seat": 1, "tile": "golem", "entrenched": 1}, "inside[0].entrenched"),
    (["board", "E1"], {"seat": 0, "tile": "banner"}, "more than one banner"),
    (["hit_points"], [20, 20, 20], "one number for each of the two teams"),
    (["seats", 1, "team"], 2, "seats[1].team"),
    (["seats", 0, "team"], 1, "two teams"),
]


@pytest.mark.parametrize(("path", "value", "why"), WRONG)
def test_wrong_forms_are_refused_with_the_place_and_the_reason(path: list[Any], value: Any, why: str) -> None:
    position = copy.deepcopy(POSITION)
    inner: Any = position
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(BadNotation) as refusal:
        load_position(position)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_saved_match_keeps_its_monoliths_and_what_is_known_of_them() -> None:
    start = {
        "board": {"A1": {"seat": 0, "tile": "banner"}, "E3": {"seat": 1, "tile": "banner"}},
        "monoliths": {
            "0": {"inside": [{"seat": 0, "tile": "knight"}, {"seat": 1, "tile": "horror", "poison": 1}]},
            "1": {"segments": ["E3", "E2", "D4"]},
        },
        "known": [0],
    }
    state = situation(start)
    assert text(GAME.load(GAME.dump(state))) == text(state)
    assert GAME.dump(state)["known"] == [0, 1]  # everybody has seen an unfolded one
    state = situation(start | {"known": []})
    assert GAME.dump(state)["known"] == [1]
    assert GAME.view(state, 1).monoliths[0].inside is None
