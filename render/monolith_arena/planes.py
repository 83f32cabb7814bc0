"""Palette images of Monolith Arena and the store that keeps them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.monolith_arena.hexes import AXIAL, NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from render.monolith_arena.theme import PALETTE
from render.store import Store
from render.theme import PAGE

index_of: Final = PALETTE.index_of
new_plane: Final = PALETTE.new_plane
to_plane: Final = PALETTE.to_plane


def _printed() -> object:
    """Return what is printed on tiles, which go by faction and id in the keys of drawings."""
    tiles = [tile for home in FACTIONS for tile in faction(home).tiles]
    return AXIAL, NAMES, [(replace(tile, name="", text=""), tile.turned, tile.period) for tile in tiles]


STORE: Final = Store("monolith_arena", 12 << 20, PALETTE, PAGE, _printed)
"""The store of all pictures: memory for what some dozens of matches show, however many are played."""
part: Final = STORE.part
