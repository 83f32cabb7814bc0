"""The odds of an exchange against all rolls that there are, compared as the engine compares them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.monsters_and_myths import fights
from games.monsters_and_myths.cards import BY_CODE
from games.monsters_and_myths.notation import read_troops

FORCES = {1: "T{a}a3m", 2: "T1i{a}a3m", 3: "T2i{a}a3m"}
"""Forces that roll so many dice with a card of one symbol, with as many archers as wanted."""


def rolled(attack: int, defence: int, advantage: int) -> dict[tuple[int, int], Fraction]:
    """The share of each outcome among all rolls."""
    found: Counter[tuple[int, int]] = Counter()
    for dice in product(range(1, 7), repeat=attack + defence):
        red, black = sorted(dice[:attack], reverse=True), sorted(dice[attack:], reverse=True)
        found[fights.compared(red, black, advantage)] += 1
    return {outcome: Fraction(count, 6 ** (attack + defence)) for outcome, count in found.items()}


@pytest.mark.parametrize("advantage", [-1, 0, 1])
@pytest.mark.parametrize("defence", [1, 2])
@pytest.mark.parametrize("attack", [1, 2, 3])
def test_all_rolls(attack: int, defence: int, advantage: int) -> None:
    force = read_troops(FORCES[attack].format(a=1))
    nation = read_troops(f"G{defence}i3m" if advantage > 0 else f"G{defence}i{1 - advantage}a3m")[4]
    assert fights.advantage(force, nation) == advantage
    found = fights.of_exchange(force, BY_CODE["8"], nation)
    assert found.dice == (attack, defence)
    assert dict(found.chances) == rolled(attack, defence, advantage)
    assert sum(chance for _, chance in found.chances) == 1
    lost = found.expected
    assert lost[0] + lost[1] == (2 if min(attack, defence) > 1 else 1)


def test_three_against_two() -> None:
    """The well-known numbers of three dice against two, where ties are the defender's."""
    found = fights.of_exchange(read_troops("T3i"), BY_CODE["8"], read_troops("G3i")[4])
    assert found.chance(0, 2) == Fraction(2890, 7776)
    assert found.chance(1, 1) == Fraction(2611, 7776)
    assert found.chance(2, 0) == Fraction(2275, 7776)
    assert found.better == Fraction(2890, 7776)


def test_a_side_loses_no_more_than_it_has() -> None:
    found = fights.of_exchange(read_troops("T1m"), BY_CODE["5"], read_troops("G2i")[4])
    assert found.dice == (2, 2)
    assert found.chance(2, 0) == 0
    assert found.chance(1, 0) + found.chance(1, 1) + found.chance(0, 2) == 1
