"""The panel below a board: the reader's own reserve, and what lies in their own monolith."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from games.messages import Message
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View, plays_in
from render.canvas import Canvas, fitting, text_width
from render.labels import Labels
from render.monolith_arena import layout, slots, sprites
from render.monolith_arena.layout import WIDTH
from render.monolith_arena.monoliths import dressed
from render.monolith_arena.names import on_tile
from render.monolith_arena.theme import STORE, index_of, new_plane, part, seat_style, to_plane
from render.store import Sprite
from render.theme import MUTED, PAGE, PANEL, TEXT, lay

MONOLITH: Final = Message("Your monolith")
ROW: Final = 232
_TITLE: Final = 44
_INSIDE: Final = 104
"""The height of the row with what lies in the monolith."""
_GAP: Final = 8
"""Between the board and the panel below it."""
_EDGE: Final = 28
"""The height of what is drawn of the panel at its top and at its bottom; together less than one with nothing in it."""
_PAD: Final = 4
"""The room beside a line of text."""


def _put_line(
    plane: Image.Image, text: str, at: tuple[int, int], width: int, size: float, bright: bool, *, left: bool = False
) -> None:
    """Draw a line of text onto the panel, in the middle of a room so wide or at its left."""
    fitted = fitting(text, size, width - 2 * _PAD, True)
    wide = min(width, round(text_width(text, fitted, True)) + 2 * _PAD)

    def draw(canvas: Canvas) -> None:
        canvas.text(_PAD, size * 0.75, text, fitted, TEXT if bright else MUTED, bold=True, anchor="lm")

    line = part(("reserve", text, size, fitted, bright), wide, round(size * 1.35), draw, PANEL)
    lay(plane, line, at[0] if left else at[0] + (width - wide) // 2, at[1])


def _draw_ground(canvas: Canvas) -> None:
    canvas.pill((4, _GAP, WIDTH - 4, 2 * _EDGE - 4), 18, PANEL)


def _ground(height: int) -> Image.Image:
    """Return the panel below the board; free to be drawn on."""
    edges = part(("reserve", "edges"), WIDTH, 2 * _EDGE, _draw_ground)
    plane = new_plane(WIDTH, height, PANEL)
    for left in (0, WIDTH - 4):
        plane.paste(index_of(PAGE), (left, _EDGE, left + 4, height - _EDGE))
    for top, edge in zip((0, height - _EDGE), (0, _EDGE), strict=True):
        lay(plane, edges.crop((0, edge, WIDTH, edge + _EDGE)), 0, top)
    return plane


def _title(view: View, labels: Labels, tiles: Sequence[TileType]) -> str:
    """Return what stands above the tiles."""
    assert view.reader is not None
    if view.stage == "monoliths":
        return labels(MONOLITH) if tiles else labels("Your monolith: empty")
    if view.plays is None or view.active != view.reader:
        return labels("Your reserve") if tiles else labels("Your reserve: empty")
    plays = {"plays": view.plays, "all": plays_in(view.turn)}
    if tiles:
        return labels("Your reserve, {plays} of {all} plays left", **plays)
    return labels("Your reserve: empty, {plays} of {all} plays left", **plays)


def reserve_plane(view: View, labels: Labels) -> Image.Image:
    """Return what stands below the board, as a palette image."""
    assert view.reader is not None
    tiles = view.seats[view.reader].reserve or ()
    across = 3 if len(tiles) in (5, 6) else max(3, len(tiles))
    rows = -(-len(tiles) // across)
    inside = view.monoliths[view.reader].inside if view.monoliths else None
    if view.stage == "monoliths":  # nothing is drawn yet: the tiles for the monolith have the room of the reserve
        tiles, inside = tuple(t.type for t in inside or () if t is not None), None
    height = _TITLE + ROW * rows + (_INSIDE if inside else 0) + (12 if rows or inside else 22)
    plane = _ground(height)
    _put_line(plane, _title(view, labels, tiles), (200, 14), 600, 28, True)
    width = WIDTH // across
    for n, tile in enumerate(tiles):
        left, top = n % across * width, _TITLE + n // across * ROW + 14
        in_row = min(across, len(tiles) - n // across * across)
        left += (across - in_row) * width // 2
        shown = sprites.tile_plane(TileView.printed(seat_style(view, view.reader), tile), on_tile(tile, labels))
        lay(plane, shown, left + (width - layout.SLOT_WIDTH) // 2, top, slots.MASK)
        _put_line(plane, labels(tile.title), (left + 4, top + layout.SLOT_HEIGHT + 2), width - 8, 25, True)
    if inside:
        _put_inside(plane, view, labels, inside, height - _INSIDE - 8)
    return plane


def _put_inside(plane: Image.Image, view: View, labels: Labels, inside: Sequence[TileView | None], top: int) -> None:
    """Draw what lies in the reader's own monolith, half as large as on the board."""
    assert view.reader is not None
    height = layout.SLOT_HEIGHT // 2
    _put_line(plane, labels(MONOLITH), (14, top + (height - 42) // 2), 208, 28, True)
    for n, tile in enumerate(inside):
        left = 226 + n * 382
        if tile is not None:
            lay(plane, _small(dressed(view, tile), labels), left, top)
        text = labels(Message.term("segment", "empty")) if tile is None else labels(tile.type.title)
        at = left + layout.SLOT_WIDTH // 2 + 8, top + (height - 38) // 2
        _put_line(plane, text, at, 262, 25, tile is not None, left=True)


def _small(tile: TileView, labels: Labels) -> Image.Image:
    """Return a tile half as large, on the panel. Do not draw on it."""

    def make() -> Sprite:
        picture = Canvas(layout.SLOT_WIDTH, layout.SLOT_HEIGHT, PANEL).done()
        picture.paste(slots.tile_picture(tile, labels), (0, 0), slots.MASK)
        return Sprite(to_plane(picture.reduce(2)))

    return STORE.get(("inside", tile, on_tile(tile.type, labels)), make).picture
