"""The orders that deal wounds: Fire Concoction and Precise Shot (R11.6, R11.7, R11.12)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena.battle.attacks import enemies
from games.monolith_arena.features import piece_at
from games.monolith_arena.flow import Events, deal
from games.monolith_arena.hexes import BY_NAME, NAMES, TRIANGLES
from games.monolith_arena.orders.common import order_tile, spend
from games.monolith_arena.state import Cause, State
from games.monolith_arena.verbs import Refused, Verb
from games.verbs import NEVER


def _wounded(state: State, hexes: Sequence[int]) -> bool:
    return any((p := state.board[h]) is not None and not p.type.is_banner for h in hexes)


def triangle_token(hexes: Sequence[int]) -> str:
    """Return three hexes as one token: ``C3-C4-D3``."""
    return "-".join(NAMES[h] for h in sorted(hexes))


def _fire_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return None
    if order_tile(state, seat, "fire") is None:
        return NEVER
    return Field("hexes", tuple(triangle_token(t) for t in TRIANGLES if _wounded(state, t)), "R11.6")


def _fire(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "fire", events)
    hexes = tuple(BY_NAME[name] for name in tokens[0].split("-"))
    deal(draft, Cause("fire", hexes=hexes, seat=seat), events)


def _shoot_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return None
    if order_tile(state, seat, "shoot") is None:
        return NEVER
    targets = [h for h in enemies(state.board, state.teams, seat) if not piece_at(state, h).type.is_banner]
    return Field("target", tuple(NAMES[h] for h in targets), "R11.7")


def _shoot(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "shoot", events)
    deal(draft, Cause("shoot", hexes=(BY_NAME[tokens[0]],), seat=seat), events)


def _no_triangle(at: Refused) -> IllegalAction:
    return at.because(Message("“{word}” does not name three touching hexes with a tile to wound.", word=at.shown))


def _no_target(at: Refused) -> IllegalAction:
    return at.because(Message("Precise Shot does not harm banners."), "R11.7")


FIRE = Verb(
    "fire",
    "R11.6",
    Message.term("order", "Fire Concoction"),
    Message("Order: Fire Concoction; each tile on three touching hexes takes a wound"),
    ("hexes",),
    _fire_field,
    _fire,
    asks=Message("Which three hexes burn? Every tile there takes a wound; banners do not."),
    is_order=True,
    wounds=True,
    refuse=_no_triangle,
)
SHOOT = Verb(
    "shoot",
    "R11.7",
    Message.term("order", "Precise Shot"),
    Message("Order: Precise Shot; an enemy tile takes a wound"),
    ("target",),
    _shoot_field,
    _shoot,
    asks=Message("Which enemy tile takes a wound?"),
    is_order=True,
    wounds=True,
    side="enemy",
    reaches_netted=True,
    last_refusal=_no_target,
)
