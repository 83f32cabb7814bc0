"""Leaving a hideout for a new one, and the hide die: hide rolls and working delay off (A5.2 to A5.4)."""

from __future__ import annotations

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BONE, BOOTS, DIGGING, FLOOD, HUT, REEDFOOT, SANDSTORM, SAPPER, WOODRUNNER
from games.arena_of_heroes.ring import FOREST, GREEN, GROUND, HIDE_DIE, HIDE_FACES, RED, RED_DELAY, WASTELAND, WATER
from games.arena_of_heroes.run import Run, delay, drop, reveal
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.view import LETTERS

KEEP = "keep"


def may_leave(state: State, hero: Hero, *, unexplored: bool = False) -> bool:
    """Return whether nothing holds a hero at its hideout; `unexplored`: not even that it is not explored (A5.3.1)."""
    explored = unexplored or hero.explored or state.mode != "advanced"
    return hero.alive and not hero.delay and explored and hero.at not in state.spiders


def may_relocate(state: State, hero: Hero, *, unexplored: bool = False) -> bool:
    """Return whether drawing a hideout card would not be ignored (A5.3.1, A5.6)."""
    return bool(state.deck) and not state.sudden and may_leave(state, hero, unexplored=unexplored)


def may_hide(state: State, hero: Hero) -> bool:
    """Return whether a hero may make a hide roll (A5.2)."""
    return not hero.hidden and may_relocate(state, hero)


def relocate(run: Run, seat: int, tokens: int = 0, *, unexplored: bool = False) -> None:
    """Draw a hideout card and go there, and take so many delay tokens with it (A5.3).

    Nothing happens where the draw is ignored; where no open hideout is left in the deck the hero stays, without delay.
    """
    state, hero = run.state, run.hero(seat)
    if not may_relocate(state, hero, unexplored=unexplored):
        return
    drawn = _draw(run, hero.at)
    if drawn:
        _move(run, seat, drawn)
    if not state.deck:
        state.sudden = True
        run.tell(ev.SuddenDeath())
    if drawn:
        _arrive(run, seat)
        delay(run, seat, tokens)


def _draw(run: Run, old: int) -> int:
    """Draw up to the card of an open hideout and lay `old` and the useless ones on the discards; 0 without one."""
    state = run.state
    vain: tuple[int, ...] = ()
    drawn = 0
    while state.deck and not drawn:
        card, *rest = state.deck
        state.deck = tuple(rest)
        if card in state.closed:
            run.tell(ev.Closed((card,)))
            vain = (card, *vain)
        else:
            drawn = card
    state.discard = (*vain, *((old,) if drawn else ()), *state.discard)
    return drawn


def _move(run: Run, seat: int, drawn: int) -> None:
    hero, old = run.hero(seat), run.hero(seat).at
    hero.at, hero.hidden, hero.explored, hero.spared = drawn, True, False, frozenset()
    hero.aims, hero.lost = (), False
    run.state.closed |= {old}
    run.tell(ev.Left(seat, old))
    run.tell(ev.CardDrawn(seat, drawn))
    if hero.has(HUT):
        drop(run, seat, HUT)


def _arrive(run: Run, seat: int) -> None:
    """Apply what waits at the new hideout: a token of Wrong Way, spiders (A5.3.3, A9 B14, B16)."""
    state, hero = run.state, run.hero(seat)
    marked = hero.at in state.marks
    if marked or hero.at in state.spiders:
        reveal(run, seat)
    if marked:
        state.marks -= {hero.at}
        delay(run, seat, 1)


def own_dice(run: Run, seat: int, sides: int, *kinds: str) -> tuple[int, ...]:
    """Return a hero's own roll; with a Lucky Bone one of the dice may be rolled again (A9 X05)."""
    faces = [run.die(kind, sides) for kind in kinds]
    if run.hero(seat).has(BONE):
        run.tell(ev.Rolled(seat, tuple(faces)))
        again = run.ask(seat, "bone", (KEEP, *(str(n + 1) for n in range(len(kinds)))), KEEP)
        if again != KEEP:
            drop(run, seat, BONE)
            faces[int(again) - 1] = run.die(kinds[int(again) - 1], sides)
    return tuple(faces)


def own_hide_die(run: Run, seat: int, purpose: str) -> str:
    """Return the colour that a hero's own roll of the hide die shows."""
    (face,) = own_dice(run, seat, len(HIDE_FACES), HIDE_DIE)
    colour = HIDE_FACES[face - 1]
    run.tell(ev.HideDie(seat, purpose, face, colour))
    return colour


def hide_roll(run: Run, seat: int) -> None:
    """Roll the hide die and apply the result (A5.2)."""
    colour = own_hide_die(run, seat, "hide")
    if colour == GREEN:
        relocate(run, seat)
    elif colour == RED and (tokens := red_delay(run.state, run.hero(seat))) is not None:
        relocate(run, seat, tokens)


def red_delay(state: State, hero: Hero) -> int | None:
    """Return the delay that a red hide roll brings at a hero's hideout, or `None` where red fails (A5.2)."""
    ground = GROUND[hero.at]
    if ground == WASTELAND and (hero.can(SAPPER) or state.slot(SANDSTORM)):
        ground = FOREST
    if ground not in RED_DELAY or (ground == WATER and state.slot(FLOOD)):
        return None
    return max(0, RED_DELAY[ground] - hero.can(REEDFOOT) - hero.has(BOOTS))


def work(run: Run, seat: int, idol: str = "") -> None:
    """Roll to take a delay token off the hideout card or off an idol; red ends the turn (A5.4)."""
    colour = own_hide_die(run, seat, "work")
    if colour not in (GREEN, RED):
        return
    if idol:
        _take_token(run, seat, idol)
    else:
        delay(run, seat, -1)
    if colour == RED and not run.hero(seat).can(REEDFOOT):
        run.ending = True


def _take_token(run: Run, seat: int, idol: str) -> None:
    hero = run.hero(seat)
    left = hero.tokens(idol) - 1
    hero.items = tuple((card, left if card == idol else tokens) for card, tokens in hero.items)
    run.tell(ev.TokenTaken(seat, idol, left))
    if not left:
        drop(run, seat, idol)


# Triggered abilities, settled after each die, each card and each end of a turn (A6.1)

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
    """Return the seat whose trigger comes next: the active player says so, or the next living one clockwise."""
    letters = tuple(LETTERS[seat] for seat in able)
    return LETTERS.index(run.ask(run.state.living()[0], "order", letters, letters[0]))
