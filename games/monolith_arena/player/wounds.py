"""The wounds of a phase, order or charge on a packed board: who hits whom, what runes absorb, what is left (R6 to R9).

What owners choose is chosen at once: an assassin takes the dearest tile that it can kill, else the banner; poison that
runs short goes to the dearest tiles; a Rune of Regeneration saves what is dearest.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player.packing import Table
from games.monolith_arena.player.standing import Standing, left
from games.monolith_arena.player.tables import (
    ARMOR,
    BANNER,
    ENTRENCHED,
    FLAGS,
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
    VENOM,
    VENOM_AT,
    VENOMOUS,
    WOUND,
)
from games.monolith_arena.player.worth import HIT_POINT, WORTH


class Round:
    """The wounds of one phase, order or charge, before they are dealt."""

    __slots__ = ("hits", "targets", "total", "venom")

    def __init__(self, standing: Standing) -> None:
        self.hits: list[tuple[int, int, bool]] | None = [] if standing.savers else None
        """(hex, wounds, venomous) of each hit, where a rune might absorb one."""
        self.total = [0] * SIZE
        self.venom: list[int] | None = None
        """The venomous hits by hex, where there are any."""
        self.targets = 0
        """The bits of the hexes that are hit."""

    def add(self, there: int, wounds: int, venom: bool = False) -> None:
        """Add one hit."""
        self.total[there] += wounds
        self.targets |= 1 << there
        if venom:
            if self.venom is None:
                self.venom = [0] * SIZE
            self.venom[there] += 1
        if self.hits is not None:
            self.hits.append((there, wounds, venom))


def strike(board: Sequence[int], standing: Standing, here: int, round_: Round, *, shots: bool = True) -> None:
    """Add the hits of a tile's blades and shots (R7.1, R7.2, R7.5, R7.13); a banner spares banners (R6.5)."""
    code = board[here]
    shape = code & SHAPE
    place = shape * SIZE + here
    bonus = standing.bonus[here]
    flags = FLAGS[shape]
    venom = bool(flags & VENOMOUS or bonus >> VENOM_AT & 15)
    plain = not venom and round_.hits is None
    total = round_.total
    if blades := MELEE[place]:
        more = bonus >> MELEE_AT & 15
        for there, strength in blades:
            other = board[there]
            if other and (other ^ code) & TEAM and not (flags & BANNER and FLAGS[other & SHAPE] & BANNER):
                if plain:  # as `Round.add` does, which is too often called to be called here
                    total[there] += strength + more
                    round_.targets |= 1 << there
                else:
                    round_.add(there, strength + more, venom)
    if shots and (lines := RANGED[place]):
        more = bonus >> RANGED_AT & 15
        for line, strength, side in lines:
            for there in line:
                other = board[there]
                if other and (other ^ code) & TEAM:
                    if wounds := strength + more - ARMOR[other & SHAPE][side]:
                        round_.add(there, wounds, venom)
                    if not bonus >> PENETRATION_AT & 15:
                        break


def assassinate(board: Sequence[int], standing: Standing, here: int, round_: Round) -> None:
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


def _absorb(board: Sequence[int], standing: Standing, round_: Round) -> list[int] | None:
    """Take out of a round what runes absorb (R8.1, R8.2); return the hexes of the runes that are used up.

    `None` where runes are hit themselves, serve each other or reach the same hit: that is for the readable rules.
    """
    targets = round_.targets
    savers = [(here, reach) for here, reach in standing.savers if reach & targets]
    for here, reach in savers:
        if targets >> here & 1:
            return None
        for other, others in standing.savers:
            if other != here and (others >> here & 1 or reach & others & targets):
                return None
    for _, reach in savers:
        hits = round_.hits
        assert hits is not None
        chosen = max(
            (number for number, hit in enumerate(hits) if reach >> hit[0] & 1),
            key=lambda number: _saves(board, standing, round_, *hits[number][:2]),
        )
        there, wounds, venom = hits.pop(chosen)
        round_.total[there] -= wounds
        if not round_.total[there]:
            round_.targets &= ~(1 << there)
        if venom and round_.venom is not None:
            round_.venom[there] -= 1
    return [here for here, _ in savers]


def _saves(board: Sequence[int], standing: Standing, round_: Round, there: int, wounds: int) -> int:
    """Return what it is worth that a rune absorbs a hit."""
    code = board[there]
    if FLAGS[code & SHAPE] & BANNER:
        return HIT_POINT * wounds
    need = left(standing, there, code)
    total = round_.total[there]
    if total < need:
        return 100 * wounds
    return abs(WORTH[code]) + 100 if total - wounds < need else 0


def resolve(
    table: Table, board: list[int], hit_points: list[int], standing: Standing, round_: Round, inside: int
) -> bool | None:
    """Deal a round, with what runes absorb. Changes the board; true if a tile fell, `None` if nothing could be done."""
    used: list[int] | None = []
    if standing.savers:
        used = _absorb(board, standing, round_)
        if used is None:
            return None
    fell = bool(round_.targets) and deal(board, hit_points, standing, round_, table.pools, inside)
    for here in used or ():
        board[here] = 0
    return fell or bool(used)


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
    round_ = Round(standing)
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
