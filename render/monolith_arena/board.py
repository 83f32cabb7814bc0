"""The picture of a position: the board, both damage tracks, what every seat holds, and the reader's own reserve."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from PIL import Image

from games.messages import Message
from games.monolith_arena.hexes import NAMES, SIZE
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import SeatView, TileView, View, plays_in
from render import icons
from render.canvas import Canvas, Point, breathe, fitting, text_width
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.monolith_arena import corners, header, layout, slots, sprites
from render.monolith_arena.arrows import paste_attacks
from render.monolith_arena.closeup import close_up
from render.monolith_arena.monoliths import contents, dressed, put_plinths, rearranged
from render.monolith_arena.monoliths import forget as forget_plinths
from render.monolith_arena.names import on_tile
from render.monolith_arena.overlay import Overlay, add_puts
from render.monolith_arena.theme import (
    EMBER,
    GLOW,
    STONE_DARK,
    STONE_LIGHT,
    STORE,
    index_of,
    new_plane,
    part,
    seat_style,
    to_plane,
)
from render.store import Cache, Sprite
from render.theme import DARK, MUTED, PAGE, PANEL, TEXT, lay

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 532)
"""The centre of the hex C3."""
HEADER_X: Final = (WIDTH - header.WIDTH) // 2
HEADER_Y: Final = 2
TRACK_Y: Final = 240
FIRES: Final[tuple[Point, ...]] = ((-188.0, -412.0), (188.0, -412.0), (-188.0, 410.0), (188.0, 410.0))
"""Where fires burn, from the centre of the board."""
_FIRE: Final = 19.0
_LIGHT: Final = (150.0, 122.0, 98.0, 78.0, 62.0, 48.0)
"""How far the light of a fire reaches, in each of its steps."""

_AT_ONCE: Final = 5
"""After so many hexes other threads may run."""

_files: Final[Cache[bytes]] = Cache(4 << 20, len)
"""Some forty finished pictures: pages of a panel often show the same one."""


def draw_fires(canvas: Canvas) -> None:
    """Draw what burns beside the hexes, in bowls of iron, and its light on the floor."""
    for radius, colour in zip(_LIGHT, GLOW, strict=True):
        for x, y in FIRES:
            canvas.disc(x, y, radius, colour)
    for x, y in FIRES:
        canvas.disc(x + 3, y + 4, 31, DARK)
        canvas.disc(x, y, 30, STONE_LIGHT)
        canvas.disc(x + 1.5, y + 1.5, 28.5, STONE_DARK)
        canvas.disc(x, y, 25, DARK)
        icons.draw(canvas, "fire-bowl", x, y - 1, _FIRE, EMBER, DARK)


def hex_corner(hex_: int) -> tuple[int, int]:
    """Return the upper left corner of the picture of a hex."""
    x, y = layout.CENTRES[hex_]
    return CENTRE[0] + x - layout.SLOT_WIDTH // 2, CENTRE[1] + y - layout.SLOT_HEIGHT // 2


def ground() -> Image.Image:
    """Return a picture of nothing but nineteen empty hexes; free to be drawn on."""

    def draw() -> Sprite:
        canvas = Canvas(WIDTH, HEIGHT, PAGE, CENTRE)
        draw_fires(canvas)
        plane = to_plane(canvas.done())
        for h in range(SIZE):
            lay(plane, slots.empty_plane(h, NAMES[h]), *hex_corner(h), slots.MASK)
        return Sprite(plane)

    return STORE.get(("board", WIDTH, HEIGHT), draw).picture.copy()


def _put_panels(plane: Image.Image, view: View, labels: Labels, after: tuple[int, ...]) -> None:
    """Put everything beside the hexes onto a picture."""
    header.put(plane, *header.headline(view, labels), HEADER_X, HEADER_Y)
    for seat, x, y in seats(view):
        breathe()
        corners.put_corner(plane, corners.Corner.of(view, seat, labels), x, y)
    breathe()
    for team, x in tracks(view):
        points = view.hit_points[team]
        then = after[team] if after and after[team] != points else None
        corners.put_track(plane, x, TRACK_Y, points, corners.team_styles(view, team), then)


def _put_hexes(plane: Image.Image, view: View, labels: Labels, overlay: Overlay, dark: Collection[int]) -> None:
    """Put what stands on the board onto a picture, set the marked ones off, and name all where one looks close."""
    shown = contents(view)
    names = range(SIZE) if overlay.focus else slots.named(shown)
    for h, content in enumerate(shown):
        mark = "moved" if h in overlay.marks else ""
        if content is not None or mark:
            name = slots.name_of(content, labels)
            slots.put_hex(plane, h, content, name, mark, hex_corner(h), name=h in names, dark=h in dark)
        if h % _AT_ONCE == 0:
            breathe()
    put_plinths(plane, view, CENTRE)


def seats(view: View) -> Iterator[tuple[SeatView, int, int]]:
    """Yield every seat and the upper left corner of what it holds."""
    sides: dict[bool, list[SeatView]] = {False: [], True: []}
    for seat in view.seats:
        sides[seat.team > 0].append(seat)
    for right, below_each_other in sides.items():
        x = WIDTH - corners.CORNER_WIDTH - 6 if right else 6
        for n, seat in enumerate(below_each_other[:2]):
            yield seat, x, 8 if n == 0 else HEIGHT - corners.CORNER_HEIGHT - 4


def tracks(view: View) -> Iterator[tuple[int, int]]:
    """Yield every team and how far to the right its damage track lies."""
    for team in sorted({seat.team for seat in view.seats})[:2]:
        if team < len(view.hit_points):
            yield team, WIDTH - corners.BAR_WIDTH - 2 if team else 2


def taken(view: View) -> list[int]:
    """Return the hexes where something stands."""
    return [h for h, content in enumerate(contents(view)) if content is not None]


NO_OVERLAY: Final = Overlay()


def board_plane(
    view: View,
    labels: Labels,
    overlay: Overlay = NO_OVERLAY,
    *,
    panels: bool = True,
    after: tuple[int, ...] = (),
    dark: Collection[int] = (),
) -> Image.Image:
    """Return the picture as a palette image.

    `after` are the hit points that what happens in it leads to, `dark` the hexes whose tiles take no part in it.
    Raises `TypeError` for anything but a view.
    """
    refuse_hidden(view, View)
    puts = overlay.puts
    if puts or overlay.unfold:
        view = rearranged(view, [(put.origin, put.hex) for put in puts], overlay.unfold)
    if overlay.alone:
        dark = set(range(SIZE)) - set(overlay.focus)
    plane = ground()
    if panels:
        _put_panels(plane, view, labels, after)
    breathe()
    _put_hexes(plane, view, labels, overlay, dark)
    breathe()
    if puts:
        plane = add_puts(plane, view, overlay, CENTRE, labels)
    if overlay.battle_now is not None:
        paste_attacks(plane, overlay.battle_now, taken(view), CENTRE, aside=bool(puts))
    return plane


def draw_board(view: View, labels: Labels, overlay: Overlay = NO_OVERLAY, *, reserve: bool = False) -> bytes:
    """Return the PNG of a position, drawn only once; with `reserve` what the reader's seat holds stands below.

    Where the overlay says what matters, it is a close-up of that and nothing else. Raises `ValueError` for the
    reserve of a view of no seat and `TypeError` for anything but a view.
    """
    refuse_hidden(view, View)
    if reserve and view.reader is None:
        raise ValueError("the public view has no reserve")

    def make() -> bytes:
        plane = board_plane(view, labels, overlay, panels=not overlay.focus)
        if overlay.focus:
            return png(close_up(plane, view, overlay.focus, CENTRE))
        return png(_stacked(plane, reserve_plane(view, labels)) if reserve else plane)

    return _files.get((view, labels, overlay, reserve), make)


def _stacked(above: Image.Image, below: Image.Image) -> Image.Image:
    """Return two planes of one width as one."""
    plane = new_plane(above.width, above.height + below.height, PAGE)
    lay(plane, above, 0, 0)
    lay(plane, below, 0, above.height)
    return plane


# the panel below the board

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


def forget() -> None:
    """Empty all caches in memory."""
    _files.clear()
    forget_plinths()
    slots.forget()
