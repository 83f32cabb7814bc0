"""Berger tables, and the standings with their tie-breaks."""

from __future__ import annotations

import pytest

from bot.pairings.robin import berger, counted
from bot.pairings.rounds import DRAW, LOSS, WIN, Pairing, bye
from bot.pairings.standings import ROBIN, SWISS, table


def pairs(entrants: int) -> list[list[tuple[int, int | None]]]:
    return [[(one.one, one.other) for one in each] for each in berger(entrants)]


def test_the_printed_tables() -> None:
    assert pairs(4) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    assert pairs(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]
    assert pairs(3) == [[(2, 3), (1, None)], [(1, 2), (3, None)], [(3, 1), (2, None)]]
    assert pairs(1) == []


@pytest.mark.parametrize("entrants", range(2, 65))
def test_everybody_meets_everybody_once(entrants: int) -> None:
    rounds = berger(entrants)
    assert len(rounds) == entrants - 1 + entrants % 2
    met = {frozenset((one.one, one.other)) for each in rounds for one in each}
    assert len(met) == sum(len(each) for each in rounds) == entrants * (entrants - 1) // 2 + entrants % 2 * entrants
    for each in rounds:
        there = sorted(side for one in each for side in (one.one, one.other) if side is not None)
        assert there == list(range(1, entrants + 1))
    first = [sum(one.one == entrant and one.other is not None for each in rounds for one in each) for entrant in there]
    assert max(first) - min(first) <= 1, "the first seat goes round"


def test_who_leaves_early_counts_for_nobody() -> None:
    rounds = [
        [Pairing(1, 4, (WIN, LOSS)), Pairing(2, 3, (WIN, LOSS))],
        [Pairing(4, 3, (LOSS, WIN), forfeited=True), Pairing(1, 2, (WIN, LOSS))],
        [Pairing(2, 4, (WIN, LOSS), forfeited=True), Pairing(3, 1, (LOSS, WIN))],
    ]
    assert [len(each) for each in counted(rounds, frozenset({4}))] == [1, 1, 1]
    assert counted(rounds, frozenset()) == tuple(map(tuple, rounds))
    rounds[1][0] = Pairing(4, 3, (WIN, LOSS))
    assert [len(each) for each in counted(rounds, frozenset({4}))] == [2, 2, 2], "half of them were played"


@pytest.mark.parametrize("so_far", range(1, 8))
def test_half_of_all_meetings_is_meant_and_not_of_those_so_far(so_far: int) -> None:
    """Of seven, 2 plays the first round and then leaves: those points do not come and go with the rounds."""
    rounds = [
        [
            one
            if one.other is None
            else Pairing(one.one, one.other, (WIN, LOSS), number > 0 and 2 in (one.one, one.other))
            for one in each
        ]
        for number, each in enumerate(berger(7)[:so_far])
    ]
    assert not [one for each in counted(rounds, frozenset({2})) for one in each if 2 in (one.one, one.other)]


def test_points_then_buchholz() -> None:
    rounds = [
        [Pairing(1, 3, (WIN, LOSS)), Pairing(2, 4, (WIN, LOSS))],
        [Pairing(1, 2, (WIN, LOSS)), Pairing(4, 3, (WIN, LOSS))],
    ]
    lines = table([1, 2, 3, 4], rounds)
    assert [(one.entrant, one.place, one.points) for one in lines] == [(1, 1, 4), (2, 2, 2), (4, 3, 2), (3, 4, 0)]
    second, third = lines[1], lines[2]
    assert second.values[SWISS.index("buchholz")] == 4 + 2, "2 has met 1 and 4"
    assert third.values[SWISS.index("buchholz")] == 2 + 0
    assert second.values[SWISS.index("cut")] == 4
    assert second.values[SWISS.index("sonneborn")] == WIN * 2, "4 was beaten, and has two halves"
    assert second.values[SWISS.index("wins")] == 1


def test_a_round_not_played_counts_as_met_an_equal() -> None:
    rounds = [[Pairing(1, 2, (WIN, LOSS)), bye(3)], [Pairing(3, 1, (LOSS, WIN)), bye(2)]]
    line = next(one for one in table([1, 2, 3], rounds) if one.entrant == 2)
    assert line.values[0] == 4 + 2, "4 of the opponent, and 2 as the own ones for the bye"


def test_direct_encounter_among_those_who_all_met() -> None:
    rounds = [
        [Pairing(1, 4, (LOSS, WIN)), Pairing(2, 3, (WIN, LOSS))],
        [Pairing(4, 3, (LOSS, WIN)), Pairing(1, 2, (WIN, LOSS))],
        [Pairing(2, 4, (WIN, LOSS)), Pairing(3, 1, (LOSS, WIN))],
    ]
    lines = table([1, 2, 3, 4], rounds, ROBIN)
    assert [(one.entrant, one.points, one.values[0]) for one in lines] == [(1, 4, 2), (2, 4, 0), (3, 2, 2), (4, 2, 0)]


def test_direct_encounter_says_nothing_where_some_did_not_meet() -> None:
    lines = table([1, 2, 3, 4], [[Pairing(1, 2, (DRAW, DRAW)), Pairing(3, 4, (DRAW, DRAW))]], ("direct",))
    assert [(one.place, one.values) for one in lines] == [(1, (0,))] * 4


def test_those_whom_nothing_tells_apart_share_a_place() -> None:
    lines = table([1, 2, 3, 4], [[Pairing(1, 3, (WIN, LOSS)), Pairing(2, 4, (WIN, LOSS))]])
    assert [(one.entrant, one.place) for one in lines] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert [one.place for one in table([1, 2], [])] == [1, 1]
