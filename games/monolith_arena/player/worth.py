"""What tiles are worth, in thousandths of a hit point.

Whole numbers only: the same position has the same value on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.monolith_arena.player.packing import encoded
from games.monolith_arena.player.tables import BANNER, ENTRENCHED, FLAGS, KINDS, POISON_AT, SHAPE, TEAM, WOUNDS_AT
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType

HIT_POINT: Final = 1000
_ORDERS: Final = {
    "battle": 900,
    "charge": 300,
    "move": 450,
    "push": 450,
    "fire": 600,
    "shoot": 600,
    "entrench": 350,
    "rotate": 250,
    "falseorder": 500,
    "net": 500,
}
"""What an order is worth in the reserve."""


def printed(tile: TileType) -> int:
    """Return what a champion or rune is worth, unhurt."""
    if tile.is_banner or tile.is_order:
        return 0
    if tile.kind == "rune":
        return 900
    blades = sorted((*tile.melee, *tile.ranged), reverse=True)
    rounds = 2 + len(tile.initiative) if tile.initiative else 0
    strength = 2 * blades[0] + sum(blades[1:3]) + 1 if blades[0] else 0
    worth = 350 + 45 * rounds * strength + 25 * (max(tile.initiative, default=0) * strength)
    worth += 150 * tile.toughness + 40 * sum(tile.armor) + 250 * sum(tile.net) + 120 * bool(tile.moves)
    worth += 700 * tile.assassination + 500 * sum(tile.strike) + 100 * tile.venom
    return worth


def held(tile: TileType) -> int:
    """Return what a tile is worth in the reserve."""
    if tile.is_order:
        return max(_ORDERS[order] for order in tile.orders)
    return printed(tile) // 2


PRINTED: Final = (0, *(printed(tile) for tile in KINDS if tile is not None))
HELD: Final = (0, *(held(tile) for tile in KINDS if tile is not None))


class _Worth(dict[int, int]):
    """What the code of a tile is worth for team 1; less than nothing for a tile of team 0."""

    def __missing__(self, code: int) -> int:
        worth = PRINTED[(code & SHAPE) // 6]
        tile = KINDS[(code & SHAPE) // 6]
        if code and tile is not None:
            wounds = code >> WOUNDS_AT & 15
            if wounds and not FLAGS[code & SHAPE] & BANNER:
                worth = max(worth * (1 + tile.toughness) // (1 + tile.toughness + wounds), 100)
            poison = code >> POISON_AT & 15
            worth -= (700 if FLAGS[code & SHAPE] & BANNER else 150) * poison
            if code & ENTRENCHED:
                worth += 800 if FLAGS[code & SHAPE] & BANNER else 250
            if not code & TEAM:
                worth = -worth
        self[code] = worth
        return worth


WORTH: Final = _Worth()


def worth(board: Sequence[int], hit_points: Sequence[int]) -> int:
    """Return what a packed board and hit points are worth for team 1."""
    return HIT_POINT * (hit_points[1] - hit_points[0]) + sum(map(WORTH.__getitem__, board))


class Strength(NamedTuple):
    """What each team has: hit points, and what its tiles on the board are worth in thousandths of one."""

    points: tuple[int, int]
    tiles: tuple[int, int]


def strength(board: Sequence[int], hit_points: Sequence[int]) -> Strength:
    """Return what each team has of a packed board and hit points."""
    worths = [WORTH[code] for code in board]
    return Strength(
        (hit_points[0], hit_points[1]), (-sum(min(0, one) for one in worths), sum(max(0, one) for one in worths))
    )


def strength_of(state: State) -> Strength:
    """Return what each team has in a state."""
    return strength([encoded(piece, state.teams) for piece in state.board], state.hit_points)


def worth_of(state: State) -> int:
    """Return what hit points and board of a state are worth for team 1."""
    return worth([encoded(piece, state.teams) for piece in state.board], state.hit_points)
