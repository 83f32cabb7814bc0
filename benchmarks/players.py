"""Reference players that computer players are compared with; they know no more than those.

``random`` takes any legal action. Of Monolith Arena, ``greedy`` values every single action by the board now and as if a
battle were fought next, and takes the best; ``planner`` is a beam of width 8 over its own whole turn, with a leaf that
weighs the board now, the next battle, the worse of both, and the tiles kept. Both answer questions at random. The other
games have the players of their simulations: Arena of Heroes ``playout``, greedy over sampled places, Monsters & Myths
``sensible``, which looks one exchange ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from games.api import Action, Decide, Decision
from games.arena_of_heroes.game import GAME as ARENA_OF_HEROES
from games.arena_of_heroes.referee import playout
from games.monolith_arena.game import GAME as MONOLITH_ARENA
from games.monolith_arena.player.deciding import END, core_for, decide
from games.monolith_arena.player.turns import Search, Taste, by_value
from games.monolith_arena.view import View
from games.monolith_arena.worlds import world
from games.monsters_and_myths.game import GAME as MONSTERS_AND_MYTHS
from games.monsters_and_myths.referee import sensible

PLANNER: Final = Taste(now=100, battle=45, fear=20, kept=80)
"""What the leaf of `planner` weighs; its own, so that it stays the same player when the levels change."""
_WIDTH: Final = 8


def at_random(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Take any legal action."""
    return Decision(random.choice(legal))


def greedy(view: View, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Take the single action after which the board now and the next battle are best; answer questions at random."""
    if view.stage != "turn":
        return decide(view, legal, random)
    if len(legal) == 1 or legal[0][0] == "choose":
        return at_random(view, legal, random, level)
    core = core_for(view)
    start = core.start(world(view, random))
    _, team = core.seat(start)
    allowed = set(legal)
    best: Action = legal[0]
    best_value = None
    moves = [move for move in core.moves(start) if core.action(move) in allowed and core.verb(move) != "redraw"]
    for move in moves:
        after = core.play(start, move)
        over = core.over(after)
        value = over if over is not None else core.now(after) + core.then(after)
        value = value if team else -value
        if best_value is None or value > best_value:
            best, best_value = core.action(move), value
    return Decision(best, nodes=len(moves))


def planner(view: View, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Take the best of the own whole turns that a narrow beam finds; answer questions at random, and never redraw."""
    if view.stage != "turn":
        return decide(view, legal, random)
    if len(legal) == 1 or legal[0][0] == "choose":
        return at_random(view, legal, random, level)
    search: Search[Any] = Search(core_for(view), PLANNER, 0)
    core = search.core
    allowed = set(legal)
    lines = search.turn(core.start(world(view, random)), _WIDTH)
    best = max((line for line in lines if not line.moves or core.action(line.moves[0]) in allowed), key=by_value)
    actions = [core.action(move) for move in best.moves]
    if not best.ended:
        actions.append(END)
    return Decision(actions[0], tuple(actions[1:]), nodes=search.nodes)


def from_playouts(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Play as in the simulations of Arena of Heroes."""
    return Decision(playout.decide(view, legal, random))


def sensibly(view: Any, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Play as in the simulations of Monsters & Myths."""
    return Decision(sensible.decide(view, legal, random))


_PLAYERS: Final[dict[str, dict[str, Decide]]] = {
    MONOLITH_ARENA.name: {"random": at_random, "greedy": greedy, "planner": planner},
    ARENA_OF_HEROES.name: {"random": at_random, "playout": from_playouts},
    MONSTERS_AND_MYTHS.name: {"random": at_random, "sensible": sensibly},
}


def reference(game: str, name: str) -> Decide | None:
    """Return the reference player of a game by its name, `None` where there is none."""
    return _PLAYERS.get(game, {"random": at_random}).get(name)
