"""Chances of winning as they are shown to people: so often does a side win from there.

The search has a curve of its own (`replies.chance`), which makes it play well and says too much. This one is fitted to
games of computer players against themselves; ``python -m benchmarks.calibration`` makes it, and checks it against
games that it was not fitted to.
"""

from __future__ import annotations

from math import exp
from typing import Final

from games.chances import CERTAIN
from games.monolith_arena.player.core import DECIDED

EVEN, SLOPE = 454, 301
"""What a turn is worth that leaves both sides alike, for the opponent has answered it and the next tiles are one's own;
and how fast chances grow with each hit point. Both in thousandths."""
_STEP: Final = 50
"""How many thousandths of a hit point one entry of the table stands for."""
_REACH: Final = 400
CURVE: Final = tuple(
    round(CERTAIN / (1 + exp(-(EVEN + SLOPE * (place - _REACH) * _STEP / 1000) / 1000)))
    for place in range(2 * _REACH + 1)
)
"""The logistic curve in whole numbers, from 20 hit points behind to 20 ahead."""


def shown_chance(value: int) -> int:
    """Return the chance of winning, in ten-thousandths, after a turn that the search values so."""
    if value >= DECIDED // 2:
        return CERTAIN
    if value <= -DECIDED // 2:
        return 0
    return CURVE[min(max(value // _STEP + _REACH, 0), 2 * _REACH)]
