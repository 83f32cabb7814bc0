"""From a state to a view: the one place that decides who may know what (A3)."""

from __future__ import annotations

from typing import Final

from games.api import Choice
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.state import State, result_of
from games.arena_of_heroes.view import FLAGS, VEILED, Placed, SeatView, View
from games.values import copied

_OPEN: Final = (
    "mode", "die", "phase", "turns", "left", "used", "searched", "sudden", "discard", "spiders", "shot", "out",
    "question", "hold",
)  # fmt: skip
"""What everybody may know of a state as it stands."""
_OPEN_OF_HEROES: Final = ("alive", "stamina", "hidden", "delay", "explored", "aims", "lost", "given", "taken")
"""What everybody may know of a hero as it stands."""


def view(state: State, reader: int | None, choices: tuple[Choice, ...]) -> View:
    """Return the match as the reader may know it; `choices` are all that are open."""
    return View(
        reader=reader,
        seats=tuple(_seat(state, seat, reader) for seat in range(state.seats)),
        active=state.turn if state.phase != "over" else None,
        granted=tuple(sorted(state.granted)),
        pool=tuple(HEROES[code] for code in state.pool),
        closed=tuple(sorted(state.closed)),
        deck=len(state.deck),
        slots=(_slot(state, 0), _slot(state, 1)),
        marks=tuple(sorted(state.marks)),
        arena=len(state.arena),
        undrawn=tuple(CARDS[card] for card in sorted(state.arena)),
        spent=tuple(CARDS[card] for card in state.spent),
        held=tuple(seat for seat, _ in state.held),
        choices=tuple(choice for choice in choices if choice.must or choice.seat == reader),
        result=result_of(state),
        before=None if state.base is None else view(state.base, reader, ()),
        **copied(state, _OPEN),
    )


def _slot(state: State, number: int) -> Placed | None:
    card, tokens = state.slots[number]
    return Placed(CARDS[card], tokens) if card else None


def _seat(state: State, seat: int, reader: int | None) -> SeatView:
    hero = state.heroes[seat]
    seen = hero.alive and (not hero.hidden or seat == reader)
    return SeatView(
        seat=seat,
        hero=hero.type,
        at=hero.at if seen else None,
        items=tuple(Placed(CARDS[card], tokens) for card, tokens in hero.items),
        flags=tuple(f for f in FLAGS if f in hero.flags and (f != VEILED or seat == reader)),
        spared=tuple(sorted(hero.spared)),
        fell=hero.fell or None,
        last=hero.at if hero.alive and state.phase == "over" else None,
        **copied(hero, _OPEN_OF_HEROES),
    )
