"""Sheets: tiles side by side to choose from, symbols with what they mean, and one tile as a card.

A sheet is as wide as a board, so that its tiles are as large as those on the board, and it is laid together from parts
that are drawn once: no large canvas is ever needed. Longer words are handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render.canvas import Canvas, fitting, text_width, wrap
from render.encode import png
from render.labels import Labels
from render.monolith_arena import layout, slots, sprites
from render.monolith_arena.arrows import Outcome, draw_outcome
from render.monolith_arena.names import on_tile
from render.monolith_arena.theme import new_plane, part, style_of, to_plane
from render.store import Cache
from render.theme import MARK, MUTED, PAGE, PANEL, TEXT, lay

WIDTH: Final = 1000
ACROSS: Final = 5
"""Tiles side by side; as many as buttons in a row, so that a tile stands where its button stands."""
LEAST: Final = 18.0
"""The size below which no words are set: seven pixels on a telephone."""
PITCH: Final = 198
_EDGE: Final = (WIDTH - ACROSS * PITCH) // 2
TITLE: Final = 56
_TITLE_SIZE: Final = 34.0
CAPTION: Final = 68
CAPTION_SIZE: Final = 24.0
CAPTION_WIDTH: Final = PITCH - 18
_GAP: Final = 6
CELL: Final = layout.SLOT_HEIGHT + CAPTION + 8
"""The height of a tile with its caption."""
_HALF: Final = WIDTH // 2
_SYMBOL: Final = 194
"""The height of a symbol with its words."""
WORDS_SIZE: Final = 27.0
WORDS_WIDTH: Final = _HALF - 8 - layout.SLOT_WIDTH - 24
WORDS_HEIGHT: Final = _SYMBOL - 14
"""The room for what a symbol means."""
LEADING: Final = 1.22
"""The height of a line as a share of the size of its letters."""

_sheets: Cache[bytes] = Cache(2 << 20, len)


class Shown(NamedTuple):
    """A tile on a sheet."""

    tile: TileView
    caption: str
    chosen: bool = False
    """It is set off."""


class Group(NamedTuple):
    """Tiles below a title."""

    title: str
    tiles: tuple[Shown, ...]


class Symbol(NamedTuple):
    """A tile, or what came of an attack, and what is to be seen there."""

    shown: TileView | Outcome
    words: str


def fitted(text: str, size: float, width: float, height: float, bold: bool = False) -> tuple[float, list[str]]:
    """Return the text in lines that fit into a room, and the size of its letters.

    The largest from `size` down to `LEAST`.
    """
    while True:
        lines = wrap(text, size, width, bold)
        fits = len(lines) * size * LEADING <= height and all(text_width(line, size, bold) <= width for line in lines)
        if fits or size <= LEAST:
            return size, lines
        size -= 0.5


def _put_lines(
    canvas: Canvas, x: float, y: float, size: float, lines: Sequence[str], *, bold: bool = False, anchor: str = "mm"
) -> None:
    """Draw lines of text with their middle at height `y`."""
    for n, line in enumerate(lines):
        at = y + (n - (len(lines) - 1) / 2) * size * LEADING
        canvas.text(x, at, line, size, TEXT, bold=bold, anchor=anchor)


def _draw_title(canvas: Canvas, text: str) -> None:
    size, (line, *_) = fitted(text, _TITLE_SIZE, WIDTH - 40, _TITLE_SIZE * LEADING, True)
    canvas.text(20, TITLE / 2 + 4, line, size, TEXT, bold=True, anchor="lm")


def _draw_cell(canvas: Canvas, caption: str, chosen: bool) -> None:
    """Draw what lies below a tile, and its caption."""
    width, height = PITCH - 4, CELL - 4
    canvas.pill((0, 0, width, height), 14, MARK if chosen else PANEL)
    if chosen:
        canvas.pill((5, 5, width - 5, height - 5), 10, PANEL)
    size, lines = fitted(caption, CAPTION_SIZE, CAPTION_WIDTH, CAPTION)
    _put_lines(canvas, width / 2, layout.SLOT_HEIGHT + CAPTION / 2 + 2, size, lines)


def _draw_symbol(canvas: Canvas, symbol: Symbol) -> None:
    """Draw the ground and the words of a symbol, and the sign that is no tile."""
    width, height = _HALF - 8, _SYMBOL - 6
    canvas.pill((0, 0, width, height), 16, PANEL)
    if isinstance(symbol.shown, Outcome):
        middle = layout.SLOT_WIDTH / 2 + 2, height / 2
        canvas.disc(*middle, 44, PAGE)
        draw_outcome(canvas.moved(*middle), symbol.shown)
    size, lines = fitted(symbol.words, WORDS_SIZE, WORDS_WIDTH, WORDS_HEIGHT)
    _put_lines(canvas, layout.SLOT_WIDTH + 12, height / 2, size, lines, anchor="lm")


def _put_tile(plane: Image.Image, tile: TileView, labels: Labels, x: int, y: int) -> None:
    """Draw a tile on a ground that is no page: nothing of what lies around it covers the ground."""
    lay(plane, sprites.tile_plane(tile, on_tile(tile.type, labels)), x, y, slots.TILE_MASK)


def _put_title(plane: Image.Image, text: str, top: int) -> None:
    lay(plane, part(("sheet", "title", text), WIDTH, TITLE, partial(_draw_title, text=text)), 0, top)


def tiles_height(groups: Sequence[Group]) -> int:
    """Return how high a sheet of these tiles is."""
    return sum(TITLE + -(-len(group.tiles) // ACROSS) * CELL for group in groups) + _GAP


def draw_tiles(groups: tuple[Group, ...], labels: Labels) -> bytes:
    """Return the PNG of tiles in groups, five a row, each with its caption."""
    return _sheets.get(("tiles", groups, labels), lambda: _tiles(groups, labels))


def _tiles(groups: tuple[Group, ...], labels: Labels) -> bytes:
    plane = new_plane(WIDTH, tiles_height(groups), PAGE)
    top = 0
    for group in groups:
        _put_title(plane, group.title, top)
        top += TITLE
        for n, shown in enumerate(group.tiles):
            left, high = _EDGE + n % ACROSS * PITCH + 2, top + n // ACROSS * CELL
            draw = partial(_draw_cell, caption=shown.caption, chosen=shown.chosen)
            key = "sheet", "tile", shown.caption, shown.chosen
            lay(plane, part(key, PITCH - 4, CELL - 4, draw), left, high)
            middle = left + (PITCH - 4) // 2
            _put_tile(plane, shown.tile, labels, middle - layout.SLOT_WIDTH // 2, high + 6)
        top += -(-len(group.tiles) // ACROSS) * CELL
    return png(plane)


def draw_symbols(title: str, symbols: tuple[Symbol, ...], labels: Labels) -> bytes:
    """Return the PNG of symbols in two columns, each with its words beside it."""
    return _sheets.get(("symbols", title, symbols, labels), lambda: _symbols(title, symbols, labels))


def _symbols(title: str, symbols: tuple[Symbol, ...], labels: Labels) -> bytes:
    plane = new_plane(WIDTH, TITLE + -(-len(symbols) // 2) * _SYMBOL + _GAP, PAGE)
    _put_title(plane, title, 0)
    for n, symbol in enumerate(symbols):
        left, top = n % 2 * _HALF + 4, TITLE + n // 2 * _SYMBOL
        sign = symbol.shown if isinstance(symbol.shown, Outcome) else None
        key = "sheet", "symbol", sign, symbol.words
        lay(plane, part(key, _HALF - 8, _SYMBOL - 6, partial(_draw_symbol, symbol=symbol)), left, top)
        if isinstance(symbol.shown, TileView):
            _put_tile(plane, symbol.shown, labels, left + 2, top + 4)
    return png(plane)


CARD_WIDTH: Final = 1000
_ZOOM: Final = 2
_SIZE: Final = 27.0
_LEADING: Final = 36

_cards: Cache[bytes] = Cache(128)


def _large(tile: TileType, style: int, name: str) -> Image.Image:
    canvas = sprites.slot_canvas(zoom=_ZOOM)
    sprites.draw_tile(canvas, TileView.printed(style, tile), name)
    return to_plane(canvas.done())


def draw_card(tile: TileType, labels: Labels, kind: str, printed: tuple[str, ...], *, light: bool = True) -> bytes:
    """Return the PNG of a tile's card on a light or a dark ground.

    `kind` stands below its name, `printed` is all that is printed on it, one subject a line.
    """
    style = style_of(tile.faction, light)
    return _cards.get((tile, labels, kind, printed, style), lambda: _card(tile, labels, kind, printed, style))


def _card(tile: TileType, labels: Labels, kind: str, printed: tuple[str, ...], style: int) -> bytes:
    left = layout.SLOT_WIDTH * _ZOOM + 36
    room = CARD_WIDTH - left - 24
    lines = [row for line in printed for row in [*wrap(line, _SIZE, room), ""]][:-1]
    height = max(layout.SLOT_HEIGHT * _ZOOM + 40, 150 + sum(_LEADING if row else 14 for row in lines) + 20)
    canvas = Canvas(CARD_WIDTH, height, PAGE)
    canvas.pill((left - 20, 12, CARD_WIDTH - 8, height - 12), 18, PANEL)
    name = labels(tile.title)
    canvas.text(left, 50, name, fitting(name, 46, room, True, 1), TEXT, bold=True, anchor="lm")
    canvas.text(left, 98, kind, fitting(kind, 25, room), MUTED, anchor="lm")
    y = 150.0
    for row in lines:
        canvas.text(left, y, row, _SIZE, TEXT, anchor="lm")
        y += _LEADING if row else 14
    plane = to_plane(canvas.done())
    plane.paste(_large(tile, style, on_tile(tile, labels)), (6, (height - layout.SLOT_HEIGHT * _ZOOM) // 2))
    return png(plane)
