"""Who would hit whom, as a board stands (R7), and the facing in which a tile does most (R2.3, R3.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

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
            names = _used(giver.type.gifts, piece.type, friend=teams[piece.seat] == teams[giver.seat])
            found += [Gift(there, names)] if names else []
    return tuple(found)


def _used(gifts: Gifts, tile: TileType, *, friend: bool) -> tuple[str, ...]:
    if not friend:
        return ("disarm",) if gifts.disarm and tile.initiative else ()
    attacks, shoots = any(tile.melee) or any(tile.ranged), any(tile.ranged)
    useful = {
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
    return tuple(name for name, use in useful.items() if use and getattr(gifts, name))


class Advice(NamedTuple):
    """A facing, and why it is proposed: by a simple rule on what is public, not by anybody's judgment."""

    facing: int
    reason: Literal["hits", "serves", "nets", "open", "same", "least"]
    """It wounds most tiles; it serves most tiles; it nets most; nothing is in reach and it looks into the arena; all
    facings come to the same; an enemy tile, which so wounds least."""
    targets: tuple[int, ...] = ()
    """The hexes of what it hits, serves or nets."""


class _Worth(NamedTuple):
    """What a facing is worth, what counts most first."""

    hits: int
    """How many enemy tiles it wounds."""
    wounds: int
    nets: int
    serves: int
    """How many tiles get something of it that they can use."""
    suffers: int
    inward: int


def best(view: View, put: Put, facings: Sequence[int]) -> Advice:
    """Return the facing among `facings` in which the tile wounds most enemies; the first of equal ones.

    Of equal ones that which deals most wounds comes first, then what nets, serves and suffers best. Of an enemy tile
    that the reader turns it is the one that does least.
    """
    looks = {facing: _look(view, put, facing) for facing in facings}
    if view.reader is not None and view.seats[view.reader].team != view.seats[put.tile.seat].team:
        least = min(facings, key=lambda facing: looks[facing][0])
        return Advice(least, "least", looks[least][1])
    chosen = max(facings, key=lambda facing: looks[facing][0])
    worth, hits, nets, serves = looks[chosen]
    if worth.hits:
        return Advice(chosen, "hits", hits)
    if worth.nets:
        return Advice(chosen, "nets", nets)
    if worth.serves:
        return Advice(chosen, "serves", serves)
    differ = len({worth.inward for worth, *_ in looks.values()}) > 1
    return Advice(chosen, "open" if differ else "same")


def _look(view: View, put: Put, facing: int) -> tuple[_Worth, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    turned = replace(put.tile, facing=facing)
    reach = Reach(view, [put._replace(tile=turned)])
    teams, board = reach.state.teams, reach.state.board
    sides = turned.type.turned[facing % 6]
    hits = tuple(aim.target for aim in reach.by(put.hex) if aim.wounds)

    def beside(directions: Sequence[int], *, enemies: bool) -> tuple[int, ...]:
        neighbors = (NEIGHBOUR[put.hex][direction] for direction in directions)
        return tuple(
            h
            for h in neighbors
            if h != OFF_BOARD and (piece := board[h]) is not None
            and (teams[piece.seat] != teams[turned.seat]) == enemies
        )  # fmt: skip

    nets = beside(sides.nets, enemies=True)
    gifts = turned.type.gifts
    serves = () if turned.type.boundless else tuple(gift.hex for gift in given(reach, put.hex))
    edges = [direction for direction, _ in (*sides.melee, *sides.ranged)]
    edges += [*sides.nets, *sides.strikes, *(sides.paths if gifts is not None else ())]
    inward = sum(NEIGHBOUR[put.hex][direction] != OFF_BOARD for direction in edges)
    wounds = sum(aim.wounds for aim in reach.by(put.hex))
    return (
        _Worth(len(hits), wounds, len(nets), len(serves), -sum(aim.wounds for aim in reach.threats(put.hex)), inward),
        hits,
        nets,
        serves,
    )
