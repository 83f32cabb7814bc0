"""The facing in which a tile does most where it is put (R2.3, R3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from games.monolith_arena.foresight.reach import Reach
from games.monolith_arena.foresight.staging import Put
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.view import View


class Advice(NamedTuple):
    """A facing, and why it is proposed."""

    facing: int
    reason: Literal["hits", "serves", "nets", "open", "same", "least"]
    """It wounds most; it serves most tiles; it nets most; nothing is in reach and it looks into the arena; all facings
    come to the same; an enemy tile, which so wounds least."""
    targets: tuple[int, ...] = ()
    """The hexes of what it hits, serves or nets."""


class _Worth(NamedTuple):
    """What a facing is worth, what counts most first."""

    wounds: int
    nets: int
    serves: int
    suffers: int
    inward: int


def best(view: View, put: Put, facings: Sequence[int]) -> Advice:
    """Return the facing among `facings` that wounds most, then nets, serves and suffers best; the first of equal ones.

    Of an enemy tile that the reader turns it is the one that does least.
    """
    found = {facing: _look(view, put, facing) for facing in facings}
    if view.reader is not None and view.seats[view.reader].team != view.seats[put.tile.seat].team:
        least = min(facings, key=lambda facing: found[facing][0])
        return Advice(least, "least", found[least][1])
    chosen = max(facings, key=lambda facing: found[facing][0])
    worth, hits, nets, serves = found[chosen]
    if worth.wounds:
        return Advice(chosen, "hits", hits)
    if worth.nets:
        return Advice(chosen, "nets", nets)
    if worth.serves:
        return Advice(chosen, "serves", serves)
    differ = len({one[0].inward for one in found.values()}) > 1
    return Advice(chosen, "open" if differ else "same")


def _look(view: View, put: Put, facing: int) -> tuple[_Worth, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    turned = replace(put.tile, facing=facing)
    reach = Reach(view, [put._replace(tile=turned)])
    teams, board = reach.state.teams, reach.state.board
    sides = turned.type.turned[facing % 6]
    hits = tuple(aim.target for aim in reach.by(put.hex) if aim.wounds)

    def beside(directions: Sequence[int], *, enemies: bool) -> tuple[int, ...]:
        there = (NEIGHBOUR[put.hex][direction] for direction in directions)
        return tuple(
            h
            for h in there
            if h != OFF_BOARD and (piece := board[h]) is not None
            and (teams[piece.seat] != teams[turned.seat]) == enemies
        )  # fmt: skip

    nets = beside(sides.nets, enemies=True)
    gifts = turned.type.gifts
    serves = beside(sides.paths, enemies=gifts.disarm) if gifts is not None and not turned.type.boundless else ()
    looks = [direction for direction, _ in (*sides.melee, *sides.ranged)]
    looks += [*sides.nets, *sides.strikes, *(sides.paths if gifts is not None else ())]
    inward = sum(NEIGHBOUR[put.hex][direction] != OFF_BOARD for direction in looks)
    wounds = sum(aim.wounds for aim in reach.by(put.hex))
    return _Worth(wounds, len(nets), len(serves), -reach.threat(put.hex).wounds, inward), hits, nets, serves
