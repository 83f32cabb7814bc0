"""Worlds: matches that look to a reader exactly as the real one does, and where in one a hidden hero may be (A3).

A world is made of a view alone. The hideout cards that the reader has not seen are put in a fixed order before they are
shuffled, so that the same view and the same random numbers give the same world, whatever the truth is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from games.arena_of_heroes.cards import PHIAL, VEIL
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.view import SMOKE, Placed, SeatView, View


def world(view: View, random: Random) -> State:
    """Return a match that may be the one which the reader of a view is in, between two actions."""
    seats = len(view.seats)
    undrawn = [card.id for card in view.undrawn]
    if view.phase == "turn":
        random.shuffle(undrawn)
    state = State(
        mode=view.mode,
        die=view.die,
        heroes=tuple(_hero(seat) for seat in view.seats),
        phase=view.phase,
        turn=0 if view.active is None else view.active,
        left=view.left,
        used=view.used,
        searched=view.searched,
        granted=frozenset(view.granted),
        sudden=view.sudden,
        pool=tuple(hero.code for hero in view.pool),
        out=view.out,
        closed=frozenset(view.closed),
        discard=view.discard,
        slots=(_slot(view.slots[0]), _slot(view.slots[1])),
        spiders=view.spiders,
        marks=frozenset(view.marks),
        arena=tuple(undrawn),
        spent=tuple(card.id for card in view.spent),
        hold=view.hold,
        held=tuple((seat, 0) for seat in view.held),
        passes=("",) * seats,
        turns=view.turns,
        since=(0,) * seats,
        shot=view.shot,
    )
    if view.phase == "turn":
        _hide(state, view, random)
    return state


def _slot(placed: Placed | None) -> tuple[str, int]:
    return ("", 0) if placed is None else (placed.card.id, placed.tokens)


def _hero(seat: SeatView) -> Hero:
    return Hero(
        type=seat.hero,
        stamina=seat.stamina,
        at=seat.at or 0,
        hidden=seat.hidden,
        delay=seat.delay,
        explored=seat.explored,
        items=tuple((placed.card.id, placed.tokens) for placed in seat.items),
        flags=frozenset(seat.flags),
        spared=frozenset(seat.spared),
        aims=seat.aims,
        lost=seat.lost,
        given=seat.given,
        taken=seat.taken,
        fell=seat.fell or 0,
    )


def _hide(state: State, view: View, random: Random) -> None:
    """Deal the hideout cards that nobody has seen to hidden heroes and to the deck. For drafts only."""
    seen = {*state.discard, *(hero.at for hero in state.heroes)}
    cards = [hideout for hideout in HIDEOUTS if hideout not in seen]
    random.shuffle(cards)
    for seat in view.seats:
        if seat.alive and seat.at is None:
            allowed = free(state, seat.seat, cards)
            place = next((card for card in cards if card in allowed), 0) or (cards or HIDEOUTS)[0]
            state.heroes[seat.seat].at = place
            cards = [card for card in cards if card != place]
    state.deck = tuple(cards)


def free(state: State, seat: int, cards: Iterable[int], *, surely: bool = True) -> list[int]:
    """Return those of some hideouts, sorted, where a hidden hero may be: nothing there would have revealed it.

    A hideout that was struck counts only where something may have covered the hero, and `surely` leaves it out then.
    """
    hero = state.heroes[seat]
    covered = not surely and (hero.can(VEIL) or SMOKE in hero.flags or PHIAL in state.spent)
    never: Collection[int] = () if SMOKE in hero.flags else {*state.spiders, *state.marks}
    return sorted(c for c in cards if c not in never and (covered or c not in hero.spared))


def exchanged(state: State, one: int, other: int) -> State:
    """Return the state in which two hideout cards that nobody has seen lie in each other's place."""
    if one == other:
        return state
    made = state.draft()
    swap = {one: other, other: one}
    made.deck = tuple(swap.get(card, card) for card in state.deck)
    for hero in made.heroes:
        hero.at = swap.get(hero.at, hero.at)
    if state.base is not None:
        made.base = exchanged(state.base, one, other)
    return made
