"""What a battle now would do to a tile, and what the tile would do in it: the forecast, told for one of its tiles.

Reach (`games.monolith_arena.reach`) says who points at whom. Who comes first, who falls before it strikes, and what a
rune absorbs is known only to a battle that is fought, so everything here is read from the events of a `Forecast`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.battle.attacks import POISON
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.reach import Aim, Reach
from games.monolith_arena.state import BEGINNING

Fate = Literal["survives", "falls", "perhaps", "unknown"]
"""What becomes of a tile: in any case, depending on choices, or not to be told because too much depends on them."""
Cause = Literal["", "wounds", "sacrifice", "absorbs", "toughness"]
"""Why it falls: by wounds, giving itself up (R9.1), absorbing a hit (R8), or losing toughness (R6.2).

It is empty where it does not fall in any case, or where only choices decide why.
"""


class Blow(NamedTuple):
    """What a tile does to another one in a phase."""

    aim: Aim
    falls: bool
    """The target falls by what hits it then."""
    alone: bool
    """Nobody else wounds it then."""


class Prospect(NamedTuple):
    """What a battle now holds for one tile."""

    fate: Fate
    by: tuple[Aim, ...]
    """What makes it fall, with what it has taken before; empty where that is not certain, and where no wounds do."""
    blows: tuple[Blow, ...]
    """What it does in any case, in the order of the phases."""
    cause: Cause
    taken: tuple[Aim, ...]
    """What wounds it in any case without making it fall."""
    reaches: tuple[Aim, ...]
    """What it has within reach in the part of the battle that depends on choices; empty where none does."""
    threats: tuple[Aim, ...]
    """What has it within reach then."""
    late: tuple[int, ...]
    """The hexes of tiles that have it within reach when the battle begins, and fall before they strike it."""


def prospect(forecast: Forecast, hex_: int) -> Prospect:
    """Return what the battle holds for the tile that stands on a hex when it begins; there must be one."""
    by: tuple[Aim, ...] = ()
    taken: list[Aim] = []
    gone: dict[int, Cause] = {}
    for event in _rounds(forecast.events):
        hits = _hits(event)
        mine = [hit for hit in hits if hit.target == hex_]
        taken += mine
        if hex_ in _dying(event):
            by, taken = tuple(_together(taken)), []
        gone |= _causes(event)
    gone |= {
        tile.hex: "toughness"
        for event in forecast.events
        if isinstance(event, ev.ToughnessLost)
        for tile in event.tiles
    }
    fate = _fate(forecast, hex_)
    cause = gone.get(hex_, "") if fate == "falls" else ""
    if fate == "falls" and _is_banner(forecast, hex_) and taken:
        by, taken, cause = tuple(_together(taken)), [], "wounds"
    reaches, threats = ((), ()) if hex_ in gone else _ahead(forecast, hex_)
    striking = {aim.source for aim in (*by, *taken, *threats)}
    begun = () if hex_ in gone else Reach(forecast.before).threats(hex_)
    late = tuple(aim.source for aim in begun if aim.source in gone and aim.source not in striking)
    return Prospect(fate, by, blows(forecast.events, hex_), cause, tuple(_together(taken)), reaches, threats, late)


def blows(events: Iterable[ev.Event], hex_: int) -> tuple[Blow, ...]:
    """Return what the tile that stands on a hex when a battle begins does in these events of it."""
    found = []
    for event in _rounds(events):
        hits = _hits(event)
        found += [_blow(event, hits, hit) for hit in hits if hit.source == hex_]
    return tuple(found)


def struck(forecast: Forecast, hexes: Collection[int]) -> list[tuple[Aim, ...]]:
    """Return what wounds each of these tiles in any case, or has it within reach then, for those with anything."""
    found = (prospect(forecast, hex_) for hex_ in hexes)
    return [aims for one in found if (aims := tuple(_together([*one.by, *one.taken, *one.threats])))]


def _together(aims: Collection[Aim]) -> list[Aim]:
    """Return aims with those of one tile at another one together."""
    found: dict[tuple[int, int], Aim] = {}
    for aim in aims:
        key = aim.source, aim.target
        before = found.get(key, aim._replace(wounds=0, phases=()))
        phases = (*before.phases, *(phase for phase in aim.phases if phase not in before.phases))
        found[key] = before._replace(wounds=before.wounds + aim.wounds, phases=phases)
    return list(found.values())


def _causes(event: ev.Wounds) -> dict[int, Cause]:
    """Return why tiles leave the board in a phase, by their hexes."""
    dying = _dying(event)
    absorbing = {attack.absorbed_by for attack in event.attacks}
    removed: dict[int, Cause] = {
        tile.hex: "wounds" if tile.hex in dying else "absorbs" if tile.hex in absorbing else "sacrifice"
        for tile in event.removed
    }
    return removed | {tile.hex: "toughness" for tile in event.fallen}


def _is_banner(forecast: Forecast, hex_: int) -> bool:
    tile = forecast.before.board[hex_]
    return tile is not None and tile.type.is_banner


def _ahead(forecast: Forecast, hex_: int) -> tuple[tuple[Aim, ...], tuple[Aim, ...]]:
    """Return what a tile has within reach, and what has it, once somebody has to choose; nothing where nobody has."""
    if forecast.decided:
        return (), ()
    reach = Reach(forecast.after, after=next((event.phase for event in reversed([*_rounds(forecast.events)])), None))
    return tuple(aim for aim in reach.by(hex_) if aim.wounds), reach.threats(hex_)


def _fate(forecast: Forecast, hex_: int) -> Fate:
    tile = forecast.before.board[hex_]
    assert tile is not None
    if _is_banner(forecast, hex_):
        low, high = forecast.hit_points[forecast.before.seats[tile.seat].team]
        surely, ever = not high, not low
    else:
        surely = hex_ in forecast.lost
        ever = surely or hex_ in forecast.perhaps
    if surely:
        return "falls"
    if not forecast.known:
        return "unknown"
    return "perhaps" if ever else "survives"


def _rounds(events: Iterable[ev.Event]) -> Iterator[ev.Wounds]:
    return (event for event in events if isinstance(event, ev.Wounds))


def _hits(event: ev.Wounds) -> list[Aim]:
    """Return what wounds whom in a phase, all attacks of one tile at another one together."""
    aims: dict[tuple[int, int], Aim] = {}
    for attack in event.attacks:
        if attack.wounds and attack.absorbed_by is None:
            key = POISON if attack.source is None else attack.source.hex, attack.target.hex
            before = aims.get(key, Aim(*key, 0, attack.kind, (event.phase,)))
            aims[key] = before._replace(wounds=before.wounds + attack.wounds)
    return list(aims.values())


def _dying(event: ev.Wounds) -> set[int]:
    """Return the hexes of the tiles that fall by wounds, not by giving themselves up or by absorbing."""
    spent = {attack.absorbed_by for attack in event.attacks}
    spent |= {attack.source.hex for attack in event.attacks if attack.kind == "strike" and attack.source is not None}
    return {tile.hex for tile in event.removed} - spent


def _blow(event: ev.Wounds, hits: list[Aim], hit: Aim) -> Blow:
    return Blow(hit, hit.target in _dying(event), sum(other.target == hit.target for other in hits) == 1)


def drawn(forecast: Forecast, about: Collection[int] | None = None) -> ev.Wounds:
    """Return all wounds of a battle or a charge that are certain as if they fell at once: pictures show them so.

    Crossed out is what falls in any case. With `about` only what these tiles deal and take is shown.
    """
    merged: dict[tuple[int, int], ev.Attack] = {}
    rounds = list(_rounds(forecast.events))
    for event in rounds:
        for attack in event.attacks:
            source = POISON if attack.source is None else attack.source.hex
            if not attack.wounds or attack.absorbed_by is not None:
                continue
            if about is None or source in about or attack.target.hex in about:
                key = source, attack.target.hex
                wounds = attack.wounds + (merged[key].wounds if key in merged else 0)
                merged[key] = ev.Attack(attack.source, attack.target, attack.kind, wounds, wounds, None, False)
    shown = None if about is None else {*about, *(target for _, target in merged)}
    lost = [hex_ for hex_ in forecast.lost if shown is None or hex_ in shown]
    return ev.Wounds(
        cause="charge" if any(event.cause == "charge" for event in rounds) else "phase",
        phase=BEGINNING,
        attacks=tuple(merged.values()),
        removed=tuple(_tile_at(forecast, hex_) for hex_ in lost),
        fallen=(),
        entrenchments=(),
        hit_points=forecast.after.hit_points,
    )


def _tile_at(forecast: Forecast, hex_: int) -> ev.TileAt:
    tile = forecast.before.board[hex_]
    assert tile is not None
    return ev.TileAt(hex_, tile.seat, tile.type.id)
