"""An exchange: the roll, losses (M5.6 to M5.11), and its exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from games.draws import Draws
from games.monsters_and_myths import catapults
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import (
    NONE,
    AttackCard,
    Cards,
    Ranks,
    Troops,
    archers,
    changed,
    creatures,
    infantry,
    ordered,
    size,
    with_ranks,
)
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.dice import (
    ATTACK_DICE,
    ATTACKING,
    DEFENCE_DICE,
    DEFENDING,
    advantage,
    attack_dice,
    compared,
    defence_dice,
)
from games.monsters_and_myths.state import FACES, State
from games.monsters_and_myths.view import Exchange


def roll(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Roll one exchange; the losers choose what they lose (M5.6 to M5.9)."""
    target = draft.target
    assert target is not None
    nation = draft.nation(target)
    attack = _rolled(draft, ATTACKING, attack_dice(draft.force, draft.attack_card), draws)
    defence = _rolled(draft, DEFENDING, defence_dice(nation), draws)
    bonus = advantage(draft.force, nation)
    lost = compared(attack, defence, bonus)
    losses = min(lost[0], size(draft.force)), min(lost[1], nation.size)
    profits = {1: seat, -1: target.seat}.get(bonus)
    events.append(ev.Rolled(seat, attack, target.seat, defence, profits, losses))
    draft.exchange = Exchange(attack, target, defence, profits, losses)
    draft.fought = tuple(sorted({*draft.fought, target}, key=lambda fought: fought.text))
    owe = [0] * len(draft.seats)
    owe[seat], owe[target.seat] = losses
    draft.owe, draft.given = tuple(owe), ((),) * len(owe)
    draft.phase, draft.wait = "lose", ()
    if draft.rolling is not None:
        draft.rolling = draft.rolling.after_one()


def _rolled(draft: State, kind: str, number: int, draws: Draws) -> tuple[int, ...]:
    return tuple(sorted(draft.dice(draws, kind, number), reverse=True))


def losable(state: State, seat: int) -> Cards:
    """Return the creatures among which the seat chooses what it loses: those that fight (M5.8)."""
    if seat == state.active:
        return creatures(state.force)
    assert state.target is not None
    nation = state.target.nation
    return creatures(with_ranks(NONE, nation, state.nation(state.target)))


def lose(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Choose what is lost; when both sides have chosen, it is handed over (M5.8)."""
    draft.owe = (*draft.owe[:seat], 0, *draft.owe[seat + 1 :])
    draft.given = (*draft.given[:seat], ordered(tokens), *draft.given[seat + 1 :])
    if any(draft.owe):
        return
    target = draft.target
    assert target is not None
    given, draft.owe, draft.given = draft.given, (), ()
    for loser, winner in ((target.seat, draft.active), (draft.active, target.seat)):
        for code in given[loser]:
            _hand_over(draft, loser, code, winner)
            events.append(ev.Lost(loser, code, winner))
    if draft.nation(target).size and size(draft.force):
        draft.phase = "exchange"
        if draft.rolling is not None and not draft.rolling.goes_on(size(draft.force)):
            draft.rolling = None
    else:
        catapults.end_fight(draft)
    catapults.open_window(draft)


def _hand_over(draft: State, loser: int, code: str, winner: int) -> None:
    draft.put(loser, troops=changed(draft.seats[loser].troops, code, -1))
    if loser == draft.active:
        draft.force = changed(draft.force, code, -1)
    draft.put(winner, captured=ordered((*draft.seats[winner].captured, code)))


def stop(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """End the fight (M5.11)."""
    events.append(ev.Stopped(seat))
    catapults.end_fight(draft)
    catapults.open_window(draft)


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


Symbols = tuple[int, int, int]
"""Numbers of infantry, archers and riders."""


def winning(force: Troops, card: AttackCard, nation: Ranks) -> float:
    """Return the chance that a force which rolls to the end leaves nothing of a nation; both have creatures.

    Both sides give up what serves them best in this fight, the defender knowing what the attacker gives up: it is what
    an attacker can count on whatever the defender chooses (M5.8).
    """
    symbols = (infantry(force), archers(force), size(force) - infantry(force) - archers(force))
    return _winning(symbols, (nation.infantry, nation.archers, nation.mounted), card.infantry)


@lru_cache(4096)
def _left(symbols: Symbols, lost: int) -> tuple[Symbols, ...]:
    """Return what can be left after so many cards are lost, one of each alike."""
    if not lost or not sum(symbols):
        return (symbols,)
    infantry, archers, riders = symbols
    one = [(infantry - 1, archers, riders), (infantry, archers - 1, riders), (infantry, archers, riders - 1)]
    return tuple(sorted({left for less in one if min(less) >= 0 for left in _left(less, lost - 1)}))


@cache
def _rounded(dice: tuple[int, int], archers: int, creatures: tuple[int, int]) -> tuple[tuple[int, int, float], ...]:
    """Return the odds of an exchange with chances that are quick to reckon with."""
    return tuple((*lost, float(chance)) for lost, chance in _odds(dice, archers, creatures).chances)


@lru_cache(32768)
def _winning(force: Symbols, nation: Symbols, printed: int) -> float:
    """Return the chance; `printed` is the infantry on the attack card."""
    if not sum(nation) or not sum(force):
        return float(not sum(nation))
    dice = max(1, min(ATTACK_DICE, force[0] + printed)), max(1, min(DEFENCE_DICE, nation[0]))
    more = (force[1] > nation[1]) - (force[1] < nation[1])
    total = 0.0
    for own, others, chance in _rounded(dice, more, (min(sum(force), MOST), min(sum(nation), MOST))):
        ways = _left(nation, others)
        total += chance * max(min(_winning(left, way, printed) for way in ways) for left in _left(force, own))
    return total
