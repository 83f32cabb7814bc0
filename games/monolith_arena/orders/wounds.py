"""The orders that do something to tiles where they stand.

Fire Concoction and Precise Shot deal wounds (R11.6, R11.7, R11.12), Entrenchment and Net put a marker on a tile (R6.3,
R7.10, R11.8, R11.11).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.attacks import enemies
from games.monolith_arena.flow import Events, deal
from games.monolith_arena.hexes import BY_NAME, NAMES, TRIANGLES
from games.monolith_arena.state import Cause, State
from games.monolith_arena.verbs import Verb, held, spend, title_of
from games.verbs import single


def _burning(state: State, seat: int) -> list[str]:
    """Return the fires that would wound anything, each as one token: ``C3-C4-D3``."""
    wounded = {h for h, p in enumerate(state.board) if p is not None and not p.type.is_banner}
    return ["-".join([NAMES[h] for h in hexes]) for hexes in TRIANGLES if not wounded.isdisjoint(hexes)]


def _fire(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "fire", events)
    hexes = tuple(BY_NAME[name] for name in tokens[0].split("-"))
    deal(draft, Cause("fire", hexes=hexes, seat=seat), events)


def _shot(state: State, seat: int) -> list[str]:
    return [NAMES[h] for h in enemies(state.board, state.teams, seat) if not state.piece_at(h).type.is_banner]


def _shoot(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "shoot", events)
    deal(draft, Cause("shoot", hexes=(BY_NAME[tokens[0]],), seat=seat), events)


FIRE = Verb(
    "fire",
    "R11.6",
    Message.term("order", "Fire Concoction"),
    Message("Order: Fire Concoction; each tile on three touching hexes takes a wound"),
    _fire,
    ("hexes",),
    single("hexes", _burning, "R11.6"),
    usable=held("fire"),
    asks=Message("Which three hexes burn? Every tile there takes a wound; banners do not."),
    is_order=True,
    wounds=True,
    refuse=lambda at: at.because(
        Message("“{word}” does not name three touching hexes with a tile to wound.", word=at.shown)
    ),
)
SHOOT = Verb(
    "shoot",
    "R11.7",
    Message.term("order", "Precise Shot"),
    Message("Order: Precise Shot; an enemy tile takes a wound"),
    _shoot,
    ("target",),
    single("target", _shot, "R11.7"),
    usable=held("shoot"),
    asks=Message("Which enemy tile takes a wound?"),
    is_order=True,
    wounds=True,
    side="enemy",
    reaches_netted=True,
    last_refusal=lambda at: at.because(Message("Precise Shot does not harm banners."), "R11.7"),
)


def _without_marker(state: State, seat: int) -> list[str]:
    return [
        NAMES[h]
        for h, p in enumerate(state.board)
        if p is not None and state.friends(p.seat, seat) and not p.entrenched
    ]


def _entrench(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "entrench", events)
    hex_ = BY_NAME[tokens[0]]
    draft.put(hex_, draft.piece_at(hex_)._replace(entrenched=True))
    events.append(ev.Entrenched(seat, draft.tile_at(hex_)))


def _without_token(state: State, seat: int) -> list[str]:
    return [NAMES[h] for h in enemies(state.board, state.teams, seat) if not state.piece_at(h).netted]


def _net(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "net", events)
    hex_ = BY_NAME[tokens[0]]
    draft.put(hex_, draft.piece_at(hex_)._replace(netted=True))
    events.append(ev.Netted(seat, draft.tile_at(hex_)))
    events += phases.settle(draft)


ENTRENCH = Verb(
    "entrench",
    "R11.8",
    Message.term("order", "Entrenchment"),
    Message("Order: one of your tiles gets a marker that takes its next wound"),
    _entrench,
    ("target",),
    single("target", _without_marker, "R11.8"),
    usable=held("entrench"),
    asks=Message("Which tile is entrenched?"),
    is_order=True,
    side="friend",
    reaches_netted=True,
    last_refusal=lambda at: at.because(Message("{tile} {hex} is entrenched already.", tile=title_of(at), hex=at.token)),
)
NET = Verb(
    "net",
    "R7.10",
    Message.term("order", "Net"),
    Message("Order: an enemy tile is netted until the end of the next battle"),
    _net,
    ("target",),
    single("target", _without_token, "R7.10"),
    usable=held("net"),
    asks=Message("Which enemy tile is netted?"),
    is_order=True,
    side="enemy",
    reaches_netted=True,
    last_refusal=lambda at: at.because(
        Message("{tile} {hex} carries a net token already.", tile=title_of(at), hex=at.token)
    ),
)
