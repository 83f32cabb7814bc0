"""From a state to a view: the one place that decides who may know what (A3)."""

from __future__ import annotations

from games.api import Choice
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.state import State, result_of
from games.arena_of_heroes.view import FLAGS, VEILED, Placed, SeatView, View


def view(state: State, reader: int | None, choices: tuple[Choice, ...]) -> View:
    """Return the match as the reader may know it; `choices` are all that are open."""
    return View(
        reader=reader,
        mode=state.mode,
        die=state.die,
        phase=state.phase,
        seats=tuple(_seat(state, seat, reader) for seat in range(state.seats)),
        active=state.turn if state.phase != "over" else None,
        turns=state.turns,
        left=state.left,
        used=state.used,
        searched=state.searched,
        granted=tuple(sorted(state.granted)),
        sudden=state.sudden,
        pool=tuple(HEROES[code] for code in state.pool),
        closed=tuple(sorted(state.closed)),
        deck=len(state.deck),
        discard=state.discard,
        slots=(_slot(state, 0), _slot(state, 1)),
        spiders=state.spiders,
        marks=tuple(sorted(state.marks)),
        arena=len(state.arena),
        spent=tuple(CARDS[card] for card in state.spent),
        shot=state.shot,
        out=state.out,
        question=state.question,
        held=tuple(seat for seat, _ in state.held),
        hold=state.hold,
        choices=tuple(choice for choice in choices if choice.must or choice.seat == reader),
        result=result_of(state),
    )


def _slot(state: State, number: int) -> Placed | None:
    card, tokens = state.slots[number]
    return Placed(CARDS[card], tokens) if card else None


def _seat(state: State, seat: int, reader: int | None) -> SeatView:
    hero = state.heroes[seat]
    known = hero.alive and (not hero.hidden or seat == reader)
    return SeatView(
        seat=seat,
        hero=hero.type,
        alive=hero.alive,
        stamina=hero.stamina,
        hidden=hero.hidden,
        at=hero.at if known else None,
        delay=hero.delay,
        explored=hero.explored,
        items=tuple(Placed(CARDS[card], tokens) for card, tokens in hero.items),
        flags=tuple(f for f in FLAGS if f in hero.flags and (f != VEILED or seat == reader)),
        spared=tuple(sorted(hero.spared)),
        lost=hero.lost,
        given=hero.given,
        taken=hero.taken,
        fell=hero.fell or None,
        last=hero.at if hero.alive and state.phase == "over" else None,
    )
