"""Exact odds: everything that chance may do to an action, found by carrying it out with each way the dice may fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TypeVar

from games.draws import Draws

T = TypeVar("T")


class Unknown(Exception):
    """One more die is rolled than it is known how they fall."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Falls(Draws):
    """Draws of which it is known how they fall, from some place of the stream on."""

    def __init__(self, first: int, faces: Sequence[int]) -> None:
        """Take the place of the first of them, and what is drawn there and behind it, from 0."""
        super().__init__(b"")
        self._first, self._faces = first, faces

    def below(self, cursor: int, n: int) -> tuple[int, int]:
        """Return the next number. Raises `Unknown` behind the last one."""
        place = cursor - self._first
        if place >= len(self._faces):
            raise Unknown(n)
        return self._faces[place], cursor + 1


def every(first: int, carry_out: Callable[[Draws], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield what an action may come to, each with its chance; it draws from the place `first` of the stream on."""
    open_: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while open_:
        chance, faces = open_.pop()
        try:
            found = carry_out(Falls(first, faces))
        except Unknown as more:
            open_ += [(chance / more.sides, (*faces, face)) for face in reversed(range(more.sides))]
            continue
        yield chance, found


def throws(sides: int, *dice: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Yield how some groups of dice may fall, each with its chance, numbers from 0.

    Within a group it makes no difference which die shows what, so that each set of numbers comes once.
    """
    for groups in product(*(combinations_with_replacement(range(sides), number) for number in dice)):
        ways = prod(_orders(group) for group in groups)
        yield Fraction(ways, sides ** sum(dice)), tuple(face for group in groups for face in group)


def _orders(group: Sequence[int]) -> int:
    """Return in how many orders a group of dice may show these numbers."""
    return factorial(len(group)) // prod(factorial(group.count(face)) for face in set(group))
