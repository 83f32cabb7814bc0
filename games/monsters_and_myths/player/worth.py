"""What a position is worth: points that are certain, and those that a seat may expect for its nations.

Points are counted in thousandths, chances of winning in ten-thousandths; all are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from games.chances import CERTAIN
from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.state import ROUNDS, State
from games.monsters_and_myths.view import CAPTURED

POINT: Final = 1000
_STEEP: Final = (0.35, 0.45, 0.6, 0.9)
"""How quickly being ahead by a creature becomes being sure of a nation's points, by round."""
_SPREAD: Final = (16.0, 16.0, 12.0, 8.0)
"""So many points ahead at the end of a round make the chance of winning 1 to e, by round.

Fitted to who won 1,700 matches of the simulations' player with two, three and four seats.
"""
LAST: Final = 2.0
"""The same while the last attack of a match is carried out, after which nothing comes any more."""
_MOST: Final = 20
_SHARE: Final = tuple(
    tuple(round(POINT / (1 + exp(-steep * (ahead + 0.5)))) for ahead in range(-_MOST, _MOST + 1)) for steep in _STEEP
)
"""Which part of a nation's points a seat may expect that is ahead by so many creatures, by round."""


@lru_cache(65536)
def crowns(round_: int, nation: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each seat may expect for a nation of which the seats have so many creatures."""
    printed, share = NATIONS[nation].largest, _SHARE[round_]
    found = []
    for seat, own in enumerate(sizes):
        best = max(sizes[:seat] + sizes[seat + 1 :])
        found.append(printed * share[own - best + _MOST] if own else 0)
    return tuple(found)


@lru_cache(65536)
def swing(round_: int, nation: int, sizes: tuple[int, ...], loser: int, seat: int) -> int:
    """Return by how much a seat is better off against the others when `loser` has one creature fewer of a nation."""
    fewer = (*sizes[:loser], sizes[loser] - 1, *sizes[loser + 1 :])
    pairs = zip(crowns(round_, nation, sizes), crowns(round_, nation, fewer), strict=True)
    change = [after - before for before, after in pairs]
    others = sum(change) - change[seat]
    return change[seat] - others // (len(sizes) - 1)


def sizes_of(state: State, nation: int) -> tuple[int, ...]:
    """Return how many creatures of a nation each seat has."""
    return tuple([sum(seat.troops[nation][:3]) for seat in state.seats])


def totals(state: State) -> list[int]:
    """Return the points that each seat may expect as the cards lie."""
    found = [CAPTURED * POINT * len(seat.captured) for seat in state.seats]
    for nation in NATIONS:
        for seat, crown in enumerate(crowns(state.round, nation.index, sizes_of(state, nation.index))):
            found[seat] += crown
    return found


def chance(state: State, seat: int) -> int:
    """Return the chance of a seat to win."""
    if state.result is not None:
        first = state.result.ranking[0]
        return CERTAIN // len(first) if seat in first else 0
    return shares(totals(state), state.round)[seat]


def shares(points: Sequence[int], round_: int, *, last: bool = False) -> list[int]:
    """Return the chances of winning of seats that expect so many points at the end of a round.

    With `last` the last attack of the match is carried out.
    """
    spread = POINT * (LAST if last else _SPREAD[min(round_, ROUNDS)])
    best = max(points)
    weights = [exp((own - best) / spread) for own in points]
    return [round(CERTAIN * weight / sum(weights)) for weight in weights]
