"""From a state to a view: the one place that decides who may know what (M8)."""

from __future__ import annotations

from typing import Final

from games.api import Choice
from games.monsters_and_myths.cards import BY_CODE, Cards
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import SeatView, View
from games.values import copied

_OPEN: Final = (
    "round", "phase", "force", "flipped", "target", "fought", "paid", "owe", "exchange", "discards", "result",
)  # fmt: skip
"""What everybody may know of a state as it stands."""
_OPEN_OF_SEATS: Final = ("troops", "new", "catapults", "captured")
"""What everybody may know of a seat as it stands."""


def view(state: State, reader: int | None, choices: tuple[Choice, ...]) -> View:
    """Return the match as the reader may know it; `choices` are all that are open."""
    given = state.given[reader] if state.given and reader is not None else ()
    return View(
        reader=reader,
        free=state.options.free,
        guarantee_attack=state.options.guarantee_attack,
        seats=tuple(_seat(state, seat, reader) for seat in range(len(state.seats))),
        turn=_or_none(state.turn),
        active=_or_none(state.active),
        card=state.attack_card if state.card else None,
        waiting=state.wait,
        chosen=tuple(seat for seat, cards in enumerate(state.given) if cards),
        given=given,
        rolling=state.rolling if reader is not None and reader == state.active else None,
        pile=len(state.pile),
        choices=tuple(choice for choice in choices if choice.must or choice.seat == reader),
        **copied(state, _OPEN),
    )


def _or_none(seat: int) -> int | None:
    return None if seat < 0 else seat


def _seat(state: State, seat: int, reader: int | None) -> SeatView:
    what = state.seats[seat]
    own = seat == reader

    def seen(cards: Cards) -> Cards | None:
        return cards if own else None

    return SeatView(
        seat=seat,
        home=state.home(seat),
        attacks=tuple(BY_CODE[str(number)] for number in what.attacks),
        hand_count=len(what.hand),
        hand=seen(what.hand),
        kept_count=len(what.kept),
        kept=seen(what.kept),
        away_count=len(what.away),
        away=seen(what.away),
        scope=what.scope if own else None,
        left=seat in state.left,
        **copied(what, _OPEN_OF_SEATS),
    )
