"""Carrying a move out on a packed position: the packed `MonolithArena.carry_out` (R3, R4, R10 to R14).

Questions that a move leads to are answered at once for whoever is asked, so that every move leads to a position in
which somebody has a turn, or to the end of the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action
from games.monolith_arena.player import battle, moves, readable
from games.monolith_arena.player.moves import BY_ORDER, STAYS, Move, destinations
from games.monolith_arena.player.packing import CHARGE, DRAW, Laid, Position, decoded, encoded, pack, unpack
from games.monolith_arena.player.standing import Standing, settle
from games.monolith_arena.player.tables import (
    ENTRENCHED,
    FLAGS,
    GIVES,
    IS_ORDER,
    NETS,
    ORDERS,
    POISON_AT,
    SHAPE,
    TEAM,
    TOKEN,
    WOUNDS,
)
from games.monolith_arena.state import LARGE_RESERVE, RESERVE
from games.monolith_arena.tiles import inside

ORDER_OF: Final = {
    moves.BATTLE: "battle",
    moves.MOVE: "move",
    moves.ROTATE: "rotate",
    moves.FALSE_ORDER: "falseorder",
    moves.PUSH: "push",
    moves.FIRE: "fire",
    moves.SHOOT: "shoot",
    moves.ENTRENCH: "entrench",
    moves.NET: "net",
}


def play(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    new = position.copy()
    verb = move[0]
    if len(move) == 2 and isinstance(move[1], tuple):
        return _unfold(new, move[1])
    numbers: tuple[int, ...] = move[1:]
    if verb == moves.END:
        end_turn(new)
        return new
    if verb == moves.REDRAW:
        count = len(new.reserves[new.active])
        _set_reserve(new, ())
        _draw(new, count)
        return new
    if verb == moves.DISCARD:
        _take(new, numbers[0])
        new.due = new.redraw = False
        return new
    new.redraw = False
    if verb == moves.PLACE:
        _place(new, *numbers)
    elif verb == moves.FEATURE:
        here, feature, source, to, facing = numbers
        new.used |= {(new.serials[here], feature, new.serials[source])}
        _shift(new, here, to, facing)
    elif verb == moves.CHARGING:
        _charge(new, *numbers)
    else:
        _spend(new, ORDER_OF[verb])
        _order(new, verb, numbers)
    return new


def _order(new: Position, verb: int, numbers: tuple[int, ...]) -> None:
    if verb == moves.BATTLE:
        fight(new, "order")
    elif verb in (moves.MOVE, moves.ROTATE, moves.FALSE_ORDER):
        _shift(new, *numbers)
    elif verb == moves.PUSH:
        pusher, pushed = numbers
        possible = destinations(new, pusher, pushed)
        to = battle.pushed_to(new.table, new.board, new.hit_points, _inside(new), pushed, possible)
        _shift(new, pushed, to, STAYS)
    elif verb in (moves.FIRE, moves.SHOOT):
        board, points = list(new.board), list(new.hit_points)
        kind = "fire" if verb == moves.FIRE else "shoot"
        battle.order(new.table, board, points, kind, numbers, new.active, _inside(new))
        _take_over(new, board, points)
    else:
        (here,) = numbers
        board = list(new.board)
        board[here] |= ENTRENCHED if verb == moves.ENTRENCH else TOKEN
        _settle(new, board)


def _take(new: Position, kind: int) -> None:
    """Take one such tile out of the active seat's reserve."""
    reserve = list(new.reserves[new.active])
    reserve.remove(kind)
    _set_reserve(new, tuple(reserve))


def _set_reserve(new: Position, reserve: tuple[int, ...]) -> None:
    seat = new.active
    new.reserves = (*new.reserves[:seat], reserve, *new.reserves[seat + 1 :])


def offering(reserve: Sequence[int], order: str) -> int:
    """Return the tile of a reserve that is played for an order."""
    for kind in reserve:
        if order in ORDERS[kind]:
            return kind
    raise LookupError(order)


def _spend(new: Position, order: str) -> None:
    """Play the tile of the reserve that offers an order."""
    _take(new, offering(new.reserves[new.active], order))
    new.played += 1


def _take_over(new: Position, board: list[int], points: list[int]) -> None:
    """Take over a board on which tiles have fallen but none has moved."""
    new.serials = tuple([serial if code else 0 for serial, code in zip(new.serials, board, strict=True)])
    new.board = tuple(board)
    new.hit_points = (points[0], points[1])


def _settle(new: Position, board: list[int]) -> None:
    """Take over a board after what has lost its toughness has gone (R6.2)."""
    if settle(board):
        _take_over(new, board, list(new.hit_points))
    else:
        new.board = tuple(board)


def _inside(position: Position) -> int:
    """Return the poison markers in folded monoliths, those of team 1's tiles times 256."""
    if not position.laid:
        return 0
    total = 0
    for laid in position.laid:
        for code in laid[2:4]:
            total += (code >> POISON_AT & 15) << (8 if code & TEAM else 0)
    return total


def _place(new: Position, kind: int, here: int, facing: int) -> None:
    _take(new, kind)
    new.placed = True
    new.played += 1
    board = list(new.board)
    filled = not board[here]
    board[here] = kind * 6 + max(facing, 0) + new.table.base[new.active]
    serials = list(new.serials)
    serials[here] = new.serial
    new.serials = tuple(serials)
    new.serial += 1
    if not filled or FLAGS[kind * 6] & NETS:
        _settle(new, board)
    else:
        new.board = tuple(board)
    if filled and 0 not in board:
        fight(new, "full")


def _shift(new: Position, here: int, to: int, facing: int) -> None:
    """Move the tile on a hex, with its segment, and turn it."""
    board = list(new.board)
    code = board[here]
    if facing != STAYS:
        shape = code & SHAPE
        code += shape // 6 * 6 + facing - shape
    board[here] = 0
    board[to] = code
    if to != here:
        serials = list(new.serials)
        serials[to] = serials[here]
        serials[here] = 0
        new.serials = tuple(serials)
        if new.laid:
            new.laid = tuple(_carried(laid, here, to) for laid in new.laid)
    if code & WOUNDS or FLAGS[code & SHAPE] & (GIVES | NETS):
        _settle(new, board)
    else:
        new.board = tuple(board)


def _carried(laid: Laid, here: int, to: int) -> Laid:
    if not laid or here not in laid[:2]:
        return laid
    one, other = sorted(to if h == here else h for h in laid[:2])
    return (one, other, *laid[2:])


def _charge(new: Position, source: int, champion: int, to: int, facing: int) -> None:
    if source == BY_ORDER:
        _spend(new, "charge")
    else:
        serial = new.serials[source]
        new.used |= {(serial, CHARGE, serial)}
    _shift(new, champion, to, facing)
    if not new.board[to]:  # it lived by toughness that it left behind
        end_turn(new)
        return
    board, points = list(new.board), list(new.hit_points)
    battle.order(new.table, board, points, "charge", (to,), new.active, _inside(new))
    _take_over(new, board, points)
    if not _banner_down(new):
        end_turn(new)


def fight(new: Position, reason: str) -> None:
    """Fight a battle and go on with what comes after it (R5.9, R12.2 to R12.4). Changes the position."""
    board, points = list(new.board), list(new.hit_points)
    battle.fight(new.table, board, points, _inside(new))
    battle.after(board)
    settle(board)
    _take_over(new, board, points)
    if new.laid:
        _fold(new)
    if _banner_down(new):
        return
    if reason in ("final", "additional"):
        one, other = new.hit_points
        if one != other:
            new.winner = int(other > one)
        elif reason == "additional":
            new.winner = DRAW
        else:
            queue = _next_turns(new)
            new.extra = True
            new.last = queue[1:]
            _begin_turn(new, queue[0])
    else:
        end_turn(new)


def _fold(new: Position) -> None:
    """Fold all monoliths that no net holds open (R13.8)."""
    if not any(laid and laid[0] >= 0 for laid in new.laid):
        return
    board, serials = list(new.board), list(new.serials)
    netted = Standing(board).netted
    folded = []
    for laid in new.laid:
        if not laid or laid[0] < 0 or any(board[h] and netted >> h & 1 for h in laid[:2]):
            folded.append(laid)
            continue
        one, other = inside(*(decoded(new.board[h], new.serials[h]) for h in laid[:2]))
        teams = new.table.teams
        codes = encoded(one, teams), encoded(other, teams)
        folded.append((-1, -1, *codes, one.serial if one else 0, other.serial if other else 0, laid[6]))
        for h in laid[:2]:
            board[h] = serials[h] = 0
    new.laid = tuple(folded)
    new.serials = tuple(serials)
    _settle(new, board)


def _banner_down(new: Position) -> bool:
    one, other = new.hit_points
    if one and other:
        return False
    new.winner = 0 if one else 1 if other else DRAW
    new.redraw = new.due = False
    return True


def _round(new: Position) -> tuple[int, ...]:
    order = new.table.order
    at = (new.turn - 1) % len(order)
    if order[at] != new.active:
        at = order.index(new.active)
    return order[at + 1 :] + order[:at]


def _next_turns(new: Position) -> tuple[int, ...]:
    queue = (new.last or ()) + _round(new)
    return (*dict.fromkeys(seat for seat in queue if seat != new.active), new.active)


def end_turn(new: Position) -> None:
    """End the turn (R3.6, R12.2). Changes the position."""
    new.redraw = new.due = new.only = False
    if new.last is None:
        _begin_turn(new, _next_turns(new)[0])
    elif new.last:
        seat, *rest = new.last
        new.last = tuple(rest)
        _begin_turn(new, seat)
    else:
        fight(new, "additional" if new.extra else "final")


def _begin_turn(new: Position, seat: int) -> None:
    new.active = seat
    new.turn += 1
    new.used = frozenset()
    new.drawn = ()
    new.played = 0
    new.placed = new.unfolded = False
    new.only = new.extra and not new.stacks[seat]
    if new.only:
        new.redraw = new.due = False
        return
    full = LARGE_RESERVE if new.table.reinforcement else min(new.turn, RESERVE)
    _draw(new, max(0, full - len(new.reserves[seat])))


def _draw(new: Position, count: int) -> None:
    seat = new.active
    stack = new.stacks[seat]
    drawn, rest = stack[:count], stack[count:]
    if drawn:
        new.stacks = (*new.stacks[:seat], rest, *new.stacks[seat + 1 :])
        _set_reserve(new, new.reserves[seat] + drawn)
    reserve = new.reserves[seat]
    new.drawn = drawn
    if drawn and not rest and new.last is None:
        new.last = _next_turns(new)[:-1]
    new.redraw = bool(rest) and bool(reserve) and all(IS_ORDER[kind] for kind in reserve)
    new.due = len(reserve) >= RESERVE and (new.turn > 2 or new.table.reinforcement)


def _unfold(new: Position, tokens: Action) -> Position:
    """Unfold by the readable rules."""
    return pack(readable.play(unpack(new), tokens), new.table)
