"""Why an exchange cost what it cost, and why a catapult hit or missed, from what everybody was shown (M5.6 to M6.1).

A cause is named where the exchange would have cost that side something else without it: the archers' bonus, the rule
that a tie is the defender's, the second pair of dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from games.monsters_and_myths import events as ev
from games.monsters_and_myths.catapults import HIT
from games.monsters_and_myths.dice import compared
from games.monsters_and_myths.state import FACES

Part = Literal["bonus", "tie", "second"]
"""What an exchange turned on: the 1 for more archers, a tie, that second dice were compared at all."""
PARTS: Final[tuple[Part, ...]] = ("bonus", "tie", "second")


class Pair(NamedTuple):
    """Two dice that were compared, with what was added to them."""

    attacker: int
    defender: int

    @property
    def won(self) -> bool:
        """Return True if the attacker has won it: a tie is the defender's (M5.8)."""
        return self.attacker > self.defender


@dataclass(frozen=True, slots=True)
class Account:
    """What an exchange cost one side, and why."""

    rolled: ev.Rolled
    seat: int
    lost: int
    pairs: tuple[Pair, ...]
    """All that were compared, the highest dice first."""
    causes: tuple[Part, ...]
    spared: int
    """So many cards less than it lost comparisons, because it had no more (M5.9)."""


def advantage(rolled: ev.Rolled) -> int:
    """Return who adds 1, as `games.monsters_and_myths.dice.advantage`."""
    return {rolled.attacker: 1, rolled.defender: -1}.get(-1 if rolled.bonus is None else rolled.bonus, 0)


def pairs(rolled: ev.Rolled) -> tuple[Pair, ...]:
    """Return the dice that were compared, with the 1 for more archers (M5.7, M5.8)."""
    more = advantage(rolled)
    found = [Pair(red, black) for red, black in zip(rolled.attack, rolled.defence, strict=False)][:2]
    return (Pair(found[0].attacker + (more > 0), found[0].defender + (more < 0)), *found[1:])


def account(rolled: ev.Rolled, seat: int) -> Account:
    """Return what an exchange cost a side that took part in it."""
    side = int(seat == rolled.defender)
    owed = compared(rolled.attack, rolled.defence, advantage(rolled))[side]
    causes = tuple(part for part in PARTS if without(rolled, part)[side] != owed)
    return Account(rolled, seat, rolled.losses[side], pairs(rolled), causes, owed - rolled.losses[side])


def without(rolled: ev.Rolled, part: Part) -> tuple[int, int]:
    """Return how many comparisons attacker and defender lose where one thing is not so."""
    attack, defence, more = rolled.attack, rolled.defence, advantage(rolled)
    if part == "bonus":
        return compared(attack, defence, 0)
    if part == "second":
        return compared(attack[:1], defence[:1], more)
    wins = [pair.attacker >= pair.defender for pair in pairs(rolled)]
    return wins.count(False), wins.count(True)


def hitting() -> int:
    """Return how many faces of a die hit with a catapult (M6.1)."""
    return FACES - HIT + 1


def exchange_of(events: Sequence[Any], at: int) -> ev.Rolled | None:
    """Return the roll that led to the event at a place, the loss of a card; `None` where it is not among them."""
    return next((event for event in reversed(events[:at]) if isinstance(event, ev.Rolled)), None)
