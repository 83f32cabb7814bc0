"""Moving and turning a tile, whatever the reason: features, orders, charge (R10.1 to R10.3, R10.6, R11.4, R11.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from games.api import Field
from games.monolith_arena import events as ev
from games.monolith_arena.battle import course
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import ADJACENT, BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.monoliths import segments
from games.monolith_arena.pieces import Piece
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType

Range = Literal["step", "anywhere", "turn"]
"""How far an effect moves a tile: one hex, to any empty hex, or not at all."""

RULES: Final[dict[Range, str]] = {"step": "R10.1", "anywhere": "R10.3", "turn": "R10.2"}


def piece_at(state: State, hex_: int) -> Piece:
    """The tile on a hex that is known to have one."""
    piece = state.board[hex_]
    assert piece is not None
    return piece


def facings(tile: TileType) -> tuple[str, ...]:
    """The facings of a tile that differ, as tokens; none for a tile that looks the same in all (R2.3)."""
    return DIRECTIONS[: tile.period] if tile.period > 1 else ()


def reach(state: State, hex_: int, how: Range) -> list[int]:
    """The empty hexes that the tile may move to, with its segment if it stands on one (R13.7)."""
    if how == "turn":
        return []
    empty = state.empty_hexes() if how == "anywhere" else [h for h in ADJACENT[hex_] if state.board[h] is None]
    return segments.allowed(state, hex_, empty)


def movable(state: State, hex_: int, how: Range) -> bool:
    """Whether the effect can do anything with the tile: move it or turn it (R10.6)."""
    return piece_at(state, hex_).type.period > 1 or bool(reach(state, hex_, how))


def field(state: State, hex_: int, how: Range, tokens: Sequence[str]) -> Field | None:
    """The next token of a movement: the hex (its own: it stays there and turns), then the facing."""
    tile = piece_at(state, hex_).type
    if how != "turn":
        if not tokens:
            hexes = reach(state, hex_, how)
            if tile.period > 1:
                hexes = sorted([*hexes, hex_])
            return Field("hex", tuple(NAMES[h] for h in hexes), RULES[how])
        hex_to, *tokens = tokens
        stays = BY_NAME[hex_to] == hex_
    else:
        stays = True
    if tokens or tile.period == 1:
        return None
    return Field("facing", _new_facings(state, hex_) if stays else facings(tile), "R10.6")


def _new_facings(state: State, hex_: int) -> tuple[str, ...]:
    piece = piece_at(state, hex_)
    now = piece.facing % piece.type.period
    return tuple(name for f, name in enumerate(facings(piece.type)) if f != now)


def move(
    draft: State,
    seat: int,
    hex_: int,
    tokens: Sequence[str],
    events: Events,
    by: str,
    source: int | None = None,
) -> int:
    """Carry out a movement given by its tokens ([hex] [facing]); returns the hex it ends on. Changes the draft."""
    piece = piece_at(draft, hex_)
    to, facing = hex_, piece.facing
    for token in tokens:
        if token in BY_NAME:
            to = BY_NAME[token]
        else:
            facing = BY_DIRECTION[token]
    turned = (facing - piece.facing) % piece.type.period != 0
    if not turned:
        facing = piece.facing
    draft.put(hex_, None)
    draft.put(to, piece._replace(facing=facing))
    segments.carry(draft, hex_, to)
    here = ev.TileAt(hex_, piece.seat, piece.type.id)
    events.append(ev.Moved(seat, here, to, facing, turned, by, source))
    events += course.settle(draft)
    return to
