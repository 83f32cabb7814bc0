"""The engine beside a naive second referee (tests/oracle/monsters_and_myths): every answer is the same."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.monsters_and_myths.referee.solve import answer as engine
from tests.oracle.monsters_and_myths import referee
from tests.oracle.monsters_and_myths.walks import siege, whole_game

Met = Counter[str]


def asking(met: Met) -> Any:
    """Asks both, and counts what they say."""

    def ask(asked: dict[str, Any]) -> dict[str, Any]:
        found = engine(asked)
        assert found == referee.answer(asked), json.dumps(asked)
        met["questions"] += 1
        met.update(words[1] for words in found.get("events", ()))
        met[f"refused {found.get('refused', 'nothing')}"] += 1
        return found

    return ask


def compare(seeds: range) -> Met:
    met: Met = Counter()
    for seed in seeds:
        rng = Random(seed)
        (whole_game if seed % 8 == 0 else siege)(rng, asking(met))
    return met


def test_both_referees_agree() -> None:
    met = compare(range(64))
    for word in ("flip", "fire", "stop", "clear", "shuffle", "largest", "wizard", "muster", "refused M5.12"):
        assert met[word], (word, met)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 21_000, 500))
def test_both_referees_agree_on_many_more(first: int) -> None:
    compare(range(first, first + 500))
