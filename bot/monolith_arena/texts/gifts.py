"""What a rune changes for the tiles that it serves, in words (R7.11 to R7.16, R8.1)."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.texts.card import STATES
from bot.monolith_arena.texts.names import feature_name, several, tile_on
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.reach import Gift, Reach, given
from games.monolith_arena.tiles import Gifts
from games.monolith_arena.view import TileView, View

GIFTS: Final = 6
"""So many tiles are named for which a rune changes something."""
_GIVEN: Final = {
    "venom": Message.term("state", "venomous"),
    "penetration": Message.term("state", "shots go through"),
    "regeneration": Message.term("state", "wounds absorbed"),
    "disarm": STATES["disarmed"],
}
"""What some gifts are for the tile that gets them."""


def gifts(say: Phrases, view: View, hex_: int) -> str:
    """Return what the rune on a hex changes for which tiles, as the board stands there; nothing for other tiles.

    A Rune of Charge is used by itself, and changes no tile (R10.7, R11.3).
    """
    giver = view.board[hex_]
    if giver is None or giver.type.gifts is None or giver.type.gifts.charge or giver.type.is_banner:
        return ""
    changed = [_gift(say, view, giver.type.gifts, gift) for gift in given(Reach(view), hex_)]
    if not changed:
        return say("It changes nothing for any other tile there.")
    return say("It changes: {tiles}.", tiles=several(say, changed, GIFTS))


def _gift(say: Phrases, view: View, gives: Gifts, gift: Gift) -> str:
    """Return a tile with what it has because of a rune (``Pikeman C3 (melee +1)``)."""
    tile = view.board[gift.hex]
    assert tile is not None
    words = dict.fromkeys(_gained(say, gives, tile, name) for name in gift.names)
    return f"{tile_on(say, view, gift.hex)} ({', '.join(words)})"


def _gained(say: Phrases, gives: Gifts, tile: TileView, name: str) -> str:
    """Return what a tile has by a gift: what that adds to its attacks, its new number of others, what it can do."""
    if name == "melee":
        return say("melee {bonus}", bonus=f"{gives.melee:+}")
    if name == "ranged":
        return say("ranged {bonus}", bonus=f"{gives.ranged:+}")
    if name in ("initiative", "extra_attack"):
        return say("initiative {phases}", phases="/".join(map(str, tile.initiative)))
    if name == "toughness":
        return say.plural("{count} hit point", "{count} hit points", tile.hit_points)
    return say.message(_GIVEN[name]) if name in _GIVEN else feature_name(say, name)
