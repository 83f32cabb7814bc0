"""Palette images of Monolith Arena and the store that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cache, partial
from typing import Final

from PIL import Image

from games.monolith_arena.hexes import AXIAL, NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from render.canvas import Canvas
from render.monolith_arena.theme import PALETTE
from render.store import Store, version
from render.theme import PAGE, Colour

index_of: Final = PALETTE.index_of
new_plane: Final = PALETTE.new_plane
to_plane: Final = PALETTE.to_plane


@cache
def drawn_by() -> str:
    """The version of all drawings: tiles go by faction and id in their keys, so what is printed on them is in it."""
    tiles = [tile for home in FACTIONS for tile in faction(home).tiles]
    printed = [(replace(tile, name="", text=""), tile.turned, tile.period) for tile in tiles]
    return version("monolith_arena", (AXIAL, NAMES, printed))


STORE: Final = Store("monolith_arena", 12 << 20, PALETTE, drawn_by)
"""The store of all pictures: memory for what some dozens of matches show, however many are played."""


def part(key: Hashable, width: int, height: int, draw: Callable[[Canvas], None], ground: Colour = PAGE) -> Image.Image:
    """A piece of a picture as a plane, drawn once. Do not draw on it."""
    return STORE.plane(("part", key), partial(Canvas, width, height, ground), draw)
