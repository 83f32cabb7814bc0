"""Battles, shots, fires and charges in words, one sentence a phase: who hit whom, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.monolith_arena.texts.words import hex_name, several, tile_name
from games.monolith_arena import events as ev
from games.monolith_arena.tiles import FACTIONS, faction

LINES: Final = 12
"""How many hits of one phase are told one by one."""
_HEADS: Final = {"fire": "Fire Concoction", "shoot": "Precise Shot", "charge": "Charge"}
_BANNERS: Final = frozenset(t.id for f in FACTIONS for t in faction(f).tiles if t.is_banner)
_STRIKERS: Final = frozenset(t.id for f in FACTIONS for t in faction(f).tiles if any(t.strike))
"""Tiles that give themselves up when they strike (R9.1)."""


def at(tile: ev.TileAt) -> str:
    """A tile and its hex."""
    return f"{tile_name(tile.tile)} {hex_name(tile.hex)}"


def wounds(event: ev.Wounds) -> list[str]:
    """Everything that happened at once, in one sentence; nothing where nothing happened."""
    by_target: dict[int, list[ev.Attack]] = {}
    for attack in event.attacks:
        by_target.setdefault(attack.target.hex, []).append(attack)
    parts = [_hits(event, attacks) for attacks in by_target.values()]
    if len(parts) > LINES:
        parts = [*parts[: LINES - 1], f"{len(parts) - LINES + 1} more hits"]
    if used := _used_up(event):
        parts.append(f"{several(at(t) for t in used)} used up")
    parts += [f"{several(at(t) for t in gone)} {what}" for gone, what in _rest(event, set(by_target)) if gone]
    return [f"{_head(event)}: {', '.join(parts)}"] if parts else []


def _head(event: ev.Wounds) -> str:
    if event.cause != "phase":
        return _HEADS[event.cause]
    return "Beginning" if event.phase < 0 else f"Phase {event.phase}"


def _hits(event: ev.Wounds, attacks: Sequence[ev.Attack]) -> str:
    """All that hit one tile, and what it did to it."""
    sources = [_source(attack) for attack in attacks]
    by = several(s for s in sources if s)
    target = at(attacks[0].target)
    hits = f"{by} {'hit' if len([s for s in sources if s]) > 1 else 'hits'} {target}" if by else target
    fate = _fate(event, attacks)
    return f"{hits} ({fate})" if fate else hits


def _source(attack: ev.Attack) -> str:
    if attack.source is not None:
        return at(attack.source)
    return "poison" if attack.kind == "poison" else ""


def _fate(event: ev.Wounds, attacks: Sequence[ev.Attack]) -> str:
    target = attacks[0].target
    found = []
    runes = list(dict.fromkeys(a.absorbed_by for a in attacks if a.absorbed_by is not None))
    if runes:
        every = all(a.absorbed_by is not None for a in attacks)
        found.append(f"{'' if every else 'partly '}absorbed by {several(hex_name(r) for r in runes)}")
    left = sum(a.wounds for a in attacks if a.absorbed_by is None)
    blocked = sum(1 for a in attacks if a.absorbed_by is None and not a.wounds)
    if target in event.removed and target not in _used_up(event):
        found.append("dies")
    elif target in event.entrenchments:
        found.append("loses its entrenchment" + (f", {_count(left - 1, target)}" if left > 1 else ""))
    elif left:
        found.append(_count(left, target))
    elif blocked:
        found.append("stopped by armor")
    if markers := sum(a.poisons for a in attacks):
        found.append("poisoned" if markers == 1 else f"poisoned, {markers} markers")
    return ", ".join(found)


def _count(number: int, target: ev.TileAt) -> str:
    if target.tile in _BANNERS:
        return f"loses {number} hit point{'s' * (number > 1)}"
    return f"{number} wound{'s' * (number > 1)}"


def _used_up(event: ev.Wounds) -> list[ev.TileAt]:
    """The runes that absorbed something."""
    runes = {attack.absorbed_by for attack in event.attacks}
    return [tile for tile in event.removed if tile.hex in runes]


def _rest(event: ev.Wounds, told: set[int]) -> list[tuple[list[ev.TileAt], str]]:
    used = _used_up(event)
    silent = [t for t in event.removed if t.hex not in told and t not in used]
    sources = {a.source.hex for a in event.attacks if a.source is not None}
    strikers = [t for t in silent if t.hex in sources or t.tile in _STRIKERS]
    return [
        (strikers, "gone with its strike"),
        ([t for t in silent if t not in strikers], "removed"),
        (list(event.fallen), "died of lost toughness"),
        ([t for t in event.entrenchments if t.hex not in told], "lost its entrenchment"),
    ]
