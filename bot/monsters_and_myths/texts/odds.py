"""What an attack looks like before it is made: how many dice, whose bonus, how likely (M5.6 to M5.8)."""

from __future__ import annotations

from functools import cache
from itertools import product

from bot.texts.phrases import Phrases
from games.monsters_and_myths.cards import AttackCard
from games.monsters_and_myths.fights import advantage, attack_dice, compared, defence_dice
from games.monsters_and_myths.troops import Ranks, Troops


@cache
def expected(red: int, black: int, bonus: int) -> tuple[int, int]:
    """Of 100 comparisons, how many the attacker and the defender lose; `bonus` as of `fights.advantage`."""
    lost = [0, 0]
    for dice in product(range(1, 7), repeat=red + black):
        attack, defence = sorted(dice[:red], reverse=True), sorted(dice[red:], reverse=True)
        mine, theirs = compared(attack, defence, bonus)
        lost[0], lost[1] = lost[0] + mine, lost[1] + theirs
    mine = round(100 * lost[0] / sum(lost))
    return mine, 100 - mine


def dice(force: Troops, card: AttackCard, nation: Ranks) -> tuple[int, int, int]:
    """Red dice, black dice, and who has the archers' bonus: 1 the attacker, -1 the defender, 0 nobody."""
    return attack_dice(force, card), defence_dice(nation), advantage(force, nation)


def odds(say: Phrases, red: int, black: int, bonus: int) -> str:
    """``3 dice against 1, +1 for you: you win 81 of 100 comparisons``."""
    won = expected(red, black, bonus)[1]
    if bonus > 0:
        return say("{red} dice against {black}, +1 for you: you win {won} of 100", red=red, black=black, won=won)
    if bonus < 0:
        return say("{red} dice against {black}, +1 against you: you win {won} of 100", red=red, black=black, won=won)
    return say("{red} dice against {black}: you win {won} of 100", red=red, black=black, won=won)


def short_odds(say: Phrases, red: int, black: int, bonus: int) -> str:
    """``3 against 1, +1``, for buttons."""
    if bonus > 0:
        return say("{red} against {black}, +1", red=red, black=black)
    if bonus < 0:
        return say("{red} against {black}, −1", red=red, black=black)
    return say("{red} against {black}", red=red, black=black)
