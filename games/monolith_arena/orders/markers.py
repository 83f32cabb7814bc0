"""The orders that put a marker on a tile: Entrenchment and Net (R6.3, R7.10, R11.8, R11.11)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.battle import course
from games.monolith_arena.battle.attacks import enemies
from games.monolith_arena.features import piece_at
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.orders.common import order_tile, spend
from games.monolith_arena.state import State
from games.monolith_arena.verbs import Refused, Verb, title_of
from games.verbs import NEVER


def _entrench_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return None
    if order_tile(state, seat, "entrench") is None:
        return NEVER
    targets = [
        NAMES[h]
        for h, p in enumerate(state.board)
        if p is not None and state.friends(p.seat, seat) and not p.entrenched
    ]
    return Field("target", tuple(targets), "R11.8")


def _entrench(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "entrench", events)
    hex_ = BY_NAME[tokens[0]]
    piece = piece_at(draft, hex_)
    draft.put(hex_, piece._replace(entrenched=True))
    events.append(ev.Entrenched(seat, ev.TileAt(hex_, piece.seat, piece.type.id)))


def _net_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return None
    if order_tile(state, seat, "net") is None:
        return NEVER
    targets = [h for h in enemies(state.board, state.teams, seat) if not piece_at(state, h).netted]
    return Field("target", tuple(NAMES[h] for h in targets), "R7.10")


def _net(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "net", events)
    hex_ = BY_NAME[tokens[0]]
    piece = piece_at(draft, hex_)
    draft.put(hex_, piece._replace(netted=True))
    events.append(ev.Netted(seat, ev.TileAt(hex_, piece.seat, piece.type.id)))
    events += course.settle(draft)


def _entrenched(at: Refused) -> IllegalAction:
    return at.because(Message("{tile} {hex} is entrenched already.", tile=title_of(at), hex=at.token))


def _netted(at: Refused) -> IllegalAction:
    text = Message("{tile} {hex} carries a net token already.", tile=title_of(at), hex=at.token)
    return at.because(text)


ENTRENCH = Verb(
    "entrench",
    "R11.8",
    Message.term("order", "Entrenchment"),
    Message("Order: one of your tiles gets a marker that takes its next wound"),
    ("target",),
    _entrench_field,
    _entrench,
    asks=Message("Which tile is entrenched?"),
    is_order=True,
    side="friend",
    reaches_netted=True,
    last_refusal=_entrenched,
)
NET = Verb(
    "net",
    "R7.10",
    Message.term("order", "Net"),
    Message("Order: an enemy tile is netted until the end of the next battle"),
    ("target",),
    _net_field,
    _net,
    asks=Message("Which enemy tile is netted?"),
    is_order=True,
    side="enemy",
    reaches_netted=True,
    last_refusal=_netted,
)
