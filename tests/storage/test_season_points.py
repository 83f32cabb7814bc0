"""What a match is worth in a season: by places, in duels, teams and each alone, and less against the same opponent."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from storage import Played
from storage.season_points import FULL, MOST, points


def match(teams: tuple[int, ...], places: tuple[int, ...]) -> list[Played]:
    """Seats of these teams with their places."""
    return [Played(n, n + 1, team, place, "won") for n, (team, place) in enumerate(zip(teams, places, strict=True))]


def worth(teams: tuple[int, ...], places: tuple[int, ...], met: int = 0) -> list[int]:
    """The points of each seat, where all opponents have met so often before."""
    seats = match(teams, places)
    opponents = [[other for other in seats if other.team != mine.team] for mine in seats]
    return [points(mine, theirs, [met] * len(theirs)) for mine, theirs in zip(seats, opponents, strict=True)]


@pytest.mark.parametrize(
    ("teams", "places", "expected"),
    [
        ((0, 1), (0, 1), [12, 0]),
        ((0, 1), (0, 0), [6, 6]),
        ((0, 0, 1, 1), (0, 0, 1, 1), [12, 12, 0, 0]),
        ((0, 1, 2), (0, 1, 2), [12, 6, 0]),
        ((0, 1, 2), (0, 1, 1), [12, 3, 3]),
        ((0, 1, 2, 3), (2, 0, 3, 1), [4, 12, 0, 8]),
        ((0, 1, 2, 3), (0, 0, 0, 0), [6, 6, 6, 6]),
    ],
)
def test_points_by_places(teams: tuple[int, ...], places: tuple[int, ...], expected: list[int]) -> None:
    assert worth(teams, places) == expected


def test_every_kind_of_match_is_worth_the_same_on_average() -> None:
    for teams in ((0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 0, 1, 1), (0, 0, 1, 1, 2, 2)):
        sides = sorted(set(teams))
        for order in itertools.permutations(sides):
            got = worth(teams, tuple(order.index(team) for team in teams))
            assert Fraction(sum(got), len(got)) == Fraction(MOST, 2)


def test_the_same_opponent_is_worth_less_and_less_and_in_the_end_nothing() -> None:
    duels = [worth((0, 1), (0, 1), met)[0] for met in range(30)]
    assert duels[: FULL + 4] == [12, 12, 12, 6, 3, 1, 0]
    assert sum(duels) < 4 * MOST
    assert worth((0, 1), (1, 0), 99) == [0, 0]


def test_another_opponent_counts_in_full_beside_one_who_was_met_often() -> None:
    mine, first, second = match((0, 1, 2), (0, 1, 1))
    assert points(mine, [first, second], [FULL, 0]) == 9
    assert points(mine, [first, second], [99, 0]) == 6
