"""What a last button leads to, so that its label can say it: ends of turns, battles, the tiles that are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.limits import BUTTON_LABEL, cut
from bot.monolith_arena.widgets import counted
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View

NAME_LENGTH: Final = 20
"""How much of a player's name a label has room for."""


def kept(view: View, seat: int, spent: TileType | None = None) -> list[TileType]:
    """The reserve of a seat when one tile of it has been used."""
    left = list(view.seats[seat].reserve or ())
    if spent in left:
        left.remove(spent)
    return left


def after_turn(view: View, seat: int, names: Mapping[int, str]) -> str:
    """What the end of a seat's turn leads to (R3.1, R12.2, R12.4, R14.1)."""
    if view.last_turns == ():
        return "the additional battle" if view.extra_turns else "the Final Battle"
    following = view.upcoming[0]
    who = cut(names.get(following, "the next player"), NAME_LENGTH)
    there = view.seats[following]
    size = 6 if view.reinforcement else min(3, view.turn + 1)
    draws = there.stack > 0 and there.reserve_count < size
    return f"{who} draws" if draws else f"{who} goes on"


def end_label(lead: str, view: View, seat: int, names: Mapping[int, str], spent: TileType | None = None) -> str:
    """The label of a button that ends the turn: what is kept, and what comes next."""
    following = after_turn(view, seat, names)
    tiles = kept(view, seat, spent)
    if not tiles:
        return cut(f"{lead}: {following}", BUTTON_LABEL)
    listed = ", ".join(name for _, name in counted(tiles))
    label = f"{lead}: keeps {listed}, {following}"
    if len(label) <= BUTTON_LABEL:
        return label
    return cut(f"{lead}: keeps {len(tiles)} tiles, {following}", BUTTON_LABEL)


def fills(view: View, puts: Sequence[tuple[TileView, int]]) -> str:
    """What putting tiles down says besides that it puts them: whether it starts a battle (R4.1 to R4.3)."""
    taken = {hex_ for _, hex_ in puts}
    if {hex_ for hex_, there in enumerate(view.board) if there is None} != taken:
        return ""
    if any(tile.wounds >= tile.hit_points or _nets_a_guard(view, tile, hex_) for tile, hex_ in puts):
        return "fills the arena, battle if nothing falls"
    return "fills the arena, battle starts"


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
