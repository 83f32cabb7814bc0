"""What everything is called: players, tiles, factions, orders, features, hexes, facings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from bot.texts.names import Names, letter, player
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import DIRECTIONS, NAMES
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import TileView, View

MORE: Final = 8
"""Lists of things name so many of them at most."""

FEATURES: Final[Mapping[str, Message]] = {
    "maneuver": Message.term("feature", "Maneuver"),
    "rotation": Message.term("feature", "Rotation"),
    "teleport": Message.term("feature", "Teleport"),
    "charge": Message.term("feature", "Charge"),
}


@cache
def _kinds() -> Mapping[str, TileType]:
    """Return a tile of each id, which means the same in all factions."""
    return {t.id: t for f in FACTIONS for t in faction(f).tiles}


@cache
def _period(tile: str) -> int:
    """Return the number of facings in which a tile of that id can differ, whatever its faction."""
    return max((faction(f).by_id[tile].period for f in FACTIONS if tile in faction(f).by_id), default=1)


def tile_name(say: Phrases, tile: str) -> str:
    """Return the name of a tile by its id; the id itself where there is none."""
    kind = _kinds().get(tile)
    return tile if kind is None else say.message(kind.title)


def order_name(say: Phrases, verb: str) -> str:
    """Return the name of an order, or of anything else that an action does, by its verb."""
    return say.message(VERBS[verb].title)


def feature_name(say: Phrases, token: str) -> str:
    """Return the name of a feature by its token, with or without who grants it (``maneuver@D3``)."""
    return say.message(FEATURES[token.partition("@")[0]])


def letters(seats: Iterable[int]) -> str:
    """Return a team by its letters (``A+B``)."""
    return "+".join(letter(seat) for seat in seats)


def seat_title(say: Phrases, view: View, seat: int) -> str:
    """Return letter and faction of a seat."""
    home = view.seats[seat].faction
    return letter(seat) if home is None else f"{letter(seat)}, {say.message(home.title)}"


def at(say: Phrases, tile: ev.TileAt) -> str:
    """Return a tile of an event and its hex (``Pikeman C4``)."""
    return f"{tile_name(say, tile.tile)} {NAMES[tile.hex]}"


def whose(say: Phrases, names: Names, tile: ev.TileAt, actor: int) -> str:
    """Return a tile where it stood; whose it is only where it is not the actor's own."""
    text = at(say, tile)
    return text if tile.seat == actor else f"{text} ({player(names, tile.seat)})"


def facing_of(tile: str, facing: int) -> str:
    """Return a facing, or nothing for tiles that look the same in all of them."""
    period = _period(tile)
    return DIRECTIONS[facing % period] if period > 1 else ""


def place(hex_: int, tile: str, facing: int) -> str:
    """Return a hex with the facing of the tile of that id (``C3 NE``)."""
    return f"{NAMES[hex_]} {facing_of(tile, facing)}".rstrip()


def tile_at(say: Phrases, view: View, hex_: int) -> str:
    """Return what stands on a hex (``Knight C4``), whosever it is."""
    tile = view.board[hex_]
    return NAMES[hex_] if tile is None else f"{say.message(tile.type.title)} {NAMES[hex_]}"


def tile_on(say: Phrases, view: View, hex_: int) -> str:
    """Return what stands on a hex, and whose it is where that needs saying (``Knight C4 (B)``)."""
    tile, named = view.board[hex_], tile_at(say, view, hex_)
    return named if tile is None else owned(view, tile.seat, named)


def owned(view: View, seat: int, text: str) -> str:
    """Return a tile with the letter of its seat, where it is not the reader's and more than two play."""
    return text if seat == view.reader or len(view.seats) < 3 else f"{text} ({letter(seat)})"


def standing_so(say: Phrases, tile: TileView, hex_: int) -> str:
    """Return a tile somewhere, with its facing (``Pikeman C3 NE``)."""
    return f"{say.message(tile.type.title)} {place(hex_, tile.type.id, tile.facing)}"


def counted(say: Phrases, tiles: Iterable[TileType]) -> list[tuple[TileType, str]]:
    """Return each kind of tile once, with a label that says how many there are (``Knight ×2``)."""
    numbers: dict[TileType, int] = {}
    for tile in tiles:
        numbers[tile] = numbers.get(tile, 0) + 1
    return [(t, say.message(t.title) if n == 1 else f"{say.message(t.title)} ×{n}") for t, n in numbers.items()]


def several(say: Phrases, parts: Iterable[str], most: int = MORE) -> str:
    """Return the parts as an enumeration that stays short."""
    things = list(parts)
    if len(things) <= most:
        return say.every(things)
    shown = ", ".join(things[: most - 1])
    return say.plural("{things} and {count} more", "{things} and {count} more", len(things) - most + 1, things=shown)


def kinds(say: Phrases, tiles: Sequence[TileType], most: int) -> str:
    """Return tiles with each kind once, as an enumeration of so many parts; of the others how many tiles they are."""
    labels = counted(say, tiles)
    if len(labels) <= most:
        return say.every(label for _, label in labels)
    named = labels[: most - 1]
    left = len(tiles) - sum(tile in {kind for kind, _ in named} for tile in tiles)
    shown = ", ".join(label for _, label in named)
    return say.plural("{things} and {count} more tile", "{things} and {count} more tiles", left, things=shown)


def hexes(say: Phrases, numbers: Sequence[int]) -> str:
    """Return hexes as an enumeration."""
    return say.every(NAMES[hex_] for hex_ in numbers)
