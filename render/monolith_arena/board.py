"""The picture of a position: the board, both damage tracks and what every seat holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from PIL import Image

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.view import View
from render.encode import new_plane, png
from render.monolith_arena import hexgrid, panel, sprites
from render.monolith_arena.ghost import Ghost, add_ghost
from render.theme import PAGE

WIDTH: Final = 1000
HEIGHT: Final = 1000
CENTRE: Final = (500, 532)
"""The centre of the hex C3."""


def hex_corner(hex_: int, centre: tuple[int, int] = CENTRE) -> tuple[int, int]:
    """The upper left corner of the picture of a hex."""
    x, y = hexgrid.CENTRES[hex_]
    return centre[0] + x - hexgrid.SLOT_WIDTH // 2, centre[1] + y - hexgrid.SLOT_HEIGHT // 2


def paste_hexes(plane: Image.Image, view: View, marks: Mapping[int, str], centre: tuple[int, int] = CENTRE) -> None:
    """Put all nineteen hexes onto a plane; `marks` says how a hex is set off."""
    for h in range(SIZE):
        picture = sprites.hex_plane(h, view.board[h], sprites.Mark(marks.get(h, "")))
        plane.paste(picture, hex_corner(h, centre), sprites.MASK)


def _paste_seats(plane: Image.Image, view: View) -> None:
    sides: dict[bool, list[int]] = {False: [], True: []}
    for seat in view.seats:
        sides[seat.team > 0].append(seat.seat)
    for right, seats in sides.items():
        x = WIDTH - panel.CORNER_WIDTH - 6 if right else 6
        for n, number in enumerate(seats[:2]):
            y = 8 if n == 0 else HEIGHT - panel.CORNER_HEIGHT - 4
            plane.paste(panel.corner(view, view.seats[number]), (x, y))
        if seats and view.seats[seats[0]].team < len(view.hit_points):
            x = WIDTH - panel.BAR_WIDTH - 2 if right else 2
            plane.paste(panel.damage_track(view, view.seats[seats[0]].team), (x, 240))


def board_plane(view: View, marks: Collection[int] = (), ghost: Ghost | None = None, extra: int = 0) -> Image.Image:
    """The picture as a palette image, with `extra` empty rows below."""
    plane = new_plane(WIDTH, HEIGHT + extra, PAGE)
    plane.paste(panel.header(view), ((WIDTH - panel.HEADER_WIDTH) // 2, 2))
    _paste_seats(plane, view)
    paste_hexes(plane, view, dict.fromkeys(marks, "moved"))
    return add_ghost(plane, view, ghost, CENTRE) if ghost else plane


def draw_board(view: View, *, marks: Collection[int] = (), ghost: Ghost | None = None) -> bytes:
    """The PNG of a position; `marks` are the hexes of the last moves, `ghost` is a move that is only proposed."""
    return png(board_plane(view, marks, ghost))
