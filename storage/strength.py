"""How strong people are, as far as their results tell: OpenSkill's model, in whole numbers.

A strength is a mean and an uncertainty, in ten-thousandths. What the model works out is rounded to these at once, and
the next match begins from the rounded values: so the same results in the same order lead to equal numbers, whichever
way they were stored in between.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

UNIT: Final = 10_000
SETTLED: Final = 60_000
"""Up to this uncertainty a strength is no longer provisional; that takes some ten duels."""
_MODEL: Final = PlackettLuce()


class Strength(NamedTuple):
    """A mean and its uncertainty (one standard deviation)."""

    mu: int
    sigma: int

    @property
    def settled(self) -> bool:
        """Return True if it is no longer provisional."""
        return self.sigma <= SETTLED

    @property
    def low(self) -> int:
        """Return what is fairly certain: the mean less the uncertainty. Tables are ordered by it."""
        return self.mu - self.sigma


def _rounded(rating: PlackettLuceRating) -> Strength:
    return Strength(round(rating.mu * UNIT), round(rating.sigma * UNIT))


UNKNOWN: Final = _rounded(_MODEL.rating())
"""That of somebody who has not played."""


def lessened(before: Strength, now: Strength, halvings: int) -> Strength:
    """Return what is left of a move when it is halved so many times; rounded toward no move at all."""
    mu, sigma = (int((late - early) / 2**halvings) for early, late in zip(before, now, strict=True))
    return Strength(before.mu + mu, before.sigma + sigma)


def after(teams: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """Return the strengths after a match: teams of any size, with the places that they came to; equal ones are ties."""
    before = [[_MODEL.rating(one.mu / UNIT, one.sigma / UNIT) for one in team] for team in teams]
    rated = _MODEL.rate(before, ranks=[float(place) for place in places])
    return [[_rounded(one) for one in team] for team in rated]
