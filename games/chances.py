"""Chances of winning as people are told them: what a player sees, brought to what came of it in games.

Players see themselves surer than they may be. What they see is put on a curve that was fitted to games of computer
players against themselves; ``python -m benchmarks.outlooks`` shows how near what is said then is to what comes.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

CERTAIN: Final = 10_000
"""The chance of winning of a match that is won."""
_POINT: Final = CERTAIN // 100
_THOUSAND: Final = 1000


def percent(chance: int) -> int:
    """Return a chance, or a difference of two, in whole percent."""
    return round(chance / _POINT)


def brought_near(seen: int, even: int, slope: int) -> int:
    """Return the chance that is told where a player sees another one, both in ten-thousandths.

    `even` is how much better it is than what is seen where both sides look alike, `slope` how much of being ahead
    comes true: both in thousandths of the logarithm of the odds.
    """
    if not 0 < seen < CERTAIN:
        return seen
    odds = log(seen / (CERTAIN - seen))
    return round(CERTAIN / (1 + exp(-(even + slope * odds) / _THOUSAND)))
