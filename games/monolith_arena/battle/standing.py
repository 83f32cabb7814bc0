"""What every tile on a board is and can do as the board stands: nets, runes and banners (R7.4 to R7.16, R9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.tiles import Board, Piece


@cache
def _beside(here: int, directions: tuple[int, ...]) -> tuple[int, ...]:
    """Return the hexes on the board that lie in these directions."""
    row = NEIGHBOUR[here]
    return tuple(row[d] for d in directions if row[d] != OFF_BOARD)


class Served:
    """What runes and banners add to one tile; what nothing adds to stays as the class has it."""

    melee: int = 0
    ranged: int = 0
    initiative: int = 0
    toughness: int = 0
    extra_attack: int = 0
    venom: bool = False
    penetration: bool = False
    features: tuple[tuple[str, int], ...] = ()
    """(feature, hex of the source) for each Maneuver, Rotation and Teleport that is granted."""


UNSERVED: Final = Served()
"""For tiles that nothing serves; never written to."""


def netted_hexes(board: Board, teams: tuple[int, ...]) -> set[int]:
    """Return the hexes of all netted tiles: tokens, nets, mutual nets and rings (R7.7 to R7.10)."""
    netted: set[int] = set()
    aims: dict[int, int] = {}
    for here, piece in enumerate(board):
        if piece is None:
            continue
        if piece.netted:
            netted.add(here)
            continue
        if not piece.type.has_net:
            continue
        for direction in piece.type.turned[piece.facing].nets:
            there = NEIGHBOUR[here][direction]
            target = board[there] if there != OFF_BOARD else None
            if target is not None and teams[target.seat] != teams[piece.seat]:
                aims[here] = there
    if not aims:
        return netted
    open_aims = {here: there for here, there in aims.items() if aims.get(there) != here}
    undecided = set(open_aims)
    while undecided:
        threatened = {open_aims[h] for h in undecided}
        free = undecided - threatened
        if not free:
            break  # only rings are left: none of their members is netted by another (R7.9)
        caught = {open_aims[h] for h in free}
        netted |= caught
        undecided -= free | caught
    return netted


class Standing:
    """The effects between the tiles of one board."""

    __slots__ = ("_fighters", "board", "disarmed", "netted", "regeneration", "served", "teams")

    def __init__(self, board: Board, teams: tuple[int, ...]) -> None:
        self.board = board
        self.teams = teams
        self.netted = netted_hexes(board, teams)
        self._fighters: list[tuple[int, Piece, Sequence[tuple[int, int]]]] | None = None
        self.disarmed: set[int] = set()
        """The hexes of tiles at an enemy Rune of Disarmament (R7.14)."""
        self.served: dict[int, Served] = {}
        self.regeneration: dict[int, tuple[int, ...]] = {}
        """For each able Rune of Regeneration the hexes of the tiles it is connected to (R8.1)."""
        for here, piece in enumerate(board):
            if piece is not None and piece.type.gifts is not None and here not in self.netted:
                self._serve(here, piece)

    def _serve(self, here: int, giver: Piece) -> None:
        gifts = giver.type.gifts
        assert gifts is not None
        board, teams = self.board, self.teams
        team = teams[giver.seat]
        saved: list[int] = []
        for there in self._reached(here, giver):
            tile = board[there]
            if tile is None:
                continue
            if teams[tile.seat] != team:
                if gifts.disarm:
                    self.disarmed.add(there)
                continue
            if gifts.regeneration:
                saved.append(there)
            served = self.served.get(there)
            if served is None:
                served = self.served[there] = Served()
            for name, number in gifts.bonuses:
                setattr(served, name, getattr(served, name) + number)
            for name in gifts.abilities:
                setattr(served, name, True)
            for feature in gifts.features:
                served.features += ((feature, here),)
        if gifts.regeneration:
            self.regeneration[here] = tuple(saved)

    def _reached(self, here: int, giver: Piece) -> Sequence[int]:
        if giver.type.boundless:
            return [h for h, p in enumerate(self.board) if p is not None and h != here]
        return _beside(here, giver.type.turned[giver.facing].paths)

    def of(self, hex_: int) -> Served:
        """Return what serves the tile on that hex."""
        return self.served.get(hex_, UNSERVED)

    def hit_points(self, hex_: int, piece: Piece) -> int:
        """Return the hit points of a champion or rune without its wounds (R6.1, R6.2)."""
        return 1 + piece.type.toughness + self.of(hex_).toughness

    def wounds_left(self, hex_: int, piece: Piece) -> int:
        """Return how many more wounds a champion or rune falls by: the entrenchment marker takes one too (R6.3).

        0 or less for what lived by toughness that it has lost (R6.2).
        """
        return self.hit_points(hex_, piece) - piece.wounds + piece.entrenched

    def disabled(self, hex_: int) -> bool:
        """Return True if the tile makes no attack: netted or disarmed (R7.7, R7.14)."""
        return hex_ in self.netted or hex_ in self.disarmed

    def fighters(self) -> list[tuple[int, Piece, Sequence[tuple[int, int]]]]:
        """Return every tile that has attacks, as (hex, tile, its `attacks`), able to make them or not."""
        if self._fighters is None:
            self._fighters = [
                (here, piece, self.attacks(here, piece))
                for here, piece in enumerate(self.board)
                if piece is not None and piece.type.initiative
            ]
        return self._fighters

    def attacks(self, hex_: int, piece: Piece) -> Sequence[tuple[int, int]]:
        """Return the tile's attacks as (number of the attack, phase): the printed ones, then the extra ones.

        Acceleration comes first, then each Rune of Double Attack adds one attack in the highest phase below the
        first attack that is still free (R7.11, R7.12).
        """
        printed = piece.type.initiative
        served = self.served.get(hex_)
        if served is None or not printed:
            return piece.type.attacks
        phases = [max(0, value + served.initiative) for value in printed]
        for _ in range(served.extra_attack):
            free = [p for p in range(max(phases[: len(printed)])) if p not in phases]
            if not free:
                break
            phases.append(free[-1])
        return list(enumerate(phases))
