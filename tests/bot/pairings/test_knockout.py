"""Brackets of every size, played to their end by all kinds of people."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.pairings import knockout
from bot.pairings.knockout import Bracket, champion, double, places, progress, ready, seeding, single


def test_the_strongest_meet_as_late_as_possible() -> None:
    assert seeding(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    for size in (2, 4, 8, 16, 32, 64):
        order = seeding(size)
        assert sorted(order) == list(range(1, size + 1))
        assert all(sum(pair) == size + 1 for pair in zip(order[::2], order[1::2], strict=True))


def play(
    bracket: Bracket, rng: random.Random | None, leaving: float = 0.0
) -> tuple[dict[int, int | None], Counter[int]]:
    """The winners of a whole bracket, and who lost how often; without a `rng` the better seed always wins."""
    won: dict[int, int | None] = {}
    lost: Counter[int] = Counter()
    left: set[int] = set()
    while nodes := ready(bracket, won):
        number, one, other = nodes[0] if rng is None else rng.choice(nodes)
        if rng is not None:
            left |= {side for side in (one, other) if rng.random() < leaving}
        there = [side for side in (one, other) if side not in left]
        winner = (min(there) if rng is None else rng.choice(there)) if there else None
        won[number] = winner
        lost.update({one, other} - {winner})
    return won, lost


@pytest.mark.parametrize("entrants", range(2, 65))
def test_single_elimination(entrants: int) -> None:
    for seed in range(3):
        bracket = single(entrants)
        won, lost = play(bracket, random.Random(seed))
        assert len(won) == entrants - 1
        winner = champion(bracket, won)
        assert lost == Counter(one for one in range(1, entrants + 1) if one != winner)
    won, _ = play(single(entrants), None)
    found = places(single(entrants), won)
    assert (found[1], found[2]) == (1, 2)
    assert sorted(found) == list(range(1, entrants + 1))
    if entrants >= 4:
        assert sorted(found.values())[:4] == [1, 2, 3, 3]
        assert found[3] == found[4] == 3
    byes = {
        one for n, each in enumerate(progress(single(entrants), won)) if n not in won for one in (each.one, each.other)
    }
    full = 1 << (entrants - 1).bit_length()
    assert byes - {None} == set(range(1, full - entrants + 1)), "the strongest have the byes"


@pytest.mark.parametrize("entrants", range(2, 65))
def test_double_elimination(entrants: int) -> None:
    for seed in range(3):
        bracket = double(entrants)
        won, lost = play(bracket, random.Random(seed))
        winner = champion(bracket, won)
        assert winner is not None
        assert lost[winner] <= 1
        assert all(lost[one] == 2 for one in range(1, entrants + 1) if one != winner)
        assert len(won) == 2 * (entrants - 1) + lost[winner]
    won, lost = play(double(entrants), None)
    found = places(double(entrants), won)
    assert [found[one] for one in range(1, min(entrants, 4) + 1)] == list(range(1, min(entrants, 4) + 1))
    assert lost[1] == 0
    assert sorted(found) == list(range(1, entrants + 1))


@pytest.mark.parametrize("bracket", [single(13), double(13), double(6)])
def test_people_who_leave_hold_nobody_up(bracket: Bracket) -> None:
    ends = set()
    for seed in range(60):
        won, _ = play(bracket, random.Random(seed), leaving=0.4)
        assert all(knockout.OPEN not in (one.one, one.other, one.winner) for one in progress(bracket, won))
        nobody = champion(bracket, won) is None
        ends.add(nobody)
        found = sorted(places(bracket, won).values())
        assert found[0] == 1 + nobody, "where nobody is left the first place stays empty"
        assert found[-1] <= len(found) + nobody
    assert ends == {True, False}, "sometimes nobody is left"


def test_the_second_final_is_for_who_came_from_below() -> None:
    bracket = double(2)
    assert ready(bracket, {}) == ((0, 1, 2),)
    assert ready(bracket, {0: 1}) == ((1, 1, 2),)
    assert champion(bracket, {0: 1, 1: 1}) == 1
    assert ready(bracket, {0: 1, 1: 2}) == ((2, 2, 1),)
    assert champion(bracket, {0: 1, 1: 2}) is None
    assert champion(bracket, {0: 1, 1: 2, 2: 2}) == 2


def test_those_who_fell_meet_again_as_late_as_possible() -> None:
    bracket = double(8)
    won, _ = play(bracket, None)
    nodes = progress(bracket, won)
    met = Counter(frozenset((one.one, one.other)) for n, one in enumerate(nodes) if n in won)
    twice = [pair for pair, times in met.items() if times > 1]
    last_two = {n for n, node in enumerate(bracket) if node.wing == "final"} | {len(bracket) - 3}
    assert all(any(frozenset((nodes[n].one, nodes[n].other)) == pair for n in last_two) for pair in twice)


def test_places_while_it_is_played() -> None:
    bracket = single(4)
    assert places(bracket, {}) == {}
    assert places(bracket, {0: 1}) == {4: 4}
    assert places(bracket, {0: 1, 1: 2}) == {3: 3, 4: 3}


def test_a_bracket_needs_two() -> None:
    with pytest.raises(ValueError, match="1"):
        single(1)
