"""Many heroes in one picture that is seen small: what each is called, its stamina, the names of what it can do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from render.arena_of_heroes import signs
from render.arena_of_heroes.cards import GAP, Tile, art, style
from render.arena_of_heroes.planes import WIDTH, part
from render.arena_of_heroes.theme import BOARD, JOINT, NIGHT, PALETTE
from render.canvas import Canvas, wrap
from render.encode import png
from render.panel import ROUND, draw_title, title_lines
from render.store import Cache
from render.theme import TEXT, lay

COLUMNS: Final = 4
WIDE: Final = (WIDTH - GAP) // COLUMNS - GAP
_ART: Final = 92
"""The height of the picture of a hero."""
_NAME: Final = 29.0
_LINE: Final = 32
"""The size of a name, and what a line of it takes."""
_HEART: Final = 13
_WORDS: Final = 25.0
_LEADING: Final = 28
"""The size of the names of abilities, and what a line of them takes."""
_MARGIN: Final = 12

_galleries: Final[Cache[bytes]] = Cache(32)


class Gallery(NamedTuple):
    """Heroes to choose from in the place of the board; of each `Tile.lines` only the heads are shown."""

    tiles: tuple[Tile, ...]


def draw_gallery(tiles: Sequence[Tile]) -> bytes:
    """Return the PNG of heroes, four in a line and all as high as the highest. Raises `ValueError` for none."""
    if not tiles:
        raise ValueError("a gallery needs at least one hero")
    return _galleries.get(tuple(tiles), lambda: _gallery(tiles))


def _gallery(tiles: Sequence[Tile]) -> bytes:
    high = max(map(height, tiles))
    rows = -(-len(tiles) // COLUMNS)
    plane = PALETTE.new_plane(WIDTH, rows * (high + GAP) + GAP, NIGHT)
    for n, tile in enumerate(tiles):
        row, column = divmod(n, COLUMNS)
        drawn = part(("gallery", tile, high), WIDE, high, partial(_draw, tile=tile, high=high))
        lay(plane, drawn, GAP + column * (WIDE + GAP), GAP + row * (high + GAP))
    return png(plane)


def height(tile: Tile) -> int:
    """Return how high a hero must be."""
    names, words = _lines(tile)
    return _ART + _LINE * len(names) + 2 * _HEART + _LEADING * len(words) + 4 * _MARGIN


def _lines(tile: Tile) -> tuple[list[str], list[str]]:
    """Return the lines of the name, and of the abilities."""
    room = WIDE - 2 * _MARGIN
    words = [line for printed in tile.lines for line in wrap(printed.head, _WORDS, room)]
    return title_lines(tile.name, _NAME, room), words


def _draw(canvas: Canvas, tile: Tile, high: int) -> None:
    """Draw a hero at the origin: its picture, and below that its words."""
    frame, ground, rays = style(tile)
    canvas.pill((0, 0, WIDE, high), ROUND + 4, JOINT)
    canvas.pill((2, 2, WIDE - 2, high - 2), ROUND + 2, frame)
    canvas.pill((7, 7, WIDE - 7, high - 7), ROUND - 3, BOARD)
    art(canvas, tile, (7, 7, WIDE - 7, 7 + _ART), ground, rays, frame)
    names, words = _lines(tile)
    y = 7.0 + _ART + _MARGIN
    for line in names:
        draw_title(canvas, WIDE / 2, y + _LINE / 2, line, _NAME, WIDE - 2 * _MARGIN, frame)
        y += _LINE
    y += _HEART + _MARGIN / 2
    for n in range(tile.stamina):
        signs.heart(canvas, WIDE / 2 + (2 * n + 1 - tile.stamina) * (_HEART + 1.5), y, _HEART, True)
    y += _HEART + _MARGIN / 2
    for line in words:
        canvas.text(WIDE / 2, y + _LEADING / 2, line, _WORDS, TEXT, anchor="mm")
        y += _LEADING
