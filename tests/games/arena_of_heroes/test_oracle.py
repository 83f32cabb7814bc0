"""Random matches and tables asked twice: the engine's referee and the naive one of tests/oracle (A4 to A15)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.oracle.arena_of_heroes.compare import differences


def compare(seeds: range, *, tables: bool = False) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        for question, engine, naive in differences(seed, seen, tables=tables):
            pytest.fail(
                f"seed {seed}: {json.dumps(question)}\nengine: {json.dumps(engine)}\nnaive: {json.dumps(naive)}"
            )
    return seen


def test_both_referees_agree_in_matches() -> None:
    seen = compare(range(3))
    assert seen["answer: next"] > 200
    assert seen["answer: refused"] > 500
    assert seen["answer: view"] > 100


def test_both_referees_agree_on_tables() -> None:
    seen = compare(range(30), tables=True)
    assert seen["answer: next"] > 200
    assert seen["answer: refused"] > 500


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 1_800, 50))
def test_both_referees_agree_in_many_more_matches(first: int) -> None:
    compare(range(first, first + 50))


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 6_000, 250))
def test_both_referees_agree_on_many_more_tables(first: int) -> None:
    compare(range(first, first + 250), tables=True)


@pytest.mark.long
def test_the_tables_hold_what_they_are_for() -> None:
    """Every card, every bonus, several triggers at once."""
    seen = compare(range(1_500), tables=True)
    cards = [f"B{n:02}" for n in range(1, 18)] + [f"X{n:02}" for n in range(1, 24)]
    assert all(seen[f"event: arena {card}"] > 3 for card in cards)
    bonuses = ("B07", "B08", "X10", "X13", "X15", "X20", "frenzy", "hunt")
    assert all(seen[f"event: bonus {source}"] > 3 for source in bonuses)
    assert seen["asked: seat seat"] > 3
    assert (
        min(seen[f"event: {word}"] for word in ("eruption", "shielded", "veiled", "limit", "reopened", "collapse")) > 3
    )
