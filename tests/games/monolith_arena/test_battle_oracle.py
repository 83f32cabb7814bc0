"""Random battles fought twice: by the engine and by the naive battle of tests/oracle (R5 to R9, R13.8, R15.3)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.search import outcomes
from games.monolith_arena.position import dump_position, load_position
from tests.oracle.monolith_arena.battle import resolve
from tests.oracle.monolith_arena.random_positions import random_position

BATCH = 20


def engine(position: dict[str, Any]) -> list[str]:
    ends = outcomes(load_position(position))
    return sorted(json.dumps(dump_position(end), sort_keys=True) for end in ends)


def compare(seeds: range, *, advanced: bool = False) -> None:
    for seed in seeds:
        position = random_position(Random(seed), advanced=advanced)
        assert engine(position) == resolve(position), f"seed {seed}: {json.dumps(position)}"


@pytest.mark.parametrize("first", range(0, 400, BATCH))
def test_both_battles_agree(first: int) -> None:
    compare(range(first, first + BATCH))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 26_000, 250))
def test_both_battles_agree_on_many_more(first: int) -> None:
    compare(range(first, first + 250))


@pytest.mark.parametrize("first", range(0, 240, BATCH))
def test_both_battles_agree_with_monoliths_and_teams(first: int) -> None:
    compare(range(first, first + BATCH), advanced=True)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 26_000, 250))
def test_both_battles_agree_on_many_more_with_monoliths_and_teams(first: int) -> None:
    compare(range(first, first + 250), advanced=True)


def test_the_advanced_positions_hold_what_they_are_for() -> None:
    """Monoliths that fold, that nets hold open and that were folded before; three and four seats; foreign tiles.

    Tiles that only their marker keeps, and such that fall between the tokens and the folding.
    """
    folds = held = closed = foreign = marked = fallen = 0
    seats = set()
    for seed in range(300):
        position = random_position(Random(seed), advanced=True)
        seats.add(len(position["seats"]))
        after = load_position(position)
        for key, monolith in position["monoliths"].items():
            closed += "inside" in monolith
            for hex_ in monolith.get("segments", ())[1:]:
                tile = position["board"].get(hex_)
                foreign += tile is not None and tile["seat"] != int(key)
        standing = after.standing()
        marked += any(p and p.entrenched and p.wounds >= standing.hit_points(h, p) for h, p in enumerate(after.board))
        phases.begin(after, "order")
        after.cause = None
        kinds = [type(event) for event in phases.end(after)]
        fallen += ev.Folded in kinds and ev.ToughnessLost in kinds[: kinds.index(ev.Folded)]
        unfolded = {key for key, monolith in position["monoliths"].items() if "segments" in monolith}
        still = {str(s) for s, m in enumerate(after.monoliths) if m is not None and m.segments is not None}
        held += len(still)
        folds += len(unfolded - still)
    assert seats == {2, 3, 4}
    assert min(folds, closed, foreign) > 100
    assert min(held, marked) > 20
    assert fallen > 5
