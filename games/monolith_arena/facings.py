"""The facing in which a tile does most where it is put down (R2.3, R3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from games.monolith_arena.consequences import foreseeable, fought
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD, distance
from games.monolith_arena.prospects import blows
from games.monolith_arena.reach import Reach, given, useful
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import Put, TileView, View


class Advice(NamedTuple):
    """A facing, and why it is proposed: by a simple rule on what is public, not by anybody's judgment."""

    facing: int
    reason: Literal["charges", "strikes", "hits", "nets", "serves", "toward", "open", "least"]
    """Its charge does most; it wounds most tiles in a battle now; it has most within reach; it nets most; it serves
    most; nothing is in reach and it looks toward a tile, or into the arena; an enemy tile, which so wounds least."""
    targets: tuple[int, ...] = ()
    """The hexes of what it wounds, nets, serves or looks toward."""


class _Worth(NamedTuple):
    """What a facing is worth, what counts most first."""

    strikes: int
    """How many enemy tiles it wounds in a battle now, before anybody has to choose."""
    dealt: int
    """The wounds that it deals there."""
    hits: int
    """How many enemy tiles it has within reach."""
    wounds: int
    nets: int
    serves: int
    """How many tiles get something of it that they can use."""
    suffers: int
    """Less, the more wounds threaten it."""
    inward: int
    """How many of its symbols look at hexes of the arena."""
    ahead: int
    """More, the nearer these hexes are to what it looks for."""


class _Look(NamedTuple):
    """What a tile does in one facing, and to which hexes."""

    worth: _Worth
    strikes: tuple[int, ...]
    hits: tuple[int, ...]
    nets: tuple[int, ...]
    serves: tuple[int, ...]


def best_facing(view: View, put: Put, facings: Sequence[int]) -> Advice:
    """Return the facing among `facings` in which the tile wounds most enemies; the first of equal ones.

    A battle now counts before mere reach: whoever falls first strikes nobody. Of equal ones that which deals most
    wounds comes first, then what nets, serves and suffers best, then what looks toward the enemy banner or, if it only
    serves, toward whom it could serve. Of an enemy tile that the reader turns it is the one that does least.
    """
    goal = _goal(view, put)
    looks = {facing: _look(view, put, facing, goal) for facing in facings}
    if view.reader is not None and view.seats[view.reader].team != view.seats[put.tile.seat].team:
        least = min(facings, key=lambda facing: looks[facing].worth)
        return Advice(least, "least", looks[least].hits)
    chosen = max(facings, key=lambda facing: looks[facing].worth)
    look = looks[chosen]
    if look.strikes:
        return Advice(chosen, "strikes", look.strikes)
    if look.hits:
        return Advice(chosen, "hits", look.hits)
    if look.nets:
        return Advice(chosen, "nets", look.nets)
    if look.serves:
        return Advice(chosen, "serves", look.serves)
    return Advice(chosen, "open") if goal is None else Advice(chosen, "toward", (goal,))


def _goal(view: View, put: Put) -> int | None:
    """Return the hex of what a tile without anything in range looks for; `None` if there is nothing yet."""
    mine = view.seats[put.tile.seat].team

    def sought(tile: TileView) -> bool:
        friend = view.seats[tile.seat].team == mine
        if _only_serves(put.tile.type):
            gifts = put.tile.type.gifts
            return gifts is not None and bool(useful(gifts, tile.type, friend=friend))
        return not friend and tile.type.is_banner

    left = (put.hex, put.origin)
    found = (h for h, tile in enumerate(view.board) if tile is not None and h not in left and sought(tile))
    return min(found, key=lambda h: (distance(put.hex, h), h), default=None)


def _only_serves(tile: TileType) -> bool:
    sides = tile.turned[0]
    return not (sides.melee or sides.ranged or sides.nets or sides.strikes)


def _look(view: View, put: Put, facing: int, goal: int | None) -> _Look:
    turned = put._replace(tile=replace(put.tile, facing=facing))
    reach = Reach(view, [turned])
    teams, board = reach.state.teams, reach.state.board
    sides = turned.tile.type.turned[facing]
    dealt = [blow.aim for blow in blows(fought(view, [turned]), put.hex)] if foreseeable(view) else []
    within = [aim for aim in reach.by(put.hex) if aim.wounds]
    nets = tuple(
        h
        for h in (NEIGHBOUR[put.hex][direction] for direction in sides.nets)
        if h != OFF_BOARD and (piece := board[h]) is not None and teams[piece.seat] != teams[turned.tile.seat]
    )
    serves = () if turned.tile.type.boundless else tuple(gift.hex for gift in given(reach, put.hex))
    edges = [direction for direction, _ in (*sides.melee, *sides.ranged)]
    edges += [*sides.nets, *sides.strikes, *(sides.paths if turned.tile.type.gifts is not None else ())]
    ahead = [h for h in (NEIGHBOUR[put.hex][direction] for direction in edges) if h != OFF_BOARD]
    strikes = tuple(dict.fromkeys(aim.target for aim in dealt))
    worth = _Worth(
        strikes=len(strikes),
        dealt=sum(aim.wounds for aim in dealt),
        hits=len(within),
        wounds=sum(aim.wounds for aim in within),
        nets=len(nets),
        serves=len(serves),
        suffers=-sum(aim.wounds for aim in reach.threats(put.hex)),
        inward=len(ahead),
        ahead=0 if goal is None else -sum(distance(h, goal) for h in ahead),
    )
    return _Look(worth, strikes, tuple(aim.target for aim in within), nets, serves)
