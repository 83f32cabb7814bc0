"""What is hidden in Monsters & Myths, and states that differ in nothing else (M8)."""

from __future__ import annotations

from collections.abc import Container
from random import Random
from typing import Any, Final

from games.api import Action, Step
from games.monsters_and_myths import catapults, fights
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import Cards, ordered
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import Rolling

PROBES: Final = (
    "",
    "keep",
    "keep Gi Gi c 7",
    "keep Gi Bi",
    "usual",
    "swap",
    "swap 7",
    "wizard G G G G",
    "lose Gi",
    "fire A.Gi",
    "pass",
    "roll",
)
"""Lines that are refused or half said; what the game says to them may tell nothing hidden either."""
OPENING: Final = (ev.LaidOut, ev.Dealt, ev.Reshuffled)
"""Events after which readers know cards that were hidden."""


def world(state: State, reader: int | None, random: Random) -> State:
    """The same state but for what the reader may not know."""
    made = mixed(state, {reader}, random)
    return made if state.result is not None else _with_other_orders(made, reader, random)


def _with_other_orders(state: State, reader: int | None, random: Random) -> State:
    """The same with others who pass and roll on further, or less far (M9.1)."""
    made = state.draft()
    for seat, what in enumerate(state.seats):
        if seat != reader and seat not in state.wait and catapults.may_recall(state, seat):
            once = () if what.scope and state.phase not in catapults.WINDOWS else ("",)
            attacked = state.target is not None and state.target.seat == seat
            further = (scope for scope in catapults.scopes(state) if scope != "attacked" or not attacked)
            made.put(seat, scope=random.choice((*once, *further)))
    if reader != state.active and state.wait and state.phase in ("ready", "exchange"):
        made.rolling = random.choice((None, Rolling(), Rolling(left=1), Rolling(rolls=2)))
    return made


def world_before(
    state: State, reader: int | None, seat: int, action: Action, step: Step, random: Random
) -> State | None:
    """The same, for a state before an action of `seat`; `None` where what follows opens something hidden."""
    if any(isinstance(event, OPENING) for event in step.events) or step.state.result is not None:
        return None
    if action[0] == "swap" or any(cards for other, cards in enumerate(state.given) if other != reader):
        return None
    return mixed(state, {reader, seat}, random)


def mixed(state: State, known: Container[int | None], random: Random) -> State:
    """The same match with other cards in the pile and in the hands of all but the `known` seats."""
    if state.result is not None:
        return state
    others = [seat for seat in range(len(state.seats)) if seat not in known]
    pool = list(state.pile)
    for seat in others:
        pool += [*state.seats[seat].hand, *state.seats[seat].kept, *state.seats[seat].away]
    while True:
        random.shuffle(pool)
        made = _dealt(state, others, list(pool))
        # A hand of cards that are all alike is kept by itself, and a swap needs an attack card in the pile.
        alike = any(len(set(made.seats[seat].hand)) == 1 for seat in others)
        if not alike and _has_attack(made.pile) == _has_attack(state.pile):
            return made


def _dealt(state: State, others: list[int], pool: list[str]) -> State:
    made = state.draft()
    for seat in others:
        what = state.seats[seat]
        # Attack cards are in nobody's first deal.
        made.put(seat, kept=_taken(pool, len(what.kept), attacks=state.round > 0))
        made.put(seat, hand=_taken(pool, len(what.hand)), away=_taken(pool, len(what.away)))
        if state.given and state.given[seat]:
            given = tuple(random_sample(fights.losable(state, seat), len(state.given[seat]), pool))
            made.given = (*made.given[:seat], given, *made.given[seat + 1 :])
    made.pile = tuple(pool)
    return made


def random_sample(cards: Cards, number: int, pool: list[str]) -> Cards:
    """Some of the cards, as random as the order of the pool is."""
    return ordered(Random("".join(pool)).sample(cards, number))


def _taken(pool: list[str], number: int, *, attacks: bool = True) -> Cards:
    """The first cards of the pool, which are gone from it then."""
    found = [code for code in pool if attacks or not code.isdigit()][:number]
    for code in found:
        pool.remove(code)
    return ordered(found)


def _has_attack(cards: Any) -> bool:
    return any(code.isdigit() for code in cards)
