"""A part of the board as large as it is drawn, with a small map of the whole board beside it.

Panels are shown small, so where a hex, a facing or a target is chosen only what matters for it is shown. Nothing is
drawn for that twice: the close-up is cut out of the picture of the board, the map is that picture reduced.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from games.monolith_arena.view import View
from render.canvas import Canvas
from render.film import Box
from render.monolith_arena import layout
from render.monolith_arena.corners import side_arms, team_styles
from render.monolith_arena.theme import STYLES, new_plane, part, to_plane
from render.panel import draw_shield
from render.theme import MARK, PAGE, lay

SHAPE: Final = 11 / 7
"""Width to height: that of the room in which Discord shows a picture on desktops."""
_MARGIN: Final = 14
"""Around the outermost hexes: room for what is drawn at their edges."""
_MAP: Final = 4
"""How many times smaller the map is."""
_GAP: Final = 10
_SIDE: Final = layout.BOARD_WIDTH // _MAP + 2 * _GAP
"""The width of the column beside the close-up."""
_POINTS: Final = 78
_MOST: Final = 0.8
"""With more of the board's height than this there is no point in a map: the whole board is shown."""


def close_up(plane: Image.Image, view: View, hexes: Sequence[int], centre: tuple[int, int]) -> Image.Image:
    """Return what matters of the picture of a board with these hexes in it; all of the board where that is most."""
    board = _around(range(len(layout.CENTRES)), centre)
    left, top, right, bottom = box = _shaped(_around(hexes, centre), board)
    if bottom - top > _MOST * (board[3] - board[1]):
        return plane.crop(board)
    shown = new_plane(right - left + _SIDE, bottom - top, PAGE)
    lay(shown, plane.crop(box), 0, 0)
    lay(shown, _map(plane, box, board), right - left + _GAP, _GAP)
    styles = tuple(team_styles(view, team) for team in range(len(view.hit_points)))
    points = partial(_draw_points, points=view.hit_points, styles=styles)
    beside = part(("close-up", view.hit_points, styles), _SIDE, _POINTS, points)
    lay(shown, beside, right - left, _below_map(board))
    return shown


def _below_map(board: Box) -> int:
    """Return where the hit points begin."""
    return board[3] // _MAP - board[1] // _MAP + 3 * _GAP


def _around(hexes: Sequence[int], centre: tuple[int, int]) -> Box:
    """Return the smallest box around some hexes."""
    xs, ys = [layout.CENTRES[h][0] + centre[0] for h in hexes], [layout.CENTRES[h][1] + centre[1] for h in hexes]
    wide, high = layout.SLOT_WIDTH // 2 + _MARGIN, layout.SLOT_HEIGHT // 2 + _MARGIN
    return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high


def _shaped(box: Box, board: Box) -> Box:
    """Return a box grown so that it has the right shape together with the map, moved onto the board.

    It is high enough for the map and the hit points below that, even around a single tile.
    """
    left, top, right, bottom = box
    wide, high = right - left, max(bottom - top, _below_map(board) + _POINTS + _GAP)
    wide, high = max(wide, round(high * SHAPE) - _SIDE), max(high, round((wide + _SIDE) / SHAPE))
    left, top = (left + right - wide) // 2, (top + bottom - high) // 2
    left = min(max(left, board[0]), max(board[0], board[2] - wide))
    top = min(max(top, board[1]), max(board[1], board[3] - high))
    return left, top, left + wide, top + high


def _map(plane: Image.Image, box: Box, board: Box) -> Image.Image:
    """Return the board in small, with a frame around the close-up."""
    small = plane.crop(board).convert("RGB").reduce(_MAP)
    frame = [(at - board[n % 2]) // _MAP for n, at in enumerate(box)]
    right, bottom = min(frame[2], small.width) - 1, min(frame[3], small.height) - 1
    ImageDraw.Draw(small).rectangle((frame[0], frame[1], right, bottom), outline=MARK, width=3)
    return to_plane(small)


def _draw_points(canvas: Canvas, points: tuple[int, ...], styles: tuple[tuple[int, ...], ...]) -> None:
    """Draw the hit points of both sides, each on its shield."""
    step = _SIDE / max(1, len(points))
    for n, (number, worn) in enumerate(zip(points, styles, strict=True)):
        middle = (n + 0.5) * step
        draw_shield(canvas, middle, _POINTS / 2 - 2, 28, side_arms(worn), str(number), rim=STYLES[worn[0]].frame)
