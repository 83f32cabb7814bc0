"""What an action of each game may cost: an action that a panel offers does more than that.

Each function returns whether all that an action came to was its price, from its seat's view before it, the view after
it, and the events between as the seat was told them. An action that gives something up and says so is none of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.api import Action
from games.arena_of_heroes import events as arena
from games.arena_of_heroes.view import SeatView
from games.arena_of_heroes.view import View as ArenaView
from games.monolith_arena.view import View as MonolithView

Paid = Callable[[Action, Any, Any, Sequence[Any]], bool]


def _monolith(action: Action, before: MonolithView, after: MonolithView, events: Sequence[Any]) -> bool:
    """A tile of the reserve, or the turn: nothing on the board, no question, no turn has changed."""
    return action[0] not in ("discard", "redraw") and _scene(before) == _scene(after)


def _scene(view: MonolithView) -> tuple[Any, ...]:
    factions = tuple((seat.faction, seat.prepared) for seat in view.seats)
    answers = view.running.answers if view.running is not None else ()
    open_ = tuple(choice.seat for choice in view.choices)
    return view.board, view.hit_points, view.monoliths, view.stage, view.turn, factions, view.phase, answers, open_


def _arena(action: Action, before: ArenaView, after: ArenaView, events: Sequence[Any]) -> bool:
    """Stamina, delay, an item: nothing else has happened, and none of it was for the better."""
    if action[0] in ("end", "pass") or before.reader is None or not events:
        return False
    prices = (arena.AbilityUsed, arena.Stamina, arena.Delayed, arena.ItemDiscarded)
    own = (before.seats[before.reader], after.seats[before.reader])
    return all(isinstance(event, prices) for event in events) and not _better(*own)


def _better(before: SeatView, after: SeatView) -> bool:
    more = set(after.flags) - set(before.flags)
    return after.stamina > before.stamina or after.delay < before.delay or bool(more)


PRICES: Final[Mapping[str, Paid]] = {"monolith_arena": _monolith, "arena_of_heroes": _arena}
"""By the names of games; in the others nothing is paid for an action."""
