"""Random battles fought twice: by the engine and by the naive battle of tests/oracle (R5 to R9)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.monolith_arena.battle.search import outcomes
from games.monolith_arena.position import dump_position, load_position
from tests.oracle.battle import resolve
from tests.oracle.random_positions import random_position

BATCH = 20


def engine(position: dict[str, Any]) -> list[str]:
    ends = outcomes(load_position(position))
    return sorted(json.dumps(dump_position(end), sort_keys=True) for end in ends)


def compare(seeds: range) -> None:
    for seed in seeds:
        position = random_position(Random(seed))
        assert engine(position) == resolve(position), f"seed {seed}: {json.dumps(position)}"


@pytest.mark.parametrize("first", range(0, 400, BATCH))
def test_both_battles_agree(first: int) -> None:
    compare(range(first, first + BATCH))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 26_000, 250))
def test_both_battles_agree_on_many_more(first: int) -> None:
    compare(range(first, first + 250))
