"""A view set up as a position to try things out on: all that stands open, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.state import Options, State
from games.monolith_arena.tiles import Monolith, Piece, inside
from games.monolith_arena.view import MonolithView, TileView, View


class Put(NamedTuple):
    """A tile that is put down to see what comes of it; `origin` is the hex that it leaves."""

    tile: TileView
    hex: int
    origin: int | None = None


def stage(view: View, puts: Sequence[Put] = ()) -> State:
    """Return the position of a view, with these tiles put down: a turn in which nobody has a tile besides the board's.

    Of a monolith that has never unfolded nothing is known but that it is there; in a battle that changes nothing.
    """
    board = [None if tile is None else _piece(hex_, tile) for hex_, tile in enumerate(view.board)]
    for put in puts:
        if put.origin is not None:
            board[put.origin] = None
    for number, put in enumerate(puts):
        board[put.hex] = _piece(SIZE + number, put.tile)
    nothing: tuple[tuple[()], ...] = ((),) * len(view.seats)
    return State(
        options=Options(monoliths=bool(view.monoliths), reinforcement=view.reinforcement, rulings=view.rulings),
        teams=tuple(seat.team for seat in view.seats),
        factions=tuple(seat.faction for seat in view.seats),
        stage="turn",
        board=tuple(board),
        hit_points=view.hit_points,
        stacks=nothing,
        reserves=nothing,
        discards=nothing,
        monoliths=tuple(_monolith(monolith) for monolith in view.monoliths),
        active=view.active if view.active is not None else 0,
        turn=view.turn,
        serial=SIZE + len(puts),
    )


def _piece(serial: int, tile: TileView) -> Piece:
    return Piece(serial, tile.seat, tile.type, tile.facing, tile.wounds, tile.poison, tile.entrenched, tile.token)


def _monolith(monolith: MonolithView) -> Monolith:
    if monolith.segments:
        one, other = sorted(monolith.segments)
        return Monolith(segments=(one, other), known=True)
    laid = monolith.inside or (None, None)
    return Monolith(inside(*(None if tile is None else _piece(-1, tile) for tile in laid)), known=monolith.known)
