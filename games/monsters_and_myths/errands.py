"""What can be given in one go with catapults: fire at a card until it is hit, or fire all of them (M6).

Nobody's turn is needed for it: catapults fire in every window, whoever attacks. Each shot follows from the seat's own
view alone. News end it: whatever has changed that the seat's own shots do not change, above all a roll, a shot of
somebody else, the end of the fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.api import Action
from games.errands import Errand
from games.messages import Message
from games.monsters_and_myths import shots, verbs
from games.monsters_and_myths.cards import WIZARD, name
from games.monsters_and_myths.state import WINDOWS
from games.monsters_and_myths.view import SeatView, View

LEAST: Final = 2
"""The catapults from which on there is anything to carry on with."""
VOLLEY, SALVO = "volley", "salvo"
"""Fire at one card until it is hit; fire all catapults, each at the creature that brings most points then."""


class MonstersErrands:
    """The errands of Monsters & Myths, `games.errands.Errands`."""

    def offered(self, view: View, seat: int, aim: str | None) -> Sequence[Errand]:
        """Return what makes sense now for a seat with two catapults at least; `aim` is a target as actions have it."""
        if view.seats[seat].catapults < LEAST:
            return ()
        ways = ((VOLLEY, aim), (SALVO,)) if aim is not None else ((SALVO,),)
        return tuple(errand for errand in ways if self.following(view, view, seat, errand) is not None)

    def known(self, tokens: Sequence[str]) -> bool:
        """Return whether the tokens are an errand."""
        kind, aim = tokens[0] if tokens else "", tuple(tokens[1:])
        return (kind == SALVO and not aim) or (kind == VOLLEY and verbs.fits(("fire", *aim)))

    def title(self, errand: Errand) -> Message:
        """Return what an errand does."""
        if errand[0] == SALVO:
            return Message("Fire all catapults, each for the most points")
        code = errand[1].split(".")[1]
        return Message("Fire until it hits: {card}", card=name(WIZARD if code[1] == WIZARD else code))

    def following(self, begun: View, now: View, seat: int, errand: Errand) -> Action | None:
        """Return the next shot of an errand, `None` where it has ended."""
        me = now.seats[seat]
        if now.phase not in WINDOWS or not me.catapults or me.left:
            return None
        if errand[0] == SALVO:
            if _outside(begun, seat) != _outside(now, seat):
                return None
            best = shots.best(now, seat)
            return None if best is None else ("fire", best)
        return ("fire", errand[1]) if _table(begun, seat) == _table(now, seat) else None

    def stopped(self, begun: View, now: View, seat: int, errand: Errand) -> Message | None:
        """Return nothing: what ends it, a hit, an empty hand or what somebody else did, is told by itself."""
        return None

    def needless(self, view: View, seat: int, errand: Errand) -> Message | None:
        """Return nothing: a catapult can always be fired, if this is the moment for it."""
        return None


def _table(view: View, seat: int) -> View:
    """Return what of a view stays as it is while the seat's own shots miss."""
    seats = tuple(_kept(one, own=one.seat == seat) for one in view.seats)
    return replace(view, seats=seats, discards=(), waiting=(), choices=())


def _outside(view: View, seat: int) -> tuple[Any, ...]:
    """Return what of a view stays as it is while the seat's own shots hit or miss."""
    others = [(one.catapults, one.captured, one.left) for one in view.seats if one.seat != seat]
    return view.round, view.phase, view.active, view.card, view.exchange, others


def _kept(seat: SeatView, *, own: bool) -> SeatView:
    """Return a seat without how far it has passed, which is no news, and without the `own` catapults."""
    return replace(seat, scope=None, catapults=0 if own else seat.catapults)
