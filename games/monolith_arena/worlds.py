"""Worlds: matches that look to a reader exactly as the real one does (R3.9, R13.1), and the reader's next turn in one.

A world is made of a view alone. What the reader has not seen is put in a fixed order before it is shuffled, so that the
same view and the same random numbers give the same world, whatever the truth is.
"""

from __future__ import annotations

from random import Random

from games.api import IllegalAction
from games.messages import Message
from games.monolith_arena.grammar import candidates
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.orders.move import destinations
from games.monolith_arena.state import RESERVE, Answer, Battle, Cause, Options, Pile, Push, State, Unfolding
from games.monolith_arena.tiles import Monolith, Piece, TileType, inside
from games.monolith_arena.view import MonolithView, SeatView, TileView, View


def world(view: View, random: Random) -> State:
    """Return a match that may be the one which the reader of a view is in; a turn of it must have begun."""
    board = tuple(None if tile is None else _piece(hex_, tile) for hex_, tile in enumerate(view.board))
    seats = len(view.seats)
    stacks, reserves, monoliths = [], [], []
    for own in view.seats:
        monolith = view.monoliths[own.seat] if view.monoliths else None
        stack, reserve, laid = _dealt(own, monolith, random)
        stacks.append(stack)
        reserves.append(reserve)
        if monolith is not None:
            monoliths.append(_monolith(monolith, laid))
    state = State(
        options=Options(view.open_reserves, bool(view.monoliths), view.reinforcement, view.rulings),
        teams=tuple(seat.team for seat in view.seats),
        factions=tuple(seat.faction for seat in view.seats),
        stage="turn",
        board=board,
        hit_points=view.hit_points,
        stacks=tuple(stacks),
        reserves=tuple(reserves),
        discards=tuple(seat.discards for seat in view.seats),
        monoliths=tuple(monoliths),
        order=view.order,
        active=view.active if view.active is not None else -1,
        turn=view.turn,
        serial=SIZE + 2 * seats,
        discard_due=view.discard_due,
        redraw=view.redraw_offered,
        features_only=view.features_only,
        used=frozenset(view.used),
        drawn=view.drawn or (),
        played=view.played,
        placed=view.placed,
        unfolded=view.unfolded,
        last_turns=view.last_turns,
        extra=view.extra_turns,
        result=view.result,
    )
    _set_running(state, view)
    return state


def _piece(serial: int, tile: TileView) -> Piece:
    return Piece(serial, tile.seat, tile.type, tile.facing, tile.wounds, tile.poison, tile.entrenched, tile.token)


def _dealt(
    seat: SeatView, monolith: MonolithView | None, random: Random
) -> tuple[Pile, Pile, tuple[TileType, TileType] | None]:
    """Return stack and reserve of a seat, and what lies in its monolith where the reader may not know it."""
    pool = [tile for tile, count in seat.unseen for _ in range(count)]
    random.shuffle(pool)
    laid = None
    if monolith is not None and monolith.inside is None:
        laid = first_two(pool)
    if seat.reserve is not None:
        return tuple(pool), seat.reserve, laid
    return tuple(pool[seat.reserve_count :]), tuple(pool[: seat.reserve_count]), laid


def first_two(pool: list[TileType]) -> tuple[TileType, TileType]:
    """Take the first two tiles out that a monolith can hold (R13.1)."""
    first, second = [tile for tile in pool if not tile.is_order][:2]
    pool.remove(first)
    pool.remove(second)
    return first, second


def _monolith(monolith: MonolithView, laid: tuple[TileType, TileType] | None) -> Monolith:
    first = SIZE + 2 * monolith.seat
    if laid is not None:
        return Monolith(inside(*(Piece(first + n, monolith.seat, tile, 0) for n, tile in enumerate(laid))))
    if monolith.inside:
        pieces = [None if tile is None else _piece(first + n, tile) for n, tile in enumerate(monolith.inside)]
        return Monolith(inside(*pieces), known=monolith.known)
    one, other = sorted(monolith.segments)
    return Monolith(segments=(one, other), known=True)


def _set_running(state: State, view: View) -> None:
    """Set what is under way in the middle of a turn."""
    running = view.running
    if running is not None:
        state.cause = Cause(running.kind, running.number, running.hexes, running.seat)
        state.answers = tuple(Answer(*answer) for answer in running.answers)
        if running.reason:
            state.battle = Battle(running.reason, frozenset(running.spent))
    if view.push is not None:
        pusher, pushed = view.push
        state.push = Push(pusher, pushed, tuple(destinations(state, pusher, pushed)))
    if view.active is not None and view.monoliths and view.monoliths[view.active].facings:
        unfolding = view.monoliths[view.active]
        (one, other), (facing, second) = unfolding.segments, unfolding.facings
        state.unfolding = Unfolding((one, other), (facing, second))


def next_turn(view: View, seat: int) -> State:
    """Return the position of a seat's view as if its next turn began now, without the draw at its beginning (R3.1).

    What lies open then decides how many tiles it draws, and so whether one is to be discarded first (R3.3). Raises
    `IllegalAction` where it has no turn ahead, or nothing that it could do with what it holds.
    """
    if view.stage not in ("turn", "battle", "order"):
        raise IllegalAction(Message("There are no turns yet."), "R2")
    turns = view.upcoming if view.last_turns is not None else (*view.upcoming, view.active)
    if seat not in turns:
        raise IllegalAction(Message("You have no turn left before the last battle."), "R12.2")
    ahead = turns.index(seat)
    state = world(view, Random(0))  # noqa: S311  # any world will do: nothing of it that is hidden is looked at
    state.cause = state.battle = state.push = state.unfolding = None
    state.answers = ()
    state.active, state.turn = seat, view.turn + 1 + ahead
    if view.last_turns is not None:
        state.last_turns = view.last_turns[ahead + 1 :]
    state.used, state.drawn, state.played = frozenset(), (), 0
    state.placed = state.unfolded = state.redraw = False
    stack, held = len(state.stacks[seat]), len(state.reserves[seat])
    state.features_only = state.extra and not stack
    full = held + min(stack, max(0, state.full_reserve(state.turn) - held))
    late = state.turn > 2 or view.reinforcement
    state.discard_due = late and full >= RESERVE and not state.features_only
    if not any(verb.available(state, seat) for verb in candidates(state, seat)):
        raise IllegalAction(Message("You hold no tile that could be planned, and nobody knows what you draw."), "R3.3")
    return state
