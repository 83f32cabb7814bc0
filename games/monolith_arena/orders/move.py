"""The orders that move or turn a tile: Move, Rotation, False Order (R11.4, R11.9, R11.10)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field
from games.draws import Draws
from games.messages import Message
from games.monolith_arena.features import Range, field, movable, move
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.orders.common import enemy_free, order_tile, own_free, spend
from games.monolith_arena.state import State
from games.monolith_arena.verbs import Part, Side, Verb
from games.verbs import NEVER


def _verb(name: str, rule: str, title: Message, does: Message, asks: Message, how: Range, side: Side) -> Verb:
    """Return the verb of an order that moves or turns a tile of this side."""
    candidates = own_free if side == "friend" else enemy_free

    def targets(state: State, seat: int) -> list[int]:
        # A banner may be rotated though nothing shows it (R11.9); a Move has to change something (R10.6).
        return [h for h in candidates(state, seat) if how == "turn" or movable(state, h, how)]

    def next_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
        if not tokens:
            if order_tile(state, seat, name) is None:
                return NEVER
            return Field("mover", tuple(NAMES[h] for h in targets(state, seat)), rule)
        return field(state, BY_NAME[tokens[0]], how, tokens[1:])

    def perform(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
        spend(draft, seat, name, events)
        move(draft, seat, BY_NAME[tokens[0]], tokens[1:], events, name)

    parts: tuple[Part, ...] = ("mover", "facing") if how == "turn" else ("mover", "hex", "facing")
    return Verb(name, rule, title, does, parts, next_field, perform, asks=asks, is_order=True, side=side)


MOVE = _verb(
    "move",
    "R11.4",
    Message.term("order", "Move"),
    Message("Order: move one of your tiles one hex and turn it as you like"),
    Message("Which tile moves?"),
    "step",
    "friend",
)
ROTATE = _verb(
    "rotate",
    "R11.9",
    Message.term("order", "Rotation"),
    Message("Order: turn one of your tiles"),
    Message("Which tile turns?"),
    "turn",
    "friend",
)
FALSE_ORDER = _verb(
    "falseorder",
    "R11.10",
    Message.term("order", "False Order"),
    Message("Order: move an enemy tile one hex and turn it as you like"),
    Message("Which enemy tile moves?"),
    "step",
    "enemy",
)
