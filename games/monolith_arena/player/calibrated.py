"""Chances of winning as they are shown to people: so often does a side win from there.

The search has a curve of its own (`replies.chance`), which makes it play well and says too much. This one is fitted to
games of computer players against themselves; ``python -m benchmarks.calibration`` makes it, and checks it against
games that it was not fitted to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import Final

from games.chances import CERTAIN
from games.monolith_arena.player.core import DECIDED

KNOTS: Final = (-20, -10, -6, -3, -1, 1, 4, 10, 20)
"""The values, in hit points, between which log odds are a straight line: near an even match a hit point says less than
where one side is ahead."""
ODDS: Final = (-6000, -2776, -1096, -148, 68, 796, 1744, 4888, 6000)
"""The log odds of winning at each of them, in thousandths. What a turn is worth that leaves both sides alike is less
than nothing, for the opponent has answered it and the next tiles are one's own."""
_STEP: Final = 50
"""How many thousandths of a hit point one entry of the table stands for."""
_REACH: Final = 400


def curve(odds: Sequence[int]) -> tuple[int, ...]:
    """Return the chances, in ten-thousandths, of values from 20 hit points behind to 20 ahead, by odds at `KNOTS`."""
    found = [odds[0]]
    for (here, there), (low, high) in zip(pairwise(KNOTS), pairwise(odds), strict=True):
        steps = (there - here) * 1000 // _STEP
        found += [low + (high - low) * step // steps for step in range(1, steps + 1)]
    return tuple(round(CERTAIN / (1 + exp(-one / 1000))) for one in found)


CURVE: Final = curve(ODDS)


def shown_chance(value: int, chances: Sequence[int] = CURVE) -> int:
    """Return the chance of winning, in ten-thousandths, after a turn that the search values so."""
    if value >= DECIDED // 2:
        return CERTAIN
    if value <= -DECIDED // 2:
        return 0
    return chances[min(max(value // _STEP + _REACH, 0), 2 * _REACH)]
