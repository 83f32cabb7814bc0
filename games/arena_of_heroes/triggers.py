"""Triggered abilities, settled after each die, each card and each end of a turn (A6.1)."""

from __future__ import annotations

from games.arena_of_heroes.facts import LETTERS
from games.arena_of_heroes.heroes import DIGGING, WOODRUNNER
from games.arena_of_heroes.moves import hide_roll, may_hide, may_relocate, relocate
from games.arena_of_heroes.run import Run

YES, NO = "yes", "no"


def settle(run: Run) -> None:
    """Ask for the triggered abilities that could do something, until none is left."""
    while able := [seat for seat in run.state.living() if seat in run.triggers and _possible(run, seat)]:
        seat = able[0] if len(able) == 1 else _first(run, able)
        run.triggers.discard(seat)
        kind = DIGGING if run.hero(seat).can(DIGGING) else WOODRUNNER
        if run.ask(seat, kind, (YES, NO), YES) == NO:
            continue
        if kind == DIGGING:
            hide_roll(run, seat)
        else:
            relocate(run, seat)
    run.triggers.clear()


def _possible(run: Run, seat: int) -> bool:
    hero = run.hero(seat)
    return may_hide(run.state, hero) if hero.can(DIGGING) else may_relocate(run.state, hero)


def _first(run: Run, able: list[int]) -> int:
    """The seat whose trigger comes next: the active player says so, or the next living one clockwise."""
    letters = tuple(LETTERS[seat] for seat in able)
    return LETTERS.index(run.ask(run.state.living()[0], "order", letters, letters[0]))
