"""What of a board takes part in a battle that is fought next: boards that differ in nothing else end alike.

Most tiles that a search tries stand where they hit nobody and nobody hits them, or look away from everybody. So a
battle is looked up by its *essence*: the board without the tiles that take no part, the others turned to a fixed facing
where theirs changes nothing. Most battles of a search have been fought before in this sense.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player.tables import (
    BARE,
    FLAGS,
    GIVES,
    PERIOD,
    POISON,
    SAVES,
    SERVED,
    SHAPE,
    TEAM,
    TOUCHES,
    TOUGHNESS,
    WOUNDS,
    WOUNDS_AT,
)
from games.monolith_arena.player.worth import WORTH

Board = tuple[int, ...]
_HURT: Final = WOUNDS | POISON
NOBODY: Final[Board] = (0,) * SIZE
"""The essence of a board on which a battle changes nothing."""


class Part:
    """What of a board takes part in the next battle, and what tells whether one more tile would."""

    __slots__ = (
        "by_first",
        "by_second",
        "core",
        "essence",
        "first",
        "idle",
        "kept",
        "savers",
        "second",
        "tiles",
        "turned",
    )

    def __init__(self, tiles: list[tuple[int, int, int]], first: int, second: int, by_first: int, by_second: int):
        self.tiles = tiles
        """(hex, code, shape times 19 plus hex) of each tile."""
        self.first = first
        """The bits of the hexes of team 0, and so on."""
        self.second = second
        self.by_first = by_first
        """The bits of the hexes that tiles of team 0 touch, and so on."""
        self.by_second = by_second
        self.kept = 0
        """The bits of the hexes of the tiles that take part."""
        self.core = 0
        """The bits of those that do so otherwise than by serving somebody."""
        self.savers = 0
        """The bits of the hexes of those that do if anybody does."""
        self.essence = NOBODY
        self.idle = 0
        """What the tiles that take no part are worth for team 1."""
        self.turned: list[tuple[int, int, int]] = []
        """(hex, code, bits of what it touches) of tiles that the essence has in another facing; in both facings."""


def part_of(board: Sequence[int]) -> Part:
    """Return what of a board takes part in the next battle.

    Whoever touches an enemy takes part, and so does the enemy; whoever is poisoned, lives by a gift, or may save
    others; whoever serves one of these. Tiles only disappear in a battle, so nobody else ever comes to take part.
    """
    tiles: list[tuple[int, int, int]] = []
    first = second = by_first = by_second = 0
    kept = savers = 0
    giving = False
    for here, code in enumerate(board):
        if code:
            shape = code & SHAPE
            place = shape * SIZE + here
            tiles.append((here, code, place))
            if code & TEAM:
                second |= 1 << here
                by_second |= TOUCHES[place]
            else:
                first |= 1 << here
                by_first |= TOUCHES[place]
            if SERVED[place]:
                giving = True
                if FLAGS[shape] & SAVES:
                    savers |= 1 << here
            if code & _HURT and (code & POISON or code >> WOUNDS_AT & 15 > TOUGHNESS[shape]):
                kept |= 1 << here
    part = Part(tiles, first, second, by_first, by_second)
    part.savers = savers
    kept |= by_first & second | by_second & first
    if not kept:
        idle = 0
        for _, code, _ in tiles:
            idle += WORTH[code]
        part.idle = idle
        return part
    kept |= savers
    for here, code, place in tiles:
        if TOUCHES[place] & (first if code & TEAM else second):
            kept |= 1 << here
    part.core = core = kept
    if giving:
        for here, _, place in tiles:
            if SERVED[place] & core:
                kept |= 1 << here
    left = [0] * SIZE
    idle = 0
    for here, code, place in tiles:
        if not kept >> here & 1:
            idle += WORTH[code]
            continue
        left[here] = code
        if not TOUCHES[place] & (first if code & TEAM else second):
            facing = _facing(code, here, first if code & TEAM else second)
            if facing:
                left[here] = code + facing
                part.turned.append((here, code, TOUCHES[place] | TOUCHES[place + facing * SIZE]))
    part.kept, part.idle, part.essence = kept, idle, tuple(left)
    return part


def joined(part: Part, here: int, code: int) -> tuple[Board, int]:
    """Return the essence of a board with one more tile, unhurt, on an empty hex, and what the idle are worth then."""
    shape = code & SHAPE
    place = shape * SIZE + here
    bit = 1 << here
    team = code & TEAM
    enemies, reached = (part.first, part.by_first) if team else (part.second, part.by_second)
    kept = part.kept
    fresh = TOUCHES[place] & enemies
    if fresh:
        fresh |= bit
    if reached & bit:
        fresh |= bit
        for there, other, spot in part.tiles:
            if (other ^ code) & TEAM and TOUCHES[spot] & bit:
                fresh |= 1 << there
    if fresh and not kept:
        fresh |= part.savers
    if (kept or fresh) and (SERVED[place] & (kept | fresh) or FLAGS[shape] & SAVES):
        fresh |= bit
    fresh &= ~part.core
    left = list(part.essence)
    idle = part.idle
    if fresh:
        for there, other, spot in part.tiles:
            if not kept >> there & 1 and (fresh >> there & 1 or SERVED[spot] & fresh):
                left[there] = other
                idle -= WORTH[other]
        for there, other, touches in part.turned:
            if touches & bit and (other ^ code) & TEAM:
                left[there] = other
    if fresh & bit:
        left[here] = code
    else:
        idle += WORTH[code]
    return tuple(left), idle


def _facing(code: int, here: int, enemies: int) -> int:
    """Return how far a tile is turned to the first facing in which it touches no enemy and all is as in its own."""
    shape = code & SHAPE
    if BARE[shape] and not FLAGS[shape] & GIVES:
        kind = shape // 6
        for facing in range(PERIOD[kind]):
            if not TOUCHES[(kind * 6 + facing) * SIZE + here] & enemies:
                return kind * 6 + facing - shape
    return 0
