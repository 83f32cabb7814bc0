"""A battle from its first phase to its end (R5.3, R5.6 to R5.9), and what goes off the board (R5.4, R6.2)."""

from __future__ import annotations

from collections.abc import Iterable

from games.monolith_arena import events as ev
from games.monolith_arena.battle import attacks
from games.monolith_arena.segments import fold
from games.monolith_arena.state import BEGINNING, Battle, Cause, State
from games.monolith_arena.tiles import Board


def begin(draft: State, reason: str) -> None:
    """Start a battle with what happens at its beginning. Changes the draft."""
    draft.battle = Battle(reason)
    draft.cause = Cause("phase", BEGINNING)
    draft.answers = ()


def next_phase(draft: State) -> bool:
    """Go on to the next phase in which a tile attacks; false if there is none. Changes the draft.

    Phases only ever go down (R5.6, R5.7).
    """
    cause, battle = draft.cause, draft.battle
    assert cause is not None
    assert battle is not None
    below = None if cause.number == BEGINNING else cause.number
    number = attacks.next_phase(draft.standing(), below, battle.spent)
    if number is None:
        return False
    draft.cause = Cause("phase", number)
    return True


def end(draft: State) -> list[ev.Event]:
    """Close the battle: tokens of Net orders come off, monoliths fold (R5.9, R13.8). Changes the draft.

    Toughness that is lost counts at once, so what lived by it goes before and after the folding. The first rulings
    looked only afterwards.
    """
    freed = []
    for hex_, piece in enumerate(draft.board):
        if piece is not None and piece.netted:
            freed.append(draft.tile_at(hex_))
            draft.put(hex_, piece._replace(netted=False))
    draft.cause = None
    draft.battle = None
    events: list[ev.Event] = [ev.BattleEnded(tuple(freed), draft.hit_points)]
    if draft.options.rulings > 1:
        events += settle(draft)
    events += fold(draft)
    events += settle(draft)
    return events


def settle(draft: State) -> tuple[ev.ToughnessLost, ...]:
    """Remove what lives no longer, R6.2. Changes the draft; tells it in at most one event."""
    fallen = lose_toughness(draft)
    return (ev.ToughnessLost(fallen),) if fallen else ()


def remove(draft: State, hexes: Iterable[int]) -> None:
    """Take tiles off the board onto their owners' discard piles (R5.4, R6.6). Changes the draft."""
    for hex_ in hexes:
        piece = draft.piece_at(hex_)
        draft.put(hex_, None)
        draft.discard(piece.seat, piece.type)


def _wounded_deeply(board: Board) -> bool:
    """Return True if a champion or rune has more wounds than its own toughness lets it live with."""
    for piece in board:
        if piece is not None and piece.wounds and piece.wounds > piece.type.toughness and not piece.type.is_banner:
            return True
    return False


def lose_toughness(draft: State) -> tuple[ev.TileAt, ...]:
    """Remove every tile that has lost the toughness it lived by, until none is left (R6.2). Changes the draft.

    Returns what was removed. The first rulings left the entrenchment marker out here.
    """
    gone: list[ev.TileAt] = []
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
        gone += map(draft.tile_at, falling)
        remove(draft, falling)
    return tuple(gone)
