"""A battle in one picture: the board before it and after it."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.view import TileView, View
from render.canvas import Canvas
from render.encode import new_plane, png, to_plane
from render.monolith_arena import hexgrid, panel
from render.monolith_arena.board import paste_hexes
from render.theme import MARK, MUTED, PAGE, TEXT

_GAP: Final = 150
_TOP: Final = 96
WIDTH: Final = 2 * hexgrid.BOARD_WIDTH + _GAP + 24
HEIGHT: Final = hexgrid.BOARD_HEIGHT + _TOP + 12


def _changes(before: View, after: View) -> tuple[dict[int, str], dict[int, str]]:
    """The marks of both boards: a tile lost, a tile hit, a tile moved."""
    first: dict[int, str] = {}
    second: dict[int, str] = {}
    for h in range(SIZE):
        old, new = before.board[h], after.board[h]
        if old is None and new is None:
            continue
        if old is None:
            second[h] = "moved"
        elif new is None or (new.seat, new.type) != (old.seat, old.type):
            first[h] = "hit"
            second[h] = "gone" if new is None else "moved"
        elif _harm(new) != _harm(old):
            first[h] = second[h] = "hit" if _harm(new) > _harm(old) else "moved"
    return first, second


def _harm(tile: TileView) -> tuple[int, int]:
    return tile.wounds, tile.poison


def _points(before: View, after: View, team: int) -> Image.Image:
    canvas = Canvas(420, 90, PAGE)
    seats = [s.seat for s in before.seats if s.team == team]
    for n, seat in enumerate(seats):
        panel.badge(canvas, seat, 40 + n * 72, 45, 32)
    x = 24 + 72 * len(seats)
    old, new = before.hit_points[team], after.hit_points[team]
    canvas.text(x, 47, str(old), 56, TEXT if old == new else MUTED, bold=True, anchor="lm")
    if old != new:
        canvas.line([(x + 82, 46), (x + 112, 46)], 8, MARK)
        canvas.polygon([(x + 108, 26), (x + 108, 66), (x + 134, 46)], MARK)
        canvas.text(x + 148, 47, str(new), 68, TEXT, bold=True, anchor="lm")
    return to_plane(canvas.done())


def _title(text: str) -> Image.Image:
    canvas = Canvas(220, 60, PAGE)
    canvas.text(4, 30, text, 46, MUTED, bold=True, anchor="lm")
    return to_plane(canvas.done())


def _arrow() -> Image.Image:
    canvas = Canvas(_GAP - 20, 120, PAGE)
    canvas.line([(16, 60), (76, 60)], 20, MARK)
    canvas.polygon([(70, 14), (70, 106), (122, 60)], MARK)
    return to_plane(canvas.done())


def draw_battle(before: View, after: View) -> bytes:
    """The PNG of both positions side by side: who was hit (red rim), who is gone (red cross), both teams' points."""
    plane = new_plane(WIDTH, HEIGHT, PAGE)
    first, second = _changes(before, after)
    left = (12 + hexgrid.BOARD_WIDTH // 2, _TOP + hexgrid.BOARD_HEIGHT // 2)
    right = (WIDTH - left[0], left[1])
    paste_hexes(plane, before, first, left)
    paste_hexes(plane, after, second, right)
    for middle, text in ((left[0], "Before"), (right[0], "After")):
        plane.paste(_title(text), (middle - hexgrid.BOARD_WIDTH // 2 + 8, _TOP + 20))
    for team in range(len(before.hit_points)):
        plane.paste(_points(before, after, team), (20 + team * (right[0] - left[0]), 6))
    plane.paste(_arrow(), ((WIDTH - _GAP) // 2 + 10, left[1] - 60))
    return png(plane)
