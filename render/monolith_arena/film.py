"""A battle as a film: one picture for everything that happens at once, and the same as stills, two in a line.

Stills show only that part of the board where something stands, so that phones can show it. Above each stand the phase
and the hit points of both sides, which the corners and tracks of a board tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PIL import Image

from games.monolith_arena.events import Folded, Unfolded, Wounds
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.view import Frame, View
from render.canvas import Canvas
from render.film import Box, Film
from render.labels import Labels
from render.monolith_arena import header, layout
from render.monolith_arena.arrows import paste_attacks, paste_way
from render.monolith_arena.board import CENTRE, HEIGHT, WIDTH, board_plane, hex_corner
from render.monolith_arena.corners import team_colours
from render.monolith_arena.monoliths import contents
from render.monolith_arena.theme import PALETTE, new_plane, part, to_plane
from render.theme import PAGE, TEXT, Colour, lay

ZONES: Final = ((0, 0, WIDTH, 80), (0, 80, 92, HEIGHT), (WIDTH - 92, 80, WIDTH, HEIGHT), (92, 80, WIDTH - 92, HEIGHT))
"""The header, both damage tracks and the board: they change at different places at once."""

_FIRST: Final = 1200
_EVENT: Final = 1900
_ATTACK: Final = 350
_LONGEST: Final = 4500
_QUIET: Final = 1000
_LAST: Final = 4000


def planes(frames: Sequence[Frame], labels: Labels, *, panels: bool = True) -> list[Image.Image]:
    """Return the pictures of a film as palette images; without `panels` nothing but the board.

    Raises `TypeError` for a frame of anything but a view.
    """
    pictures = []
    for frame in frames:
        picture = board_plane(frame.view, labels, panels=panels)
        if isinstance(frame.event, Wounds):
            paste_attacks(picture, frame.event, CENTRE)
        elif isinstance(frame.event, Folded | Unfolded):
            banner, folds = frame.event.banner, isinstance(frame.event, Folded)
            for h in frame.event.segments:
                paste_way(picture, h if folds else banner, banner if folds else h, CENTRE)
        pictures.append(picture)
    return pictures


def timing(frames: Sequence[Frame]) -> list[int]:
    """Return how long each frame is shown, in milliseconds: longer the more there is to read."""
    times = []
    for n, frame in enumerate(frames):
        if isinstance(frame.event, Wounds):
            times.append(min(_LONGEST, _EVENT + _ATTACK * len(frame.event.attacks)))
        else:
            times.append(_LAST if n == len(frames) - 1 else _FIRST if n == 0 else _QUIET)
    return times


STILLS: Final = 12
"""The most stills."""
_WIDTH: Final = 500
_LABEL: Final = 36.0
_POINTS: Final = (190, header.HEIGHT)
_MARGIN: Final = 22
"""Around the outermost tiles: room for what is drawn at their edges."""


def shown(views: Sequence[View]) -> Box:
    """Return the part of the board where any of these positions has a tile; all of it where none has."""
    taken = [h for h in range(SIZE) if any(contents(view)[h] is not None for view in views)] or list(range(SIZE))
    corners = [hex_corner(h) for h in taken]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + layout.SLOT_WIDTH
    top, bottom = min(y for _, y in corners), max(y for _, y in corners) + layout.SLOT_HEIGHT
    more = max(0, _WIDTH - (right - left + 2 * _MARGIN)) // 2 + _MARGIN  # never larger than on the board
    return max(0, left - more), max(0, top - _MARGIN), min(WIDTH, right + more), min(HEIGHT, bottom + _MARGIN)


def _draw_points(canvas: Canvas, points: tuple[int, ...], colours: tuple[Colour, ...]) -> None:
    """Draw the hit points of both sides, each behind a bar in its colour."""
    for n, (number, colour) in enumerate(zip(points, colours, strict=True)):
        left = _POINTS[0] - (len(points) - n) * 92
        canvas.pill((left, 18, left + 14, 58), 5, colour)
        canvas.text(left + 24, 38, str(number), 40, TEXT, bold=True, anchor="lm")


def _caption(plane: Image.Image, view: View, labels: Labels) -> None:
    first, second = header.headline(view, labels)
    label = header.Piece.of(second or first, _LABEL, bool(second))
    lay(plane, label.plane(), 8, 0)
    colours = tuple(team_colours(view, team)[0] for team in range(len(view.hit_points)))
    draw = partial(_draw_points, points=view.hit_points, colours=colours)
    points = part(("still", "points", view.hit_points, colours), *_POINTS, draw)
    lay(plane, points, plane.width - points.width, 0)


def still(picture: Image.Image, view: View, box: Box, labels: Labels) -> Image.Image:
    """Return that part of a picture below its caption."""
    wide, high = box[2] - box[0], box[3] - box[1]
    height = round(high * _WIDTH / wide)
    small = picture.crop(box).convert("RGB").resize((_WIDTH, height), Image.Resampling.HAMMING)
    plane = new_plane(_WIDTH, header.HEIGHT + height, PAGE)
    lay(plane, to_plane(small), 0, header.HEIGHT)
    _caption(plane, view, labels)
    return plane


def stills(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures of the last phases: the part of the board where a tile stands in any of them."""
    last = frames[-STILLS:]
    box = shown([frame.view for frame in last])
    boards = planes(last, labels, panels=False)
    return [still(board, frame.view, box, labels) for board, frame in zip(boards, last, strict=True)]


_FILM: Final = Film(palette=PALETTE, planes=planes, timing=timing, stills=stills, scale=1, zones=ZONES)
draw_film: Final = _FILM.draw
draw_strip: Final = _FILM.draw_strip
