"""Exact odds: every way dice may fall, once, with chances that make one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from games.draws import Draws
from games.odds import Falls, Unknown, every, throws


def _two_dice(draws: Draws) -> tuple[int, ...]:
    one, cursor = draws.below(7, 6)
    if one == 5:
        return (one,)
    other, _ = draws.below(cursor, 4)
    return one, other


def test_dice_are_only_rolled_where_they_are_asked_for() -> None:
    found = {faces: chance for chance, faces in every(7, _two_dice)}
    assert sum(found.values()) == 1
    assert found[5,] == Fraction(1, 6)
    assert found[0, 3] == Fraction(1, 24)
    assert len(found) == 5 * 4 + 1


def test_throws_are_all_orders_taken_together() -> None:
    found = {faces: chance for chance, faces in throws(6, 3, 2)}
    assert sum(found.values()) == 1
    for faces in product(range(6), repeat=2):
        orders = {(0, 0, 1, *pair) for pair in (faces, faces[::-1])}
        assert sum(found.get(one, Fraction(0)) for one in orders) == Fraction(3 * len(set(orders)), 6**5)


def test_falls_end_where_nothing_is_known() -> None:
    falls = Falls(10, (2,))
    assert falls.below(10, 6) == (2, 11)
    with pytest.raises(Unknown):
        falls.below(11, 6)
