"""A battle, an order or a charge on a packed board (R5).

Rounds in which Runes of Regeneration are hit or serve each other are left to the readable rules (`questions`), which
know every way in which that can end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player.packing import Table, decoded, encoded
from games.monolith_arena.player.questions import dealt as dealt_readably
from games.monolith_arena.player.standing import Standing, settle
from games.monolith_arena.player.tables import (
    ASSASSIN,
    BANNER,
    EXTRA_AT,
    FLAGS,
    INITIATIVE_AT,
    SHAPE,
    TEAM,
    TOKEN,
    TOUCHES,
    attacks,
)
from games.monolith_arena.player.worth import worth
from games.monolith_arena.player.wounds import Round, assassinate, opening, resolve, strike
from games.monolith_arena.state import BEGINNING, Battle, Cause, State

_ABOVE_ALL: Final = 99


def fight(table: Table, board: list[int], hit_points: list[int], inside: int = 0) -> None:
    """Fight a battle to its last phase (R5.3 to R5.8). Changes the board and the hit points; nothing folds yet."""
    standing = Standing(board)
    spent = [0] * SIZE
    if standing.opens:
        _open(table, board, hit_points, standing, inside)
        standing = Standing(board)
    phase: int | None = _ABOVE_ALL
    while phase is not None and standing.fighters:
        phase = _phases(table, board, hit_points, standing, spent, phase, inside)
        if phase is not None:
            for here, code in enumerate(board):
                if not code:
                    spent[here] = 0
            settle(board)
            standing = Standing(board)


def _open(table: Table, board: list[int], hit_points: list[int], standing: Standing, inside: int) -> None:
    """Carry out what begins a battle (R5.3). Changes the board and the hit points."""
    round_, sacrificed = opening(board, standing)
    if resolve(table, board, hit_points, standing, round_, inside) is None:
        _readable(table, board, hit_points, BEGINNING, [0] * SIZE)
        return
    for here in sacrificed:
        board[here] = 0
    settle(board)


def _due(board: list[int], standing: Standing, spent: list[int], below: int) -> dict[int, list[tuple[int, int]]]:
    """Return the attacks under a phase that are left and may hit somebody, by phase, as (hex, number) (R5.6)."""
    first = second = 0
    for here, code in enumerate(board):
        if code:
            if code & TEAM:
                second |= 1 << here
            else:
                first |= 1 << here
    due: dict[int, list[tuple[int, int]]] = {}
    able = ~(standing.netted | standing.disarmed)
    bonuses = standing.bonus
    for here in standing.fighters:
        code = board[here]
        shape = code & SHAPE
        if not able >> here & 1 or not TOUCHES[shape * SIZE + here] & (first if code & TEAM else second):
            continue
        bonus = bonuses[here]
        made = spent[here]
        for number, at in attacks(shape // 6, bonus >> INITIATIVE_AT & 15, bonus >> EXTRA_AT & 15):
            if at < below and not made >> number & 1:
                if at in due:
                    due[at].append((here, number))
                else:
                    due[at] = [(here, number)]
    return due


def _phases(
    table: Table,
    board: list[int],
    hit_points: list[int],
    standing: Standing,
    spent: list[int],
    below: int,
    inside: int,
) -> int | None:
    """Fight phase after phase under one until a tile falls that did something to others, as a rune or by a net.

    Returns that phase, `None` at the end of the battle.
    """
    due = _due(board, standing, spent, below)
    for phase in sorted(due, reverse=True):
        round_ = Round(standing)
        assassins = []
        last = -1
        for here, _ in due[phase]:
            if here != last and board[here]:
                last = here
                strike(board, standing, here, round_)
                if FLAGS[board[here] & SHAPE] & ASSASSIN:
                    assassins.append(here)
        for here in assassins:
            assassinate(board, standing, here, round_)
        if round_.targets:
            dealt = resolve(table, board, hit_points, standing, round_, inside)
            if dealt is None:
                _spend(spent, due, phase + 1)
                _readable(table, board, hit_points, phase, spent)
            if dealt is None or (dealt and standing.changed(board)):
                _spend(spent, due, phase)
                return phase
    return None


def _spend(spent: list[int], due: dict[int, list[tuple[int, int]]], last: int) -> None:
    """Note the attacks that were made from the first phase to the last one. Changes `spent`."""
    for phase, attacks_ in due.items():
        if phase >= last:
            for here, number in attacks_:
                spent[here] |= 1 << number


def _state(table: Table, board: Sequence[int], hit_points: Sequence[int]) -> State:
    """Return a state with this board, in which the hexes are the serial numbers of the tiles."""
    state = table.template.draft()
    state.board = tuple([decoded(code, here) for here, code in enumerate(board)])
    state.hit_points = (hit_points[0], hit_points[1])
    state.discards = ((),) * len(table.teams)
    state.stage = "turn"
    state.push = state.unfolding = None
    state.answers = ()
    return state


def _readable(table: Table, board: list[int], hit_points: list[int], phase: int, spent: Sequence[int]) -> None:
    """Deal a phase by the readable rules. Changes the board and the hit points."""
    state = _state(table, board, hit_points)
    made = frozenset((here, number) for here, bits in enumerate(spent) for number in range(8) if bits >> number & 1)
    state.battle = Battle("order", made)
    state.cause = Cause("phase", phase)
    _take_back(table, dealt_readably(state), board, hit_points)


def _take_back(table: Table, state: State, board: list[int], hit_points: list[int]) -> None:
    board[:] = [encoded(piece, table.teams) for piece in state.board]
    hit_points[:] = state.hit_points


def order(
    table: Table, board: list[int], hit_points: list[int], kind: str, hexes: Iterable[int], seat: int, inside: int
) -> None:
    """Deal the wounds of an order or of a charge (R11.3, R11.6, R11.7). Changes the board and the hit points."""
    standing = Standing(board)
    round_ = Round(standing)
    hexes = tuple(hexes)
    if kind == "charge":
        (here,) = hexes
        if not (standing.netted | standing.disarmed) >> here & 1:
            strike(board, standing, here, round_, shots=False)
    else:
        for here in hexes:
            if board[here] and not FLAGS[board[here] & SHAPE] & BANNER:
                round_.add(here, 1)
    if not round_.targets:
        return
    if resolve(table, board, hit_points, standing, round_, inside) is None:
        state = _state(table, board, hit_points)
        state.battle = None
        state.cause = Cause(kind, hexes=hexes, seat=seat)
        _take_back(table, dealt_readably(state), board, hit_points)
    settle(board)


def after(board: list[int]) -> None:
    """Take the tokens of Net orders off once the battle is over (R5.9). Changes the board."""
    for here, code in enumerate(board):
        if code & TOKEN:
            board[here] = code & ~TOKEN


def pushed_to(
    table: Table, board: Sequence[int], hit_points: Sequence[int], inside: int, pushed: int, possible: Sequence[int]
) -> int:
    """Return where a pushed tile's owner lets it go: where the next battle leaves that side best off (R11.5)."""
    if len(possible) == 1:
        return possible[0]
    side = 1 if board[pushed] & TEAM else -1

    def outcome(to: int) -> tuple[int, int]:
        after, points = list(board), list(hit_points)
        after[to], after[pushed] = after[pushed], 0
        fight(table, after, points, inside)
        return side * worth(after, points), -to

    return max(possible, key=outcome)
