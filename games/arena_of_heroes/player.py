"""A computer player: greedy, from its own view alone, the same for the same seed.

It thinks of every hidden hero as equally likely at each hideout where the view does not exclude it, and fires where it
expects most: hits on heroes that are seen count more than finding one, and both less against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action
from games.arena_of_heroes.cards import COG
from games.arena_of_heroes.facts import HIT
from games.arena_of_heroes.heroes import BLOODSCENT
from games.arena_of_heroes.ring import HIDEOUTS, chances
from games.arena_of_heroes.view import SeatView, View

FOUND: Final = 1.0
"""What it is worth to find a hidden hero."""
STRUCK: Final = 2.2
"""What a hit is worth; more, the less stamina the target has left."""
CARE: Final = 1.5
"""How much worse it is to be struck than to strike."""
_YES: Final = ("woodrunner", "digging")


def decide(view: View, legal: Sequence[Action], random: Random) -> Action:
    """One of the legal actions of the reader's choice. `legal` must not be empty."""
    if view.question is not None and view.question.seat == view.reader:
        wanted = "yes" if view.question.kind in _YES else view.question.default
        return next((action for action in legal if action[-1] == wanted), legal[0])
    if view.phase == "draft" or view.reader is None:
        return random.choice(legal)
    return _turn(view, view.seats[view.reader], legal, random)


def _turn(view: View, me: SeatView, legal: Sequence[Action], random: Random) -> Action:
    """Explore first, get out of sight, then fire; what costs nothing beforehand."""
    wishes: list[Action] = [("use", "B03"), ("use", "X07"), ("use", "X02") if me.delay > 1 else ()]
    if not me.explored:
        wishes.append(("explore",))
    if not me.hidden:
        wishes += [("hide",), ("rootwalk",) if me.stamina > 2 and not me.delay else (), ("shield",)]
        wishes.append(("work",) if me.delay and not view.sudden else ())
    for wish in wishes:
        if wish and wish in legal:
            return wish
    shots = [action for action in legal if action[0] in ("attack", "attack2")]
    if not shots:
        return next((action for action in legal if action in (("end",), ("pass",))), legal[0])
    values = aims(view, me)
    best = max(values[int(shot[1])] * (2 if shot[0] == "attack2" else 1) for shot in shots)
    near = [shot for shot in shots if values[int(shot[1])] * (2 if shot[0] == "attack2" else 1) >= best - 1e-9]
    return random.choice(near)


def aims(view: View, me: SeatView) -> dict[int, float]:
    """What a shot at each hideout is expected to be worth."""
    worth = dict.fromkeys(HIDEOUTS, 0.0)
    for seat in view.seats:
        if not seat.alive:
            continue
        if seat.seat == me.seat:
            assert me.at is not None
            worth[me.at] -= CARE * (FOUND if me.hidden else STRUCK)
        elif seat.at is not None:
            if view.sudden or HIT not in seat.flags:
                worth[seat.at] += STRUCK + 1 / seat.stamina
        else:
            there = possible(view, seat)
            for hideout in there:
                worth[hideout] += FOUND / len(there)
    inner = me.hero is not None and (BLOODSCENT in me.hero.can or any(p.card.id == COG for p in me.items))
    return {
        aim: sum(chance * worth[struck] for struck, chance in chances(aim, view.die, inner=inner).items())
        for aim in HIDEOUTS
    }


def possible(view: View, seat: SeatView) -> list[int]:
    """Where a hidden hero may be in any world that fits the view; all open hideouts should none be left."""
    taken = {other.at for other in view.seats if other.at is not None}
    open_ones = [h for h in HIDEOUTS if h not in view.closed and h not in taken]
    return [h for h in open_ones if h not in seat.spared] or open_ones or list(HIDEOUTS)
