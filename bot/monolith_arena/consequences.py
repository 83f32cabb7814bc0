"""What follows from an action, as far as a reader can know it: turns, battles, the tiles that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.monolith_arena.hexes import ADJACENT, NEIGHBOUR, OFF_BOARD
from games.monolith_arena.segments import connected
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View


def kept(view: View, seat: int, spent: TileType | None = None) -> list[TileType]:
    """The reserve of a seat when one tile of it has been used."""
    left = list(view.seats[seat].reserve or ())
    if spent in left:
        left.remove(spent)
    return left


def draws(view: View, seat: int) -> bool:
    """Whether a seat whose turn comes next draws (R3.1, R14.1)."""
    there = view.seats[seat]
    size = 6 if view.reinforcement else min(3, view.turn + 1)
    return there.stack > 0 and there.reserve_count < size


def next_seat(view: View, seat: int) -> int:
    """Whose turn follows on a seat's, which must not be the last one (R12.2, R15.1, R15.2, R15.4)."""
    if view.last_turns:
        return view.last_turns[0]
    order = view.order or tuple(s.seat for s in view.seats)
    at = (view.turn - 1) % len(order)
    if order[at] != seat:  # in a position set up by hand turns and order are not in step
        at = order.index(seat)
    return next(s for s in (*order[at + 1 :], *order[:at]) if s != seat)


def following(view: View) -> tuple[int, ...]:
    """The seats of the turns after this one: the rest of a round, or those before the last battle (R12.2, R15.4)."""
    if view.last_turns is not None:
        return view.last_turns
    if view.active is None or not view.turn:
        return ()
    at = (view.turn - 1) % len(view.order)
    if view.order[at] != view.active:  # in positions set up by hand the number need not be in step
        at = view.order.index(view.active)
    return view.order[at + 1 :] + view.order[:at]


def fills(view: View, puts: Sequence[tuple[TileView, int]]) -> Literal["", "perhaps", "battle"]:
    """Whether putting tiles down fills the arena, and so starts a battle: surely, or if nothing dies (R4.1 to R4.3)."""
    taken = {hex_ for _, hex_ in puts}
    if {hex_ for hex_, there in enumerate(view.board) if there is None} != taken:
        return ""
    if any(tile.wounds >= tile.hit_points or _nets_a_guard(view, tile, hex_) for tile, hex_ in puts):
        return "perhaps"
    return "battle"


def _nets_a_guard(view: View, tile: TileView, hex_: int) -> bool:
    """Whether it could put an end to toughness that an enemy gives: then what lives by that goes first (R4.3).

    It nets the giver, or a tile whose net held another net back.
    """
    teams = [seat.team for seat in view.seats]
    guarded = any(there is not None and there.type.gifts and there.type.gifts.toughness for there in view.board)
    for direction in tile.type.turned[tile.facing % 6].nets:
        beside = NEIGHBOUR[hex_][direction]
        there = view.board[beside] if beside != OFF_BOARD else None
        if there is None or teams[there.seat] == teams[tile.seat]:
            continue
        if guarded and (there.type.turned[0].nets or (there.type.gifts and there.type.gifts.toughness)):
            return True
    return False


def may_ask(view: View) -> bool:
    """Whether wounds dealt now could lead to a question: a Rune of Regeneration is on the board (R8)."""
    return any(
        there is not None and there.type.gifts is not None and there.type.gifts.regeneration for there in view.board
    )


def push_destinations(view: View, pusher: int, pushed: int) -> list[int]:
    """The hexes that a pushed tile may go to (R11.5, R13.7)."""
    away = [h for h in ADJACENT[pushed] if view.board[h] is None and h not in ADJACENT[pusher]]
    return _may_enter(view, pushed, away)


def _may_enter(view: View, hex_: int, empty: Sequence[int]) -> list[int]:
    """Those of some empty hexes that the tile on `hex_` may move to, as far as monoliths come into it (R13.7)."""
    there = view.board[hex_]
    if not view.monoliths or there is None:
        return list(empty)
    lower = {segment: m.seat for m in view.monoliths if not m.inside for segment in m.segments}
    seat = there.seat if there.type.is_banner else lower.get(hex_)
    if seat is None:
        return list(empty)
    free = [h for h in empty if h not in lower]
    segments = view.monoliths[seat].segments
    if not segments:
        return free
    top = next(h for h, t in enumerate(view.board) if t is not None and t.seat == seat and t.type.is_banner)
    one, other = (h for h in (top, *segments) if h != hex_)
    return [h for h in free if connected(h, one, other)]
