"""The position notation: a board as JSON, both ways, and its canonical form.

A position holds the seats (faction and team), the teams' hit points and the tiles on the board. It is what rule cases
are written in, and the part of a saved match that everybody may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.api import BadNotation
from games.monolith_arena.hexes import BY_NAME, NAMES, SIZE
from games.monolith_arena.pieces import Board, Piece
from games.monolith_arena.state import HIT_POINTS, Options, State
from games.monolith_arena.tiles import FACTIONS, Faction, faction

GAME: Final = "monolith_arena"

_PIECE_KEYS: Final = {"seat", "tile", "facing", "wounds", "poison", "entrenched", "netted"}
_POSITION_KEYS: Final = {"game", "seats", "hit_points", "board", "monoliths"}


def number(data: Any, where: str, low: int, high: int) -> int:
    """A whole number within bounds. Raises `BadNotation`."""
    if isinstance(data, bool) or not isinstance(data, int) or not low <= data <= high:
        raise BadNotation(f"{where}: a whole number from {low} to {high} is needed")
    return data


def flag(data: Any, where: str) -> bool:
    """True or false. Raises `BadNotation`."""
    if not isinstance(data, bool):
        raise BadNotation(f"{where}: true or false is needed")
    return data


def hex_index(name: Any, where: str) -> int:
    """The hex of that name. Raises `BadNotation`."""
    if not isinstance(name, str) or name not in BY_NAME:
        raise BadNotation(f"{where}: there is no hex {name!r}; hexes are A1 to E3")
    return BY_NAME[name]


def mapping(data: Any, where: str) -> Mapping[str, Any]:
    """A JSON object. Raises `BadNotation`."""
    if not isinstance(data, Mapping):
        raise BadNotation(f"{where}: an object is needed")
    return data


def sequence(data: Any, where: str) -> list[Any]:
    """A JSON array. Raises `BadNotation`."""
    if not isinstance(data, list | tuple):
        raise BadNotation(f"{where}: an array is needed")
    return list(data)


def _unknown(data: Mapping[str, Any], known: set[str], where: str) -> None:
    if unknown := set(data) - known:
        raise BadNotation(f"{where}: unknown keys {', '.join(sorted(unknown))}")


def load_seats(data: Any) -> tuple[tuple[Faction | None, ...], tuple[int, ...]]:
    """The factions and the teams of the seats. Raises `BadNotation`."""
    rows = sequence(data, "seats")
    if not 2 <= len(rows) <= 4:
        raise BadNotation("seats: two to four are needed")
    factions: list[Faction | None] = []
    teams = []
    for index, row in enumerate(rows):
        where = f"seats[{index}]"
        entry = mapping(row, where)
        _unknown(entry, {"faction", "team"}, where)
        name = entry.get("faction")
        if name is not None and name not in FACTIONS:
            raise BadNotation(f"{where}: there is no faction {name!r}")
        factions.append(None if name is None else faction(name))
        teams.append(number(entry.get("team"), f"{where}.team", 0, 1))
    if len(set(teams)) != 2:
        raise BadNotation("seats: two teams are needed")
    return tuple(factions), tuple(teams)


def load_board(data: Any, factions: tuple[Faction | None, ...]) -> Board:
    """The tiles on the board. Raises `BadNotation`."""
    board: list[Piece | None] = [None] * SIZE
    for name, entry in mapping(data, "board").items():
        hex_ = hex_index(name, "board")
        board[hex_] = _load_piece(mapping(entry, f"board.{name}"), f"board.{name}", factions, hex_)
    return tuple(board)


def _load_piece(data: Mapping[str, Any], where: str, factions: tuple[Faction | None, ...], serial: int) -> Piece:
    _unknown(data, _PIECE_KEYS, where)
    seat = number(data.get("seat"), f"{where}.seat", 0, len(factions) - 1)
    home = factions[seat]
    kind = home.by_id.get(str(data.get("tile"))) if home is not None else None
    if kind is None or kind.is_order:
        raise BadNotation(f"{where}: seat {seat} has no board tile {data.get('tile')!r}")
    return Piece(
        serial=serial,
        seat=seat,
        type=kind,
        facing=number(data.get("facing", 0), f"{where}.facing", 0, 5),
        wounds=number(data.get("wounds", 0), f"{where}.wounds", 0, 99),
        poison=number(data.get("poison", 0), f"{where}.poison", 0, 99),
        entrenched=flag(data.get("entrenched", False), f"{where}.entrenched"),
        netted=flag(data.get("netted", False), f"{where}.netted"),
    )


def load_hit_points(data: Any) -> tuple[int, ...]:
    """The hit points of the two teams. Raises `BadNotation`."""
    points = sequence(data, "hit_points")
    if len(points) != 2:
        raise BadNotation("hit_points: one number for each of the two teams is needed")
    return tuple(number(p, "hit_points", 0, HIT_POINTS) for p in points)


def load_position(data: Any) -> State:
    """A state that holds the position and nothing else, for battles and rule cases. Raises `BadNotation`."""
    position = mapping(data, "position")
    _unknown(position, _POSITION_KEYS, "position")
    if position.get("game", GAME) != GAME:
        raise BadNotation(f"game: {position['game']!r} is not {GAME}")
    if position.get("monoliths"):
        raise BadNotation("monoliths: positions with monoliths cannot be read yet")
    factions, teams = load_seats(position.get("seats"))
    board = load_board(position.get("board", {}), factions)
    seats = len(teams)
    return State(
        options=Options(),
        teams=teams,
        factions=factions,
        stage="turn",
        board=board,
        hit_points=load_hit_points(position.get("hit_points", [HIT_POINTS, HIT_POINTS])),
        stacks=((),) * seats,
        reserves=((),) * seats,
        discards=((),) * seats,
        order=tuple(range(seats)),
        active=0,
        turn=1,
        serial=SIZE,
    )


def dump_piece(piece: Piece) -> dict[str, Any]:
    """A tile on the board without its defaults."""
    data: dict[str, Any] = {"seat": piece.seat, "tile": piece.type.id}
    if piece.facing:
        data["facing"] = piece.facing
    if piece.wounds:
        data["wounds"] = piece.wounds
    if piece.poison:
        data["poison"] = piece.poison
    if piece.entrenched:
        data["entrenched"] = True
    if piece.netted:
        data["netted"] = True
    return data


def dump_position(state: State) -> dict[str, Any]:
    """The canonical form of the position: defaults left out; sort the keys when writing it."""
    return {
        "game": GAME,
        "seats": [
            {"team": team} if home is None else {"faction": home.id, "team": team}
            for home, team in zip(state.factions, state.teams, strict=True)
        ],
        "hit_points": list(state.hit_points),
        "board": {NAMES[h]: dump_piece(p) for h, p in enumerate(state.board) if p is not None},
    }
