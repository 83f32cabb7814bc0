"""Chances of winning as they are shown to people: so often does a side win from there.

The search has a curve of its own (`replies.chance`), which makes it play well and says too much or too little. These
are fitted to games of computer players against themselves; ``python -m benchmarks.calibration`` makes them and checks
them against games that they were not fitted to.
"""

from __future__ import annotations

from math import exp
from typing import Final

from games.monolith_arena.player.core import DECIDED
from games.monolith_arena.player.replies import CERTAIN
from games.monolith_arena.view import View

FITTED: Final = ((0, 150), (0, 170), (0, 200), (0, 250), (0, 400))
"""For each stage of a match, from its beginning to its end: what a turn is worth in which both sides are even, and how
fast chances grow with each hit point; both in thousandths."""
_A_STAGE: Final = 7
"""How many tiles of a stack one stage is, the last stages ending with an empty stack."""
_STEP: Final = 50
"""How many thousandths of a hit point one entry of a table stands for."""
_REACH: Final = 400


def _curve(even: int, slope: int) -> tuple[int, ...]:
    return tuple(
        round(CERTAIN / (1 + exp(-(even + slope * (place - _REACH) * _STEP / 1000) / 1000)))
        for place in range(2 * _REACH + 1)
    )


CURVES: Final = tuple(_curve(even, slope) for even, slope in FITTED)
"""The logistic curves in whole numbers, from 20 hit points behind to 20 ahead."""


def stage_of(view: View) -> int:
    """Return the stage of a match, from how many tiles the stacks have on average."""
    left = sum(seat.stack for seat in view.seats) // (_A_STAGE * len(view.seats))
    return len(CURVES) - 1 - min(left, len(CURVES) - 1)


def shown_chance(value: int, stage: int) -> int:
    """Return the chance of winning, in ten-thousandths, after a turn that the search values so."""
    if value >= DECIDED // 2:
        return CERTAIN
    if value <= -DECIDED // 2:
        return 0
    return CURVES[stage][min(max(value // _STEP + _REACH, 0), 2 * _REACH)]
