"""The orders that move or turn a tile: Move, Rotation, False Order (R11.4, R11.9, R11.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.api import Field
from games.draws import Draws
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.movement import Range, field, movable, move
from games.monolith_arena.orders.common import enemy_free, order_tile, own_free, spend
from games.monolith_arena.state import State
from games.monolith_arena.verbs import NEVER, Verb


def _verb(name: str, rule: str, how: Range, candidates: Callable[[State, int], list[int]]) -> Verb:
    def targets(state: State, seat: int) -> list[int]:
        # A banner may be rotated though nothing shows it (R11.9); a Move has to change something (R10.6).
        return [h for h in candidates(state, seat) if how == "turn" or movable(state, h, how)]

    def next_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
        if not words:
            if order_tile(state, seat, name) is None:
                return NEVER
            return Field("tile", tuple(NAMES[h] for h in targets(state, seat)), rule)
        return field(state, BY_NAME[words[0]], how, words[1:])

    def perform(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
        spend(draft, seat, name, events)
        move(draft, seat, BY_NAME[words[0]], words[1:], events, name)

    return Verb(name, rule, next_field, perform)


MOVE = _verb("move", "R11.4", "step", own_free)
ROTATE = _verb("rotate", "R11.9", "turn", own_free)
FALSE_ORDER = _verb("falseorder", "R11.10", "step", enemy_free)
