"""The board with the reader's own reserve under it, and what lies in the reader's folded monolith."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PIL import Image

from games.monolith_arena.events import Wounds
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View, plays_in
from render.cache import Cache, pixels
from render.canvas import Canvas
from render.encode import png
from render.fitting import fitting
from render.monolith_arena import board, hexgrid, slots, sprites
from render.monolith_arena.ghost import Ghost
from render.monolith_arena.lettering import Lettering
from render.monolith_arena.planes import to_plane
from render.monolith_arena.seat_styles import dressed, seat_style
from render.theme import MUTED, PAGE, PANEL, TEXT

ROW: Final = 232
_TITLE: Final = 44
_INSIDE: Final = 104
"""The height of the row with what lies in the monolith."""

_cells: Cache[Image.Image] = Cache(1 << 20, pixels)


def _cell(tile: TileType, seat: int, lettering: Lettering) -> Image.Image:
    def make() -> Image.Image:
        canvas = Canvas(hexgrid.SLOT_WIDTH, hexgrid.SLOT_HEIGHT, PANEL)
        picture = canvas.done()
        picture.paste(slots.tile_picture(sprites.plain(tile, seat), lettering), (0, 0), slots.MASK)
        return to_plane(picture)

    return _cells.get((tile, seat, lettering), make)


def _line(text: str, width: int, size: float, bright: bool, left: bool = False) -> Image.Image:
    def make() -> Image.Image:
        canvas = Canvas(width, round(size * 1.5), PANEL)
        x, anchor = (4.0, "lm") if left else (width / 2, "mm")
        canvas.text(
            x,
            size * 0.75,
            text,
            fitting(text, size, width - 8, True),
            TEXT if bright else MUTED,
            bold=True,
            anchor=anchor,
        )
        return to_plane(canvas.done())

    return _cells.get((text, width, size, bright, left), make)


def _title(view: View, lettering: Lettering, tiles: Sequence[TileType]) -> str:
    """What stands above the tiles."""
    assert view.reader is not None
    if view.stage == "monoliths":
        return lettering.own_monolith(not tiles)
    plays = None
    if view.plays is not None and view.active == view.reader:
        plays = view.plays, plays_in(view.turn)
    return lettering.own_reserve(plays, not tiles)


def draw_reserve(
    view: View,
    lettering: Lettering,
    *,
    marks: Collection[int] = (),
    ghost: Ghost | None = None,
    unfold: tuple[int, ...] = (),
    dangers: Wounds | None = None,
) -> bytes:
    """The PNG of a position with the reader's reserve below; everything else as in `draw_board`.

    Raises `ValueError` for a view of no seat and `TypeError` for anything but a view.
    """
    board.refuse_hidden(view)
    if view.reader is None:
        raise ValueError("the public view has no reserve")
    tiles = view.seats[view.reader].reserve or ()
    across = 3 if len(tiles) in (5, 6) else max(3, len(tiles))
    rows = -(-len(tiles) // across)
    inside = view.monoliths[view.reader].inside if view.monoliths else None
    if view.stage == "monoliths":  # nothing is drawn yet: the tiles for the monolith have the room of the reserve
        tiles, inside = tuple(t.type for t in inside or () if t is not None), None
    extra = _TITLE + ROW * rows + 12 + (_INSIDE if inside else 0)
    plane = board.board_plane(view, lettering, marks, ghost, extra, unfold, dangers)
    plane.paste(_background(board.WIDTH, extra - 8), (0, board.HEIGHT + 8))
    plane.paste(_line(_title(view, lettering, tiles), 600, 28, True), (200, board.HEIGHT + 14))
    width = board.WIDTH // across
    for n, tile in enumerate(tiles):
        left, top = n % across * width, board.HEIGHT + _TITLE + n // across * ROW + 14
        in_row = min(across, len(tiles) - n // across * across)
        left += (across - in_row) * width // 2
        at = left + (width - hexgrid.SLOT_WIDTH) // 2
        plane.paste(_cell(tile, seat_style(view, view.reader), lettering), (at, top))
        plane.paste(_line(lettering.tile(tile), width - 8, 25, True), (left + 4, top + hexgrid.SLOT_HEIGHT + 2))
    if inside:
        _put_inside(plane, view, lettering, inside, board.HEIGHT + extra - _INSIDE - 8)
    return png(plane)


def _put_inside(
    plane: Image.Image, view: View, lettering: Lettering, inside: Sequence[TileView | None], top: int
) -> None:
    """What lies in the reader's own monolith, half as large as on the board."""
    assert view.reader is not None
    height = hexgrid.SLOT_HEIGHT // 2
    plane.paste(_line(lettering.own_monolith(), 208, 28, True), (14, top + (height - 42) // 2))
    for n, tile in enumerate(inside):
        left = 226 + n * 382
        if tile is not None:
            plane.paste(_small(dressed(view, tile), lettering), (left, top))
        text = lettering.empty_segment() if tile is None else lettering.tile(tile.type)
        name = _line(text, 262, 25, tile is not None, left=True)
        plane.paste(name, (left + hexgrid.SLOT_WIDTH // 2 + 8, top + (height - 38) // 2))


def _small(tile: TileView, lettering: Lettering) -> Image.Image:
    def make() -> Image.Image:
        picture = Canvas(hexgrid.SLOT_WIDTH, hexgrid.SLOT_HEIGHT, PANEL).done()
        picture.paste(slots.tile_picture(tile, lettering), (0, 0), slots.MASK)
        return to_plane(picture.reduce(2))

    return _cells.get(("inside", tile, lettering), make)


def _background(width: int, height: int) -> Image.Image:
    def make() -> Image.Image:
        canvas = Canvas(width, height, PAGE)
        canvas.pill((4, 0, width - 4, height - 4), 18, PANEL)
        return to_plane(canvas.done())

    return _cells.get(("ground", width, height), make)
