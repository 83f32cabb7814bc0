"""The picture of a position: the board, both damage tracks and what every seat holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PIL import Image

from games.monolith_arena.hexes import NAMES, SIZE
from games.monolith_arena.view import SeatView, View
from render import icons
from render.canvas import Canvas, Point
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.monolith_arena import header, layout, panel, slots
from render.monolith_arena.arrows import paste_attacks
from render.monolith_arena.monoliths import contents, put_plinths, rearranged
from render.monolith_arena.monoliths import forget as forget_plinths
from render.monolith_arena.overlay import Overlay, add_ghost
from render.monolith_arena.theme import EMBER, GLOW, STORE, new_plane, to_plane
from render.store import Cache, Sprite
from render.theme import PAGE, lay

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 532)
"""The centre of the hex C3."""
HEADER_X: Final = (WIDTH - header.WIDTH) // 2
HEADER_Y: Final = 2
TRACK_Y: Final = 240
FIRES: Final[tuple[Point, ...]] = ((-188.0, -412.0), (188.0, -412.0), (-188.0, 410.0), (188.0, 410.0))
"""Where fires burn, from the centre of the board."""
_FIRE: Final = 21.0

_files: Final[Cache[bytes]] = Cache(4 << 20, len)
"""Some forty finished pictures: pages of a panel often show the same one."""


def draw_fires(canvas: Canvas) -> None:
    """Draw what burns beside the hexes; its light stays clear of them, where plinths have their room."""
    for x, y in FIRES:
        for n, colour in enumerate(GLOW):
            canvas.disc(x, y, 42.0 - 9 * n, colour)
        icons.draw(canvas, "fire-bowl", x, y, _FIRE, EMBER, GLOW[-1])


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


def _put_panels(plane: Image.Image, view: View, labels: Labels) -> None:
    """Put everything beside the hexes onto a picture."""
    header.put(plane, *header.headline(view, labels), HEADER_X, HEADER_Y)
    for seat, x, y in seats(view):
        panel.put_corner(plane, panel.Corner.of(view, seat, labels), x, y)
    for team, x in tracks(view):
        lay(plane, panel.track(view.hit_points[team], panel.team_colours(view, team)), x, TRACK_Y)


def _put_hexes(plane: Image.Image, view: View, labels: Labels, marks: tuple[int, ...]) -> None:
    """Put what stands on the board onto a picture, and set the hexes of `marks` off."""
    found = contents(view)
    names = slots.named(found)
    for h, content in enumerate(found):
        mark = "moved" if h in marks else ""
        if content is not None or mark:
            name = slots.name_of(content, labels)
            slots.put_hex(plane, h, content, name, mark, hex_corner(h), name=h in names)
    put_plinths(plane, view, CENTRE)


def seats(view: View) -> Iterator[tuple[SeatView, int, int]]:
    """Yield every seat and the upper left corner of what it holds."""
    sides: dict[bool, list[SeatView]] = {False: [], True: []}
    for seat in view.seats:
        sides[seat.team > 0].append(seat)
    for right, below_each_other in sides.items():
        x = WIDTH - panel.CORNER_WIDTH - 6 if right else 6
        for n, seat in enumerate(below_each_other[:2]):
            yield seat, x, 8 if n == 0 else HEIGHT - panel.CORNER_HEIGHT - 4


def tracks(view: View) -> Iterator[tuple[int, int]]:
    """Yield every team and how far to the right its damage track lies."""
    for team in sorted({seat.team for seat in view.seats})[:2]:
        if team < len(view.hit_points):
            yield team, WIDTH - panel.BAR_WIDTH - 2 if team else 2


NO_OVERLAY: Final = Overlay()


def board_plane(view: View, labels: Labels, overlay: Overlay = NO_OVERLAY, *, panels: bool = True) -> Image.Image:
    """Return the picture as a palette image. Raises `TypeError` for anything but a view."""
    refuse_hidden(view, View)
    ghost = overlay.ghost
    if ghost or overlay.unfold:
        view = rearranged(view, [(one.origin, one.hex) for one in ghost.all()] if ghost else [], overlay.unfold)
    plane = ground()
    if panels:
        _put_panels(plane, view, labels)
    _put_hexes(plane, view, labels, overlay.marks)
    if ghost:
        plane = add_ghost(plane, view, ghost, CENTRE, labels)
    if overlay.dangers is not None:
        paste_attacks(plane, overlay.dangers, CENTRE, aside=ghost is not None)
    return plane


def draw_board(
    view: View,
    labels: Labels,
    overlay: Overlay = NO_OVERLAY,
    below: Callable[[View, Labels], Image.Image] | None = None,
) -> bytes:
    """Return the PNG of a position, perhaps with something `below`, drawn only once.

    Raises `TypeError` for anything but a view.
    """
    refuse_hidden(view, View)

    def make() -> bytes:
        plane = board_plane(view, labels, overlay)
        return png(plane if below is None else stacked(plane, below(view, labels)))

    return _files.get((view, labels, overlay, below), make)


def stacked(above: Image.Image, below: Image.Image) -> Image.Image:
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
