"""How many dice each side rolls, which side adds one, and which comparisons who wins (M5.6 to M5.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.monsters_and_myths.cards import AttackCard, Ranks, Troops, archers, infantry

ATTACK_DICE: Final = 3
DEFENCE_DICE: Final = 2
ATTACKING, DEFENDING, CATAPULT_DIE = "attack", "defense", "catapult"
"""What dice are rolled for (`games.draws.Dice`)."""


def attack_dice(force: Troops, card: AttackCard) -> int:
    """Return how many dice the attacker rolls (M5.6)."""
    return max(1, min(ATTACK_DICE, infantry(force) + card.infantry))


def defence_dice(nation: Ranks) -> int:
    """Return how many dice the defender rolls (M5.6)."""
    return max(1, min(DEFENCE_DICE, nation.infantry))


def advantage(force: Troops, nation: Ranks) -> int:
    """Return 1 where the attacker has the archers' bonus, -1 where the defender has it, else 0 (M5.7)."""
    more = archers(force) - nation.archers
    return (more > 0) - (more < 0)


def comparisons(attack: Sequence[int], defence: Sequence[int], bonus: int) -> tuple[bool, ...]:
    """Return of each comparison whether the attacker wins it; dice highest first, `bonus` as of `advantage` (M5.8)."""
    pairs = [(attack[0] + (bonus > 0), defence[0] + (bonus < 0))]
    if len(attack) > 1 and len(defence) > 1:
        pairs.append((attack[1], defence[1]))
    return tuple([red > black for red, black in pairs])


def compared(attack: Sequence[int], defence: Sequence[int], bonus: int) -> tuple[int, int]:
    """Return how many comparisons attacker and defender lose."""
    wins = comparisons(attack, defence, bonus)
    return wins.count(False), wins.count(True)
