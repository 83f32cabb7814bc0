"""From hits to the board after them: wounds, entrenchment, deaths, lost toughness (R5.4, R6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.monolith_arena.battle.attacks import Hit
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.tiles import Board

if TYPE_CHECKING:
    from games.monolith_arena.state import State


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


def remove(draft: State, hexes: Iterable[int]) -> None:
    """Take tiles off the board onto their owners' discard piles (R5.4, R6.6). Changes the draft."""
    for hex_ in hexes:
        piece = draft.board[hex_]
        assert piece is not None
        draft.put(hex_, None)
        draft.discard(piece.seat, piece.type)


def _wounded_deeply(board: Board) -> bool:
    """Return whether a champion or rune has more wounds than its own toughness lets it live with."""
    for piece in board:
        if piece is not None and piece.wounds and piece.wounds > piece.type.toughness and not piece.type.is_banner:
            return True
    return False


def settle(draft: State) -> list[tuple[int, int, str]]:
    """Remove every tile that has lost the toughness it lived by, until none is left (R6.2). Changes the draft.

    Returns what was removed as (hex, seat, tile id). The first rulings left the entrenchment marker out here.
    """
    gone: list[tuple[int, int, str]] = []
    counted = draft.options.rulings > 1
    while _wounded_deeply(draft.board):
        standing = draft.standing()
        falling = [
            h
            for h, p in enumerate(draft.board)
            if p is not None
            and not p.type.is_banner
            and p.wounds
            and standing.wounds_left(h, p) <= (0 if counted else p.entrenched)
        ]
        if not falling:
            break
        gone += [(h, p.seat, p.type.id) for h in falling if (p := draft.board[h]) is not None]
        remove(draft, falling)
    return gone
