"""What is hidden in Arena of Heroes: where others hide, the order of both decks, whether a Veil is used up (A3).

For how long others let attacks pass is hidden, too (A7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from games.api import Action, Step
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import VEIL
from games.arena_of_heroes.ring import GROUND, WASTELAND
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import VEILED

PROBES = (
    "attack",
    "attack 8",
    "attack 21",
    "attack2 8",
    "boarding 8",
    "choose",
    "choose yes",
    "end now",
    "explore",
    "hide",
    "pass turn",
    "rootwalk",
    "shield",
    "spider 12",
    "tunnel",
    "use B06",
    "use X03",
    "work",
    "work B09",
    "",
)


def world(state: State, reader: int | None, random: Random) -> State:
    """The same state with others at other places, other orders of the decks, another Veil."""
    if state.phase != "turn":
        return state
    stable = state.base is None
    seats = [seat for seat in _hidden(state) if seat != reader and stable]
    changed = _mixed(state, seats, _free(state, state), random)
    if stable:
        _toggle_veils(changed, reader, random)
        waited = {seat for seat, _ in state.held}
        changed.passes = tuple(
            scope if seat == reader or seat in waited else random.choice(("", "turn", "always"))
            for seat, scope in enumerate(state.passes)
        )
    return changed


def world_before(
    state: State, reader: int | None, seat: int, action: Action, step: Step, random: Random
) -> State | None:
    """The same for a state before an action, from which the same comes for the reader."""
    if state.phase != "turn" or state.base is not None or step.state.phase == "over":
        return None
    after, events = step.state, step.events
    told = {event.seat for event in events if isinstance(event, ev.Revealed | ev.Left | ev.Out)}
    struck = {event.hideout for event in events if isinstance(event, ev.Attacked)}
    struck |= {int(word) for word in action[1:] if word.isdigit()}
    free = _free(state, after) - struck
    if any(isinstance(event, ev.Erupted) for event in events):
        free = {hideout for hideout in free if GROUND[hideout] != WASTELAND}
    quiet = [other for other in _hidden(state) if other not in told | {reader, seat} and after.heroes[other].hidden]
    return _mixed(state, [other for other in quiet if state.heroes[other].at not in struck], free, random)


def _hidden(state: State) -> list[int]:
    return [seat for seat, hero in enumerate(state.heroes) if hero.hidden]


def _free(before: State, after: State) -> set[int]:
    """The hideout cards that are in the deck all the time, where nothing waits for who comes."""
    cards = set(before.stable().deck) & set(before.deck) & set(after.deck)
    places = {12, *before.spiders, *after.spiders, *before.marks, *after.marks}
    return cards - places


def _mixed(state: State, seats: Iterable[int], free: set[int], random: Random) -> State:
    """The state with heroes and free cards exchanged, and the arena cards that stay in their deck in another order."""
    movers = [seat for seat in seats if state.heroes[seat].at not in state.spiders]
    places = sorted({*free, *(state.heroes[seat].at for seat in movers)})
    swap = dict(zip(places, random.sample(places, len(places)), strict=True))
    changed = _swapped(state, movers, swap)
    if state.base is not None:
        changed.base = _swapped(state.base, movers, swap)
    elif len(state.arena) > 1:
        top, *rest = state.arena
        changed.arena = (top, *random.sample(rest, len(rest)))
    return changed


def _swapped(state: State, movers: Iterable[int], swap: Mapping[int, int]) -> State:
    changed = state.draft()
    changed.deck = tuple(swap.get(card, card) for card in state.deck)
    for seat in movers:
        changed.heroes[seat].at = swap[state.heroes[seat].at]
    return changed


def _toggle_veils(state: State, reader: int | None, random: Random) -> None:
    for seat in _hidden(state):
        hero = state.heroes[seat]
        if seat != reader and hero.can(VEIL) and random.random() < 0.5:
            hero.flags ^= {VEILED}
