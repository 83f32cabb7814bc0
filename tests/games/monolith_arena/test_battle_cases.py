"""The case book of battles: tests/cases/monolith_arena/battle_*.toml, rules R5 to R9, and R13 and R15 in battles.

A case holds a position and all positions that may come out of a battle in it. Both battles have to agree with it: the
engine's and the naive one of tests/oracle/monolith_arena.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.monolith_arena.battle.search import outcomes
from games.monolith_arena.position import dump_position, load_position
from tests.games.monolith_arena.helpers import with_nulls
from tests.oracle.monolith_arena.battle import resolve

FOLDER = Path(__file__).parents[2] / "cases" / "monolith_arena"
CASES = [
    with_nulls(case)
    for path in sorted(FOLDER.glob("battle_*.toml"))
    for case in tomllib.loads(path.read_text("utf-8"))["case"]
]


def canonical(position: dict[str, Any]) -> str:
    return json.dumps(dump_position(load_position(position)), sort_keys=True)


def expected(case: dict[str, Any]) -> list[str]:
    return sorted(canonical({"seats": case["position"]["seats"], **outcome}) for outcome in case["outcomes"])


def label(case: dict[str, Any]) -> str:
    return f"{case['id']} {'+'.join(case['rules'])}"


@pytest.mark.parametrize("case", CASES, ids=label)
def test_engine(case: dict[str, Any]) -> None:
    ends = outcomes(load_position(case["position"]))
    assert sorted(json.dumps(dump_position(end), sort_keys=True) for end in ends) == expected(case)


@pytest.mark.parametrize("case", CASES, ids=label)
def test_oracle(case: dict[str, Any]) -> None:
    assert resolve(case["position"]) == expected(case)


def test_the_book_is_in_order() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) >= 210
    for case in CASES:
        assert case["id"].startswith(f"B{case['rules'][0][1:]}-")
        assert set(case) <= {"id", "rules", "title", "example", "position", "outcomes"}
        assert len(set(expected(case))) == len(case["outcomes"]) > 0


def test_every_rule_of_battle_has_a_case() -> None:
    covered = {rule for case in CASES for rule in case["rules"]}
    wanted = {f"R5.{n}" for n in (3, 4, 5, 6, "6a", 7, 8, 9)}
    wanted |= {f"R6.{n}" for n in range(1, 7)} | {f"R7.{n}" for n in range(1, 17)}
    wanted |= {f"R8.{n}" for n in range(1, 6)} | {f"R9.{n}" for n in (1, 2, 4, 5)}
    wanted |= {"R13.2", "R13.6", "R13.8", "R13.9", "R15.3", "R15.6", "R15.7"}
    assert covered >= wanted
