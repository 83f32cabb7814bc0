"""What follows from an action, as far as a reader can know it: turns, battles, the tiles that are kept.

Pages and words ask here, with a view; the rules answer for the position that `foresight.staging` sets up from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.monolith_arena.foresight.staging import Put, stage
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.orders import move
from games.monolith_arena.orders.battle import ORDER
from games.monolith_arena.state import State
from games.monolith_arena.tiles import Piece, TileType
from games.monolith_arena.view import TileView, View


def kept(view: View, seat: int, spent: TileType | None = None) -> list[TileType]:
    """Return the reserve of a seat when one tile of it has been used."""
    left = list(view.seats[seat].reserve or ())
    if spent in left:
        left.remove(spent)
    return left


def spent(view: View, tokens: Sequence[str]) -> TileType | None:
    """Return the tile of the reader's reserve that an action uses up, as far as its first tokens say."""
    reserve = view.seats[view.reader].reserve or () if view.reader is not None else ()
    verb = VERBS[tokens[0]]
    if verb.is_order:
        played = verb.part(tokens, "source") in (None, ORDER)
        return next((tile for tile in reserve if verb.name in tile.orders), None) if played else None
    named = verb.part(tokens, "tile")
    return next((tile for tile in reserve if tile.id == named), None)


def next_seat(view: View) -> int:
    """Return the seat of the next turn; this one must not be the last (R12.2, R15.1, R15.2, R15.4)."""
    return view.upcoming[0]


def draws(view: View, seat: int) -> bool:
    """Return True if a seat whose turn comes next draws (R3.1, R14.1)."""
    own = view.seats[seat]
    return own.stack > 0 and own.reserve_count < stage(view).full_reserve(view.turn + 1)


def fills(view: View, puts: Sequence[tuple[TileView, int]]) -> Literal["", "perhaps", "battle"]:
    """Return ``battle`` if putting tiles down fills the arena and so starts one, ``perhaps`` if a tile may die first.

    ``""`` is for a hex that stays empty, and for a tile that takes the place of another one (R4.1 to R4.3).
    """
    if {hex_ for _, hex_ in puts} != {hex_ for hex_, tile in enumerate(view.board) if tile is None}:
        return ""
    position = stage(view, [Put(tile, hex_) for tile, hex_ in puts])
    if any(tile.wounds >= tile.hit_points + tile.entrenched or _nets_a_guard(position, hex_) for tile, hex_ in puts):
        return "perhaps"
    return "battle"


def _nets_a_guard(position: State, hex_: int) -> bool:
    """Return True if the tile on a hex could end toughness that an enemy gives; what lives by it goes first (R4.3).

    It nets the giver, or a tile whose net held another net back.
    """
    piece = position.board[hex_]
    assert piece is not None
    beside = (NEIGHBOUR[hex_][direction] for direction in piece.type.turned[piece.facing % 6].nets)
    netted = [other for h in beside if h != OFF_BOARD and (other := position.board[h]) is not None]
    guarded = any(other is not None and _toughens(other) for other in position.board)
    return guarded and any(
        not position.friends(other.seat, piece.seat) and (other.type.has_net or _toughens(other)) for other in netted
    )


def _toughens(piece: Piece) -> bool:
    return piece.type.gifts is not None and piece.type.gifts.toughness > 0


def may_ask(view: View, verb: str) -> bool:
    """Return True if an order could lead to a question: it wounds, and a Rune of Regeneration is on the board (R8)."""
    return VERBS[verb].wounds and any(
        tile is not None and tile.type.gifts is not None and tile.type.gifts.regeneration for tile in view.board
    )


def push_destinations(view: View, pusher: int, pushed: int) -> list[int]:
    """Return the hexes that a pushed tile may go to (R11.5, R13.7)."""
    return move.destinations(stage(view), pusher, pushed)
