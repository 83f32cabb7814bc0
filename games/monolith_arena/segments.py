"""The segments of monoliths on the board: where they may lie, how they move, when they fold (R13.3, R13.6 to R13.8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.monolith_arena import events as ev
from games.monolith_arena.hexes import ADJACENT
from games.monolith_arena.state import State
from games.monolith_arena.tiles import inside

_TOUCHES: Final = tuple(frozenset(row) for row in ADJACENT)


def connected(one: int, two: int, three: int) -> bool:
    """Return True if each of three different hexes touches at least one other (R13.3, R13.7)."""
    touching = (two in _TOUCHES[one]) + (three in _TOUCHES[one]) + (three in _TOUCHES[two])
    return touching >= 2


def top(state: State, seat: int) -> int:
    """Return the hex of a seat's banner, which is the top segment of its monolith. It must be on the board."""
    return next(h for h, p in enumerate(state.board) if p is not None and p.seat == seat and p.type.is_banner)


def owners(state: State) -> dict[int, int]:
    """Return which seat's lower segment lies on a hex, for each such hex, with a tile on it or not."""
    return {
        hex_: seat
        for seat, monolith in enumerate(state.monoliths)
        if monolith is not None and monolith.segments is not None
        for hex_ in monolith.segments
    }


def allowed(state: State, hex_: int, empty: list[int]) -> list[int]:
    """Return those of some empty hexes that monoliths leave open to the tile on `hex_` (R13.7)."""
    if not state.monoliths:
        return empty
    lower = owners(state)
    piece = state.piece_at(hex_)
    seat = piece.seat if piece.type.is_banner else lower.get(hex_)
    if seat is None:
        return empty
    # A segment never enters another segment's hex, the folded three under a banner no more than a single one.
    free = [h for h in empty if h not in lower]
    monolith = state.monoliths[seat]
    if monolith is None or monolith.segments is None:
        return free
    one, other = (h for h in (top(state, seat), *monolith.segments) if h != hex_)
    return [h for h in free if connected(h, one, other)]


def carry(draft: State, hex_: int, to: int) -> None:
    """Move the lower segment on a hex, if there is one, with its tile (R13.7). Changes the draft."""
    seat = owners(draft).get(hex_) if draft.monoliths else None
    if seat is None:
        return
    monolith = draft.monoliths[seat]
    assert monolith is not None
    assert monolith.segments is not None
    one, other = sorted(to if h == hex_ else h for h in monolith.segments)
    draft.set_monolith(seat, monolith._replace(segments=(one, other)))


def pairs(state: State, seat: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of hexes that the lower segments of a folded monolith may unfold to, both ways round (R13.3)."""
    lower = owners(state)
    return _pairs(top(state, seat), tuple(h for h in state.empty_hexes() if h not in lower))


@lru_cache(maxsize=256)  # all that is legal is asked for hex by hex, hundreds of times in the same position
def _pairs(banner: int, free: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((one, two) for one in free for two in free if one != two and connected(banner, one, two))


def fold(draft: State) -> Iterable[ev.Folded]:
    """Fold after a battle all monoliths that no net holds open (R13.8). Changes the draft.

    The nets are those of this one moment: no folding frees another monolith.
    """
    netted = draft.standing().netted
    board = draft.board
    folded = []
    for seat, monolith in enumerate(draft.monoliths):
        if monolith is None or monolith.segments is None:
            continue
        if any(board[h] is not None and h in netted for h in monolith.segments):
            continue
        one, other = monolith.segments
        tiles = tuple(draft.tile_at(h) for h in monolith.segments if board[h] is not None)
        draft.put(one, None)
        draft.put(other, None)
        draft.set_monolith(seat, monolith._replace(segments=None, inside=inside(board[one], board[other])))
        folded.append(ev.Folded(seat, top(draft, seat), monolith.segments, tiles))
    return folded
