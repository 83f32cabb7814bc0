"""Before the first turn: the draft of heroes, the deal of hideouts, the decks (A4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BASE
from games.arena_of_heroes.heroes import HEROES
from games.arena_of_heroes.options import deck_of, pool_of
from games.arena_of_heroes.ring import CLOSED_AT_START, HIDEOUTS
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.turns import begin_turn

RANDOM: Final = "random"


def opened(seats: int, options: Mapping[str, Any]) -> State:
    """Return the state before the heroes are picked, with the options of the match."""
    return State(
        mode=options["mode"],
        die=options["attack_die"],
        heroes=tuple(Hero() for _ in range(seats)),
        pool=pool_of(options),
        arena=deck_of(options),
        hold=options["hold_minutes"],
        passes=("",) * seats,
        since=(0,) * seats,
    )


def players(state: State) -> list[int]:
    """Return the seats that have not left during the draft, in their order."""
    gone = {seat for group in state.out for seat in group}
    return [seat for seat in range(state.seats) if seat not in gone]


def pick(run: Run, seat: int, word: str) -> None:
    """Take a hero; its board is taken with both sides (A4.2)."""
    state = run.state
    code = word
    if word == RANDOM:
        index, state.cursor = run.draws.below(state.cursor, len(state.pool))
        code = state.pool[index]
    run.hero(seat).type = HEROES[code]
    state.pool = tuple(other for other in state.pool if other[0] != code[0])
    run.tell(ev.Picked(seat, code, word == RANDOM))
    proceed(run)


def proceed(run: Run) -> None:
    """Go on to the next seat that has to pick, or to the first turn."""
    state = run.state
    waiting = [seat for seat in players(state) if run.hero(seat).type is None]
    if waiting:
        state.turn = waiting[0]
    else:
        _deal(run)


def _deal(run: Run) -> None:
    state, seats = run.state, players(run.state)
    deck, state.cursor = run.draws.shuffled(state.cursor, HIDEOUTS)
    turned, deck = deck[: CLOSED_AT_START[len(seats)]], deck[CLOSED_AT_START[len(seats)] :]
    state.discard, state.closed, state.pool = tuple(reversed(turned)), frozenset(turned), ()
    run.tell(ev.Closed(turned))
    for seat, card in zip(seats, deck, strict=False):
        hero = run.hero(seat)
        assert hero.type is not None
        hero.at, hero.hidden, hero.stamina = card, True, hero.type.stamina
        run.tell(ev.CardDrawn(seat, card))
    state.deck = deck[len(seats) :]
    if state.mode == "advanced":
        state.arena, state.cursor = run.draws.shuffled(state.cursor, state.arena or BASE)
        for seat in seats:
            run.hero(seat).explored = True
    state.phase = "turn"
    begin_turn(run, seats[0])
