"""The picture of a position: the board, both damage tracks, what every seat holds, and the reader's own reserve."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.hexes import NAMES, SIZE
from games.monolith_arena.view import SeatView, View
from render import icons
from render.canvas import Canvas, Point, breathe
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.monolith_arena import corners, header, layout, slots
from render.monolith_arena.arrows import paste_attacks
from render.monolith_arena.closeup import close_up
from render.monolith_arena.monoliths import Content, contents, put_plinths, rearranged
from render.monolith_arena.monoliths import forget as forget_plinths
from render.monolith_arena.overlay import Overlay, add_puts
from render.monolith_arena.reserve import reserve_plane
from render.monolith_arena.theme import (
    EMBER,
    GLOW,
    STONE_DARK,
    STONE_LIGHT,
    STORE,
    new_plane,
    to_plane,
)
from render.store import Cache, Sprite
from render.theme import DARK, PAGE, lay

WIDTH: Final = layout.WIDTH
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


def _floor() -> Image.Image:
    """Return a picture of nothing but nineteen empty hexes. Do not draw on it."""

    def draw() -> Sprite:
        canvas = Canvas(WIDTH, HEIGHT, PAGE, CENTRE)
        draw_fires(canvas)
        plane = to_plane(canvas.done())
        for h in range(SIZE):
            lay(plane, slots.empty_plane(h, NAMES[h]), *hex_corner(h), slots.MASK)
        return Sprite(plane)

    return STORE.get(("board", WIDTH, HEIGHT), draw).picture


def ground() -> Image.Image:
    """Return a picture of nothing but nineteen empty hexes; free to be drawn on."""
    return _floor().copy()


class Look(NamedTuple):
    """How a hex looks."""

    content: Content = None
    own: str = ""
    """The name of the tile."""
    mark: str = ""
    name: bool = False
    """The name of the hex stands on the tile."""
    dark: bool = False


_EMPTY: Final = Look()


class Shown(NamedTuple):
    """A picture without what lies over its tiles, and what it shows: of the next one only what differs is drawn."""

    plane: Image.Image
    corners: tuple[tuple[corners.Corner, int, int], ...] = ()
    hexes: tuple[Look, ...] = (_EMPTY,) * SIZE


def _begun(view: View, labels: Labels, last: Shown | None, *, panels: bool) -> Shown:
    """Return a picture with the corners of all seats to draw the rest on: the last one where it has the same ones."""
    found = [(corners.Corner.of(view, seat, labels), x, y) for seat, x, y in seats(view)] if panels else ()
    if last is not None and last.corners == tuple(found) and not view.monoliths:
        plane = last.plane.copy()
        if panels:
            boxes = [(x, TRACK_Y, x + corners.BAR_WIDTH, TRACK_Y + corners.BAR_HEIGHT) for _, x in tracks(view)]
            for box in [(HEADER_X, HEADER_Y, HEADER_X + header.WIDTH, HEADER_Y + header.HEIGHT), *boxes]:
                lay(plane, _floor().crop(box), *box[:2])
        return last._replace(plane=plane)
    plane = ground()
    for corner, x, y in found:
        breathe()
        corners.put_corner(plane, corner, x, y)
    return Shown(plane, tuple(found))


def _put_lines(plane: Image.Image, view: View, labels: Labels, after: tuple[int, ...]) -> None:
    """Put the line above the board and the tracks beside it onto a picture."""
    header.put(plane, *header.headline(view, labels), HEADER_X, HEADER_Y)
    breathe()
    for team, x in tracks(view):
        points = view.hit_points[team]
        then = after[team] if after and after[team] != points else None
        corners.put_track(plane, x, TRACK_Y, points, corners.team_styles(view, team), then)


def _looks(view: View, labels: Labels, overlay: Overlay, dark: Collection[int]) -> tuple[Look, ...]:
    """Return how every hex looks: what stands there, set off if it is marked, named wherever one looks close."""
    found = contents(view)
    names = range(SIZE) if overlay.focus else slots.named(found)
    return tuple(
        Look(content, slots.name_of(content, labels), "moved" if h in overlay.marks else "", h in names, h in dark)
        if content is not None or h in overlay.marks
        else _EMPTY
        for h, content in enumerate(found)
    )


def shown(
    view: View,
    labels: Labels,
    overlay: Overlay,
    *,
    panels: bool = True,
    after: tuple[int, ...] = (),
    dark: Collection[int] = (),
    last: Shown | None = None,
) -> Shown:
    """Return the picture without what lies over its tiles; `last` is one that looks much like it, of the same match.

    `after` are the hit points that what happens in it leads to, `dark` the hexes whose tiles take no part in it.
    """
    plane, there, hexes = _begun(view, labels, last, panels=panels)
    if panels:
        _put_lines(plane, view, labels, after)
    breathe()
    looks = _looks(view, labels, overlay, dark)
    for h, (was, now) in enumerate(zip(hexes, looks, strict=True)):
        if was != now:
            content, own, mark, name, dim = now
            slots.put_hex(plane, h, content, own, mark, hex_corner(h), name=name, dark=dim)
        if h % _AT_ONCE == 0:
            breathe()
    put_plinths(plane, view, CENTRE)
    return Shown(plane, there, looks)


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
    """Return the hexes where something stands, or is about to."""
    segments = {h for monolith in view.monoliths for h in monolith.segments}
    return [h for h, tile in enumerate(view.board) if tile is not None or h in segments]


NO_OVERLAY: Final = Overlay()


def board_plane(
    view: View,
    labels: Labels,
    overlay: Overlay = NO_OVERLAY,
    *,
    panels: bool = True,
    after: tuple[int, ...] = (),
) -> Image.Image:
    """Return the picture as a palette image; `after` are the hit points that what happens in it leads to.

    Raises `TypeError` for anything but a view.
    """
    refuse_hidden(view, View)
    puts = overlay.puts
    if puts or overlay.unfold:
        view = rearranged(view, [(put.origin, put.hex) for put in puts], overlay.unfold)
    dark = set(range(SIZE)) - set(overlay.focus) if overlay.alone else ()
    plane = shown(view, labels, overlay, panels=panels, after=after, dark=dark).plane
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


def forget() -> None:
    """Empty all caches in memory."""
    _files.clear()
    forget_plinths()
    slots.forget()
