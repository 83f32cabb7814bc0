"""The picture of a position: the board, both damage tracks and what every seat holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.events import Wounds
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.view import SeatView, View
from render.cache import Cache
from render.canvas import Canvas
from render.encode import Rows, join, pack
from render.labels import Labels
from render.monolith_arena import arena, header, hexgrid, panel, slots
from render.monolith_arena.arrows import paste_attacks
from render.monolith_arena.ghost import Ghost, add_ghost
from render.monolith_arena.monoliths import Content, contents, draw_plinths, plinths, put_plinths, rearranged
from render.monolith_arena.monoliths import forget as forget_plinths
from render.monolith_arena.planes import STORE, to_plane
from render.monolith_arena.theme import PALETTE
from render.palette import lay
from render.store import Sprite
from render.theme import PAGE, Colour

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 532)
"""The centre of the hex C3."""
HEADER_X: Final = (WIDTH - header.WIDTH) // 2
HEADER_Y: Final = 2
TRACK_Y: Final = 240

BANDS: Final = tuple((top, top + 200) for top in range(0, HEIGHT, 200))
"""The first row and the one after the last of what is drawn, packed and kept together: corners end where one does."""

_packed: Cache[Rows] = Cache(1 << 20, lambda rows: len(rows.packed))
"""Some eight boards; but of most boards nearly all is like that of another, before a move or for another reader."""


def hex_corner(hex_: int) -> tuple[int, int]:
    """The upper left corner of the picture of a hex."""
    x, y = hexgrid.CENTRES[hex_]
    return CENTRE[0] + x - hexgrid.SLOT_WIDTH // 2, CENTRE[1] + y - hexgrid.SLOT_HEIGHT // 2


def ground_plane(top: int = 0, bottom: int = HEIGHT) -> Image.Image:
    """These rows of a picture of nothing but nineteen empty hexes; free to be drawn on."""

    def draw() -> Sprite:
        canvas = Canvas(WIDTH, HEIGHT, PAGE, CENTRE)
        arena.draw_fires(canvas)
        plane = to_plane(canvas.done())
        for h in range(SIZE):
            slots.put_empty(plane, h, hex_corner(h))
        return Sprite(plane)

    return STORE.get(("board", WIDTH, HEIGHT), draw).picture.crop((0, top, WIDTH, bottom))


class Thing(NamedTuple):
    """Something on a board."""

    top: int
    bottom: int
    """The first row that it touches, and the one after the last."""
    key: Hashable
    """All that decides how it looks."""
    put: Callable[[Image.Image, int], None]
    """Puts it onto a plane that begins at a row of the board and need not hold all of it."""
    bare: bool = False
    """It is there on the ground already."""


def things(view: View, labels: Labels, marks: Collection[int] = (), *, panels: bool = True) -> list[Thing]:
    """Everything on a board, the lowest first; `marks` are the hexes that are set off.

    For the same teams and plinths it is the same things in the same order. Without `panels` there is nothing but the
    hexes.
    """
    there = contents(view)
    names = slots.named(there)
    found = [*_panels(view, labels)] if panels else []
    found += [_hex(h, there[h], labels, "moved" if h in marks else "", h in names) for h in range(SIZE)]
    if below := plinths(view):
        found.append(Thing(0, HEIGHT, below, partial(_put_plinths, view)))
    return found


def _hex(hex_: int, there: Content, labels: Labels, mark: str, name: bool) -> Thing:
    left, top = hex_corner(hex_)
    own = slots.name_of(there, labels)

    def put(plane: Image.Image, first: int) -> None:
        slots.put_hex(plane, hex_, there, own, mark, (left, top - first), name=name)

    return Thing(top, top + hexgrid.SLOT_HEIGHT, (hex_, there, own, mark, name), put, there is None and not mark)


def _put_plinths(view: View, plane: Image.Image, first: int) -> None:
    put_plinths(plane, view, (CENTRE[0], CENTRE[1] - first))


def _panels(view: View, labels: Labels) -> Iterator[Thing]:
    """Everything beside the hexes."""
    line = header.headline(view, labels)
    yield Thing(HEADER_Y, HEADER_Y + header.HEIGHT, line, partial(_put_headline, line))
    for seat, x, y in _seats(view):
        corner = panel.Corner.of(view, seat, labels)
        yield Thing(y, y + panel.CORNER_HEIGHT, (corner, x, y), partial(_put_corner, corner, x, y))
    for team, x in _tracks(view):
        shown = view.hit_points[team], panel.team_colours(view, team)
        yield Thing(TRACK_Y, TRACK_Y + panel.BAR_HEIGHT, (shown, x), partial(_put_track, *shown, x))


def _put_headline(line: tuple[str, str], plane: Image.Image, first: int) -> None:
    header.put(plane, *line, HEADER_X, HEADER_Y - first)


def _put_corner(corner: panel.Corner, x: int, y: int, plane: Image.Image, first: int) -> None:
    panel.put_corner(plane, corner, x, y - first)


def _put_track(points: int, colours: tuple[Colour, ...], x: int, plane: Image.Image, first: int) -> None:
    lay(plane, panel.track(points, colours), x, TRACK_Y - first)


def _seats(view: View) -> Iterator[tuple[SeatView, int, int]]:
    """Every seat and the upper left corner of what it holds."""
    sides: dict[bool, list[SeatView]] = {False: [], True: []}
    for seat in view.seats:
        sides[seat.team > 0].append(seat)
    for right, seats in sides.items():
        x = WIDTH - panel.CORNER_WIDTH - 6 if right else 6
        for n, seat in enumerate(seats[:2]):
            yield seat, x, 8 if n == 0 else HEIGHT - panel.CORNER_HEIGHT - 4


def _tracks(view: View) -> Iterator[tuple[int, int]]:
    """Every team and how far to the right its damage track lies."""
    for team in sorted({seat.team for seat in view.seats})[:2]:
        if team < len(view.hit_points):
            yield team, WIDTH - panel.BAR_WIDTH - 2 if team else 2


def draw_whole(canvas: Canvas, view: View, labels: Labels, marks: Collection[int] = ()) -> None:
    """The whole picture on one canvas, without anything kept: what `board_plane` must look like."""
    arena.draw_fires(canvas.moved(*CENTRE))
    header.draw(canvas.moved(HEADER_X, HEADER_Y), *header.headline(view, labels))
    for seat, x, y in _seats(view):
        panel.draw_corner(canvas.moved(x, y), panel.Corner.of(view, seat, labels))
    for team, x in _tracks(view):
        panel.draw_track(canvas.moved(x, TRACK_Y), view.hit_points[team], panel.team_colours(view, team))
    draw_plinths(canvas, view, CENTRE)
    found = contents(view)
    names = slots.named(found)
    for h, there in enumerate(found):
        x, y = hexgrid.CENTRES[h]
        at = canvas.moved(CENTRE[0] + x, CENTRE[1] + y)
        slots.draw_hex(at, h, there, labels, "moved" if h in marks else "", name=h in names)


def refuse_hidden(view: object) -> None:
    """Raises `TypeError` for anything but a view: everything else about a match may hold what no picture may show."""
    if not isinstance(view, View):
        raise TypeError(f"pictures are drawn from a View, what one reader may know, not from a {type(view).__name__}")


def board_plane(
    view: View,
    labels: Labels,
    marks: Collection[int] = (),
    ghost: Ghost | None = None,
    unfold: tuple[int, ...] = (),
    dangers: Wounds | None = None,
    *,
    panels: bool = True,
) -> Image.Image:
    """The picture as a palette image. Raises `TypeError` for anything but a view."""
    refuse_hidden(view)
    if ghost or unfold:
        view = rearranged(view, [(one.origin, one.hex) for one in ghost.all()] if ghost else [], unfold)
    plane = _drawn(things(view, labels, marks, panels=panels), 0, HEIGHT)
    if ghost:
        plane = add_ghost(plane, view, ghost, CENTRE, labels)
    if dangers is not None:
        paste_attacks(plane, dangers, CENTRE, aside=ghost is not None)
    return plane


def _drawn(found: Sequence[Thing], top: int, bottom: int) -> Image.Image:
    """These rows of a board, with things that are on them."""
    plane = ground_plane(top, bottom)
    for thing in found:
        if not thing.bare:
            thing.put(plane, top)
    return plane


def packed(
    view: View,
    labels: Labels,
    *,
    marks: Collection[int] = (),
    ghost: Ghost | None = None,
    unfold: tuple[int, ...] = (),
    dangers: Wounds | None = None,
) -> list[Rows]:
    """The rows of what `draw_board` draws. Those that have looked like this lately are neither drawn nor packed."""
    refuse_hidden(view)
    if ghost or unfold or dangers is not None:
        drafted = shown(view, labels, marks), ghost, unfold and (view.reader, tuple(sorted(unfold))), dangers
        return [_packed.get(drafted, lambda: pack(board_plane(view, labels, marks, ghost, unfold, dangers)))]
    found = things(view, labels, marks)
    return [_band(found, top, bottom) for top, bottom in BANDS]


def _band(found: Sequence[Thing], top: int, bottom: int) -> Rows:
    inside = [thing for thing in found if thing.top < bottom and thing.bottom > top]
    return _packed.get((top, *(thing.key for thing in inside)), lambda: pack(_drawn(inside, top, bottom)))


def draw_board(
    view: View,
    labels: Labels,
    *,
    marks: Collection[int] = (),
    ghost: Ghost | None = None,
    unfold: tuple[int, ...] = (),
    dangers: Wounds | None = None,
) -> bytes:
    """The PNG of a position; `marks` are the hexes of the last moves, `ghost` is a move that is only proposed.

    `dangers` are hits that only might come. `unfold` are the two hexes onto which the proposed move puts the lower
    segments of the reader's own monolith: the plinth shows there, with the tiles of `ghost` or open. Raises
    `TypeError` for anything but a view.
    """
    return join(packed(view, labels, marks=marks, ghost=ghost, unfold=unfold, dangers=dangers), PALETTE.data)


def shown(view: View, labels: Labels, marks: Collection[int] = ()) -> Hashable:
    """All that the picture of a board depends on."""
    return tuple(thing.key for thing in things(view, labels, marks))


def forget() -> None:
    """Empty all caches in memory."""
    _packed.clear()
    forget_plinths()
    slots.forget()
