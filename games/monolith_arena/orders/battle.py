"""The order Battle, alone or on Battle/Charge (R5.1, R5.2, R11.1, R11.2)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena.flow import Events, fight
from games.monolith_arena.orders.common import order_tile, spend
from games.monolith_arena.state import State
from games.monolith_arena.verbs import Verb
from games.verbs import NEVER


def _field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if state.last_turns is not None or order_tile(state, seat, "battle") is None:
        return NEVER
    return None


def _perform(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "battle", events)
    fight(draft, "order", events)


def _closed(state: State, seat: int) -> IllegalAction | None:
    if state.last_turns is None:
        return None
    return IllegalAction(Message("A stack has run out: Battle can no longer be played."), "R5.2")


BATTLE = Verb(
    "battle",
    "R5.1",
    Message.term("order", "Battle"),
    Message("Order: start a battle and end your turn"),
    (),
    _field,
    _perform,
    is_order=True,
    final=True,
    closed=_closed,
    confirm=True,
)
