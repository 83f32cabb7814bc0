"""What a move leads to, seen at a glance: for a search that tries all moves of a position and keeps few.

Most moves put a tile somewhere, or move or turn one. What such a move leads to is known without a new position: the
board, its worth, and the next battle, which is that of the board before where the tile takes no part in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, cast

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player import battle, moves
from games.monolith_arena.player.essence import Part, joined, part_of
from games.monolith_arena.player.moves import STAYS, Move
from games.monolith_arena.player.packing import Board, Kinds, Position, Table
from games.monolith_arena.player.playing import ORDER_OF, offering
from games.monolith_arena.player.tables import (
    BARE,
    FLAGS,
    GIVES,
    NETS,
    SAVES,
    SERVED,
    SHAPE,
    TEAM,
    TOUCHES,
    WOUNDS,
)
from games.monolith_arena.player.worth import HELD, HIT_POINT, WORTH, worth

LETHAL: Final = 6 * HIT_POINT
"""What a next battle is worth on top that would decide the match."""
_PLENTY: Final = 1000
"""Hit points that no battle takes away."""
_SHIFTS: Final = (moves.MOVE, moves.ROTATE, moves.FALSE_ORDER)

Glance = tuple[Hashable, int, int, int]
"""What `Core.key`, `now`, `then` and `kept` say of a position in the same turn in which nothing is due."""


def stands(first: int, second: int, tiles: int) -> int:
    """Return what it is worth that a battle leaves these hit points and tiles."""
    value = HIT_POINT * (second - first) + tiles
    if not first or not second:
        value += LETHAL * ((not first) - (not second))
    return value


class Fights:
    """Battles that have been fought, by the board and by its essence."""

    def __init__(self) -> None:
        self._by_board: dict[Board, tuple[int, int, int]] = {}
        self._by_essence: dict[Board, tuple[int, int, int]] = {}

    def after(self, table: Table, board: Board, hit_points: tuple[int, int]) -> int:
        """Return what a board and hit points are worth after a battle that is fought next."""
        fought = self._by_board.get(board)
        if fought is None:
            part = part_of(board)
            fought = self._by_board[board] = self._fight(table, part.essence, part.idle)
        one, other, tiles = fought
        return stands(max(0, hit_points[0] - one), max(0, hit_points[1] - other), tiles)

    def joined(self, table: Table, part: Part, here: int, code: int, board: Board, hit_points: tuple[int, int]) -> int:
        """Return the same of a board on which a tile has joined another one, of which this takes part."""
        fought = self._by_board.get(board)
        if fought is None:
            essence, idle = joined(part, here, code)
            fought = self._by_board[board] = self._fight(table, essence, idle)
        one, other, tiles = fought
        return stands(max(0, hit_points[0] - one), max(0, hit_points[1] - other), tiles)

    def _fight(self, table: Table, essence: Board, idle: int) -> tuple[int, int, int]:
        """Return the hit points that the teams lose in the next battle, and what the tiles are worth after it."""
        fought = self._by_essence.get(essence)
        if fought is None:
            board, points = list(essence), [_PLENTY, _PLENTY]
            battle.fight(table, board, points)
            fought = self._by_essence[essence] = (_PLENTY - points[0], _PLENTY - points[1], worth(board, (0, 0)))
        one, other, tiles = fought
        return one, other, tiles + idle


def glances(fights: Fights, position: Position, tried: Sequence[Move]) -> list[Glance | None]:
    """Return for each of these moves what it leads to, `None` for what has to be carried out to be known."""
    found: list[Glance | None] = [None] * len(tried)
    if position.due or position.last == ():
        return found
    table, board, hit_points, laid = position.table, position.board, position.hit_points, position.laid
    seat = position.active
    reserve = position.reserves[seat]
    kept = sum([HELD[kind] for kind in reserve])
    now = worth(board, hit_points)
    then = fights.after(table, board, hit_points)
    part = part_of(board)
    base = table.base[seat]
    enemies, reached = (part.first, part.by_first) if base & TEAM else (part.second, part.by_second)
    fighting = part.kept
    room = board.count(0)
    rests: dict[int, Kinds] = {}
    alike: dict[int, int] = {}
    numbers = cast("Sequence[tuple[int, ...]]", tried)  # of what says more, unfoldings, only the verb is looked at
    for number, move in enumerate(numbers):
        verb = move[0]
        if verb == moves.PLACE:
            _, kind, here, facing = move
            code = kind * 6 + max(facing, 0) + base
            shape = code & SHAPE
            flags = FLAGS[shape]
            if board[here] or room == 1 or flags & NETS:
                continue
            place = shape * SIZE + here
            after_board = (*board[:here], code, *board[here + 1 :])
            value = WORTH[code]
            acts = TOUCHES[place] & enemies or (fighting and (SERVED[place] & fighting or flags & SAVES))
            if not acts and not reached >> here & 1:
                after = then + value
            elif not acts and BARE[shape] and not SERVED[place]:
                same = kind * SIZE + here
                if same not in alike:
                    alike[same] = fights.joined(table, part, here, code, after_board, hit_points)
                after = alike[same]
            else:
                after = fights.joined(table, part, here, code, after_board, hit_points)
            if kind not in rests:
                rests[kind] = _without(reserve, kind)
            key: Hashable = (after_board, hit_points, rests[kind], laid, False)
            found[number] = (key, now + value, after, kept - HELD[kind])
            continue
        if verb == moves.FEATURE:
            _, here, _, _, to, facing = move
            spent = 0
        elif verb in _SHIFTS:
            _, here, to, facing = move
            spent = offering(reserve, ORDER_OF[verb])
        else:
            continue
        code = board[here]
        shape = code & SHAPE
        if laid or code & WOUNDS or FLAGS[shape] & (GIVES | NETS):
            continue
        if facing != STAYS:
            turned = shape // 6 * 6 + facing
            code += turned - shape
            shape = turned
        changed = list(board)
        changed[here] = 0
        changed[to] = code
        after_board = tuple(changed)
        others, by_others = (part.first, part.by_first) if code & TEAM else (part.second, part.by_second)
        if (fighting >> here | by_others >> to) & 1 or TOUCHES[shape * SIZE + to] & others:
            after = fights.after(table, after_board, hit_points)
        else:
            after = then
        if spent not in rests:
            rests[spent] = _without(reserve, spent)
        found[number] = ((after_board, hit_points, rests[spent], laid, False), now, after, kept - HELD[spent])
    return found


def _without(reserve: Kinds, kind: int) -> Kinds:
    """Return a reserve in order, without one such tile; 0 is none."""
    rest = sorted(reserve)
    if kind:
        rest.remove(kind)
    return tuple(rest)
