"""Why a computer player plays what it plays: one sentence from what sets its turn apart from the next best."""

from __future__ import annotations

from typing import Any, Final

from games.messages import Message
from games.monolith_arena.player.core import Core
from games.monolith_arena.player.turns import Line
from games.monolith_arena.player.worth import HIT_POINT

REDRAW: Final = Message("Orders alone win nothing: new tiles are worth more than these.")
FIGHT: Final = Message("The battle is better now than later.")
CHARGE: Final = Message("The charge hits before anybody can answer.")
STRIKE: Final = Message("The next battle goes better for this side.")
SHELTER: Final = Message("Without it the next battle would go badly.")
KEEP: Final = Message("It keeps a tile that will be worth more later.")
GROW: Final = Message("It makes this side stronger on the board.")
_VERBS: Final = {"battle": FIGHT, "charge": CHARGE}


def of(core: Core[Any], start: Any, best: Line[Any], other: Line[Any] | None) -> Message | None:
    """Return what a turn does more than another one; `None` where nothing sets them apart."""
    if best.moves and (said := _VERBS.get(core.verb(best.moves[-1]))) is not None:
        return said
    seat, team = core.seat(start)
    if core.over(best.position) is not None:
        return None
    side = 1 if team else -1
    before = side * (core.then(start) - core.now(start))

    def facts(position: Any) -> tuple[int, int, int]:
        now = side * core.now(position)
        return now, side * core.then(position) - now, core.kept(position, seat)

    mine = facts(best.position)
    against = facts(other.position) if other is not None and core.over(other.position) is None else facts(start)
    now, battle, kept = (a - b for a, b in zip(mine, against, strict=True))
    if max(now, battle, kept) <= 0:
        return None
    if battle >= max(now, kept):
        return SHELTER if before < -2 * HIT_POINT else STRIKE
    return GROW if now >= kept else KEEP
