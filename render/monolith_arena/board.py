"""The picture of a position: the board, both damage tracks and what every seat holds."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import Final

from PIL import Image

from games.monolith_arena.events import Wounds
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.view import SeatView, View
from render.cache import Cache
from render.canvas import Canvas
from render.encode import png
from render.monolith_arena import arena, header, hexgrid, panel, slots
from render.monolith_arena.arrows import paste_attacks
from render.monolith_arena.ghost import Ghost, add_ghost
from render.monolith_arena.lettering import Lettering
from render.monolith_arena.monoliths import contents, draw_plinths, plinths, put_plinths, rearranged
from render.monolith_arena.monoliths import forget as forget_plinths
from render.monolith_arena.planes import STORE, index_of, to_plane
from render.palette import lay
from render.store import Sprite
from render.theme import PAGE

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 532)
"""The centre of the hex C3."""
HEADER_X: Final = (WIDTH - header.WIDTH) // 2
HEADER_Y: Final = 2
TRACK_Y: Final = 240

_files: Cache[bytes] = Cache(1 << 20, len)


def hex_corner(hex_: int) -> tuple[int, int]:
    """The upper left corner of the picture of a hex."""
    x, y = hexgrid.CENTRES[hex_]
    return CENTRE[0] + x - hexgrid.SLOT_WIDTH // 2, CENTRE[1] + y - hexgrid.SLOT_HEIGHT // 2


def ground_plane(extra: int = 0) -> Image.Image:
    """A picture of nothing but nineteen empty hexes, with `extra` empty rows below; free to be drawn on."""

    def draw() -> Sprite:
        canvas = Canvas(WIDTH, HEIGHT, PAGE, CENTRE)
        arena.draw_fires(canvas)
        plane = to_plane(canvas.done())
        for h in range(SIZE):
            slots.put_empty(plane, h, hex_corner(h))
        return Sprite(plane)

    board = STORE.get(("board", WIDTH, HEIGHT), draw).picture
    if not extra:
        return board.copy()
    plane = board.crop((0, 0, WIDTH, HEIGHT + extra))
    plane.paste(index_of(PAGE), (0, HEIGHT, WIDTH, HEIGHT + extra))
    return plane


def paste_hexes(plane: Image.Image, view: View, lettering: Lettering, marks: Mapping[int, str]) -> None:
    """Put what stands on the hexes onto a ground plane; `marks` says how a hex is set off."""
    found = contents(view)
    names = slots.named(found)
    for h, there in enumerate(found):
        mark = marks.get(h, "")
        if there is not None or mark:
            slots.put_hex(plane, h, there, lettering, mark, hex_corner(h), name=h in names)
    put_plinths(plane, view, CENTRE)


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


def paste_panels(plane: Image.Image, view: View, lettering: Lettering, before: View | None = None) -> None:
    """Everything beside the hexes onto a plane; onto that of another position only the panels that differ."""
    line = header.headline(view, lettering)
    if before is None or header.headline(before, lettering) != line:
        header.put(plane, *line, HEADER_X, HEADER_Y)
    for seat, x, y in _seats(view):
        corner = panel.Corner.of(view, seat, lettering)
        if before is None or panel.Corner.of(before, before.seats[seat.seat], lettering) != corner:
            panel.put_corner(plane, corner, x, y)
    for team, x in _tracks(view):
        if before is None or before.hit_points[team] != view.hit_points[team]:
            lay(plane, panel.damage_track(view, team), x, TRACK_Y)


def draw_whole(canvas: Canvas, view: View, lettering: Lettering, marks: Collection[int] = ()) -> None:
    """The whole picture on one canvas, without anything kept: what `board_plane` must look like."""
    arena.draw_fires(canvas.moved(*CENTRE))
    header.draw(canvas.moved(HEADER_X, HEADER_Y), *header.headline(view, lettering))
    for seat, x, y in _seats(view):
        panel.draw_corner(canvas.moved(x, y), panel.Corner.of(view, seat, lettering))
    for team, x in _tracks(view):
        panel.draw_track(canvas.moved(x, TRACK_Y), view.hit_points[team], panel.team_colours(view, team))
    draw_plinths(canvas, view, CENTRE)
    found = contents(view)
    names = slots.named(found)
    for h, there in enumerate(found):
        x, y = hexgrid.CENTRES[h]
        at = canvas.moved(CENTRE[0] + x, CENTRE[1] + y)
        slots.draw_hex(at, h, there, lettering, "moved" if h in marks else "", name=h in names)


def refuse_hidden(view: object) -> None:
    """Raises `TypeError` for anything but a view: everything else about a match may hold what no picture may show."""
    if not isinstance(view, View):
        raise TypeError(f"pictures are drawn from a View, what one reader may know, not from a {type(view).__name__}")


def board_plane(
    view: View,
    lettering: Lettering,
    marks: Collection[int] = (),
    ghost: Ghost | None = None,
    extra: int = 0,
    unfold: tuple[int, ...] = (),
    dangers: Wounds | None = None,
) -> Image.Image:
    """The picture as a palette image, with `extra` empty rows below. Raises `TypeError` for anything but a view."""
    refuse_hidden(view)
    plane = ground_plane(extra)
    paste_panels(plane, view, lettering)
    if ghost or unfold:
        view = rearranged(view, [(one.origin, one.hex) for one in ghost.all()] if ghost else [], unfold)
    paste_hexes(plane, view, lettering, dict.fromkeys(marks, "moved"))
    if ghost:
        plane = add_ghost(plane, view, ghost, CENTRE, lettering)
    if dangers is not None:
        paste_attacks(plane, dangers, CENTRE, aside=ghost is not None)
    return plane


def draw_board(
    view: View,
    lettering: Lettering,
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
    refuse_hidden(view)
    draft = ghost, unfold and (view.reader, tuple(sorted(unfold))), dangers
    key = shown(view, lettering), tuple(sorted(set(marks))), draft
    return _files.get(key, lambda: png(board_plane(view, lettering, marks, ghost, 0, unfold, dangers)))


def shown(view: View, lettering: Lettering) -> Hashable:
    """All that the picture of a board depends on."""
    corners = tuple(panel.Corner.of(view, seat, lettering) for seat in view.seats)
    teams = tuple(seat.team for seat in view.seats)
    return lettering, contents(view), plinths(view), view.hit_points, corners, teams, header.headline(view, lettering)


def forget() -> None:
    """Empty all caches in memory."""
    _files.clear()
    forget_plinths()
    slots.forget()
