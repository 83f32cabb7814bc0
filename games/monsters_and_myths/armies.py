"""Armies of mercenaries that are worth proposing against a target, with the chance that each wins the fight (M5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from games.monsters_and_myths.cards import CREATURES, NATIONS, Cards, Troops, creatures, gathered, ordered, size
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.view import Target, View, largest

STRONGEST: Final = "strongest"
"""The kind of the army with the best chance."""
RIDERS: Final = "riders"
"""That of the best army that may ride on: it has two riders, of whom one can stay behind (M5.12)."""
SPARE: Final = "spare"
"""That of the best army whose loss costs the fewest points for largest nations, where the strongest risks more."""


class Army(NamedTuple):
    """An army that is proposed."""

    kind: str
    cards: Cards
    chance: float
    """Of winning the fight (`games.monsters_and_myths.fights.winning`)."""
    risk: int
    """The points for largest nations that are lost if the whole army is."""


def ready(view: View, target: Target) -> tuple[Army, ...]:
    """Return up to three armies for the mercenary card that is on, none twice.

    Of armies with the same chance in whole percent the one is proposed that puts the fewest points at risk.
    """
    assert view.active is not None
    assert view.card is not None
    number = min(view.card.size, size(view.seats[view.active].troops))
    found = [
        _army(view, target, cards) for cards in _mixed(tuple(seat.troops for seat in view.seats), view.active, number)
    ]
    riding = [one._replace(kind=RIDERS) for one in found if _symbols(one.cards)[2] > 1]
    spare = min(found, key=lambda army: (army.risk, -army.chance))._replace(kind=SPARE)
    best = max(found, key=_worth)
    proposed = [best, *([max(riding, key=_worth)] if riding else []), *([spare] if spare.risk < best.risk else [])]
    seen: dict[Cards, Army] = {}
    for army in proposed:
        seen.setdefault(army.cards, army)
    return tuple(seen.values())


def _worth(army: Army) -> tuple[float, int, int, float]:
    """Return what makes an army better: its chance; of equal ones what it does not risk, then the riders."""
    return round(army.chance, 2), -army.risk, _symbols(army.cards)[2], army.chance


def at_risk(troops: Sequence[Troops], seat: int, cards: Cards) -> tuple[int, ...]:
    """Return the nations that are a seat's largest now, and would not be once it has lost these creatures (M7.2)."""
    taken, spare = Counter(CREATURES[code][0] for code in cards), _spare(troops, seat)
    return tuple(nation for nation, number in sorted(taken.items()) if nation in spare and number > spare[nation])


def _spare(troops: Sequence[Troops], seat: int) -> dict[int, int]:
    """Return how many creatures each nation that is a seat's largest may lose and still be that."""
    others = [theirs for other, theirs in enumerate(troops) if other != seat]
    return {
        nation.index: troops[seat][nation.index].size - max(1, *(theirs[nation.index].size for theirs in others))
        for nation in NATIONS
        if seat in largest(troops, nation.index)
    }


def _points(nations: Sequence[int]) -> int:
    return sum(NATIONS[nation].largest for nation in nations)


def _symbols(cards: Cards) -> tuple[int, int, int]:
    counts = [0, 0, 0]
    for code in cards:
        counts[CREATURES[code][1]] += 1
    return counts[0], counts[1], counts[2]


@lru_cache(64)
def _mixed(troops: tuple[Troops, ...], seat: int, number: int) -> tuple[Cards, ...]:
    """Return an army for each mixture of symbols, of those that put the fewest points at risk the one needed least.

    It is from no largest nation where that can be, and then from the nations with most creatures.
    """
    have, sizes = Counter(creatures(troops[seat])), [ranks.size for ranks in troops[seat]]
    spare = _spare(troops, seat)
    best: dict[tuple[int, int, int], tuple[tuple[int, int, int], Cards]] = {}
    for cards in combinations_with_replacement(ordered(have), number):
        if any(cards.count(code) > have[code] for code in {*cards}):
            continue
        nations = [CREATURES[code][0] for code in cards]
        risked = [at for at in {*nations} if at in spare and nations.count(at) > spare[at]]
        crowned = [nation for nation in nations if nation in spare]
        cost = _points(risked), _points(crowned), -sum([sizes[nation] for nation in nations])
        symbols = _symbols(cards)
        if symbols not in best or (cost, cards) < best[symbols]:
            best[symbols] = cost, cards
    return tuple(cards for _, cards in best.values())


def _army(view: View, target: Target, cards: Cards) -> Army:
    assert view.card is not None
    assert view.active is not None
    nation = view.seats[target.seat].troops[target.nation]
    risk = _points(at_risk([seat.troops for seat in view.seats], view.active, cards))
    return Army(STRONGEST, cards, winning(gathered(cards), view.card, nation), risk)
