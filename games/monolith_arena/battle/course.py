"""The course of a battle from its beginning to its end (R5.3, R5.6 to R5.9)."""

from __future__ import annotations

from games.monolith_arena import events as ev
from games.monolith_arena.battle import attacks, outcome
from games.monolith_arena.monoliths.segments import fold
from games.monolith_arena.state import BEGINNING, Battle, Cause, State


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
            freed.append(ev.TileAt(hex_, piece.seat, piece.type.id))
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
    gone = outcome.settle(draft)
    return (ev.ToughnessLost(tuple(ev.TileAt(*tile) for tile in gone)),) if gone else ()
