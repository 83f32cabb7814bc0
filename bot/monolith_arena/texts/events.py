"""What happened, event by event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.monolith_arena.texts import battle
from bot.monolith_arena.texts.names import at, facing_of, place, several, tile_name, whose
from bot.monolith_arena.texts.standing import how_it_ended
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from bot.texts.story import Grave, Passing, Slight
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import faction

_MOVED: Final = {
    "maneuver": Message("{player} maneuvered {tile} to {place}"),
    "teleport": Message("{player} teleported {tile} to {place}"),
    "push": Message("{player} pushed {tile} to {place}"),
    "charge": Message("{player} charged with {tile} to {place}"),
    "move": Message("{player} moved {tile} to {place}"),
}


def tell(say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
    """Return what happened, a sentence each.

    Nothing is said of what shows by itself: that a turn ended, whose turn it is now, tiles that the reader may not
    see being drawn. So a turn that was only ended gives an empty list.
    """
    sentences: list[str] = []
    rest = list(events)
    while rest:
        if fought := battle.length(rest):
            sentences += battle.tell(say, rest[:fought], names)
            rest = rest[fought:]
            continue
        event, following = rest[0], rest[1] if len(rest) > 1 else None
        together = _pair(say, event, following, names)
        if together is not None:
            sentences.append(together)
            rest = rest[2:]
            continue
        sentences += _one(say, event, names, last=following is None)
        rest = rest[1:]
    return sentences


def _pair(say: Phrases, event: Any, following: Any, names: Names) -> str | None:
    """Return an order and what it does, or an answer and what comes of it, in one sentence."""
    if isinstance(event, ev.OrderPlayed):
        return _order(say, event, following, names)
    if isinstance(event, ev.Answered) and event.kind == "facing" and isinstance(following, ev.Unfolded):
        return _unfolded(say, following, names)
    if isinstance(event, ev.Answered) and event.kind == "push" and isinstance(following, ev.Moved):
        who, tile = player(names, event.seat), at(say, following.tile)
        return say("{player} moved the pushed {tile} to {hex}", player=who, tile=tile, hex=NAMES[following.hex])
    return None


def _order(say: Phrases, event: ev.OrderPlayed, following: Any, names: Names) -> str | None:
    who, order = player(names, event.seat), tile_name(say, event.tile)
    if isinstance(following, ev.Moved):
        return _order_moved(say, who, order, following, whose(say, names, following.tile, event.seat))
    if isinstance(following, ev.Wounds):
        hits = battle.hits(say, following)
        return Grave(say("{player} played {order}: {hits}", player=who, order=order, hits=hits)) if hits else None
    if isinstance(following, ev.Netted | ev.Entrenched):
        tile = whose(say, names, following.tile, event.seat)
        return say("{player} played {order} on {tile}", player=who, order=order, tile=tile)
    if isinstance(following, ev.Pushing):
        pusher, tile = at(say, following.pusher), whose(say, names, following.tile, event.seat)
        return say("{player} played {order}: {pusher} pushes {tile}", player=who, order=order, pusher=pusher, tile=tile)
    return None


def _order_moved(say: Phrases, who: str, order: str, event: ev.Moved, tile: str) -> str:
    """Return an order, and where the tile went or how it turned."""
    facing = facing_of(event.tile.tile, event.facing) if event.turned else ""
    if event.hex != event.tile.hex:
        where = f"{NAMES[event.hex]} {facing}".rstrip()
        return say("{player} played {order}: {tile} to {place}", player=who, order=order, tile=tile, place=where)
    if facing:
        return say(
            "{player} played {order}: {tile} turns to {facing}", player=who, order=order, tile=tile, facing=facing
        )
    return say("{player} played {order}: {tile} turns", player=who, order=order, tile=tile)


def _one(say: Phrases, event: Any, names: Names, *, last: bool) -> list[str]:
    teller = _TELLERS.get(type(event))
    if teller is not None:
        return [text for text in (teller(say, event, names),) if text]
    if isinstance(event, ev.Wounds):
        return list(map(Grave, battle.wounds(say, event)))
    if isinstance(event, ev.Answered) and (last or event.value is not None):
        return [_answered(say, event, names)]
    return []


def _answered(say: Phrases, event: ev.Answered, names: Names) -> str:
    who = player(names, event.seat)
    if event.value is None:
        return Slight(say("{player} has chosen", player=who))
    if event.kind == "facing":
        hex_ = NAMES[event.subject]
        return say("{player} chose facing {facing} for {hex}", player=who, facing=event.value, hex=hex_)
    if event.kind == "assassin":
        tile = f"{tile_name(say, 'assassin')} {NAMES[event.subject]}"
        return say("{player} aimed {tile} at {target}", player=who, tile=tile, target=event.value)
    if event.kind == "regeneration":
        return say("{player} chose what the Runes of Regeneration absorb", player=who)
    if event.kind == "poison":
        return say("{player} poisoned {target}", player=who, target=event.value)
    return say("{player} chose {value}", player=who, value=event.value)


def _chosen(say: Phrases, event: ev.FactionChosen, names: Names) -> str:
    who, home = player(names, event.seat), faction(event.faction).title
    if event.at_random:
        return say("{player} drew {faction}", player=who, faction=home)
    return say("{player} chose {faction}", player=who, faction=home)


def _prepared(say: Phrases, event: ev.Prepared, names: Names) -> str:
    who = player(names, event.seat)
    if event.tiles is None:
        return say("{player} filled the monolith", player=who)
    tiles = several(say, (tile_name(say, tile) for tile in event.tiles))
    return say("{player} filled the monolith with {tiles}", player=who, tiles=tiles)


def _order_drawn(say: Phrases, event: ev.OrderDrawn, names: Names) -> str:
    """Return the order that was drawn; of two players only who begins."""
    if len(event.order) < 3:
        return say("The stacks are shuffled; {player} goes first", player=player(names, event.order[0]))
    players = ", ".join(player(names, seat) for seat in event.order)
    return say("The stacks are shuffled; turn order: {players}", players=players)


def _unfolding(say: Phrases, event: ev.Unfolding, names: Names) -> str:
    """Return where the segments go, while facings are still asked for."""
    tiles = {tile.hex: whose(say, names, tile, event.seat) for tile in event.tiles}
    where = say.every(tiles.get(hex_) or _empty(say, hex_) for hex_ in event.segments)
    who, banner = player(names, event.seat), NAMES[event.banner]
    return say("{player} unfolds the monolith {hex}: {segments}", player=who, hex=banner, segments=where)


def _unfolded(say: Phrases, event: ev.Unfolded, names: Names) -> str:
    tiles = {tile.hex: _with_facing(say, tile, facing, event.seat, names) for tile, facing in event.tiles}
    where = say.every(tiles.get(hex_) or _empty(say, hex_) for hex_ in event.segments)
    who, banner = player(names, event.seat), NAMES[event.banner]
    return say("{player} unfolded the monolith {hex}: {segments}", player=who, hex=banner, segments=where)


def _with_facing(say: Phrases, tile: ev.TileAt, facing: int, actor: int, names: Names) -> str:
    text = f"{tile_name(say, tile.tile)} {place(tile.hex, tile.tile, facing)}"
    return text if tile.seat == actor else f"{text} ({player(names, tile.seat)})"


def _empty(say: Phrases, hex_: int) -> str:
    return say("{hex} empty", hex=NAMES[hex_])


def _drew(say: Phrases, event: ev.Drew, names: Names) -> str:
    if event.tiles is None:
        return ""
    tiles = several(say, (tile_name(say, tile) for tile in event.tiles))
    return Passing(say("{player} drew {tiles}", player=player(names, event.seat), tiles=tiles))


def _last_drawn(say: Phrases, event: ev.LastTileDrawn, names: Names) -> str:
    who = player(names, event.seat)
    return say("{player} drew the last tile: one more turn for everyone else, then the Final Battle", player=who)


def _redrawn(say: Phrases, event: ev.Redrawn, names: Names) -> str:
    tiles = several(say, (tile_name(say, tile) for tile in event.tiles))
    return Slight(say("{player} discarded {tiles} and drew again", player=player(names, event.seat), tiles=tiles))


def _placed(say: Phrases, event: ev.Placed, names: Names) -> str:
    who = player(names, event.seat)
    tile = f"{tile_name(say, event.tile)} {place(event.hex, event.tile, event.facing)}"
    if event.replaced is None:
        return say("{player} placed {tile}", player=who, tile=tile)
    gone = f"{tile_name(say, event.replaced.tile)} ({player(names, event.replaced.seat)})"
    return say("{player} placed {tile} in place of {replaced}", player=who, tile=tile, replaced=gone)


def _moved(say: Phrases, event: ev.Moved, names: Names) -> str:
    who, tile = player(names, event.seat), whose(say, names, event.tile, event.seat)
    facing = facing_of(event.tile.tile, event.facing) if event.turned else ""
    if event.hex != event.tile.hex:
        where = f"{NAMES[event.hex]} {facing}".rstrip()
        return say(_MOVED.get(event.by, _MOVED["move"]).template, player=who, tile=tile, place=where)
    if facing:
        return say("{player} turned {tile} to {facing}", player=who, tile=tile, facing=facing)
    return say("{player} turned {tile}", player=who, tile=tile)


_TELLERS: Final[dict[type, Callable[[Phrases, Any, Names], str]]] = {
    ev.FactionChosen: _chosen,
    ev.Prepared: _prepared,
    ev.OrderDrawn: _order_drawn,
    ev.Drew: _drew,
    ev.LastTileDrawn: _last_drawn,
    ev.Redrawn: _redrawn,
    ev.Discarded: lambda say, e, n: Slight(
        say("{player} discarded {tile}", player=player(n, e.seat), tile=tile_name(say, e.tile))
    ),
    ev.Placed: _placed,
    ev.OrderPlayed: lambda say, e, n: say(
        "{player} played {order}", player=player(n, e.seat), order=tile_name(say, e.tile)
    ),
    ev.Moved: _moved,
    ev.Unfolding: _unfolding,
    ev.Unfolded: _unfolded,
    ev.Netted: lambda say, e, n: say(
        "{player} netted {tile}", player=player(n, e.seat), tile=whose(say, n, e.tile, e.seat)
    ),
    ev.Entrenched: lambda say, e, n: say(
        "{player} entrenched {tile}", player=player(n, e.seat), tile=whose(say, n, e.tile, e.seat)
    ),
    ev.ToughnessLost: lambda say, e, n: battle.toughness_lost(say, e.tiles),
    ev.Folded: battle.folded,
    ev.ExtraTurns: lambda say, e, n: say("A tie: one more turn for everyone, then the additional battle"),
    ev.Ended: lambda say, e, n: how_it_ended(say, e.result, n),
}
