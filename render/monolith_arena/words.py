"""Tiles in words: names, cards and the short form of a tile on the board."""

from __future__ import annotations

from typing import Final

from games.monolith_arena.hexes import DIRECTIONS
from games.monolith_arena.tiles import TileType, faction
from games.monolith_arena.view import TileView

EDGES: Final = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")
"""The six edges of an upright tile, clockwise."""

BEFORE: Final = {
    "factions": "Choosing factions",
    "monoliths": "Filling monoliths",
    "banners": "Placing banners",
}
"""What happens in the stages before the first turn."""

FEATURES: Final = {
    "maneuver": "Maneuver: once a turn it moves one hex and may turn.",
    "rotation": "Rotation: once a turn it turns to any side.",
    "teleport": "Teleport: once a turn it moves to any empty hex and may turn.",
    "cavalry": "Cavalry: it may be used for a charge.",
    "venom": "Venom: whoever survives a wound from it is poisoned.",
    "boundless": "Boundless: works for all tiles of its side on the board.",
    "assassination": "Assassination: strikes any enemy tile, whatever the distance.",
    "transformation": "Transformation: may replace an enemy tile when played.",
}
"""What each feature means, by its name in `TileType`."""


def tile_name(tile: TileType) -> str:
    """The name of a tile for people."""
    return tile.name


def kind_words(tile: TileType) -> str:
    """The kind of a tile and how many there are, such as ``champion, 3 of 35``."""
    return f"{tile.kind}, {tile.count} of {sum(t.count for t in faction(tile.faction).tiles)}"


def listed(parts: list[str], last: str = "and") -> str:
    """The parts as an enumeration: ``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else ""


def _edges(values: tuple[int, ...]) -> str:
    if all(values) and len(set(values)) == 1:
        return f"{values[0]} on all edges"
    return ", ".join(f"{n} {EDGES[e]}" for e, n in enumerate(values) if n)


def _sides(values: tuple[int, ...]) -> str:
    return "all edges" if all(values) else listed([EDGES[e] for e, n in enumerate(values) if n])


def card_lines(tile: TileType) -> list[str]:
    """What is printed on a tile, one subject a line."""
    lines = []
    if tile.initiative:
        lines.append("Initiative " + listed([str(n) for n in tile.initiative]) + ".")
    if any(tile.melee):
        lines.append(f"Melee: {_edges(tile.melee)}.")
    if any(tile.ranged):
        lines.append(f"Ranged: {_edges(tile.ranged)}.")
    if any(tile.armor):
        lines.append(f"Armor: {_sides(tile.armor)}.")
    if any(tile.net):
        lines.append(f"Net: {_sides(tile.net)}.")
    if any(tile.strike):
        lines.append(f"Lightning: {_sides(tile.strike)}.")
    if any(tile.path):
        lines.append(f"Connects at: {_sides(tile.path)}.")
    if tile.toughness:
        lines.append(f"Toughness {tile.toughness}: it takes {1 + tile.toughness} wounds to remove it.")
    lines += [text for name, text in FEATURES.items() if getattr(tile, name)]
    if tile.text:
        lines.append(tile.text)
    return lines


def card_words(tile: TileType) -> str:
    """A whole card in words: name, faction, kind and all that is printed on the tile."""
    head = f"{tile.name} ({faction(tile.faction).name}, {kind_words(tile)})"
    return "\n".join([head, *card_lines(tile)])


def facing(view: TileView) -> str:
    """The direction of the tile's top edge, empty for a tile that looks the same in all facings."""
    return DIRECTIONS[view.facing % view.type.period] if view.type.period > 1 else ""


def conditions(view: TileView) -> list[str]:
    """The short words for everything that a tile carries: ``2w`` wounds, ``1p`` poison and so on."""
    found = []
    if view.wounds:
        found.append(f"{view.wounds}w")
    if view.poison:
        found.append(f"{view.poison}p")
    found += [word for word in ("netted", "disarmed", "entrenched") if getattr(view, word)]
    if view.token:
        found.append("token")
    return found


def changes(view: TileView) -> list[str]:
    """What differs from the printed tile because of runes and banners."""
    found = []
    if view.initiative != view.type.initiative:
        found.append("initiative " + ("/".join(map(str, view.initiative)) or "none"))
    if view.melee_bonus and any(view.type.melee):
        found.append(f"melee {view.melee_bonus:+}")
    if view.ranged_bonus and any(view.type.ranged):
        found.append(f"ranged {view.ranged_bonus:+}")
    if not view.type.is_banner and view.hit_points != 1 + view.type.toughness:
        found.append(f"{view.hit_points} hit points")
    if view.venomous and not view.type.venom:
        found.append("venomous")
    return found


def short(view: TileView, name: str | None = None, terse: bool = False) -> str:
    """A tile on the board without seat and hex: ``Pikeman NE 1w``.

    `terse` cuts the words of its state to three letters.
    """
    states = [word[:3] if terse else word for word in conditions(view)]
    return " ".join(part for part in (name or view.type.name, facing(view), *states) if part)
