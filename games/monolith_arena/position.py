"""The position notation: a board as JSON, both ways, and its canonical form.

A position holds the seats (faction and team), the teams' hit points, the tiles on the board and the monoliths. It is
what rule cases are written in; all of it but the inside of folded monoliths is for everybody to see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from games.api import BadNotation
from games.monolith_arena.hexes import BY_NAME, NAMES, SIZE
from games.monolith_arena.segments import connected, top
from games.monolith_arena.state import HIT_POINTS, Options, State
from games.monolith_arena.tiles import FACTIONS, Board, Faction, Monolith, Piece, faction, inside

GAME: Final = "monolith_arena"

_PIECE_KEYS: Final = {"seat", "tile", "facing", "wounds", "poison", "entrenched", "netted"}
_MARKER_KEYS: Final = _PIECE_KEYS - {"facing", "netted"}
"""What may be said of a tile in a folded monolith."""
_POSITION_KEYS: Final = {"game", "seats", "hit_points", "board", "monoliths"}


def number(data: Any, where: str, low: int, high: int) -> int:
    """Return a whole number within bounds. Raises `BadNotation`."""
    if isinstance(data, bool) or not isinstance(data, int) or not low <= data <= high:
        raise BadNotation(f"{where}: a whole number from {low} to {high} is needed")
    return data


def flag(data: Any, where: str) -> bool:
    """Return true or false. Raises `BadNotation`."""
    if not isinstance(data, bool):
        raise BadNotation(f"{where}: true or false is needed")
    return data


def hex_index(name: Any, where: str) -> int:
    """Return the hex of that name. Raises `BadNotation`."""
    if not isinstance(name, str) or name not in BY_NAME:
        raise BadNotation(f"{where}: there is no hex {name!r}; hexes are A1 to E3")
    return BY_NAME[name]


def mapping(data: Any, where: str) -> Mapping[str, Any]:
    """Return a JSON object. Raises `BadNotation`."""
    if not isinstance(data, Mapping):
        raise BadNotation(f"{where}: an object is needed")
    return data


def sequence(data: Any, where: str) -> list[Any]:
    """Return a JSON array. Raises `BadNotation`."""
    if not isinstance(data, list | tuple):
        raise BadNotation(f"{where}: an array is needed")
    return list(data)


def _unknown(data: Mapping[str, Any], known: set[str], where: str) -> None:
    if unknown := set(data) - known:
        raise BadNotation(f"{where}: unknown keys {', '.join(sorted(unknown))}")


def load_seats(data: Any) -> tuple[tuple[Faction | None, ...], tuple[int, ...]]:
    """Return the factions and the teams of the seats. Raises `BadNotation`."""
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
    """Return the tiles on the board. Raises `BadNotation`."""
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


def load_monoliths(data: Any, factions: tuple[Faction | None, ...], board: Board) -> tuple[Monolith | None, ...]:
    """Return the monoliths of the seats, `None` where the data have none. Raises `BadNotation`."""
    monoliths: list[Monolith | None] = [None] * len(factions)
    taken: set[int] = set()
    for key, entry in mapping(data, "monoliths").items():
        where = f"monoliths.{key}"
        if key not in {str(seat) for seat in range(len(factions))}:
            raise BadNotation(f"{where}: there is no such seat")
        seat = int(key)
        monolith = mapping(entry, where)
        if sum(p is not None and p.seat == seat and p.type.is_banner for p in board) > 1:
            raise BadNotation(f"{where}: seat {seat} has more than one banner on the board")
        if set(monolith) == {"segments"}:
            monoliths[seat] = _load_segments(monolith["segments"], f"{where}.segments", seat, board, taken)
        elif set(monolith) == {"inside"}:
            monoliths[seat] = _load_inside(monolith["inside"], f"{where}.inside", seat, factions)
        else:
            raise BadNotation(f"{where}: either segments or inside is needed")
    return tuple(monoliths)


def _load_segments(data: Any, where: str, seat: int, board: Board, taken: set[int]) -> Monolith:
    hexes = [hex_index(name, where) for name in sequence(data, where)]
    if len(set(hexes)) != 3:
        raise BadNotation(f"{where}: three different hexes are needed")
    top, one, other = hexes
    banner = board[top]
    if banner is None or banner.seat != seat or not banner.type.is_banner:
        raise BadNotation(f"{where}: the banner of seat {seat} is not on {NAMES[top]}")
    if not connected(top, one, other):
        raise BadNotation(f"{where}: each segment has to touch another one")
    for hex_ in (one, other):
        piece = board[hex_]
        if hex_ in taken or (piece is not None and piece.type.is_banner):
            raise BadNotation(f"{where}: there is another monolith on {NAMES[hex_]}")
    taken |= {one, other}
    return Monolith(segments=(min(one, other), max(one, other)), known=True)


def _load_inside(data: Any, where: str, seat: int, factions: tuple[Faction | None, ...]) -> Monolith:
    entries = sequence(data, where)
    if len(entries) != 2:
        raise BadNotation(f"{where}: two entries are needed, null for an empty segment")
    pieces: list[Piece | None] = []
    for n, entry in enumerate(entries):
        if entry is None:
            pieces.append(None)
            continue
        at = f"{where}[{n}]"
        piece = mapping(entry, at)
        _unknown(piece, _MARKER_KEYS, at)
        loaded = _load_piece(piece, at, factions, SIZE + 2 * seat + n)
        if loaded.type.is_banner:
            raise BadNotation(f"{at}: banners are always on top")
        pieces.append(loaded)
    return Monolith(inside(*pieces))


def load_hit_points(data: Any) -> tuple[int, ...]:
    """Return the hit points of the two teams. Raises `BadNotation`."""
    points = sequence(data, "hit_points")
    if len(points) != 2:
        raise BadNotation("hit_points: one number for each of the two teams is needed")
    return tuple(number(p, "hit_points", 0, HIT_POINTS) for p in points)


def load_position(data: Any) -> State:
    """Return a state that holds the position and nothing else, for battles and rule cases. Raises `BadNotation`."""
    position = mapping(data, "position")
    _unknown(position, _POSITION_KEYS, "position")
    if position.get("game", GAME) != GAME:
        raise BadNotation(f"game: {position['game']!r} is not {GAME}")
    factions, teams = load_seats(position.get("seats"))
    board = load_board(position.get("board", {}), factions)
    seats = len(teams)
    monoliths = load_monoliths(position["monoliths"], factions, board) if "monoliths" in position else ()
    return State(
        options=Options(monoliths=bool(monoliths)),
        monoliths=monoliths,
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
        serial=SIZE + 2 * seats,
    )


def dump_piece(piece: Piece) -> dict[str, Any]:
    """Return a tile on the board without its defaults."""
    data: dict[str, Any] = {"seat": piece.seat, "tile": piece.type.id}
    markers = ("facing", "wounds", "poison", "entrenched", "netted")
    return data | {name: value for name in markers if (value := getattr(piece, name))}


def dump_monolith(state: State, seat: int, monolith: Monolith) -> dict[str, Any]:
    """Return a monolith: the hexes of its segments, the banner's first, or what lies inside."""
    if monolith.segments is None:
        laid = [None if p is None else dump_piece(p) for p in monolith.inside]
        return {"inside": sorted(laid, key=lambda entry: json.dumps(entry, sort_keys=True))}
    return {"segments": [NAMES[h] for h in (top(state, seat), *monolith.segments)]}


def dump_position(state: State) -> dict[str, Any]:
    """Return the canonical form of the position: defaults left out; sort the keys when writing it."""
    data: dict[str, Any] = {
        "game": GAME,
        "seats": [
            {"team": team} if home is None else {"faction": home.id, "team": team}
            for home, team in zip(state.factions, state.teams, strict=True)
        ],
        "hit_points": list(state.hit_points),
        "board": {NAMES[h]: dump_piece(p) for h, p in enumerate(state.board) if p is not None},
    }
    monoliths = {str(s): dump_monolith(state, s, m) for s, m in enumerate(state.monoliths) if m is not None}
    if monoliths:
        data["monoliths"] = monoliths
    return data
