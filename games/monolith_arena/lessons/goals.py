"""When a lesson is solved, told from what its player sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.monolith_arena import events as ev
from games.monolith_arena.hexes import BY_NAME, NEIGHBOUR, OFF_BOARD, RAYS
from games.monolith_arena.view import TileView, View

Goal = Callable[[View, Sequence[Any]], bool]
LEARNER: Final = 0


def both(*goals: Goal) -> Goal:
    """Return a goal: all of these at once."""
    return lambda view, events: all(goal(view, events) for goal in goals)


def threatens(hex_: str) -> Goal:
    """Return a goal: a tile of the learner attacks that hex in the next battle."""
    target = BY_NAME[hex_]
    return lambda view, events: any(target in _reach(view, own) for own, _ in _own(view))


def safe(*tiles: str) -> Goal:
    """Return a goal: no enemy attacks a tile of the learner of these kinds as things stand."""

    def reached(view: View, events: Sequence[Any]) -> bool:
        watched = {hex_ for hex_, there in _own(view) if there.type.id in tiles}
        attacked = {target for hex_, there in _tiles(view) if there.seat != LEARNER for target in _reach(view, hex_)}
        return not watched & attacked

    return reached


def fought(view: View, events: Sequence[Any]) -> bool:
    """Return whether a battle was fought to its end."""
    return any(isinstance(event, ev.BattleEnded) for event in events)


def gone(hex_: str) -> Goal:
    """Return a goal: no enemy stands on that hex any more."""
    return lambda view, events: (there := view.board[BY_NAME[hex_]]) is None or there.seat == LEARNER


def unharmed(*tiles: str) -> Goal:
    """Return a goal: these tiles of the learner are on the board, without a wound."""

    def reached(view: View, events: Sequence[Any]) -> bool:
        whole = [there.type.id for _, there in _own(view) if not there.wounds]
        return all(tile in whole for tile in tiles)

    return reached


def banner_untouched(view: View, events: Sequence[Any]) -> bool:
    """Return whether the learner's banner has lost nothing."""
    return not any(
        isinstance(event, ev.Wounds) and any(a.wounds and _is_own_banner(view, a.target) for a in event.attacks)
        for event in events
    )


def won(view: View, events: Sequence[Any]) -> bool:
    """Return whether the learner has won the match."""
    return view.result is not None and LEARNER in view.result.winners


def used_feature(view: View, events: Sequence[Any]) -> bool:
    """Return whether a feature of a tile was used, and no order."""
    moved = any(isinstance(event, ev.Moved) and event.by != "move" for event in events)
    return moved and not any(isinstance(event, ev.OrderPlayed) for event in events)


def turn_ended_keeping_one(view: View, events: Sequence[Any]) -> bool:
    """Return whether the turn is over with one tile discarded, one placed and one kept."""
    mine = [event for event in events if getattr(event, "seat", None) == LEARNER]
    ended = [event for event in mine if isinstance(event, ev.TurnEnded)]
    placed = any(isinstance(event, ev.Placed) for event in mine)
    return placed and any(event.kept == 1 for event in ended)


def _is_own_banner(view: View, target: ev.TileAt) -> bool:
    return target.seat == LEARNER and target.tile == "banner"


def _tiles(view: View) -> list[tuple[int, TileView]]:
    return [(hex_, there) for hex_, there in enumerate(view.board) if there is not None]


def _own(view: View) -> list[tuple[int, TileView]]:
    return [(hex_, there) for hex_, there in _tiles(view) if there.seat == LEARNER]


def _reach(view: View, hex_: int) -> set[int]:
    """Return the hexes of the enemies that a tile attacks as it stands (R7.1, R7.2); nobody where it cannot attack."""
    there = view.board[hex_]
    if there is None or there.netted or there.disarmed or not there.initiative:
        return set()
    symbols = there.type.turned[there.facing % 6]
    beside = {NEIGHBOUR[hex_][direction] for direction, _ in symbols.melee} - {OFF_BOARD}
    found = {other for other in beside if _enemies(view, there, other)}
    for direction, _ in symbols.ranged:
        found.update([other for other in RAYS[hex_][direction] if _enemies(view, there, other)][:1])
    return found


def _enemies(view: View, one: TileView, hex_: int) -> bool:
    there = view.board[hex_]
    return there is not None and view.seats[there.seat].team != view.seats[one.seat].team
