"""What is done for a seat that lets its time run out or has given up (M9.3)."""

from __future__ import annotations

from collections.abc import Callable

from games.api import Action
from games.monsters_and_myths import attacks, fights
from games.monsters_and_myths import state as st
from games.monsters_and_myths.cards import (
    CATAPULT,
    CREATURES,
    LETTERS,
    NATIONS,
    NONE,
    Cards,
    Troops,
    creatures,
    gathered,
    ordered,
    with_ranks,
)
from games.monsters_and_myths.dice import advantage, attack_dice, defence_dice
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import Target

USUAL: Action = ("usual",)
"""The default of the choice what to keep. It names no cards, because others may know what the default is."""


def default(state: State, seat: int) -> Action:
    """Return the default of what the seat is waited for."""
    if state.phase == "start":
        return ("start",)
    if state.phase == "keep":
        return USUAL
    if seat in state.wait:
        return ("pass",)
    return _DEFAULTS[state.phase](state, seat)


def _strength(state: State, seat: int, nation: int) -> tuple[int, int]:
    """Return what makes a nation the one with most cards: its size, then its points as the largest."""
    return state.seats[seat].troops[nation].size, NATIONS[nation].largest


def kept(state: State, seat: int) -> Cards:
    """Return the cards that are kept: an attack card, catapults, the largest nation, wizards, more attack cards."""

    def rank(code: str) -> tuple[int, ...]:
        if code in CREATURES:
            nation, symbol = CREATURES[code]
            size, points = _strength(state, seat, nation)
            return 2, -size, -points, symbol
        if code.isdigit():
            return (0 if int(code) == lowest else 4), int(code)
        return (1,) if code == CATAPULT else (3,)

    hand = state.seats[seat].hand
    lowest = min((int(code) for code in hand if code.isdigit()), default=0)
    return ordered(sorted(hand, key=rank)[: st.kept(state.round)])


def _wizards(state: State, seat: int) -> Action:
    largest = max(range(len(NATIONS)), key=lambda nation: _strength(state, seat, nation))
    return ("wizard", *[LETTERS[largest]] * state.seats[seat].new)


def _measure(state: State, force: Troops, target: Target) -> tuple[int, int, int]:
    """Return the better an attack, the smaller: difference of dice, archers' bonus, number of defenders."""
    nation = state.nation(target)
    dice = attack_dice(force, state.attack_card) - defence_dice(nation)
    return -dice, -advantage(force, nation), nation.size


def _attack(state: State, seat: int) -> Action:
    if not attacks.can_attack(state):
        return ("none",)
    if not state.attack_card.battle:
        return ("muster", *army(state, seat))
    troops = state.seats[seat].troops
    ways = []
    for nation in attacks.attacking_nations(state):
        force = with_ranks(NONE, nation, troops[nation])
        for goal in attacks.goals(state, nation):
            ways.append((_measure(state, force, goal), LETTERS[nation], goal.text))  # noqa: PERF401
    _, own, target = min(ways)
    return ("attack", own, target)


def army(state: State, seat: int) -> Cards:
    """Return the mercenaries that are mustered: infantry, archers, mounted, in each from the largest nation first."""

    def rank(code: str) -> tuple[int, ...]:
        nation, symbol = CREATURES[code]
        size, points = _strength(state, seat, nation)
        return symbol, -size, -points

    own = sorted(creatures(state.seats[seat].troops), key=rank)
    return ordered(own[: attacks.army_size(state)])


def _target(state: State, seat: int) -> Action:
    goals = attacks.goals(state, None)
    return ("attack", min((_measure(state, state.force, goal), goal.text) for goal in goals)[1])


def _loss(state: State, seat: int) -> Action:
    def rank(code: str) -> tuple[int, ...]:
        nation, symbol = CREATURES[code]
        return -symbol, *_strength(state, seat, nation)

    lost = sorted(fights.losable(state, seat), key=rank)[: state.owe[seat]]
    return ("lose", *creatures(gathered(lost)))


_DEFAULTS: dict[str, Callable[[State, int], Action]] = {
    "wizards": _wizards,
    "card": _attack,
    "target": _target,
    "ready": lambda state, seat: ("roll",),
    "exchange": lambda state, seat: ("stop",),
    "lose": _loss,
    "after": lambda state, seat: ("end",),
}
