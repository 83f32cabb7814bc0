"""What follows from an action, as far as a reader can know it: turns, battles, the tiles that are kept.

Whoever shows a match asks here, with a view; nobody else works out rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import ADJACENT, NEIGHBOUR, OFF_BOARD
from games.monolith_arena.monoliths.segments import connected
from games.monolith_arena.orders.charge import ORDER
from games.monolith_arena.state import LARGE_RESERVE, RESERVE
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View


def kept(view: View, seat: int, spent: TileType | None = None) -> list[TileType]:
    """The reserve of a seat when one tile of it has been used."""
    left = list(view.seats[seat].reserve or ())
    if spent in left:
        left.remove(spent)
    return left


def spent(view: View, tokens: Sequence[str]) -> TileType | None:
    """The tile of the reader's reserve that an action uses up, as far as its first tokens say."""
    reserve = view.seats[view.reader].reserve or () if view.reader is not None else ()
    verb = VERBS[tokens[0]]
    if verb.is_order:
        played = verb.part(tokens, "source") in (None, ORDER)
        return next((tile for tile in reserve if verb.name in tile.orders), None) if played else None
    named = verb.part(tokens, "tile")
    return next((tile for tile in reserve if tile.id == named), None)


def next_seat(view: View) -> int:
    """Whose turn follows on the one that is on, which must not be the last one (R12.2, R15.1, R15.2, R15.4)."""
    return view.upcoming[0]


def draws(view: View, seat: int) -> bool:
    """Whether a seat whose turn comes next draws (R3.1, R14.1)."""
    there = view.seats[seat]
    size = LARGE_RESERVE if view.reinforcement else min(RESERVE, view.turn + 1)
    return there.stack > 0 and there.reserve_count < size


def fills(view: View, puts: Sequence[tuple[TileView, int]]) -> Literal["", "perhaps", "battle"]:
    """Whether putting tiles down fills the arena, and so starts a battle: surely, or if nothing dies (R4.1 to R4.3)."""
    taken = {hex_ for _, hex_ in puts}
    if {hex_ for hex_, there in enumerate(view.board) if there is None} != taken:
        return ""
    if any(tile.wounds >= tile.hit_points + tile.entrenched or _nets_a_guard(view, tile, hex_) for tile, hex_ in puts):
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


def may_ask(view: View, verb: str) -> bool:
    """Whether an order could lead to a question: it wounds, and a Rune of Regeneration is on the board (R8)."""
    return VERBS[verb].wounds and any(
        there is not None and there.type.gifts is not None and there.type.gifts.regeneration for there in view.board
    )


def push_destinations(view: View, pusher: int, pushed: int) -> list[int]:
    """The hexes that a pushed tile may go to (R11.5, R13.7)."""
    away = [h for h in ADJACENT[pushed] if view.board[h] is None and h not in ADJACENT[pusher]]
    return may_enter(view, pushed, away)


def may_enter(view: View, hex_: int, empty: Sequence[int]) -> list[int]:
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
