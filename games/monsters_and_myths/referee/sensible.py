"""A player that plays sensibly, from what its seat sees: for simulations, and as an opponent.

It takes what is worth most by a simple measure: captured cards, and for each type of creature the points of the
largest nation, weighed by how far ahead one is. It looks one exchange ahead and no further.
"""

from __future__ import annotations

from itertools import combinations
from math import exp
from typing import Final

from games.api import Action
from games.monsters_and_myths import odds
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import CATAPULT, CREATURES, LETTERS, NATIONS, WIZARD, AttackCard, Cards, ordered
from games.monsters_and_myths.state import WINDOWS
from games.monsters_and_myths.troops import NONE, Ranks, Troops, changed, count, creatures, mounted, size, with_ranks
from games.monsters_and_myths.view import CAPTURED, FLIPPED, FORCE, SEATS, Target, View

Sizes = list[list[int]]
"""How many creatures each seat has of each nation."""

_STEEP: Final = 0.9
"""How quickly being ahead by a card becomes being sure of a nation's points."""
_CATAPULT, _WIZARD, _ATTACK, _FURTHER_ATTACK = 1.5, 1.2, 4.0, 2.0
"""What cards other than creatures are worth when it is chosen what to keep, in points."""


def sizes(view: View) -> Sizes:
    """Return how many creatures each seat has of each nation."""
    return [[ranks.size for ranks in seat.troops] for seat in view.seats]


def prospects(owned: Sizes, seat: int) -> float:
    """Return the points for largest nations that the seat may expect."""
    total = 0.0
    for nation in NATIONS:
        own = owned[seat][nation.index]
        best = max(other[nation.index] for at, other in enumerate(owned) if at != seat)
        if own:
            total += nation.largest / (1 + exp(-_STEEP * (own - best + 0.5)))
    return total


def _change(owned: Sizes, seat: int, loser: int, nation: int, by: int = -1) -> float:
    """Return what the seat's prospects gain when `loser` has `by` more creatures of a nation."""
    before = prospects(owned, seat)
    owned[loser][nation] += by
    after = prospects(owned, seat)
    owned[loser][nation] -= by
    return after - before


def keep(view: View, seat: int, number: int) -> Action:
    """Return the cards that are worth most together."""
    hand = view.seats[seat].hand or ()
    owned = sizes(view)

    def worth(cards: Cards) -> float:
        mine = [list(row) for row in owned]
        for code in cards:
            if code in CREATURES:
                mine[seat][CREATURES[code][0]] += 1
        attacks = sum(code.isdigit() for code in cards)
        other = _CATAPULT * cards.count(CATAPULT) + _WIZARD * cards.count(WIZARD)
        return prospects(mine, seat) + other + _ATTACK * bool(attacks) + _FURTHER_ATTACK * max(0, attacks - 1)

    return ("keep", *max(sorted(set(combinations(ordered(hand), number))), key=worth))


def place(view: View, seat: int) -> Action:
    """Return the nation whose loss would cost most for the next wizard."""
    owned = sizes(view)
    nations = [nation.index for nation in NATIONS if owned[seat][nation.index]]
    best = max(nations, key=lambda nation: (-_change(owned, seat, seat, nation), nation))
    return ("wizard", *[LETTERS[best]] * view.seats[seat].new)


def promise(view: View, force: Troops, card: AttackCard, target: Target) -> float:
    """Return what the next exchange of an attack is worth to the attacker."""
    assert view.active is not None
    nation = view.seats[target.seat].troops[target.nation]
    lost, won = odds.of_exchange(force, card, nation).expected
    owned = sizes(view)
    own = next(at for at, ranks in enumerate(force) if ranks.size)
    gain = CAPTURED + _change(owned, view.active, target.seat, target.nation)
    loss = CAPTURED / 2 - _change(owned, view.active, view.active, own)
    return float(won) * gain - float(lost) * loss


def attack(view: View, seat: int) -> Action:
    """Return the most promising attack with the card that is resolved, or the army for it."""
    assert view.card is not None
    if view.phase == "target":
        return ("attack", max(_goals(view, None), key=lambda goal: promise(view, view.force, view.card, goal)).text)  # type: ignore[arg-type]
    if not view.card.battle:
        army = _army(view, seat, view.card.size)
        return ("muster", *army) if army and _goals(view, None) else ("none",)
    ways = []
    for nation in NATIONS:
        ranks = view.seats[seat].troops[nation.index]
        if ranks.size and not ranks.wizards:
            force = with_ranks(NONE, nation.index, ranks)
            goals = _goals(view, nation.index)
            ways += [(promise(view, force, view.card, goal), nation.letter, goal.text) for goal in goals]
    if not ways:
        return ("none",)
    _, own, target = max(ways)
    return ("attack", own, target)


def _goals(view: View, nation: int | None) -> list[Target]:
    types = range(len(NATIONS)) if nation is None else sorted({nation, NATIONS[nation].enemy})
    return [
        Target(other.seat, at)
        for other in view.seats
        if other.seat != view.active
        for at in types
        if other.troops[at].size and not other.troops[at].wizards
    ]


def _army(view: View, seat: int, number: int) -> Cards:
    """Return an army: swords first, a bow for the bonus, a horse for a pursuit, from where they are needed least."""
    troops, owned = view.seats[seat].troops, sizes(view)
    kinds = sorted(
        creatures(troops), key=lambda code: (CREATURES[code][1], -_change(owned, seat, seat, CREATURES[code][0]))
    )
    return ordered(kinds[:number])


def roll_on(view: View) -> bool:
    """Return whether another roll promises anything."""
    assert view.target is not None
    assert view.card is not None
    return promise(view, view.force, view.card, view.target) > 0


def pursue(view: View) -> Action:
    """Return the most promising pursuit, or the end."""
    riders = mounted(view.force)
    if not riders or view.card is None:
        return ("end",)
    own = next(at for at, ranks in enumerate(view.force) if ranks.size) if view.card.battle else None
    goals = [goal for goal in _goals(view, own) if goal not in view.fought]
    found: list[tuple[float, str, str]] = []
    for flip in [NO_FLIP] if view.paid else _flippable(view.force, riders):
        force = view.force if flip == NO_FLIP else changed(view.force, flip, -1)
        if size(force):
            found += [(promise(view, force, view.card, goal), flip, goal.text) for goal in goals]
    if not found or max(found)[0] <= 0:
        return ("end",)
    _, flip, target = max(found)
    return ("pursue", flip, target)


def _flippable(force: Troops, riders: int) -> list[str]:
    kinds = [code for code in CREATURES if count(force, code)]
    return [code for code in kinds if riders > 1 or CREATURES[code][1] != 2]


def best_shot(view: View, seat: int) -> str | None:
    """Return the card of others that is worth most when it is hit."""
    owned = sizes(view)
    found: list[tuple[float, str]] = []
    for other in view.seats:
        if other.seat == seat:
            continue
        letter = SEATS[other.seat]
        for nation, ranks in zip(NATIONS, other.troops, strict=True):
            gain = CAPTURED + _change(owned, seat, other.seat, nation.index) if ranks.size else 0.0
            if ranks.wizards:
                found.append((float(CAPTURED), f"{letter}.{nation.letter}{WIZARD}"))
            else:
                home: Ranks = other.home[nation.index]
                found += [(gain, f"{letter}.{code}") for code, n in zip(nation.codes, home[:3], strict=True) if n]
            if other.seat == view.active:
                codes = [code for code in nation.codes if count(view.force, code)]
                found += [(gain + 0.2, f"{letter}.{code}.{FORCE}") for code in codes]
                turned = [code for code in nation.codes if count(view.flipped, code)]
                found += [(gain, f"{letter}.{code}.{FLIPPED}") for code in turned]
    return max(found)[1] if found else None


def last_card(view: View) -> bool:
    """Return whether this is the last attack card of the round, after which catapults are gone."""
    return sum(len(seat.attacks) for seat in view.seats) == 1


def fires(view: View, seat: int) -> str | None:
    """Return what the seat fires at in this window: before its catapults are lost, or when it is attacked."""
    if not view.seats[seat].catapults or view.phase not in WINDOWS:
        return None
    attacked = view.phase == "ready" and view.target is not None and view.target.seat == seat
    return best_shot(view, seat) if attacked or last_card(view) else None
