"""A seat that changes hands: a substitute is looked for, and somebody takes over.

Everything that is looked for stands in the seats of the match, which have its version: of two who press at once one
is first, and whoever is second finds the seat taken.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.seating import Why
from bot.matches.work import Change, Work
from games import agreements
from games.api import GameError
from games.history import Entry
from games.messages import Message
from storage import Former, Seat, SeatClock

GONE: Final = Message("This seat is no longer on offer: somebody has taken it, or its player plays on.")
ON_OFFER: Final = Message("This seat is already on offer.")


def offered(match: LoadedMatch, seat: int, why: Why, to: int | None = None) -> Change:
    """Look for somebody who takes a seat over, for anybody or for one user. Raises `Refusal`."""
    match.must_run()
    place = _seat(match, seat)
    if seat not in match.face.game.playing(match.state):
        raise Refusal(Message("That player is out of the match; there is nothing to hand over."))
    if place.offered is not None:
        raise Refusal(ON_OFFER)
    if to is not None:
        _must_be_new(match, to)
    return Change(
        seats=tuple(replace(s, offered=why, offered_to=to) if s is place else s for s in match.match.seats),
    )


def withdrawn(match: LoadedMatch, seat: int, *whys: Why) -> Change:
    """Look for nobody any more, if that was begun for one of these reasons. Raises `Refusal`."""
    match.must_run()
    if _seat(match, seat).offered not in whys:
        raise Refusal(Message("This seat is not on offer."))
    return Change(seats=seating.stop_looking(match.match.seats, seat))


def taken(match: LoadedMatch, user: int, seat: int) -> Change:
    """Let a user take over a seat for which somebody is looked for. Raises `Refusal`.

    The seat's clock begins anew with a full bank: whoever comes in has to read what has happened in weeks. What its
    former player has offered falls, and so does what that player has said in advance.
    """
    match.must_run()
    place = _seat(match, seat)
    former = place.user_id
    if place.offered is None or former is None:
        raise Stale(GONE)
    _must_be_new(match, user)
    if place.offered_to not in (None, user):
        raise Refusal(Message("This seat is on offer to somebody else."))
    work = Work(match)
    try:
        work.add(Entry("agreement", seat, agreements.HANDOVER), agreements.HANDOVER)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    number = len(match.entries) + 1
    mine = Seat(seat, user, "accepted", since=number)
    seats = tuple(mine if s is place else s for s in match.match.seats)
    bank = match.pace.bank * 1000 if match.pace is not None else None
    return Change(
        tuple(work.actions),
        tuple(work.replayed),
        work.position,
        work.text,
        work.actions[-1].state_hash,
        work.choices,
        seats=seats,
        keep_open=True,
        clocks=(SeatClock(seat, left_ms=bank),),
        former=Former(seat, former, number),
        told=tuple(s.user_id for s in seats if s.user_id is not None),
    )


def _must_be_new(match: LoadedMatch, user: int) -> None:
    """Raise `Refusal` for whoever plays in the match, or has played in it and so knows what a seat hides."""
    if user in match.users():
        raise Refusal(Message("Whoever plays in this match cannot take over another seat."))
    if any(one.user_id == user for one in match.match.former):
        raise Refusal(Message("Whoever has handed over a seat in this match cannot come back to it."))


def _seat(match: LoadedMatch, seat: int) -> Seat:
    found = next((s for s in match.match.seats if s.seat == seat), None)
    if found is None:
        raise Refusal(Message("There is no such seat."))
    return found
