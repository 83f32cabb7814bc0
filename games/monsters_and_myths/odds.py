"""The exact odds of one exchange (M5.6 to M5.9), for panels and players; nothing here draws anything."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from games.monsters_and_myths.cards import AttackCard
from games.monsters_and_myths.fights import advantage, attack_dice, defence_dice
from games.monsters_and_myths.luck import FACES
from games.monsters_and_myths.troops import Ranks, Troops, size

MOST: Final = 2
"""The largest number of cards that a side can lose in an exchange."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What one exchange may come to."""

    dice: tuple[int, int]
    """How many dice attacker and defender roll."""
    advantage: int
    """1 where the attacker has the archers' bonus, -1 where the defender has it, 0 where nobody has."""
    chances: tuple[tuple[tuple[int, int], Fraction], ...]
    """The chance of each outcome, an outcome being how many cards attacker and defender lose."""

    def chance(self, attacker: int, defender: int) -> Fraction:
        """Return the chance that attacker and defender lose exactly so many cards."""
        return dict(self.chances).get((attacker, defender), Fraction(0))

    @property
    def expected(self) -> tuple[Fraction, Fraction]:
        """Return how many cards attacker and defender lose on average."""
        attacker = sum((chance * lost[0] for lost, chance in self.chances), Fraction(0))
        defender = sum((chance * lost[1] for lost, chance in self.chances), Fraction(0))
        return attacker, defender

    @property
    def better(self) -> Fraction:
        """Return the chance that the defender loses more cards than the attacker."""
        return sum((chance for (attacker, defender), chance in self.chances if defender > attacker), Fraction(0))


def of_exchange(force: Troops, card: AttackCard, nation: Ranks) -> Odds:
    """Return the odds of the next exchange between a force with its attack card and a nation; both have creatures."""
    dice = attack_dice(force, card), defence_dice(nation)
    return _odds(dice, advantage(force, nation), (min(size(force), MOST), min(nation.size, MOST)))


@cache
def _odds(dice: tuple[int, int], archers: int, creatures: tuple[int, int]) -> Odds:
    """Return the odds for numbers of dice and of creatures, of which no more than two a side can matter."""
    chances: dict[tuple[int, int], Fraction] = {}
    for (attacker, defender), chance in _comparisons(*dice, archers):
        lost = min(attacker, creatures[0]), min(defender, creatures[1])
        chances[lost] = chances.get(lost, Fraction(0)) + chance
    return Odds(dice, archers, tuple(sorted(chances.items())))


@cache
def _comparisons(attack: int, defence: int, archers: int) -> tuple[tuple[tuple[int, int], Fraction], ...]:
    """Return the chances of how many comparisons attacker and defender lose."""
    pairs = 2 if min(attack, defence) > 1 else 1
    chances: dict[tuple[int, int], Fraction] = {}
    for red, of_red in _highest(attack).items():
        for black, of_black in _highest(defence).items():
            first = red[0] + (archers > 0) <= black[0] + (archers < 0)
            lost = first + (pairs > 1 and red[1] <= black[1])
            outcome = lost, pairs - lost
            chances[outcome] = chances.get(outcome, Fraction(0)) + of_red * of_black
    return tuple(chances.items())


@cache
def _highest(dice: int) -> dict[tuple[int, int], Fraction]:
    """Return the chances of the two highest of some dice; the second is 0 where there is only one."""
    if dice == 1:
        return {(face, 0): Fraction(1, FACES) for face in range(1, FACES + 1)}
    faces = [(one, other) for one in range(1, FACES + 1) for other in range(1, one + 1)]
    at_most = {pair: Fraction(_at_most(dice, *pair), FACES**dice) for pair in faces}
    # The highest is at most one face and the second at most another; exactly these by inclusion and exclusion.
    return {(one, other): _exactly(at_most, one, other) for one, other in faces}


def _at_most(dice: int, one: int, other: int) -> int:
    """Return how many rolls have no die above `one` and at most a single one above `other`."""
    return int(other**dice + dice * (one - other) * other ** (dice - 1))


def _exactly(at_most: dict[tuple[int, int], Fraction], one: int, other: int) -> Fraction:
    def below(high: int, low: int) -> Fraction:
        return at_most.get((high, min(high, low)), Fraction(0))

    return below(one, other) - below(one, other - 1) - below(one - 1, other) + below(one - 1, other - 1)
