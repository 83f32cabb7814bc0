"""The orders that do something to tiles where they stand.

Fire Concoction and Precise Shot deal wounds (R11.6, R11.7, R11.12), Entrenchment and Net put a marker on a tile (R6.3,
R7.10, R11.8, R11.11).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.attacks import enemies
from games.monolith_arena.features import piece_at
from games.monolith_arena.flow import Events, deal
from games.monolith_arena.hexes import BY_NAME, NAMES, TRIANGLES
from games.monolith_arena.state import Cause, State
from games.monolith_arena.verbs import Refused, Verb, order_tile, spend, title_of
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
    events += phases.settle(draft)


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
