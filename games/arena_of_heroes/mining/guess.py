"""Guesses which positions may be puzzles: quick, and not always right, for `proof` has the last word.

Only shots are counted, with one die, and nothing is known of abilities and items.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final, NamedTuple

from games.arena_of_heroes.cards import BLOODSCENT
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import ATTACK_FACES, HIDEOUTS, struck
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import HIT, View
from games.arena_of_heroes.worth import whereabouts

MOST: Final = {1: 8, 2: 6}
"""How many places a position may have for hidden heroes with so many actions left."""
LEAST: Final = 1 / 60
"""By how much the best shot is better than the second one at least."""
Places = tuple[int, ...]


class Situation(NamedTuple):
    """A turn as somebody sees it who only thinks of shots."""

    worlds: tuple[Places, ...]
    """Where hidden heroes may be."""
    targets: frozenset[int]
    """Where heroes stand who can be hit."""
    own: int
    """Where the own hero is, and whether it is hidden."""
    hidden: bool


def likely(state: State) -> Iterator[str]:
    """Yield the goals for which a position looks like a puzzle."""
    view = GAME.view(state, state.turn)
    if state.left not in MOST or (not state.active.hidden and state.left > 1):
        return  # to hide would draw cards
    situation = situation_of(view)
    if situation is None:
        return
    fans = fans_of(state)
    for goal in ("find", "unseen", "hit", "stamina"):
        ordered = sorted(worths(fans, situation, goal, state.left).values(), reverse=True)
        if ordered[0] - ordered[1] >= LEAST:
            yield goal
            if goal == "hit" and any(hero.alive and hero.stamina == 1 for hero in state.heroes):
                yield "out"


def situation_of(view: View) -> Situation | None:
    """Return the turn of a view's reader; `None` where there is too little or too much to think of."""
    assert view.reader is not None
    me = view.seats[view.reader]
    others = [seat for seat in view.seats if seat.alive and seat is not me]
    hidden = [whereabouts(view, seat.seat) for seat in others if seat.hidden]
    seen = frozenset(seat.at for seat in others if seat.at is not None and HIT not in seat.flags)
    if prod(map(len, hidden)) > MOST[view.left] or (prod(map(len, hidden)) < 3 and len(seen) < 2):
        return None
    worlds = tuple(places for places in product(*hidden) if len(set(places)) == len(places))
    return Situation(worlds, seen, me.at or 0, me.hidden) if worlds else None


def fans_of(state: State) -> dict[int, list[int]]:
    """Return what each face of the die strikes at each target."""
    near, symbols = state.active.can(BLOODSCENT), ATTACK_FACES[state.die]
    return {aim: [struck(aim, symbol, inner=near) for symbol in symbols] for aim in HIDEOUTS}


def worths(fans: dict[int, list[int]], now: Situation, goal: str, left: int) -> dict[int, float]:
    """Return what a shot at each target comes to."""
    struck_there = {hideout: _struck(fans, now, hideout, goal, left) for hideout in HIDEOUTS}
    return {aim: sum([struck_there[hideout] for hideout in fan]) / len(fan) for aim, fan in fans.items()}


def _struck(fans: dict[int, list[int]], now: Situation, hideout: int, goal: str, left: int) -> float:
    """Return what it comes to that a hideout is struck."""
    if goal == "unseen" and hideout == now.own:
        return 0.0
    if goal == "hit" and hideout in now.targets:
        return 1.0
    gain = 0.0
    if goal == "stamina":
        gain = (hideout in now.targets) - (hideout == now.own and not now.hidden)
    there = [places for places in now.worlds if hideout in places]
    elsewhere = tuple(places for places in now.worlds if hideout not in places)
    share = len(there) / len(now.worlds)
    if goal in ("find", "unseen"):
        return share + (1 - share) * _best(fans, now._replace(worlds=elsewhere), goal, left - 1)
    found = now._replace(worlds=tuple(there), targets=now.targets - {hideout} if gain > 0 else now.targets | {hideout})
    missed = now._replace(worlds=elsewhere, targets=now.targets - {hideout})
    return gain + share * _best(fans, found, goal, left - 1) + (1 - share) * _best(fans, missed, goal, left - 1)


def _best(fans: dict[int, list[int]], now: Situation, goal: str, left: int) -> float:
    return max(worths(fans, now, goal, left).values()) if left and now.worlds else 0.0
