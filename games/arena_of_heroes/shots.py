"""Attacks: the dice, what they strike, what that does, and the tremors that squares cause (A5.1)."""

from __future__ import annotations

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BLOODSCENT, BUCKLER, COG, IDOLS, SEISMIC
from games.arena_of_heroes.moves import own_dice, relocate, settle
from games.arena_of_heroes.ring import ATTACK_DICE, ATTACK_FACES, GROUND, SQUARE, WASTELAND, chances, struck
from games.arena_of_heroes.run import Run, drop, lose, reveal, spend
from games.arena_of_heroes.view import HIT, SHIELD_WALL, SMOKE, VEILED, Shot


def attack(run: Run, seat: int, aim: int, dice: int = 1) -> None:
    """Make a hero's own attack at an aim; two dice are resolved in the order of their rolls (A5.1.5)."""
    hero = run.hero(seat)
    reach = chances(aim, run.state.die, inner=inner(run, seat))
    others = (other for other in run.state.living() if other != seat)
    if hero.hidden and not any(run.hero(other).at in reach and not run.hero(other).hidden for other in others):
        hero.aims = (*hero.aims, aim)
    for face in own_dice(run, seat, len(ATTACK_FACES[run.state.die]), *ATTACK_DICE[:dice]):
        _shoot(run, seat, aim, face, neutral=False)


def neutral_attack(run: Run, seat: int, aim: int, dice: int) -> None:
    """Make a card's attack; abilities and items of the one who rolls do not count (A5.1.6)."""
    for face in [run.die(kind, len(ATTACK_FACES[run.state.die])) for kind in ATTACK_DICE[:dice]]:
        _shoot(run, seat, aim, face, neutral=True)


def inner(run: Run, seat: int) -> bool:
    """Return whether a hero's own shots never stray farther than to the neighbours (A8 Bloodscent, A9 X06)."""
    hero = run.hero(seat)
    return hero.can(BLOODSCENT) or hero.has(COG)


def _shoot(run: Run, seat: int, aim: int, face: int, *, neutral: bool) -> None:
    state, hero = run.state, run.hero(seat)
    symbol = ATTACK_FACES[state.die][face - 1]
    void = not neutral and any(hero.has(idol) and symbol == kept for idol, kept in IDOLS.items())
    hideout = 0 if void else struck(aim, symbol, inner=not neutral and inner(run, seat))
    run.tell(ev.Attacked(seat, neutral, aim, face, symbol, hideout))
    state.shot = Shot(seat, neutral, aim, face, symbol, hideout)
    if hideout:
        _strike(run, seat, hideout, neutral=neutral)
    if symbol == SQUARE:
        _shake(run)
    settle(run)


def _strike(run: Run, roller: int, hideout: int, *, neutral: bool) -> None:
    """Apply an impact to all who are there, the roller's own hero included (A5.1.2, A5.1.3)."""
    state = run.state
    occupants = [seat for seat in state.living() if run.hero(seat).at == hideout]
    hit = []
    uncovered = False
    for seat in occupants:
        if run.hero(seat).hidden:
            uncovered = (_uncover(run, seat) and seat == roller) or uncovered
        elif _is_hit(run, seat):
            hit.append(seat)
    for seat in state.living():
        if run.hero(seat).hidden:
            run.hero(seat).spared |= {hideout}
    for seat in hit:
        run.hero(seat).taken += 1
        run.hero(roller).given += seat != roller
    lose(run, hit)
    if uncovered and not neutral and state.slot(SEISMIC) and GROUND[hideout] == WASTELAND:
        relocate(run, roller)


def _uncover(run: Run, seat: int) -> bool:
    """Return an impact on a hidden hero; whether it is revealed: smoke comes before a Veil (A5.1.7)."""
    hero = run.hero(seat)
    if VEILED in hero.flags and SMOKE not in hero.flags:
        hero.flags -= {VEILED}
        run.tell(ev.Veiled(seat))
        return False
    return reveal(run, seat)


def _is_hit(run: Run, seat: int) -> bool:
    """Return whether an impact hits a revealed hero, after the limit, Shield Wall and Iron Buckler (A5.1.7)."""
    hero = run.hero(seat)
    if HIT in hero.flags and not run.state.sudden:
        run.tell(ev.Limited(seat))
        return False
    if SHIELD_WALL in hero.flags:
        hero.flags -= {SHIELD_WALL}
        run.tell(ev.Shielded(seat))
        return False
    if hero.has(BUCKLER):
        drop(run, seat, BUCKLER)
        return False
    hero.flags |= {HIT}
    run.tell(ev.Hit(seat))
    return True


def _shake(run: Run) -> None:
    """Take a token off Seismic Activity for a printed square; the last one lets it erupt (A9 B15)."""
    state = run.state
    first, (card, tokens) = state.slots
    if card != SEISMIC:
        return
    state.slots = (first, (card, tokens - 1))
    run.tell(ev.Tremor(tokens - 1))
    if tokens > 1:
        return
    state.slots = (first, ("", 0))
    spend(run, SEISMIC)
    run.tell(ev.Erupted())
    seats = [seat for seat in state.living() if GROUND[run.hero(seat).at] == WASTELAND]
    for seat in seats:
        reveal(run, seat)
    lose(run, seats)
