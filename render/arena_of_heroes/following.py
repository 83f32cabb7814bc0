"""What everybody sees after an event: the views between the position before a turn and the one after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.view import Placed, SeatView, Shot, View

T = TypeVar("T", int, str)


def applied(view: View, event: Any) -> View:
    """Return the view after an event, as far as everybody sees it; whatever it leaves open the last frame shows."""
    change = _CHANGES.get(type(event))
    return view if change is None else change(view, event)


def plus(found: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return a sorted set with one more member."""
    return tuple(sorted(set(found) | {one}))


def without(found: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    """Return a set without these members."""
    return tuple(one for one in found if one not in gone)


def _seat(view: View, number: int, **changes: Any) -> View:
    seats = tuple(replace(seat, **changes) if seat.seat == number else seat for seat in view.seats)
    return replace(view, seats=seats)


def _of(view: View, event: Any) -> SeatView:
    found: SeatView = view.seats[event.seat]
    return found


def _picked(view: View, event: ev.Picked) -> View:
    return _seat(view, event.seat, hero=HEROES[event.hero])


def _turn(view: View, event: ev.TurnBegan) -> View:
    seats = tuple(replace(seat, flags=without(seat.flags, "hit", "smoke")) for seat in view.seats)
    seats = tuple(
        replace(seat, flags=without(seat.flags, "shield", "crows")) if seat.seat == event.seat else seat
        for seat in seats
    )
    return replace(view, seats=seats, active=event.seat, turns=event.number, phase="turn")


def _attacked(view: View, event: ev.Attacked) -> View:
    shot = Shot(event.seat, event.neutral, event.aim, event.face, event.symbol, event.hideout)
    seats = view.seats
    if event.hideout:
        seats = tuple(
            replace(seat, spared=plus(seat.spared, event.hideout)) if seat.hidden else seat for seat in view.seats
        )
    return replace(view, shot=shot, seats=seats)


def _revealed(view: View, event: ev.Revealed) -> View:
    return _seat(view, event.seat, hidden=False, at=event.hideout, spared=())


def _out(view: View, event: ev.Out) -> View:
    view = _seat(view, event.seat, alive=False, hidden=False, at=None, items=(), delay=0, fell=event.hideout)
    return replace(view, closed=plus(view.closed, event.hideout), out=(*view.out, (event.seat,)))


def _left(view: View, event: ev.Left) -> View:
    view = _seat(view, event.seat, hidden=True, at=None, explored=False, delay=0, spared=())
    return replace(view, closed=plus(view.closed, event.hideout), deck=max(0, view.deck - 1))


def _card(view: View, event: ev.ArenaCard) -> View:
    card = CARDS[event.card]
    if not card.slot:
        return view
    placed = Placed(card, card.tokens)
    return replace(view, slots=(placed, view.slots[1]) if card.slot == "E1" else (view.slots[0], placed))


def _discarded(view: View, event: ev.ItemDiscarded) -> View:
    items = tuple(placed for placed in _of(view, event).items if placed.card.id != event.card)
    return _seat(view, event.seat, items=items)


def _emptied(view: View, event: ev.SlotEmptied) -> View:
    slots = tuple(None if placed is not None and placed.card.id == event.card else placed for placed in view.slots)
    return replace(view, slots=(slots[0], slots[1]))


def _trembled(view: View, event: ev.Tremor) -> View:
    placed = Placed(CARDS["B15"], event.left) if event.left else None
    return replace(view, slots=(view.slots[0], placed))


def _crawled(view: View, event: ev.SpidersCrawled) -> View:
    return replace(view, spiders=event.hideouts)


def _reopened(view: View, event: ev.Reopened) -> View:
    return replace(
        view, closed=without(view.closed, event.hideout), marks=plus(view.marks, event.hideout), deck=view.deck + 1
    )


def _collapsed(view: View, event: ev.Collapsed) -> View:
    return replace(view, closed=plus(view.closed, event.hideout), deck=max(0, view.deck - 1))


def _delayed(view: View, event: ev.Delayed) -> View:
    return _seat(view, event.seat, delay=max(0, _of(view, event).delay + event.tokens))


Change = Callable[[View, Any], View]
_CHANGES: Final[dict[type, Change]] = {
    ev.Picked: _picked,
    ev.TurnBegan: _turn,
    ev.Attacked: _attacked,
    ev.Revealed: _revealed,
    ev.Hit: lambda view, event: _seat(view, event.seat, flags=plus(_of(view, event).flags, "hit")),
    ev.Stamina: lambda view, event: _seat(view, event.seat, stamina=event.stamina),
    ev.Shielded: lambda view, event: _seat(view, event.seat, flags=without(_of(view, event).flags, "shield")),
    ev.Out: _out,
    ev.Left: _left,
    ev.SuddenDeath: lambda view, event: replace(view, sudden=True, deck=0),
    ev.Delayed: _delayed,
    ev.ArenaCard: _card,
    ev.Explored: lambda view, event: _seat(view, event.seat, explored=True),
    ev.ItemDiscarded: _discarded,
    ev.SlotEmptied: _emptied,
    ev.Tremor: _trembled,
    ev.SpidersCrawled: _crawled,
    ev.Reopened: _reopened,
    ev.Collapsed: _collapsed,
}
