"""What lessons of Monolith Arena ask for: goals that say, from what a learner sees, what is still missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.messages import Argument, Message
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import ADJACENT, BY_NAME, NAMES
from games.monolith_arena.reach import Reach
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import TileView, View

Goal = Callable[[View, Sequence[Any]], Message | None]
"""Returns what is still missing for a task, `None` once it is reached."""
LEARNER: Final = 0


def all_of(*wanted: Goal) -> Goal:
    """Return a goal: all of these at once. What is missing of the first one is said first."""

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        return next((lack for goal in wanted if (lack := goal(view, events)) is not None), None)

    return missing


def first(goal: Goal) -> Goal:
    """Return a goal that has to be reached before a battle is fought; afterwards it counts no more."""
    return lambda view, events: None if _battles(events) else goal(view, events)


def attacks(kind: str, hex_: str) -> Goal:
    """Return a goal: a tile of the learner of that kind attacks that hex in the next battle."""
    target = BY_NAME[hex_]

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        enemy = view.board[target]
        if enemy is None or enemy.seat == LEARNER:
            return None  # it was beaten already, by whatever
        there = [(own, tile) for own, tile in _own(view) if tile.type.id == kind]
        if not there:
            return Message("{tile} is not on the board yet.", tile=_title(kind))
        if any(aim.source == own and aim.target == target for aim in Reach(view).aims for own, _ in there):
            return None
        own, tile = there[-1]
        names: dict[str, Argument] = {"tile": tile.type.title, "place": NAMES[own], "target": hex_}
        if any(tile.type.ranged):
            return Message("{tile} on {place} has no line of fire to {target}.", **names)
        if target in ADJACENT[own]:
            return Message("{tile} on {place} touches {target}, but no blade of it points there.", **names)
        return Message("{tile} on {place} does not touch {target}.", **names)

    return missing


def safe(kind: str) -> Goal:
    """Return a goal: no enemy attacks a tile of the learner of that kind as things stand."""

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        watched = {hex_ for hex_, tile in _own(view) if tile.type.id == kind}
        aim = next((aim for aim in Reach(view).aims if aim.source >= 0 and aim.target in watched), None)
        enemy = None if aim is None else view.board[aim.source]
        if aim is None or enemy is None:
            return None
        return Message(
            "{tile} on {place} is still attacked by {enemy}.",
            tile=_title(kind),
            place=NAMES[aim.target],
            enemy=enemy.type.title,
        )

    return missing


def netted(hex_: str) -> Goal:
    """Return a goal: the enemy on that hex lies in a net."""

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        there = view.board[BY_NAME[hex_]]
        if there is None or there.seat == LEARNER or there.netted:
            return None
        return Message("{enemy} on {place} is not netted yet.", enemy=there.type.title, place=hex_)

    return missing


def helped(kind: str, by: str) -> Goal:
    """Return a goal: a rune of the learner of the kind `by` is connected to a tile of that kind."""

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        served = Reach(view).standing.served
        if any(hex_ in served for hex_, tile in _own(view) if tile.type.id == kind):
            return None
        return Message("No marked edge of {rune} looks to {tile} yet.", rune=_title(by), tile=_title(kind))

    return missing


def fought(view: View, events: Sequence[Any]) -> Message | None:
    """Ask for a battle that was fought to its end."""
    return None if _battles(events) else Message("Everything is ready: now start the battle.")


def gone(hex_: str) -> Goal:
    """Return a goal: no enemy stands on that hex any more."""

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        there = view.board[BY_NAME[hex_]]
        if there is None or there.seat == LEARNER:
            return None
        return Message("{enemy} still stands on {place}.", enemy=there.type.title, place=hex_)

    return missing


def struck(hex_: str) -> Goal:
    """Return a goal: an enemy on that hex was destroyed, in a battle or before one."""
    beaten = gone(hex_)

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        standing = beaten(view, events)
        return standing if standing is None else fought(view, events) or standing

    return missing


def unharmed(kind: str) -> Goal:
    """Return a goal: this tile of the learner is on the board, without a wound."""

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        if any(tile.type.id == kind and not tile.wounds for _, tile in _own(view)):
            return None
        return Message("{tile} was hit in the battle, which was to be avoided.", tile=_title(kind))

    return missing


def banner_untouched(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner's banner has lost nothing."""
    hit = any(
        attack.wounds and attack.target.seat == LEARNER and attack.target.tile == "banner"
        for event in events
        if isinstance(event, ev.Wounds)
        for attack in event.attacks
    )
    return Message("Your banner was hit, which was to be avoided.") if hit else None


def won(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner has won the match."""
    if view.result is not None and LEARNER in view.result.winners:
        return None
    return Message("The enemy banner still stands.")


def used_feature(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that a feature of a tile was used, and no order."""
    if any(isinstance(event, ev.OrderPlayed) for event in events):
        return Message("You have spent your order; an ability is free.")
    if any(isinstance(event, ev.Moved) and event.by != "move" for event in events):
        return None
    return Message("No ability has been used yet.")


def turn_ended_keeping_one(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the turn is over with one tile discarded, one placed and one kept."""
    mine = [event for event in events if getattr(event, "seat", None) == LEARNER]
    ended = [event for event in mine if isinstance(event, ev.TurnEnded)]
    if not any(isinstance(event, ev.Discarded) for event in mine):
        return Message("You have not discarded a tile yet.")
    if not any(isinstance(event, ev.Placed) for event in mine):
        return Message("You have not placed a tile this turn.")
    if not ended:
        return Message("Your turn is not over yet.")
    return None if any(event.kept == 1 for event in ended) else Message("You have not kept a tile.")


def _battles(events: Sequence[Any]) -> bool:
    return any(isinstance(event, ev.BattleEnded) for event in events)


def _title(kind: str) -> Message:
    """Return the name of a tile, whichever faction has it."""
    return next(tile.title for name in FACTIONS for tile in faction(name).tiles if tile.id == kind)


def _own(view: View) -> list[tuple[int, TileView]]:
    return [(hex_, tile) for hex_, tile in enumerate(view.board) if tile is not None and tile.seat == LEARNER]
