"""One tile as a card: the tile large, and everything it does in words."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.monolith_arena.tiles import TileType, faction
from render.canvas import Cache, Canvas, wrap
from render.encode import png, to_plane
from render.monolith_arena import hexgrid, sprites
from render.monolith_arena.words import card_lines, kind_words
from render.theme import MUTED, PAGE, PANEL, TEXT

WIDTH: Final = 1000
_ZOOM: Final = 2
_SIZE: Final = 27.0
_LEADING: Final = 36

_cards: Cache[bytes] = Cache(128)


def _large(tile: TileType, worn: int) -> Image.Image:
    canvas = sprites.slot_canvas(zoom=_ZOOM)
    sprites.draw_tile(canvas, sprites.plain(tile, worn))
    return to_plane(canvas.done())


def draw_card(tile: TileType, *, worn: int = 0) -> bytes:
    """The PNG of a tile's card in a look, which is that of seat A by default; see `render.monolith_arena.look`."""
    return _cards.get((tile, worn), lambda: _card(tile, worn))


def _card(tile: TileType, worn: int) -> bytes:
    left = hexgrid.SLOT_WIDTH * _ZOOM + 36
    room = WIDTH - left - 24
    lines = [part for line in card_lines(tile) for part in [*wrap(line, _SIZE, room), ""]][:-1]
    height = max(hexgrid.SLOT_HEIGHT * _ZOOM + 40, 150 + sum(_LEADING if part else 14 for part in lines) + 20)
    canvas = Canvas(WIDTH, height, PAGE)
    canvas.pill((left - 20, 12, WIDTH - 8, height - 12), 18, PANEL)
    size = 46.0
    while len(wrap(tile.name, size, room, True)) > 1 and size > 32:
        size -= 1
    canvas.text(left, 50, tile.name, size, TEXT, bold=True, anchor="lm")
    canvas.text(left, 98, f"{faction(tile.faction).name}, {kind_words(tile)}", 25, MUTED, anchor="lm")
    y = 150.0
    for part in lines:
        canvas.text(left, y, part, _SIZE, TEXT, anchor="lm")
        y += _LEADING if part else 14
    plane = to_plane(canvas.done())
    plane.paste(_large(tile, worn), (6, (height - hexgrid.SLOT_HEIGHT * _ZOOM) // 2))
    return png(plane)
