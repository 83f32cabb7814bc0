"""A battle as it is told: first what came of it, under that a line for each phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.monolith_arena.texts import battle
from bot.monolith_arena.texts.names import at, several, tile_name, whose, with_owner
from bot.monolith_arena.texts.sides import change, points
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from bot.texts.story import Detail
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import NAMES

_AFTER: Final = (ev.ToughnessLost, ev.Folded)
"""What happens when a battle is over, as its last part."""


def length(events: Sequence[Any]) -> int:
    """How many of these events, from the first one on, are one battle or a part of one; 0 where none begins."""
    began = 2 if len(events) > 1 and _leads(events[0], events[1]) else int(isinstance(events[0], ev.BattleBegan))
    at_ = began
    while at_ < len(events) and _in_phase(events[at_]):
        at_ += 1
    if at_ < len(events) and isinstance(events[at_], ev.BattleEnded):
        at_ += 1
        while at_ < len(events) and isinstance(events[at_], _AFTER):
            at_ += 1
    return at_


def _leads(event: Any, following: Any) -> bool:
    """Whether an order starts the battle."""
    return isinstance(event, ev.OrderPlayed) and isinstance(following, ev.BattleBegan)


def _in_phase(event: Any) -> bool:
    return isinstance(event, ev.Wounds) and event.cause == "phase"


def tell(say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
    """One battle, or a part of one where somebody is asked in the middle: what came of it, then all that happened."""
    details = [Detail(text) for event in events for text in _detail(say, event, names) if text]
    return [*_result(say, events, names), *details]


def _result(say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
    """How it began and what it came to, as far as these events tell; nothing of a part in the middle."""
    began = next((event for event in events if isinstance(event, ev.BattleBegan)), None)
    ended = next((event for event in events if isinstance(event, ev.BattleEnded)), None)
    order = events[0] if isinstance(events[0], ev.OrderPlayed) else None
    head = _began(say, began, order, names) if began is not None else say("After the battle")
    if ended is None:
        return [head] if began is not None else []
    left = (
        change(say, began.hit_points, ended.hit_points, names)
        if began is not None
        else points(say, ended.hit_points, names)
    )
    return [f"{head}: {outcome(say, left, _lost(events), names)}"]


def outcome(say: Phrases, left: str, lost: Sequence[ev.TileAt], names: Names) -> str:
    """What a battle came to: the hit points, and the tiles that are gone."""
    if not lost:
        return say("{points}; no tile lost", points=left)
    tiles = several(say, (with_owner(at(say, tile), player(names, tile.seat)) for tile in lost))
    return say("{points}; lost: {tiles}", points=left, tiles=tiles)


def _lost(events: Sequence[Any]) -> list[ev.TileAt]:
    found: list[ev.TileAt] = []
    for event in events:
        if isinstance(event, ev.Wounds):
            found += (*event.removed, *event.fallen)
        elif isinstance(event, ev.ToughnessLost):
            found += event.tiles
    return found


def _began(say: Phrases, event: ev.BattleBegan, order: ev.OrderPlayed | None, names: Names) -> str:
    if order is not None:
        who, tile = player(names, order.seat), tile_name(say, order.tile)
        if order.tile == "battle":
            return say("{player} played {order}", player=who, order=tile)
        return say("{player} played {order} as a battle", player=who, order=tile)
    if event.reason == "full":
        return say("The arena is full, a battle is fought")
    return say("The additional battle") if event.reason == "additional" else say("The Final Battle")


def _detail(say: Phrases, event: Any, names: Names) -> list[str]:
    if isinstance(event, ev.Wounds):
        return battle.wounds(say, event)
    if isinstance(event, ev.ToughnessLost):
        return [battle.toughness_lost(say, event.tiles)]
    if isinstance(event, ev.Folded):
        return [folded(say, event, names)]
    if isinstance(event, ev.BattleEnded) and event.freed:
        return [say("No longer netted: {tiles}", tiles=several(say, (at(say, tile) for tile in event.freed)))]
    return []


def folded(say: Phrases, event: ev.Folded, names: Names) -> str:
    """A monolith that has folded, with what went into it (R13.8)."""
    who, banner = player(names, event.seat), NAMES[event.banner]
    if not event.tiles:
        return say("The monolith {hex} ({player}) folded, empty", hex=banner, player=who)
    tiles = several(say, (whose(say, names, tile, event.seat) for tile in event.tiles))
    return say("The monolith {hex} ({player}) folded with {tiles} inside", hex=banner, player=who, tiles=tiles)
