"""The words of Monolith Arena that everything else is said with: players, tiles, hexes, facings, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from games.monolith_arena import events as ev
from games.monolith_arena.hexes import DIRECTIONS, NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import TileView, View

Names = Mapping[int, str]

MORE: Final = 8
"""Lists of things name so many of them at most."""
YOU: Final = "you"
"""A name that is spoken to: "your Pikeman" instead of "you's Pikeman"."""

FEATURE_WORDS: Final = {"maneuver": "Maneuver", "rotation": "Rotation", "teleport": "Teleport", "charge": "Charge"}
FEATURE_DOES: Final = {
    "maneuver": "Moves one hex and may turn",
    "rotation": "Turns to any side",
    "teleport": "Moves to any empty hex and may turn",
    "charge": "A cavalry champion charges; that ends the turn",
}


@cache
def _tile_names() -> dict[str, str]:
    return {t.id: t.name for f in FACTIONS for t in faction(f).tiles} | FEATURE_WORDS


@cache
def _period(tile: str) -> int:
    """In how many facings a tile of that id can differ, whatever its faction."""
    return max((faction(f).by_id[tile].period for f in FACTIONS if tile in faction(f).by_id), default=1)


def tile_name(tile: str) -> str:
    """The name of a tile by its id, which means the same in all factions; features by theirs."""
    return _tile_names().get(tile, tile)


def faction_name(faction_id: str) -> str:
    """The name of a faction."""
    return faction(faction_id).name


def hex_name(hex_: int) -> str:
    """The name of a hex."""
    return NAMES[hex_]


def facing_word(tile: str, facing: int) -> str:
    """A facing, or nothing for tiles that look the same in all of them."""
    period = _period(tile)
    return DIRECTIONS[facing % period] if period > 1 else ""


def seat_letter(seat: int) -> str:
    """The letter of a seat, as on the pictures."""
    return "ABCDEFGH"[seat]


def player(names: Names, seat: int) -> str:
    """How a player is called."""
    return names.get(seat) or seat_letter(seat)


def possessive(names: Names, seat: int) -> str:
    """Whose something is (``Anna's``)."""
    name = player(names, seat)
    return "your" if name == YOU else f"{name}'s"


def whose(names: Names, tile: ev.TileAt, actor: int) -> str:
    """A tile where it stood; whose it is only where it is not the actor's own."""
    what = f"{tile_name(tile.tile)} {NAMES[tile.hex]}"
    return what if tile.seat == actor else f"{possessive(names, tile.seat)} {what}"


def tile_at(view: View, hex_: int) -> str:
    """What stands on a hex (``Knight C4``)."""
    tile = view.board[hex_]
    return NAMES[hex_] if tile is None else f"{tile.type.name} {NAMES[hex_]}"


def place_word(tile: TileView, hex_: int) -> str:
    """A tile somewhere, with its facing (``Pikeman C3 NE``)."""
    facing = DIRECTIONS[tile.facing % tile.type.period] if tile.type.period > 1 else ""
    return f"{tile.type.name} {NAMES[hex_]} {facing}".strip()


def listed(parts: Sequence[str], last: str = "and") -> str:
    """The parts as an enumeration (``a, b and c``)."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def several(parts: Iterable[str], most: int = MORE) -> str:
    """The parts as an enumeration that stays short."""
    found = list(parts)
    if len(found) <= most:
        return listed(found)
    return f"{', '.join(found[: most - 1])} and {len(found) - most + 1} more"
