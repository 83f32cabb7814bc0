"""All that may be done in a turn on a packed position: the packed `grammar.legal` (R3, R10, R11, R13).

A move is a tuple: its verb as a number, then what the tokens of the action say, as numbers. `action` writes it as the
tokens of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.api import Action
from games.monolith_arena import grammar, unfolding
from games.monolith_arena.hexes import ADJACENT, DIRECTIONS, NAMES, SIZE, TRIANGLES
from games.monolith_arena.player.packing import CHARGE, Position, tile_of, unpack
from games.monolith_arena.player.standing import Standing
from games.monolith_arena.player.tables import (
    BANNER,
    BOUNDLESS,
    CAVALRY,
    CHARGES,
    ENTRENCHED,
    FLAGS,
    GRANTS,
    IS_ORDER,
    MELEE,
    MOBILE,
    MOVES_ITSELF,
    ORDERS,
    OWN,
    PERIOD,
    REPLACES,
    SEAT_AT,
    SERVES,
    SHAPE,
    TEAM,
    TOKEN,
)
from games.monolith_arena.segments import connected
from games.monolith_arena.tiles import MOVING_FEATURES
from games.monolith_arena.view import plays_in

END, DISCARD, REDRAW, PLACE, BATTLE, CHARGING, MOVE, ROTATE, FALSE_ORDER, PUSH, FIRE, SHOOT, ENTRENCH, NET, FEATURE = (
    range(15)
)
UNFOLD: Final = 15
STAYS: Final = -1
"""In place of a facing: the tile looks the same in all, or keeps the one that it has."""
BY_ORDER: Final = -1
"""In place of the rune that a charge comes from."""
_STEP, _TURN, _ANYWHERE = 0, 1, 2
"""How far a feature moves a tile, as its place in `MOVING_FEATURES`."""

Move = tuple[int, ...] | tuple[int, Action]


def _may_play(position: Position) -> bool:
    return not position.table.reinforcement or position.played < plays_in(position.turn)


def top(position: Position, seat: int) -> int:
    """Return the hex of a seat's banner, which must be on the board."""
    for here, code in enumerate(position.board):
        if code and code >> SEAT_AT & 3 == seat and FLAGS[code & SHAPE] & BANNER:
            return here
    raise LookupError(seat)


def owner_of(position: Position, here: int) -> int | None:
    """Return the seat whose lower segment lies on a hex."""
    for seat, laid in enumerate(position.laid):
        if laid and here in laid[:2]:
            return seat
    return None


def _allowed(position: Position, here: int, empty: list[int]) -> list[int]:
    """Return those of some empty hexes that monoliths leave open to the tile on a hex (R13.7)."""
    if not position.laid:
        return empty
    code = position.board[here]
    seat = code >> SEAT_AT & 3 if FLAGS[code & SHAPE] & BANNER else owner_of(position, here)
    if seat is None:
        return empty
    lower = {h for laid in position.laid if laid for h in laid[:2]}
    free = [h for h in empty if h not in lower]
    laid = position.laid[seat]
    if not laid or laid[0] < 0:
        return free
    one, other = (h for h in (top(position, seat), *laid[:2]) if h != here)
    return [h for h in free if connected(h, one, other)]


def _reach(position: Position, here: int, how: int) -> list[int]:
    board = position.board
    if how == _TURN:
        return []
    near: Iterable[int] = range(SIZE) if how == _ANYWHERE else ADJACENT[here]
    return _allowed(position, here, [h for h in near if not board[h]])


def _ways(position: Position, here: int, how: int) -> Iterator[tuple[int, int]]:
    """Yield (hex, facing) of each way in which an effect moves or turns the tile on a hex (R10.6)."""
    kind, facing = divmod(position.board[here] & SHAPE, 6)
    period = PERIOD[kind]
    if period == 1:
        if how == _TURN:
            return
        for to in _reach(position, here, how):
            yield to, STAYS
        return
    now = facing % period
    for new in range(period):
        if new != now:
            yield here, new
    for to in _reach(position, here, how):
        for new in range(period):
            yield to, new


def moves(position: Position) -> list[Move]:
    """Return all that the active seat may do; nothing once the match is over."""
    if position.winner is not None:
        return []
    found: list[Move] = []
    seat = position.active
    standing = Standing(position.board)
    reserve = list(dict.fromkeys(position.reserves[seat]))
    if not position.only:
        found += [(DISCARD, kind) for kind in reserve]
    if position.redraw:
        found.append((REDRAW,))
    if not position.due:
        if not position.only and _may_play(position):
            _placements(position, seat, reserve, found)
            held = {order for kind in reserve for order in ORDERS[kind]}
            if held:
                _orders(position, seat, held, standing, found)
        _charges(position, seat, standing, found)
        if position.laid and not position.only and not position.placed and position.laid[seat][0] < 0:
            found += _unfoldings(position, seat)
        found.append((END,))
    _features(position, seat, standing, found)
    return found


def _placements(position: Position, seat: int, reserve: Sequence[int], found: list[Move]) -> None:
    board = position.board
    team = position.table.base[seat] & TEAM
    empty = [h for h, code in enumerate(board) if not code]
    for kind in reserve:
        if IS_ORDER[kind]:
            continue
        hexes = empty
        if position.unfolded:
            laid = position.laid[seat]
            if position.placed or kind not in position.drawn or not laid or laid[0] < 0:
                continue
            hexes = [h for h in laid[:2] if not board[h]]
        elif FLAGS[kind * 6] & REPLACES:
            hexes = [
                h
                for h, code in enumerate(board)
                if not code or (not FLAGS[code & SHAPE] & BANNER and code & TEAM != team)
            ]
        period = PERIOD[kind]
        if period == 1:
            found += [(PLACE, kind, h, STAYS) for h in hexes]
        else:
            found += [(PLACE, kind, h, facing) for h in hexes for facing in range(period)]


def _orders(position: Position, seat: int, held: set[str], standing: Standing, found: list[Move]) -> None:
    board = position.board
    team = position.table.base[seat] & TEAM
    own = [h for h, code in enumerate(board) if code and code & TEAM == team]
    others = [h for h, code in enumerate(board) if code and code & TEAM != team]
    netted = standing.netted
    free = [h for h in own if not netted >> h & 1]
    their_free = [h for h in others if not netted >> h & 1]
    if "battle" in held and position.last is None:
        found.append((BATTLE,))
    if "move" in held:
        found += [(MOVE, h, to, facing) for h in free for to, facing in _ways(position, h, _STEP)]
    if "rotate" in held:
        for h in free:
            ways = list(_ways(position, h, _TURN))
            found += [(ROTATE, h, to, facing) for to, facing in ways]
            if PERIOD[(board[h] & SHAPE) // 6] == 1:
                found.append((ROTATE, h, h, STAYS))
    if "falseorder" in held:
        found += [(FALSE_ORDER, h, to, facing) for h in their_free for to, facing in _ways(position, h, _STEP)]
    if "push" in held:
        for h in free:
            found += [
                (PUSH, h, other) for other in their_free if other in ADJACENT[h] and destinations(position, h, other)
            ]
    if "fire" in held:
        burning = {h for h, code in enumerate(board) if code and not FLAGS[code & SHAPE] & BANNER}
        found += [(FIRE, *hexes) for hexes in TRIANGLES if not burning.isdisjoint(hexes)]
    if "shoot" in held:
        found += [(SHOOT, h) for h in others if not FLAGS[board[h] & SHAPE] & BANNER]
    if "entrench" in held:
        found += [(ENTRENCH, h) for h in own if not board[h] & ENTRENCHED]
    if "net" in held:
        found += [(NET, h) for h in others if not board[h] & TOKEN]


def destinations(position: Position, pusher: int, pushed: int) -> list[int]:
    """Return the hexes that a pushed tile may go to (R11.5)."""
    return [h for h in _reach(position, pushed, _STEP) if h not in ADJACENT[pusher]]


def _charges(position: Position, seat: int, standing: Standing, found: list[Move]) -> None:
    board = position.board
    sources = []
    if not position.only and _may_play(position) and any("charge" in ORDERS[k] for k in position.reserves[seat]):
        sources.append(BY_ORDER)
    for h in standing.givers:
        code = board[h]
        if FLAGS[code & SHAPE] & CHARGES and code >> SEAT_AT & 3 == seat and not standing.netted >> h & 1:
            serial = position.serials[h]
            if (serial, CHARGE, serial) not in position.used:
                sources.append(h)
    if not sources:
        return
    team = position.table.base[seat] & TEAM
    for h, code in enumerate(board):
        if not code or code & TEAM != team or not FLAGS[code & SHAPE] & CAVALRY or standing.netted >> h & 1:
            continue
        kind = (code & SHAPE) // 6
        period = PERIOD[kind]
        for to in _reach(position, h, _STEP):
            for facing in range(period):
                meets = MELEE[(kind * 6 + facing) * SIZE + to]
                if any(board[t] and (board[t] ^ code) & TEAM for t, _ in meets):
                    found += [(CHARGING, s, h, to, facing if period > 1 else STAYS) for s in sources]


def _features(position: Position, seat: int, standing: Standing, found: list[Move]) -> None:
    board, serials, used = position.board, position.serials, position.used
    team = position.table.base[seat] & TEAM
    netted = standing.netted
    for h, code in enumerate(board):
        if code and code & TEAM == team and FLAGS[code & SHAPE] & MOVES_ITSELF and not netted >> h & 1:
            for feature in OWN[(code & SHAPE) // 6]:
                if (serials[h], feature, serials[h]) not in used:
                    found += [(FEATURE, h, feature, h, to, facing) for to, facing in _ways(position, h, feature)]
    for source in standing.givers:
        giver = board[source]
        shape = giver & SHAPE
        if giver & TEAM != team or netted >> source & 1 or not FLAGS[shape] & MOBILE:
            continue
        served: Iterable[int] = SERVES[shape * SIZE + source]
        if FLAGS[shape] & BOUNDLESS:
            served = (h for h in range(SIZE) if h != source)
        for h in served:
            code = board[h]
            if not code or code & TEAM != team or netted >> h & 1:
                continue
            for feature in GRANTS[shape // 6]:
                if (serials[h], feature, serials[source]) not in used:
                    found += [(FEATURE, h, feature, source, to, facing) for to, facing in _ways(position, h, feature)]


def _unfoldings(position: Position, seat: int) -> list[Move]:
    state = unpack(position)
    verb = unfolding.UNFOLD
    if not verb.available(state, seat):
        return []
    return [(UNFOLD, action) for action in grammar.GRAMMAR.completions(state, seat, verb)]


# as tokens

VERBS: Final = (
    "end",
    "discard",
    "redraw",
    "place",
    "battle",
    "charge",
    "move",
    "rotate",
    "falseorder",
    "push",
    "fire",
    "shoot",
    "entrench",
    "net",
    "feature",
    "unfold",
)
"""The names of the verbs by their numbers."""


def action(move: Move) -> Action:
    """Return a move as the tokens of the game."""
    verb = move[0]
    if len(move) == 2 and isinstance(move[1], tuple):
        return move[1]
    numbers = [number for number in move[1:] if isinstance(number, int)]
    name = VERBS[verb]
    if verb in (DISCARD, PLACE):
        return (name, tile_of(numbers[0]).id, *_where(numbers[1:]))
    if verb == CHARGING:
        source = "order" if numbers[0] == BY_ORDER else NAMES[numbers[0]]
        return (name, source, NAMES[numbers[1]], *_where(numbers[2:]))
    if verb in (MOVE, FALSE_ORDER):
        return (name, NAMES[numbers[0]], *_where(numbers[1:]))
    if verb == ROTATE:
        return (name, NAMES[numbers[0]], *_where(numbers[1:])[1:])
    if verb == FIRE:
        return (name, "-".join(NAMES[h] for h in numbers))
    if verb == FEATURE:
        here, feature, by, *where = numbers
        said = MOVING_FEATURES[feature] + ("" if by == here else f"@{NAMES[by]}")
        return (name, NAMES[here], said, *_where(where)[feature == _TURN :])
    return (name, *[NAMES[h] for h in numbers])


def _where(numbers: Sequence[int]) -> Action:
    """Return hex and facing as tokens."""
    if not numbers:
        return ()
    here, facing = numbers
    return (NAMES[here],) if facing == STAYS else (NAMES[here], DIRECTIONS[facing])
