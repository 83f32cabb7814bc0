"""One tile as a card: the tile large, and everything it does in words."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.monolith_arena.tiles import TileType
from render.cache import Cache
from render.canvas import Canvas
from render.encode import png
from render.fitting import fitting, wrap
from render.labels import Labels
from render.monolith_arena import hexgrid, sprites
from render.monolith_arena.names import on_tile
from render.monolith_arena.planes import to_plane
from render.theme import MUTED, PAGE, PANEL, TEXT

WIDTH: Final = 1000
_ZOOM: Final = 2
_SIZE: Final = 27.0
_LEADING: Final = 36

_cards: Cache[bytes] = Cache(128)


def _large(tile: TileType, style: int, name: str) -> Image.Image:
    canvas = sprites.slot_canvas(zoom=_ZOOM)
    sprites.draw_tile(canvas, sprites.plain(tile, style), name)
    return to_plane(canvas.done())


def draw_card(tile: TileType, labels: Labels, kind: str, printed: tuple[str, ...], *, style: int = 0) -> bytes:
    """Return the PNG of a tile's card in the style of a seat, by default that of seat A; see `seat_styles`.

    `kind` stands below its name, `printed` is all that is printed on it, one subject a line.
    """
    return _cards.get((tile, labels, kind, printed, style), lambda: _card(tile, labels, kind, printed, style))


def _card(tile: TileType, labels: Labels, kind: str, printed: tuple[str, ...], style: int) -> bytes:
    left = hexgrid.SLOT_WIDTH * _ZOOM + 36
    room = WIDTH - left - 24
    lines = [part for line in printed for part in [*wrap(line, _SIZE, room), ""]][:-1]
    height = max(hexgrid.SLOT_HEIGHT * _ZOOM + 40, 150 + sum(_LEADING if part else 14 for part in lines) + 20)
    canvas = Canvas(WIDTH, height, PAGE)
    canvas.pill((left - 20, 12, WIDTH - 8, height - 12), 18, PANEL)
    name = labels(tile.title)
    canvas.text(left, 50, name, fitting(name, 46, room, True, 1), TEXT, bold=True, anchor="lm")
    canvas.text(left, 98, kind, fitting(kind, 25, room), MUTED, anchor="lm")
    y = 150.0
    for part in lines:
        canvas.text(left, y, part, _SIZE, TEXT, anchor="lm")
        y += _LEADING if part else 14
    plane = to_plane(canvas.done())
    plane.paste(_large(tile, style, on_tile(tile, labels)), (6, (height - hexgrid.SLOT_HEIGHT * _ZOOM) // 2))
    return png(plane)
