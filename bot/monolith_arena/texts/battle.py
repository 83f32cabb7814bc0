"""Battles, shots, fires and charges in words: what came of them first, then a line for each phase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from bot.monolith_arena.texts.names import at, order_name, several, tile_name, whose
from bot.monolith_arena.texts.standing import change, points
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from bot.texts.story import Detail, Grave, Toll
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import FACTIONS, faction

LINES: Final = 12
"""How many sentences a phase has at most."""


@cache
def _banners() -> frozenset[str]:
    return frozenset(t.id for f in FACTIONS for t in faction(f).tiles if t.is_banner)


@cache
def _strikers() -> frozenset[str]:
    """Return tiles that give themselves up when they strike (R9.1)."""
    return frozenset(t.id for f in FACTIONS for t in faction(f).tiles if any(t.strike))


def wounds(say: Phrases, event: ev.Wounds) -> list[str]:
    """Return everything that happened at once, in one line; nothing where nothing happened."""
    happened = hits(say, event)
    return [_line(say, event, happened)] if happened else []


def hits(say: Phrases, event: ev.Wounds) -> str:
    """Return everything that happened at once, without its cause; empty where nothing happened."""
    by_target: dict[int, list[ev.Attack]] = {}
    for attack in event.attacks:
        by_target.setdefault(attack.target.hex, []).append(attack)
    parts = [part for attacks in by_target.values() for part in _on_one_tile(say, event, attacks)]
    if len(parts) > LINES:
        more = len(parts) - LINES + 1
        parts = [*parts[: LINES - 1], say.plural("{count} more", "{count} more", more)]
    return ", ".join([*parts, *_rest(say, event, set(by_target))])


def _line(say: Phrases, event: ev.Wounds, hits: str) -> str:
    if event.cause != "phase":
        return f"{order_name(say, event.cause)}: {hits}"
    if event.phase < 0:
        return say("Start of the battle: {hits}", hits=hits)
    return say("Phase {phase}: {hits}", phase=event.phase, hits=hits)


class _Outcome(NamedTuple):
    """The sentences for what hits do to a tile."""

    alone: Message
    """Where nobody is named: the line's head says who hits."""
    by: Message
    """Where attackers are named, for one of them and for several."""


_ABSORBED: Final = _Outcome(
    Message("{target} is spared (absorbed by {runes})"),
    Message.counted(
        "{attackers} hits {target} (absorbed by {runes})", "{attackers} hit {target} (absorbed by {runes})", 1
    ),
)
_KILLED: Final = _Outcome(
    Message("{target} dies"), Message.counted("{attackers} kills {target}", "{attackers} kill {target}", 1)
)
_WOUNDED: Final = _Outcome(
    Message("{target} is hit ({damage})"),
    Message.counted("{attackers} hits {target} ({damage})", "{attackers} hit {target} ({damage})", 1),
)
_STOPPED: Final = _Outcome(
    Message("{target} is unharmed"),
    Message.counted("{attackers} hits {target} (stopped by armor)", "{attackers} hit {target} (stopped by armor)", 1),
)
_BARED: Final = _Outcome(
    Message("{target} loses its entrenchment"),
    Message.counted("{attackers} hits {target} (entrenchment lost)", "{attackers} hit {target} (entrenchment lost)", 1),
)
_BARED_AND_WOUNDED: Final = _Outcome(
    Message("{target} loses its entrenchment ({damage})"),
    Message.counted(
        "{attackers} hits {target} (entrenchment lost, {damage})",
        "{attackers} hit {target} (entrenchment lost, {damage})",
        1,
    ),
)


def _on_one_tile(say: Phrases, event: ev.Wounds, attacks: Sequence[ev.Attack]) -> list[str]:
    """Return all that hit one tile, and what it did to it."""
    target = attacks[0].target
    absorbed = [a for a in attacks if a.absorbed_by is not None]
    through = [a for a in attacks if a.absorbed_by is None]
    parts = []
    if absorbed:
        runes = dict.fromkeys(NAMES[a.absorbed_by] for a in absorbed if a.absorbed_by is not None)
        parts.append(_hit(say, _ABSORBED, absorbed, runes=several(say, runes)))
    if through:
        parts.append(_through(say, event, target, through))
    if markers := sum(a.poisons for a in attacks):
        parts.append(_poisoned(say, at(say, target), markers))
    return parts


def _hit(say: Phrases, outcome: _Outcome, attacks: Sequence[ev.Attack], **more: str) -> str:
    """Return what came together on one tile, with the same outcome, and who dealt it."""
    target = at(say, attacks[0].target)
    sources = [source for attack in attacks if (source := _source(say, attack))]
    if not sources:
        return say(outcome.alone.template, target=target, **more)
    return say.message(outcome.by.about(len(sources), attackers=several(say, sources), target=target, **more))


def _source(say: Phrases, attack: ev.Attack) -> str:
    if attack.source is not None:
        return at(say, attack.source)
    return say("poison") if attack.kind == "poison" else ""


def _through(say: Phrases, event: ev.Wounds, target: ev.TileAt, attacks: Sequence[ev.Attack]) -> str:
    """Return what attacks that were not absorbed did to their target."""
    wounds = sum(a.wounds for a in attacks)
    if target in event.removed and target not in _used_up(event):
        return _hit(say, _KILLED, attacks)
    bared = target in event.entrenchments
    wounds -= bared
    if wounds < 1:
        return _hit(say, _BARED if bared else _STOPPED, attacks)
    if target.tile in _banners():
        damage = say.plural("{count} hit point lost", "{count} hit points lost", wounds)
    else:
        damage = say.plural("{count} wound", "{count} wounds", wounds)
    return _hit(say, _BARED_AND_WOUNDED if bared else _WOUNDED, attacks, damage=damage)


def _poisoned(say: Phrases, target: str, markers: int) -> str:
    if markers == 1:
        return say("{target} is poisoned", target=target)
    return say.plural(
        "{target} gets {count} poison marker", "{target} gets {count} poison markers", markers, target=target
    )


def _used_up(event: ev.Wounds) -> list[ev.TileAt]:
    """Return the runes that absorbed something."""
    runes = {attack.absorbed_by for attack in event.attacks}
    return [tile for tile in event.removed if tile.hex in runes]


def _rest(say: Phrases, event: ev.Wounds, hit: set[int]) -> list[str]:
    """Return what became of tiles that were not hit themselves."""
    used = _used_up(event)
    silent = [t for t in event.removed if t.hex not in hit and t not in used]
    sources = {a.source.hex for a in event.attacks if a.source is not None}
    strikers = [t for t in silent if t.hex in sources or t.tile in _strikers()]
    others = [t for t in silent if t not in strikers]
    bare = [t for t in event.entrenchments if t.hex not in hit]
    parts = []
    if used:
        parts.append(say.plural("{tiles} is used up", "{tiles} are used up", len(used), tiles=_named(say, used)))
    if strikers:
        tiles = _named(say, strikers)
        parts.append(
            say.plural("{tiles} dies of its own strike", "{tiles} die of their own strikes", len(strikers), tiles=tiles)
        )
    if others:
        parts.append(say.plural("{tiles} is removed", "{tiles} are removed", len(others), tiles=_named(say, others)))
    if event.fallen:
        parts.append(toughness_lost(say, event.fallen))
    if bare:
        tiles = _named(say, bare)
        parts.append(
            say.plural("{tiles} loses its entrenchment", "{tiles} lose their entrenchment", len(bare), tiles=tiles)
        )
    return parts


def toughness_lost(say: Phrases, tiles: Sequence[ev.TileAt]) -> str:
    """Return tiles that lived by toughness alone, and died when it was gone (R6.2)."""
    named = _named(say, tiles)
    return say.plural(
        "{tiles} loses its toughness and dies", "{tiles} lose their toughness and die", len(tiles), tiles=named
    )


def _named(say: Phrases, tiles: Sequence[ev.TileAt]) -> str:
    return several(say, (at(say, tile) for tile in tiles))


_AFTER: Final = (ev.ToughnessLost, ev.Folded)
"""What happens when a battle is over, as its last part."""


def length(events: Sequence[Any]) -> int:
    """Return how many of these events, from the first one on, are one battle or a part of one; 0 where none begins."""
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
    """Return True if an order starts the battle."""
    return isinstance(event, ev.OrderPlayed) and isinstance(following, ev.BattleBegan)


def _in_phase(event: Any) -> bool:
    return isinstance(event, ev.Wounds) and event.cause == "phase"


def tell(say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
    """Return one battle, or a part of one up to a question in the middle: what came of it, then all that happened."""
    details = [Detail(text) for event in events for text in _detail(say, event, names) if text]
    result = _result(say, events, names)
    return [*(_costly(say, events, names, result) if _cost_something(events) else result), *details]


def _costly(say: Phrases, events: Sequence[Any], names: Names, result: Sequence[str]) -> list[Grave]:
    """Return the result of a battle that has cost something; in short, how many tiles each player has lost."""
    lost = [tile.seat for tile in ev.lost(events)]
    if not lost:
        return [Grave(one) for one in result]
    counts = ", ".join(f"{player(names, seat)} {lost.count(seat)}" for seat in sorted(set(lost)))
    short = _result(say, events, names, counts)
    return [Toll(one, brief) for one, brief in zip(result, short, strict=True)]


def _cost_something(events: Sequence[Any]) -> bool:
    """Return whether tiles or hit points were lost, as far as these events tell."""
    points = [event.hit_points for event in events if isinstance(event, ev.BattleBegan | ev.BattleEnded)]
    return bool(ev.lost(events)) or points != points[:1] * len(points)


def _result(say: Phrases, events: Sequence[Any], names: Names, counts: str = "") -> list[str]:
    """Return how it began and what it came to, as far as these events tell; nothing of a part in the middle.

    `counts` says in short how many tiles each player has lost.
    """
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
    if counts:
        return [f"{head}: {say('{points}; tiles lost: {list}', points=left, list=counts)}"]
    return [f"{head}: {outcome(say, left, ev.lost(events), names)}"]


def outcome(say: Phrases, left: str, lost: Sequence[ev.TileAt], names: Names) -> str:
    """Return what a battle came to: the hit points, and the tiles that are gone."""
    if not lost:
        return say("{points}; no tile lost", points=left)
    return say("{points}; lost: {tiles}", points=left, tiles=by_owner(say, lost, names))


def by_owner(say: Phrases, tiles: Sequence[ev.TileAt], names: Names) -> str:
    """Return tiles with their hexes and whose they are."""
    return several(say, (f"{at(say, tile)} ({player(names, tile.seat)})" for tile in tiles))


def _began(say: Phrases, event: ev.BattleBegan, order: ev.OrderPlayed | None, names: Names) -> str:
    if order is not None:
        who, tile = player(names, order.seat), tile_name(say, order.tile)
        if order.tile == "battle":
            return say("{player} played {order}", player=who, order=tile)
        return say("{player} played {order} as a battle", player=who, order=tile)
    if event.reason == "full":
        return say("The arena is full, so a battle begins")
    return say("The additional battle") if event.reason == "additional" else say("The Final Battle")


def _detail(say: Phrases, event: Any, names: Names) -> list[str]:
    if isinstance(event, ev.Wounds):
        return wounds(say, event)
    if isinstance(event, ev.ToughnessLost):
        return [toughness_lost(say, event.tiles)]
    if isinstance(event, ev.Folded):
        return [folded(say, event, names)]
    if isinstance(event, ev.BattleEnded) and event.freed:
        return [say("No longer netted: {tiles}", tiles=several(say, (at(say, tile) for tile in event.freed)))]
    return []


def folded(say: Phrases, event: ev.Folded, names: Names) -> str:
    """Return a monolith that has folded, with what went into it (R13.8)."""
    who, banner = player(names, event.seat), NAMES[event.banner]
    if not event.tiles:
        return say("The monolith {hex} ({player}) folded, empty", hex=banner, player=who)
    tiles = several(say, (whose(say, names, tile, event.seat) for tile in event.tiles))
    return say("The monolith {hex} ({player}) folded with {tiles} inside", hex=banner, player=who, tiles=tiles)
