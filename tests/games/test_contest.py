"""Contests of computer players, on the toy game."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games import contest
from games.api import Action, BadNotation, Decision
from tests.toy import TOY as GAME


def first(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
    return Decision(legal[0], nodes=3)


def cheat(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
    return Decision(("fly",))


def chosen(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    contest.tool(parser.add_subparsers(), GAME, ("first",))
    return parser.parse_args(["play", *arguments])


def test_both_sides_are_counted_on_the_same_deals() -> None:
    out = io.StringIO()
    assert contest.run(GAME, chosen("--a", "first", "--b", "first", "--games", "4"), first, ("first",), out) == 0
    one, _, other, _ = out.getvalue().splitlines()
    # whoever wins a deal wins it from the other side too
    assert one.split()[1:] == other.split()[1:]
    assert "50.0 %" in one


def test_unknown_levels_and_illegal_decisions_are_refused() -> None:
    with pytest.raises(BadNotation):
        contest.run(GAME, chosen("--a", "first", "--b", "nobody"), first, ("first",), io.StringIO())
    with pytest.raises(contest.IllegalDecision):
        contest.run(GAME, chosen("--a", "first", "--b", "random"), cheat, ("first",), io.StringIO())


def test_wilsons_interval_lies_around_the_score() -> None:
    tally = contest.Tally(won=80, drawn=10, lost=10)
    low, high = tally.interval()
    assert tally.score == 0.85
    assert 0.76 < low < 0.85 < high < 0.92
