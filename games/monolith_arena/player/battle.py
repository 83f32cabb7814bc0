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
        self.venom = [0] * SIZE
        self.targets = 0
        """The bits of the hexes that are hit."""

    def add(self, there: int, wounds: int, venom: bool) -> None:
        """Add one hit."""
        self.total[there] += wounds
        self.targets |= 1 << there
        if venom:
            self.venom[there] += 1


def melee(board: Sequence[int], standing: Standing, here: int, round_: Round) -> None:
    """Add the hits of a tile's blades (R7.1); a banner spares banners (R6.5)."""
    code = board[here]
    shape = code & SHAPE
    bonus = standing.bonus[here]
    flags = FLAGS[shape]
    venom = bool(flags & VENOMOUS or bonus >> VENOM_AT & 15)
    for there, strength in MELEE[shape * SIZE + here]:
        other = board[there]
        if other and (other ^ code) & TEAM and not (flags & BANNER and FLAGS[other & SHAPE] & BANNER):
            round_.add(there, strength + (bonus >> MELEE_AT & 15), venom)


def ranged(board: Sequence[int], standing: Standing, here: int, round_: Round) -> None:
    """Add the hits of a tile's shots, after armor (R7.2, R7.5, R7.13)."""
    code = board[here]
    shape = code & SHAPE
    bonus = standing.bonus[here]
    venom = bool(FLAGS[shape] & VENOMOUS or bonus >> VENOM_AT & 15)
    through = bonus >> PENETRATION_AT & 15
    for line, printed, side in RANGED[shape * SIZE + here]:
        strength = printed + (bonus >> RANGED_AT & 15)
        for there in line:
            other = board[there]
            if other and (other ^ code) & TEAM:
                if wounds := strength - ARMOR[other & SHAPE][side]:
                    round_.add(there, wounds, venom)
                if not through:
                    break


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
        round_.add(best, strength, bool(bonus >> VENOM_AT & 15))


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
    here = 0
    before = list(board) if any(venoms) else board
    while targets:
        if targets & 1:
            code = board[here]
            wounds = total[here]
            if FLAGS[code & SHAPE] & BANNER:
                if code & ENTRENCHED:
                    board[here] = code & ~ENTRENCHED
                    wounds -= 1
                team = 1 if code & TEAM else 0
                hit_points[team] = max(0, hit_points[team] - wounds)
                if venoms[here]:
                    poisoned.append((here, venoms[here]))
            elif wounds >= left(standing, here, code):
                fell.append(here)
            else:
                if code & ENTRENCHED:
                    code &= ~ENTRENCHED
                    wounds -= 1
                board[here] = code + wounds * WOUND
                if venoms[here]:
                    poisoned.append((here, venoms[here]))
        targets >>= 1
        here += 1
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
            round_.add(here, code >> POISON_AT & 15, False)
        shape = code & SHAPE
        if FLAGS[shape] & STRIKES and able >> here & 1:
            for there in STRIKE[shape * SIZE + here]:
                other = board[there]
                if other and (other ^ code) & TEAM:
                    sacrificed.append(here)
                    if not FLAGS[other & SHAPE] & BANNER:
                        round_.add(there, max(0, left(standing, there, other)), False)
    return round_, sacrificed


def fight(table: Table, board: list[int], hit_points: list[int], inside: int = 0) -> None:
    """Fight a battle to its last phase (R5.3 to R5.8). Changes the board and the hit points; nothing folds yet."""
    standing = Standing(board)
    round_, sacrificed = opening(board, standing)
    phase = _ABOVE_ALL
    spent = [0] * SIZE
    if round_.targets or sacrificed:
        if _saved(standing, round_):
            _readable(table, board, hit_points, BEGINNING, spent)
        else:
            deal(board, hit_points, standing, round_, table.pools, inside)
            for here in sacrificed:
                board[here] = 0
            settle(board)
        standing = Standing(board)
    if not standing.fighters:
        return
    while True:
        # the next phase in which some tile has an attack left, able or not (R5.6)
        due: list[tuple[int, int]] = []
        best = -1
        for here in standing.fighters:
            bonus = standing.bonus[here]
            made = spent[here]
            kind = (board[here] & SHAPE) // 6
            for number, at in attacks(kind, bonus >> INITIATIVE_AT & 15, bonus >> EXTRA_AT & 15):
                if at < phase and at >= best and not made >> number & 1:
                    if at > best:
                        best = at
                        due = []
                    due.append((here, number))
        if best < 0:
            return
        phase = best
        round_ = Round()
        able = ~(standing.netted | standing.disarmed)
        assassins = None
        last = -1
        for here, _ in due:
            if not able >> here & 1 or here == last:
                continue
            last = here
            if FLAGS[board[here] & SHAPE] & ASSASSIN:
                assassins = (assassins or []) + [here]
            melee(board, standing, here, round_)
            ranged(board, standing, here, round_)
        for here in assassins or ():
            _assassinate(board, standing, here, round_)
        if round_.targets and standing.savers and _saved(standing, round_):
            _readable(table, board, hit_points, phase, spent)
            fell = True
        else:
            fell = bool(round_.targets) and deal(board, hit_points, standing, round_, table.pools, inside)
        for here, number in due:
            if able >> here & 1:
                spent[here] |= 1 << number
        if fell:
            for here in range(SIZE):
                if not board[here]:
                    spent[here] = 0
        if fell:
            settle(board)
            standing = Standing(board)
            if not standing.fighters:
                return


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
            melee(board, standing, here, round_)
    else:
        for here in hexes:
            if board[here] and not FLAGS[board[here] & SHAPE] & BANNER:
                round_.add(here, 1, False)
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
