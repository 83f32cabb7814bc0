"""A battle, an order or a charge on a packed board (R5 to R9).

What owners choose is chosen at once: an assassin takes the dearest tile that it can kill, else the banner; poison that
runs short goes to the dearest tiles. Rounds in which a Rune of Regeneration may absorb something are left to the
readable rules (`questions`), which know every way in which that can end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player.packing import Table, decoded, encoded
from games.monolith_arena.player.questions import dealt
from games.monolith_arena.player.standing import Standing, left, settle
from games.monolith_arena.player.tables import (
    ARMOR,
    ASSASSIN,
    BANNER,
    ENTRENCHED,
    EXTRA_AT,
    FLAGS,
    INITIATIVE_AT,
    MELEE,
    MELEE_AT,
    PENETRATION_AT,
    POISON,
    POISON_AT,
    RANGED,
    RANGED_AT,
    SHAPE,
    STRIKE,
    STRIKES,
    TEAM,
    TOKEN,
    VENOM,
    VENOM_AT,
    VENOMOUS,
    WOUND,
    attacks,
)
from games.monolith_arena.player.worth import WORTH, worth
from games.monolith_arena.state import BEGINNING, Battle, Cause, State

_ABOVE_ALL: Final = 99


class Round:
    """The wounds of one phase, order or charge, before they are dealt."""

    __slots__ = ("targets", "total", "venom")

    def __init__(self) -> None:
        self.total = [0] * SIZE
        self.venom: list[int] | None = None
        """The venomous hits by hex, where there are any."""
        self.targets = 0
        """The bits of the hexes that are hit."""

    def add(self, there: int, wounds: int) -> None:
        """Add one hit."""
        self.total[there] += wounds
        self.targets |= 1 << there

    def poison(self, there: int) -> None:
        """Make the latest hit on a hex a venomous one."""
        if self.venom is None:
            self.venom = [0] * SIZE
        self.venom[there] += 1


def strike(board: Sequence[int], standing: Standing, here: int, round_: Round, *, shots: bool = True) -> None:
    """Add the hits of a tile's blades and shots (R7.1, R7.2, R7.5, R7.13); a banner spares banners (R6.5)."""
    code = board[here]
    shape = code & SHAPE
    place = shape * SIZE + here
    bonus = standing.bonus[here]
    flags = FLAGS[shape]
    total = round_.total
    targets = 0
    if blades := MELEE[place]:
        more = bonus >> MELEE_AT & 15
        for there, strength in blades:
            other = board[there]
            if other and (other ^ code) & TEAM and not (flags & BANNER and FLAGS[other & SHAPE] & BANNER):
                total[there] += strength + more
                targets |= 1 << there
                if flags & VENOMOUS or bonus >> VENOM_AT & 15:
                    round_.poison(there)
    if shots and (lines := RANGED[place]):
        more = bonus >> RANGED_AT & 15
        for line, strength, side in lines:
            for there in line:
                other = board[there]
                if other and (other ^ code) & TEAM:
                    if wounds := strength + more - ARMOR[other & SHAPE][side]:
                        total[there] += wounds
                        targets |= 1 << there
                        if flags & VENOMOUS or bonus >> VENOM_AT & 15:
                            round_.poison(there)
                    if not bonus >> PENETRATION_AT & 15:
                        break
    round_.targets |= targets


def _assassinate(board: Sequence[int], standing: Standing, here: int, round_: Round) -> None:
    """Add the hit of an assassin: on the dearest tile that it kills, else on a banner, else on the dearest (R9.2)."""
    code = board[here]
    bonus = standing.bonus[here]
    strength = 1 + (bonus >> MELEE_AT & 15)
    best, best_value = -1, -1
    for there, other in enumerate(board):
        if other and (other ^ code) & TEAM:
            if FLAGS[other & SHAPE] & BANNER:
                value = 1000 * strength
            else:
                need = left(standing, there, other) - round_.total[there]
                value = abs(WORTH[other]) + 500 if 0 < need <= strength else (1 if need > 0 else 0)
            if value > best_value:
                best, best_value = there, value
    if best >= 0:
        round_.add(best, strength)
        if bonus >> VENOM_AT & 15:
            round_.poison(best)


def _saved(standing: Standing, round_: Round) -> bool:
    """Return True if a Rune of Regeneration may absorb something of the round."""
    return any(reach & round_.targets for _, reach in standing.savers)


def deal(
    board: list[int], hit_points: list[int], standing: Standing, round_: Round, pools: Sequence[int], inside: int
) -> bool:
    """Deal a round that no rune absorbs anything of (R5.4, R6, R7.6). Changes the board; true if a tile fell.

    `inside` are poison markers in folded monoliths, of both teams in one number: team 1's times 256.
    """
    targets = round_.targets
    fell: list[int] = []
    poisoned: list[tuple[int, int]] = []
    total, venoms = round_.total, round_.venom
    before = list(board) if venoms else board
    while targets:
        here = targets.bit_length() - 1
        targets ^= 1 << here
        code = board[here]
        wounds = total[here]
        if FLAGS[code & SHAPE] & BANNER:
            if code & ENTRENCHED:
                board[here] = code & ~ENTRENCHED
                wounds -= 1
            team = 1 if code & TEAM else 0
            hit_points[team] = max(0, hit_points[team] - wounds)
            if venoms and venoms[here]:
                poisoned.append((here, venoms[here]))
        elif wounds >= left(standing, here, code):
            fell.append(here)
        else:
            if code & ENTRENCHED:
                code &= ~ENTRENCHED
                wounds -= 1
            board[here] = code + wounds * WOUND
            if venoms and venoms[here]:
                poisoned.append((here, venoms[here]))
    if poisoned:
        _poison(board, before, poisoned, pools, inside)
    for here in fell:
        board[here] = 0
    return bool(fell)


def _poison(
    board: list[int], before: Sequence[int], poisoned: list[tuple[int, int]], pools: Sequence[int], inside: int
) -> None:
    """Put poison markers as far as the pools go, to banners and the dearest tiles first (R7.6)."""
    for team in (0, 1):
        victims = [(here, n) for here, n in poisoned if bool(board[here] & TEAM) != bool(team)]
        if not victims:
            continue
        lying = sum(c >> POISON_AT & 15 for c in before if c and bool(c & TEAM) != bool(team))
        room = pools[team] - lying - (inside >> (0 if team else 8) & 255)
        if sum(n for _, n in victims) > room:
            victims.sort(
                key=lambda victim: (-bool(FLAGS[board[victim[0]] & SHAPE] & BANNER), -abs(WORTH[board[victim[0]]]))
            )
        for here, wanted in victims:
            markers = max(0, min(wanted, room))
            board[here] += markers * VENOM
            room -= markers


def opening(board: list[int], standing: Standing) -> tuple[Round, list[int]]:
    """Return the wounds that begin a battle and the hexes of tiles that sacrifice themselves (R5.3, R7.6, R9.1)."""
    round_ = Round()
    sacrificed = []
    able = ~(standing.netted | standing.disarmed)
    for here, code in enumerate(board):
        if not code:
            continue
        if code & POISON:
            round_.add(here, code >> POISON_AT & 15)
        shape = code & SHAPE
        if FLAGS[shape] & STRIKES and able >> here & 1:
            for there in STRIKE[shape * SIZE + here]:
                other = board[there]
                if other and (other ^ code) & TEAM:
                    sacrificed.append(here)
                    if not FLAGS[other & SHAPE] & BANNER:
                        round_.add(there, max(0, left(standing, there, other)))
    return round_, sacrificed


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
    if _saved(standing, round_):
        _readable(table, board, hit_points, BEGINNING, [0] * SIZE)
    elif round_.targets or sacrificed:
        deal(board, hit_points, standing, round_, table.pools, inside)
        for here in sacrificed:
            board[here] = 0
        settle(board)


def _due(board: list[int], standing: Standing, spent: list[int], below: int) -> dict[int, list[tuple[int, int]]]:
    """Return the attacks that are left under a phase, by phase, as (hex, number) (R5.6)."""
    due: dict[int, list[tuple[int, int]]] = {}
    bonuses = standing.bonus
    for here in standing.fighters:
        bonus = bonuses[here]
        kind = (board[here] & SHAPE) // 6
        made = spent[here]
        for number, at in attacks(kind, bonus >> INITIATIVE_AT & 15, bonus >> EXTRA_AT & 15):
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
    """Fight phase after phase under one until a tile falls; return that phase, `None` at the end of the battle."""
    due = _due(board, standing, spent, below)
    able = ~(standing.netted | standing.disarmed)
    for phase in sorted(due, reverse=True):
        round_ = Round()
        assassins = []
        last = -1
        for here, number in due[phase]:
            if able >> here & 1:
                spent[here] |= 1 << number
                if here != last:
                    last = here
                    strike(board, standing, here, round_)
                    if FLAGS[board[here] & SHAPE] & ASSASSIN:
                        assassins.append(here)
        for here in assassins:
            _assassinate(board, standing, here, round_)
        if round_.targets:
            if standing.savers and _saved(standing, round_):
                for here, number in due[phase]:
                    if able >> here & 1:
                        spent[here] &= ~(1 << number)
                _readable(table, board, hit_points, phase, spent)
                for here, number in due[phase]:
                    if able >> here & 1:
                        spent[here] |= 1 << number
                return phase
            if deal(board, hit_points, standing, round_, table.pools, inside):
                return phase
    return None


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
    _take_back(table, dealt(state), board, hit_points)


def _take_back(table: Table, state: State, board: list[int], hit_points: list[int]) -> None:
    board[:] = [encoded(piece, table.teams) for piece in state.board]
    hit_points[:] = state.hit_points


def order(
    table: Table, board: list[int], hit_points: list[int], kind: str, hexes: Iterable[int], seat: int, inside: int
) -> None:
    """Deal the wounds of an order or of a charge (R11.3, R11.6, R11.7). Changes the board and the hit points."""
    standing = Standing(board)
    round_ = Round()
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
    if _saved(standing, round_):
        state = _state(table, board, hit_points)
        state.battle = None
        state.cause = Cause(kind, hexes=hexes, seat=seat)
        _take_back(table, dealt(state), board, hit_points)
        return
    deal(board, hit_points, standing, round_, table.pools, inside)
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
