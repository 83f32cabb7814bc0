"""Who would hit whom, as a board stands (R7), and what runes and banners give to others there (R8, R9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.monolith_arena.battle import attacks
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.consequences import stage
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.state import BEGINNING
from games.monolith_arena.tiles import Gifts, TileType
from games.monolith_arena.view import Put, View


class Aim(NamedTuple):
    """All that one tile would do to another one in a battle."""

    source: int
    """The hex of the attacker, `games.monolith_arena.battle.attacks.POISON` for the target's own poison."""
    target: int
    wounds: int
    """Of all its attacks together, after armor; 0 where armor stops them."""
    kind: str
    """The kind of its attacks, as in `games.monolith_arena.events.Attack`; of several the first one."""
    phases: tuple[int, ...]
    """The phases of its attacks, highest first; `games.monolith_arena.state.BEGINNING` for the beginning."""


class Reach:
    """The attacks on one board; with `after` only those of the phases that come after that one."""

    def __init__(self, view: View, puts: Sequence[Put] = (), *, after: int | None = None) -> None:
        state = stage(view, puts)
        self.state = state
        self.standing = state.standing()
        self.aims = tuple(_aims(self.standing, after))

    def by(self, hex_: int) -> tuple[Aim, ...]:
        """Return what the tile on a hex would hit."""
        return tuple(aim for aim in self.aims if aim.source == hex_)

    def on(self, hex_: int) -> tuple[Aim, ...]:
        """Return what would hit the tile on a hex."""
        return tuple(aim for aim in self.aims if aim.target == hex_)

    def threats(self, hex_: int) -> tuple[Aim, ...]:
        """Return what would wound the tile on a hex, as far as it is reach alone that decides."""
        return tuple(aim for aim in self.on(hex_) if aim.wounds)

    def threatened(self, seats: Iterable[int]) -> list[tuple[Aim, ...]]:
        """Return the threats to each tile of these seats that has some, the board from A1 on."""
        mine = set(seats)
        own = [h for h, piece in enumerate(self.state.board) if piece is not None and piece.seat in mine]
        return [threats for threats in map(self.threats, own) if threats]

    def assassins(self, seat: int) -> list[int]:
        """Return the hexes of enemy tiles that could hit any tile of a seat, whatever the distance (R9.2)."""
        teams = self.state.teams
        return [
            hex_
            for hex_, piece, _ in self.standing.fighters()
            if piece.type.assassination and teams[piece.seat] != teams[seat] and not self.standing.disabled(hex_)
        ]


def _aims(standing: Standing, after: int | None) -> list[Aim]:
    """Return all aims of a board, or those after a phase; those of one tile at another one together."""
    aims: dict[tuple[int, int], Aim] = {}
    opening = ((BEGINNING, hit) for hit in attacks.opening_hits(standing)[0])
    for phase, hit in (*opening, *_phases(standing)):
        if after is not None and (phase == BEGINNING or phase >= after > BEGINNING):
            continue
        key = hit.source, hit.target
        before = aims.get(key, Aim(*key, 0, hit.kind, ()))
        phases = tuple(sorted({*before.phases, phase}, reverse=True))
        aims[key] = before._replace(wounds=before.wounds + hit.wounds, phases=phases)
    return list(aims.values())


def _phases(standing: Standing) -> Iterable[tuple[int, attacks.Hit]]:
    """Yield every hit and its phase, if nothing falls before it; assassins apart, which choose."""
    for hex_, piece, made in standing.fighters():
        if standing.disabled(hex_):
            continue
        for _, phase in made:
            for hit in attacks.melee_hits(standing, hex_, piece):
                yield phase, hit
            for hit in attacks.ranged_hits(standing, hex_, piece):
                yield phase, hit


class Gift(NamedTuple):
    """What a rune or a banner gives to one tile, or takes from it."""

    hex: int
    names: tuple[str, ...]
    """The fields of `games.monolith_arena.tiles.Gifts` that change something for that tile."""


def given(reach: Reach, hex_: int) -> tuple[Gift, ...]:
    """Return what the tile on a hex changes for others, as the board stands (R7.11 to R7.16, R8.1, R9.5).

    Tiles that cannot use anything of it are left out; a netted rune serves nobody (R7.7).
    """
    board, teams = reach.state.board, reach.state.teams
    giver = board[hex_]
    if giver is None or giver.type.gifts is None or hex_ in reach.standing.netted:
        return ()
    sides = giver.type.turned[giver.facing].paths
    hexes = range(len(board)) if giver.type.boundless else [NEIGHBOUR[hex_][direction] for direction in sides]
    found = []
    for there in hexes:
        piece = board[there] if there not in (OFF_BOARD, hex_) else None
        if piece is not None:
            names = useful(giver.type.gifts, piece.type, friend=teams[piece.seat] == teams[giver.seat])
            found += [Gift(there, names)] if names else []
    return tuple(found)


def useful(gifts: Gifts, tile: TileType, *, friend: bool) -> tuple[str, ...]:
    """Return the fields of some gifts that change something for a tile."""
    if not friend:
        return ("disarm",) if gifts.disarm and tile.initiative else ()
    attacks, shoots = any(tile.melee) or any(tile.ranged), any(tile.ranged)
    uses = {
        "melee": any(tile.melee),
        "ranged": shoots,
        "initiative": bool(tile.initiative),
        "toughness": not tile.is_banner,
        "extra_attack": bool(tile.initiative),
        "venom": attacks and not tile.venom,
        "penetration": shoots,
        "regeneration": True,
        "maneuver": True,
        "rotation": True,
        "teleport": True,
    }
    return tuple(name for name, use in uses.items() if use and getattr(gifts, name))
