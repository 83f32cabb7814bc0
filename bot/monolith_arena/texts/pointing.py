"""What the edges of a tile do as it stands, direction by direction, with all that runes and banners add."""

from __future__ import annotations

from collections.abc import Iterable

from bot.texts.phrases import Phrases
from games.monolith_arena.hexes import DIRECTIONS
from games.monolith_arena.view import TileView


def edges(say: Phrases, tile: TileView) -> list[str]:
    """Initiative, attacks, armor, nets and paths, each with the directions in which they point now."""
    sides = tile.type.turned[tile.facing % 6]
    found = []
    if tile.initiative:
        found.append(say("initiative {phases}", phases="/".join(map(str, tile.initiative))))
    if sides.melee:
        found.append(say("melee {directions}", directions=_strengths(sides.melee, tile.melee_bonus)))
    if sides.ranged:
        found.append(say("ranged {directions}", directions=_strengths(sides.ranged, tile.ranged_bonus)))
    armored = [direction for direction, armor in enumerate(sides.armor) if armor]
    if armored:
        found.append(say("armor {directions}", directions=_directions(armored)))
    if sides.nets:
        found.append(say("net {directions}", directions=_directions(sides.nets)))
    if sides.strikes:
        found.append(say("lightning {directions}", directions=_directions(sides.strikes)))
    if sides.paths and tile.type.gifts is not None and len(sides.paths) < 6:
        found.append(say("connects {directions}", directions=_directions(sides.paths)))
    if not tile.type.is_banner:
        found.append(say.plural("{count} hit point", "{count} hit points", tile.hit_points))
    return found


def _strengths(attacks: Iterable[tuple[int, int]], bonus: int) -> str:
    """Directions with the strength where that is not 1 (``N, NE 2``)."""
    return " ".join(
        DIRECTIONS[direction] if printed + bonus == 1 else f"{DIRECTIONS[direction]}×{printed + bonus}"
        for direction, printed in attacks
    )


def _directions(found: Iterable[int]) -> str:
    return " ".join(DIRECTIONS[direction] for direction in found)
