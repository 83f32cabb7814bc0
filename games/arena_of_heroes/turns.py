"""How turns end and begin (A5.0.1, A5.0.3)."""

from __future__ import annotations

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.effects import reveal_beside_spiders
from games.arena_of_heroes.fate import reveal
from games.arena_of_heroes.moves import settle
from games.arena_of_heroes.ring import step
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.view import CALLED, CROWS, HIT, SHIELD_WALL, SMOKE, VEILED


def end_if_over(run: Run) -> None:
    """End the turn if its last action is done, if something has ended it, or if the active hero is out (A5.0.3)."""
    state = run.state
    if run.ending or state.left <= 0 or not state.active.alive:
        end_turn(run)


def end_turn(run: Run) -> None:
    """End the turn and begin that of the next living seat clockwise (A5.0.3)."""
    state = run.state
    run.closing = True
    for hero in state.heroes:
        hero.flags -= {SMOKE}
    if state.spiders:
        _crawl(run)
        reveal_beside_spiders(run)
    settle(run)
    begin_turn(run, state.living(state.turn + 1)[0])


def _crawl(run: Run) -> None:
    """Move every spider without a hero at its hideout one step counter-clockwise (A9 B16)."""
    state = run.state
    taken = {hero.at for hero in state.heroes if hero.alive}
    state.spiders = tuple(sorted(spider if spider in taken else step(spider, -1) for spider in state.spiders))
    run.tell(ev.SpidersCrawled(state.spiders))


def begin_turn(run: Run, seat: int) -> None:
    """Begin a seat's turn: flags end, crows reveal, the actions are counted (A5.0.1, A5.0.3)."""
    state, hero = run.state, run.hero(seat)
    assert hero.type is not None
    state.turn, state.used, state.searched, state.granted = seat, 0, False, frozenset()
    state.left = hero.type.actions
    state.turns += 1
    state.held = ()
    state.passes = tuple("" if scope == "turn" else scope for scope in state.passes)
    for other in state.heroes:
        other.flags -= {HIT, CALLED}
        other.lost = False
    hero.flags -= {SHIELD_WALL, VEILED}
    run.ending = run.closing = False
    run.tell(ev.TurnBegan(seat, state.turns))
    if CROWS in hero.flags:
        hero.flags -= {CROWS}
        reveal(run, seat)
    run.bonus()
    settle(run)
