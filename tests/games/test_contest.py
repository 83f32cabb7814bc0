"""Contests of computer players, on the toy game."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games import contest
from games.api import Action, BadNotation, Decision, formation
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
    assert (
        contest.run(
            GAME, chosen("--a", "first", "--b", "first", "--games", "4", "--formation", "1v1"), first, ("first",), out
        )
        == 0
    )
    one, _, other, _ = out.getvalue().splitlines()
    # whoever wins a deal wins it from the other side too
    assert one.split()[1:] == other.split()[1:]
    assert "50.0%" in one


def last(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Pick the highest cards: alone with them it wins."""
    return Decision(legal[-1])


def test_of_three_teams_one_is_of_the_one_side_in_its_turn() -> None:
    seats: list[tuple[int, str]] = []

    def noted(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
        if legal[0][0] == "pick":
            seats.append((next(seat for seat, picked in enumerate(view.picked) if not picked), level))
        return first(view, legal, random, level)

    way = formation(GAME, "1v1v1")
    contest.contest(GAME, contest.Player(noted, "one"), contest.Player(noted, "other"), way, {"rounds": 1}, 3, 1)
    assert [seat for seat, level in seats if level == "one"] == [0, 1, 2]
    assert len(seats) == 9


def test_whoever_is_alone_on_a_side_wins_and_loses_whole_games() -> None:
    way = formation(GAME, "1v1v1")
    one, other = contest.contest(
        GAME, contest.Player(last, "last"), contest.Player(first, "first"), way, {"rounds": 1}, 30, 1
    )
    assert one.games == other.games == 30
    assert (one.won, one.drawn, one.lost) == (other.lost, other.drawn, other.won)
    assert one.won > 20


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
