"""Who hits whom in a phase, how hard (R7.1 to R7.6, R9.1, R9.2, R11.3, R11.6, R11.7), and what that does (R6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD, RAYS, opposite
from games.monolith_arena.tiles import Board, Piece

ORDER: Final = -1
"""The source of wounds that an order deals."""
POISON: Final = -2
"""The source of wounds that a tile's poison markers deal."""


class Hit(NamedTuple):
    """One source hitting one tile."""

    source: int
    """The hex of the attacker, `ORDER` or `POISON`."""
    target: int
    kind: str
    """``melee``, ``ranged``, ``assassination``, ``strike``, ``poison``, ``fire`` or ``shoot``."""
    strength: int
    """With all bonuses, before armor."""
    wounds: int
    """After armor."""
    venom: bool = False


class Attacker(NamedTuple):
    """A tile that attacks in the current phase."""

    hex: int
    piece: Piece
    numbers: tuple[int, ...]
    """The numbers of its attacks that fall into this phase; they are spent by it."""


def attackers(standing: Standing, phase: int, spent: frozenset[tuple[int, int]]) -> list[Attacker]:
    """Return the tiles that attack in that phase: able, and with an unspent attack there (R5.5, R5.6)."""
    due = []
    for here, piece, attacks in standing.fighters():
        numbers = [number for number, at in attacks if at == phase and (piece.serial, number) not in spent]
        if numbers and not standing.disabled(here):
            due.append(Attacker(here, piece, tuple(numbers)))
    return due


def next_phase(standing: Standing, below: int | None, spent: frozenset[tuple[int, int]]) -> int | None:
    """Return the highest phase, under `below` if that is given, in which some tile attacks; `None` if there is none.

    Tiles that are netted or disarmed count too, because they may be free by then.
    """
    best = None
    for _, piece, attacks in standing.fighters():
        for number, phase in attacks:
            if (
                (below is None or phase < below)
                and (best is None or phase > best)
                and (piece.serial, number) not in spent
            ):
                best = phase
    return best


def enemies(board: Board, teams: tuple[int, ...], seat: int) -> list[int]:
    """Return the hexes of all tiles that are enemies of a seat."""
    team = teams[seat]
    return [h for h, p in enumerate(board) if p is not None and teams[p.seat] != team]


def assassins(due: Iterable[Attacker]) -> list[Attacker]:
    """Return those of the attackers that choose their target (R9.2)."""
    return [a for a in due if a.piece.type.assassination]


def melee_hits(standing: Standing, here: int, piece: Piece) -> list[Hit]:
    """Return the hits of a tile's melee attacks (R7.1); a banner spares banners (R6.5)."""
    board, teams, served = standing.board, standing.teams, standing.of(here)
    venom = piece.type.venom or served.venom
    hits = []
    for direction, printed in piece.type.turned[piece.facing].melee:
        there = NEIGHBOUR[here][direction]
        target = board[there] if there != OFF_BOARD else None
        if target is None or teams[target.seat] == teams[piece.seat]:
            continue
        if piece.type.is_banner and target.type.is_banner:
            continue
        strength = printed + served.melee
        hits.append(Hit(here, there, "melee", strength, strength, venom))
    return hits


def ranged_hits(standing: Standing, here: int, piece: Piece) -> list[Hit]:
    """Return the hits of a tile's ranged attacks, after armor (R7.2, R7.5, R7.13)."""
    board, teams, served = standing.board, standing.teams, standing.of(here)
    venom = piece.type.venom or served.venom
    hits = []
    for direction, printed in piece.type.turned[piece.facing].ranged:
        strength = printed + served.ranged
        side = opposite(direction)
        for there in RAYS[here][direction]:
            target = board[there]
            if target is None or teams[target.seat] == teams[piece.seat]:
                continue
            armor = target.type.turned[target.facing].armor[side]
            hits.append(Hit(here, there, "ranged", strength, max(0, strength - armor), venom))
            if not served.penetration:
                break
    return hits


def assassination(standing: Standing, attacker: Attacker, target: int) -> Hit:
    """Return the hit of an assassin (R9.2)."""
    served = standing.of(attacker.hex)
    strength = 1 + served.melee
    venom = attacker.piece.type.venom or served.venom
    return Hit(attacker.hex, target, "assassination", strength, strength, venom)


def phase_hits(standing: Standing, due: Iterable[Attacker], targets: dict[int, int]) -> list[Hit]:
    """Return all hits of a phase; `targets` maps the hex of each assassin to the hex of its target."""
    hits = []
    for attacker in due:
        hits += melee_hits(standing, attacker.hex, attacker.piece)
        hits += ranged_hits(standing, attacker.hex, attacker.piece)
        if attacker.hex in targets:
            hits.append(assassination(standing, attacker, targets[attacker.hex]))
    return hits


def opening_hits(standing: Standing) -> tuple[list[Hit], list[int]]:
    """Return the hits that begin a battle and the hexes of tiles that sacrifice themselves (R5.3, R7.6, R9.1)."""
    board, teams = standing.board, standing.teams
    hits: list[Hit] = []
    sacrificed = []
    for here, piece in enumerate(board):
        if piece is None:
            continue
        if piece.poison:
            hits.append(Hit(POISON, here, "poison", piece.poison, piece.poison))
        strikes = piece.type.turned[piece.facing].strikes
        if not strikes or standing.disabled(here):
            continue
        for direction in strikes:
            there = NEIGHBOUR[here][direction]
            target = board[there] if there != OFF_BOARD else None
            if target is None or teams[target.seat] == teams[piece.seat]:
                continue
            sacrificed.append(here)
            if not target.type.is_banner:
                left = standing.wounds_left(there, target)
                hits.append(Hit(here, there, "strike", left, left))
    return hits, sacrificed


def order_hits(board: Board, kind: str, hexes: Iterable[int]) -> list[Hit]:
    """Return one wound to every tile on the hexes, banners excepted (R11.6, R11.7)."""
    return [Hit(ORDER, h, kind, 1, 1) for h in hexes if (piece := board[h]) is not None and not piece.type.is_banner]


class Fate(NamedTuple):
    """What the hits that were not absorbed do to one tile."""

    dies: bool
    wounds: int
    """The wounds that go to the tile, or to its team's track for a banner; the entrenchment marker's is not counted."""
    loses_entrenchment: bool
    venom: int
    """How many poison markers it should get (R7.6)."""


DEAD = Fate(True, 0, False, 0)


def fate(standing: Standing, hex_: int, hits: Sequence[Hit]) -> Fate:
    """Return what becomes of the tile on a hex under these hits (R6.1 to R6.4, R7.6).

    Entrenchment takes the first wound; a venomous attack that was not cancelled poisons all the same (R6.3). What only
    its marker keeps alive is not dying where nothing hits it.
    """
    piece = standing.board[hex_]
    assert piece is not None
    total = sum(hit.wounds for hit in hits)
    entrenched = piece.entrenched and total > 0
    wounds = total - entrenched
    venom = sum(1 for hit in hits if hit.venom and hit.wounds)
    if piece.type.is_banner:
        return Fate(False, wounds, entrenched, venom)
    if total >= standing.wounds_left(hex_, piece):
        return DEAD
    return Fate(False, wounds, entrenched, venom)
