"""Worlds: matches that look to a reader exactly as the real one does (M8).

A world is made of a view alone. The cards that the reader has not seen are put in a fixed order before they are
shuffled, so that the same view and the same random numbers give the same world, whatever the truth is.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from games.monsters_and_myths import fights
from games.monsters_and_myths.cards import (
    CATAPULT,
    WIZARD,
    Cards,
    attack_deck,
    creatures,
    first_deck,
    gathered,
    ordered,
)
from games.monsters_and_myths.state import NEWEST_RULINGS, Options, Seat, State
from games.monsters_and_myths.view import SeatView, View


def world(view: View, random: Random) -> State:
    """Return a match that may be the one which the reader of a view is in; the cards must have been dealt."""
    pool = list(_unseen(view))
    random.shuffle(pool)
    seats = tuple(_seat(view, seat, pool) for seat in view.seats)
    state = State(
        options=Options(free=view.free, guarantee_attack=view.guarantee_attack, rulings=NEWEST_RULINGS),
        seats=seats,
        round=view.round,
        phase=view.phase,
        turn=-1 if view.turn is None else view.turn,
        active=-1 if view.active is None else view.active,
        card=0 if view.card is None else view.card.number,
        force=view.force,
        flipped=view.flipped,
        target=view.target,
        fought=view.fought,
        paid=view.paid,
        wait=view.waiting,
        owe=view.owe,
        pile=tuple(pool),
        discards=view.discards,
        exchange=view.exchange,
        rolling=view.rolling,
        left=tuple(seat.seat for seat in view.seats if seat.left),
        asides=(0,) * len(seats),
        result=view.result,
    )
    if view.phase == "lose":
        state.given = tuple(_given(view, state, seat.seat, random) for seat in view.seats)
    return state


def _unseen(view: View) -> Cards:
    """Return the cards that the reader has not seen, in their order."""
    cards = Counter((*first_deck(), *attack_deck()))
    cards.subtract(view.discards)
    for seat in view.seats:
        cards.subtract(creatures(seat.troops))
        cards.subtract((*seat.captured, *(seat.hand or ()), *(seat.kept or ()), *(seat.away or ())))
        cards.subtract(card.code for card in seat.attacks)
        cards[WIZARD] -= seat.new + sum(ranks.wizards for ranks in seat.troops)
        cards[CATAPULT] -= seat.catapults
    return ordered(cards.elements())


def _seat(view: View, seat: SeatView, pool: list[str]) -> Seat:
    """Return what a seat has; what the reader may not know comes from the pool, which loses it."""
    later = view.round > 0  # attack cards are in nobody's first deal
    kept = seat.kept if seat.kept is not None else taken(pool, seat.kept_count, attacks=later)
    return Seat(
        troops=seat.troops,
        new=seat.new,
        catapults=seat.catapults,
        attacks=tuple(card.number for card in seat.attacks),
        captured=seat.captured,
        hand=seat.hand if seat.hand is not None else taken(pool, seat.hand_count),
        kept=kept,
        away=seat.away if seat.away is not None else taken(pool, seat.away_count),
        scope=seat.scope or "",
    )


def taken(pool: list[str], number: int, *, attacks: bool = True) -> Cards:
    """Take the first cards out of the pool, without `attacks` only others than attack cards."""
    found: list[int] = []
    for at, code in enumerate(pool):
        if len(found) == number:
            break
        if attacks or not code.isdigit():
            found.append(at)
    cards = ordered(pool[at] for at in found)
    for at in reversed(found):
        del pool[at]
    return cards


def _given(view: View, state: State, seat: int, random: Random) -> Cards:
    """Return what a seat has chosen as lost; of others nobody knows more than how much."""
    if seat == view.reader:
        return view.given
    if seat not in view.chosen:
        return ()
    assert view.exchange is not None
    lost = view.exchange.losses[seat != view.active]
    return creatures(gathered(random.sample(fights.losable(state, seat), lost)))
