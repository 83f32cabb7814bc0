"""The message catalogue of Monolith Arena: what happened, event by event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.monolith_arena.texts import battle as battle
from bot.monolith_arena.texts.sides import points, turn_order
from bot.monolith_arena.texts.standing import how_it_ended
from bot.monolith_arena.texts.words import (
    Names,
    facing_word,
    faction_name,
    hex_name,
    player,
    possessive,
    several,
    tile_name,
    whose,
)
from games.monolith_arena import events as ev

_MOVED: Final = {
    "maneuver": "maneuvered",
    "teleport": "teleported",
    "push": "pushed",
    "charge": "charged with",
}


def tell(events: Sequence[Any], names: Names) -> list[str]:
    """What happened, a sentence or phrase each.

    Nothing is said of what shows by itself: that a turn ended, whose turn it is now, tiles that the reader may not
    see being drawn. So a turn that was only ended gives an empty list.
    """
    told: list[str] = []
    at = 0
    while at < len(events):
        following = events[at + 1] if at + 1 < len(events) else None
        merged = _pair(events[at], following, names)
        if merged is not None:
            told.append(merged)
            at += 2
            continue
        told += _one(events[at], names, last=following is None)
        at += 1
    return told


def _pair(event: Any, following: Any, names: Names) -> str | None:
    """An order and what it does, or an answer and what comes of it, in one phrase."""
    if isinstance(event, ev.OrderPlayed):
        played = f"{player(names, event.seat)} played {tile_name(event.tile)}"
        if isinstance(following, ev.Moved):
            return f"{played}: {_way(following, names, event.seat)}"
        if isinstance(following, ev.Netted | ev.Entrenched):
            return f"{played} on {whose(names, following.tile, event.seat)}"
        if isinstance(following, ev.Pushing):
            return f"{played}: {battle.at(following.pusher)} pushes {whose(names, following.tile, event.seat)}"
        if isinstance(following, ev.BattleBegan):
            return played if event.tile == "battle" else f"{played} as a battle"
    if isinstance(event, ev.Answered) and event.kind == "facing" and isinstance(following, ev.Unfolded):
        return _unfolded(following, names)
    if isinstance(event, ev.Answered) and event.kind == "push" and isinstance(following, ev.Moved):
        return f"{player(names, event.seat)} let the pushed {battle.at(following.tile)} go to {hex_name(following.hex)}"
    return None


def _way(event: ev.Moved, names: Names, mover: int) -> str:
    """A tile and where it went or how it turned."""
    tile = whose(names, event.tile, mover)
    facing = facing_word(event.tile.tile, event.facing) if event.turned else ""
    if event.hex == event.tile.hex:
        return f"{tile} turned to {facing}" if facing else f"{tile} turned"
    return f"{tile} to {hex_name(event.hex)} {facing}".strip()


def _one(event: Any, names: Names, *, last: bool) -> list[str]:
    teller = _TELLERS.get(type(event))
    if teller is not None:
        return [text for text in (teller(event, names),) if text]
    if isinstance(event, ev.Wounds):
        return battle.wounds(event)
    if isinstance(event, ev.Answered) and (last or event.value is not None):
        return [_answered(event, names)]
    return []


def _answered(event: ev.Answered, names: Names) -> str:
    who = player(names, event.seat)
    if event.value is None:
        return f"{who} has chosen"
    if event.kind == "facing":
        return f"{who} chose facing {event.value} for {hex_name(event.subject)}"
    if event.kind == "assassin":
        return f"{who} aimed the Assassin {hex_name(event.subject)} at {event.value}"
    if event.kind == "regeneration":
        return f"{who} chose what the Runes of Regeneration absorb"
    if event.kind == "poison":
        return f"{who} poisoned {event.value}"
    return f"{who} chose {event.value}"


def _chosen(event: ev.FactionChosen, names: Names) -> str:
    how = "drew" if event.at_random else "chose"
    return f"{player(names, event.seat)} {how} {faction_name(event.faction)}"


def _prepared(event: ev.Prepared, names: Names) -> str:
    text = f"{player(names, event.seat)} filled the monolith"
    return text if event.tiles is None else f"{text} with {several(tile_name(t) for t in event.tiles)}"


def _unfolding(event: ev.Unfolding, names: Names) -> str:
    """Where the segments go, while facings are still asked for."""
    tiles = {tile.hex: tile for tile in event.tiles}
    where = [whose(names, tiles[h], event.seat) if h in tiles else f"{hex_name(h)} empty" for h in event.segments]
    return f"{player(names, event.seat)} unfolds the monolith {hex_name(event.banner)}: {several(where)}"


def _unfolded(event: ev.Unfolded, names: Names) -> str:
    facings = {
        tile.hex: f"{whose(names, tile, event.seat)} {facing_word(tile.tile, facing)}".strip()
        for tile, facing in event.tiles
    }
    where = [facings.get(h, f"{hex_name(h)} empty") for h in event.segments]
    return f"{player(names, event.seat)} unfolded the monolith {hex_name(event.banner)}: {several(where)}"


def _folded(event: ev.Folded, names: Names) -> str:
    tiles = [whose(names, tile, event.seat) for tile in event.tiles]
    laid = f" with {several(tiles)} in it" if tiles else ", empty"
    return f"{possessive(names, event.seat)} monolith {hex_name(event.banner)} folded{laid}"


def _drew(event: ev.Drew, names: Names) -> str:
    if event.tiles is None:
        return ""
    return f"{player(names, event.seat)} drew {several(tile_name(t) for t in event.tiles)}"


def _placed(event: ev.Placed, names: Names) -> str:
    spot = f"{hex_name(event.hex)} {facing_word(event.tile, event.facing)}".strip()
    text = f"{player(names, event.seat)} placed {tile_name(event.tile)} {spot}"
    if event.replaced is None:
        return text
    return f"{text} in place of {possessive(names, event.replaced.seat)} {tile_name(event.replaced.tile)}"


def _moved(event: ev.Moved, names: Names) -> str:
    tile = whose(names, event.tile, event.seat)
    facing = facing_word(event.tile.tile, event.facing) if event.turned else ""
    if event.hex == event.tile.hex:
        return f"{player(names, event.seat)} turned {tile}{f' to {facing}' if facing else ''}"
    verb = _MOVED.get(event.by, "moved")
    return f"{player(names, event.seat)} {verb} {tile} to {hex_name(event.hex)} {facing}".strip()


def _began(event: ev.BattleBegan, names: Names) -> str:
    return {
        "full": "The arena is full: battle",
        "final": "The Final Battle",
        "additional": "The additional battle",
    }.get(event.reason, "Battle")


def _battle_over(event: ev.BattleEnded, names: Names) -> str:
    text = f"After the battle: {points(event.hit_points, names)}"
    freed = f"; rid of their net token: {several(battle.at(t) for t in event.freed)}" if event.freed else ""
    return text + freed


_TELLERS: Final[dict[type, Callable[[Any, Names], str]]] = {
    ev.FactionChosen: _chosen,
    ev.Prepared: _prepared,
    ev.OrderDrawn: lambda e, n: f"The stacks are shuffled, {turn_order(e.order, n)}",
    ev.Drew: _drew,
    ev.LastTileDrawn: lambda e, n: (
        f"{player(n, e.seat)} drew the last tile: one more turn for everybody else, then the Final Battle"
    ),
    ev.Redrawn: lambda e, n: f"{player(n, e.seat)} discarded {several(tile_name(t) for t in e.tiles)} and drew again",
    ev.Discarded: lambda e, n: f"{player(n, e.seat)} discarded {tile_name(e.tile)}",
    ev.Placed: _placed,
    ev.OrderPlayed: lambda e, n: f"{player(n, e.seat)} played {tile_name(e.tile)}",
    ev.Moved: _moved,
    ev.Unfolding: _unfolding,
    ev.Unfolded: _unfolded,
    ev.Folded: _folded,
    ev.Netted: lambda e, n: f"{player(n, e.seat)} netted {whose(n, e.tile, e.seat)}",
    ev.Entrenched: lambda e, n: f"{player(n, e.seat)} entrenched {whose(n, e.tile, e.seat)}",
    ev.BattleBegan: _began,
    ev.ToughnessLost: lambda e, n: f"{several(battle.at(t) for t in e.tiles)} died of lost toughness",
    ev.BattleEnded: _battle_over,
    ev.ExtraTurns: lambda e, n: "A tie: one more turn for everybody, then the additional battle",
    ev.Ended: lambda e, n: how_it_ended(e.result.winners, e.result.reason, n),
}
