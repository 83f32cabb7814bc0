"""Armies of mercenaries that are worth proposing against a target, with the chance that each wins the fight (M5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.monsters_and_myths.cards import CREATURES, NATIONS, Cards, creatures, gathered, ordered
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.view import Target, View

STRONGEST: Final = "strongest"
"""The kind of the army with the best chance."""
RIDERS: Final = "riders"
"""That of the best army that may ride on: it has two riders, of whom one can stay behind (M5.12)."""
SPARE: Final = "spare"
"""That of the creatures whose loss costs the fewest points for largest nations."""


class Army(NamedTuple):
    """An army that is proposed."""

    kind: str
    cards: Cards
    chance: float
    """Of winning the fight (`games.monsters_and_myths.fights.winning`)."""


def ready(view: View, target: Target) -> tuple[Army, ...]:
    """Return up to three armies for the mercenary card that is on, none twice."""
    assert view.active is not None
    assert view.card is not None
    own = sorted(creatures(view.seats[view.active].troops), key=lambda code: _cost(view, code))
    number = min(view.card.size, len(own))
    found = [_army(view, target, STRONGEST, cards) for cards in _mixed(own, number)]
    best = max(found, key=_worth)
    riding = [one._replace(kind=RIDERS) for one in found if _symbols(one.cards)[2] > 1]
    proposed = [best, *([max(riding, key=_worth)] if riding else []), _army(view, target, SPARE, own[:number])]
    seen: dict[Cards, Army] = {}
    for army in proposed:
        seen.setdefault(army.cards, army)
    return tuple(seen.values())


def _worth(army: Army) -> tuple[float, int]:
    """Return what makes an army better: its chance; of equal ones the riders."""
    return round(army.chance, 6), _symbols(army.cards)[2]


def _cost(view: View, code: str) -> tuple[int, int, int]:
    """Return what losing a creature costs: the points of a nation that is the largest, then that of a small one."""
    assert view.active is not None
    nation, symbol = CREATURES[code]
    crown = NATIONS[nation].largest if view.active in view.largest(nation) else 0
    return crown, -view.seats[view.active].troops[nation].size, symbol


def _symbols(cards: Cards) -> tuple[int, int, int]:
    counts = [0, 0, 0]
    for code in cards:
        counts[CREATURES[code][1]] += 1
    return counts[0], counts[1], counts[2]


def _mixed(own: list[str], number: int) -> Iterator[list[str]]:
    """Yield an army for each mixture of symbols, of those creatures that cost least; `own` are all, these first."""
    ranks = [[code for code in own if CREATURES[code][1] == symbol] for symbol in range(3)]
    for swords in range(min(number, len(ranks[0])) + 1):
        for bows in range(min(number - swords, len(ranks[1])) + 1):
            horses = number - swords - bows
            if horses <= len(ranks[2]):
                yield [*ranks[0][:swords], *ranks[1][:bows], *ranks[2][:horses]]


def _army(view: View, target: Target, kind: str, cards: list[str]) -> Army:
    assert view.card is not None
    nation = view.seats[target.seat].troops[target.nation]
    return Army(kind, ordered(cards), winning(gathered(cards), view.card, nation))
