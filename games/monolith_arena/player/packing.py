"""A match between two actions as a few tuples of numbers, for a search that looks at thousands of them.

`pack` makes a `Position` of a state and `unpack` a state of a position; nothing that the rules need is lost but the
discard piles, on which no rule depends. Rare processes, regeneration and unfolding, are left to the readable rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.api import Result
from games.monolith_arena.player.tables import (
    ENTRENCHED,
    KINDS,
    NUMBER,
    POISON_AT,
    SEAT_AT,
    SHAPE,
    TEAM,
    TOKEN,
    WOUNDS_AT,
)
from games.monolith_arena.state import State
from games.monolith_arena.tiles import MOVING_FEATURES, Monolith, Piece, TileType, inside

CHARGE: Final = len(MOVING_FEATURES)
"""The number of the Rune of Charge's feature, after the moving ones."""
_FEATURES: Final = (*MOVING_FEATURES, "charge")
DRAW: Final = 2
"""The winner's team of a match that nobody has won."""

Board = tuple[int, ...]
Kinds = tuple[int, ...]
Laid = tuple[int, ...]
"""A monolith: the hexes of its two segments, the codes and the serials of what lies inside, and whether it is known;
folded ones have -1 for hexes, unfolded ones 0 for codes."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What stays the same in a match."""

    template: State
    """A state of the match, for its options and factions."""
    teams: tuple[int, ...]
    order: tuple[int, ...]
    reinforcement: bool
    monoliths: bool
    pools: tuple[int, int]
    """The poison markers of each team."""
    base: tuple[int, ...]
    """The team and the seat as they stand in codes, by seat."""


class Position:
    """A match between two actions; never changed once it has been handed out."""

    __slots__ = (
        "active",
        "board",
        "drawn",
        "due",
        "extra",
        "hit_points",
        "laid",
        "last",
        "only",
        "placed",
        "played",
        "redraw",
        "reserves",
        "serial",
        "serials",
        "stacks",
        "table",
        "turn",
        "unfolded",
        "used",
        "winner",
    )
    table: Table
    board: Board
    serials: tuple[int, ...]
    hit_points: tuple[int, int]
    stacks: tuple[Kinds, ...]
    reserves: tuple[Kinds, ...]
    laid: tuple[Laid, ...]
    active: int
    turn: int
    due: bool
    redraw: bool
    only: bool
    used: frozenset[tuple[int, int, int]]
    drawn: Kinds
    played: int
    placed: bool
    unfolded: bool
    last: tuple[int, ...] | None
    extra: bool
    serial: int
    winner: int | None

    def copy(self) -> Position:
        """Return a position that may still be changed."""
        new = Position.__new__(Position)
        new.table = self.table
        new.board = self.board
        new.serials = self.serials
        new.hit_points = self.hit_points
        new.stacks = self.stacks
        new.reserves = self.reserves
        new.laid = self.laid
        new.active = self.active
        new.turn = self.turn
        new.due = self.due
        new.redraw = self.redraw
        new.only = self.only
        new.used = self.used
        new.drawn = self.drawn
        new.played = self.played
        new.placed = self.placed
        new.unfolded = self.unfolded
        new.last = self.last
        new.extra = self.extra
        new.serial = self.serial
        new.winner = self.winner
        return new


def encoded(piece: Piece | None, teams: tuple[int, ...]) -> int:
    """Return the code of a tile."""
    if piece is None:
        return 0
    return (
        NUMBER[piece.type] * 6
        + piece.facing
        + (TEAM if teams[piece.seat] else 0)
        + (piece.seat << SEAT_AT)
        + (min(piece.wounds, 15) << WOUNDS_AT)
        + (min(piece.poison, 15) << POISON_AT)
        + (ENTRENCHED if piece.entrenched else 0)
        + (TOKEN if piece.netted else 0)
    )


def decoded(code: int, serial: int) -> Piece | None:
    """Return the tile that a code stands for."""
    if not code:
        return None
    kind, facing = divmod(code & SHAPE, 6)
    tile = KINDS[kind]
    assert tile is not None
    return Piece(
        serial,
        code >> SEAT_AT & 3,
        tile,
        facing,
        code >> WOUNDS_AT & 15,
        code >> POISON_AT & 15,
        bool(code & ENTRENCHED),
        bool(code & TOKEN),
    )


def tile_of(kind: int) -> TileType:
    """Return the tile of that number."""
    tile = KINDS[kind]
    assert tile is not None
    return tile


def table_of(state: State) -> Table:
    """Return what stays the same in the match of a state."""
    pools = [0, 0]
    for home, team in zip(state.factions, state.teams, strict=True):
        pools[team] += home.poison_markers if home is not None else 0
    return Table(
        template=state,
        teams=state.teams,
        order=state.order,
        reinforcement=state.options.reinforcement,
        monoliths=state.options.monoliths,
        pools=(pools[0], pools[1]),
        base=tuple((TEAM if team else 0) + (seat << SEAT_AT) for seat, team in enumerate(state.teams)),
    )


def _pack_monolith(monolith: Monolith | None, teams: tuple[int, ...]) -> Laid:
    if monolith is None:
        return ()
    if monolith.segments is not None:
        return (*monolith.segments, 0, 0, 0, 0, int(monolith.known))
    one, other = monolith.inside
    codes = encoded(one, teams), encoded(other, teams)
    return (-1, -1, *codes, one.serial if one else 0, other.serial if other else 0, int(monolith.known))


def pack(state: State, table: Table | None = None) -> Position:
    """Return the position of a state in which nothing is being asked and no wounds are being dealt."""
    teams = state.teams
    new = Position.__new__(Position)
    new.table = table or table_of(state)
    new.board = tuple(encoded(piece, teams) for piece in state.board)
    new.serials = tuple(0 if piece is None else piece.serial for piece in state.board)
    new.hit_points = (state.hit_points[0], state.hit_points[1])
    new.stacks = tuple(tuple(NUMBER[tile] for tile in pile) for pile in state.stacks)
    new.reserves = tuple(tuple(NUMBER[tile] for tile in pile) for pile in state.reserves)
    new.laid = tuple(_pack_monolith(monolith, teams) for monolith in state.monoliths)
    new.active = state.active
    new.turn = state.turn
    new.due = state.discard_due
    new.redraw = state.redraw
    new.only = state.features_only
    new.used = frozenset((tile, _FEATURES.index(name), source) for tile, name, source in state.used)
    new.drawn = tuple(NUMBER[tile] for tile in state.drawn)
    new.played = state.played
    new.placed = state.placed
    new.unfolded = state.unfolded
    new.last = state.last_turns
    new.extra = state.extra
    new.serial = state.serial
    new.winner = None
    if state.result is not None:
        winners = state.result.winners
        new.winner = teams[winners[0]] if winners else DRAW
    return new


def _unpack_monolith(laid: Laid) -> Monolith | None:
    if not laid:
        return None
    one, other, *codes, first, second, known = laid
    if one >= 0:
        return Monolith(segments=(one, other), known=bool(known))
    return Monolith(inside(decoded(codes[0], first), decoded(codes[1], second)), known=bool(known))


def unpack(position: Position) -> State:
    """Return the state of a position, without discard piles."""
    state = position.table.template.draft()
    seats = len(state.teams)
    state.stage = "turn" if position.winner is None else "over"
    state.board = tuple(decoded(code, serial) for code, serial in zip(position.board, position.serials, strict=True))
    state.hit_points = position.hit_points
    state.stacks = tuple(tuple(tile_of(kind) for kind in pile) for pile in position.stacks)
    state.reserves = tuple(tuple(tile_of(kind) for kind in pile) for pile in position.reserves)
    state.discards = ((),) * seats
    state.monoliths = tuple(_unpack_monolith(laid) for laid in position.laid)
    state.active, state.turn = position.active, position.turn
    state.discard_due, state.redraw, state.features_only = position.due, position.redraw, position.only
    state.used = frozenset((tile, _FEATURES[number], source) for tile, number, source in position.used)
    state.drawn = tuple(tile_of(kind) for kind in position.drawn)
    state.played, state.placed, state.unfolded = position.played, position.placed, position.unfolded
    state.last_turns, state.extra, state.serial = position.last, position.extra, position.serial
    state.cause = state.battle = state.push = state.unfolding = None
    state.answers = ()
    state.result = None
    if position.winner is not None:
        winners = tuple(seat for seat, team in enumerate(state.teams) if team == position.winner)
        state.result = Result.won_by(winners, seats, "banner")
    return state


def with_hidden(position: Position, state: State) -> Position:
    """Return the position with the stacks, reserves and monoliths of another world of the same match."""
    new = position.copy()
    other = pack(state, position.table)
    new.stacks, new.reserves, new.laid = other.stacks, other.reserves, other.laid
    return new
