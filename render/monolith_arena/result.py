"""The card at the end of a match: who won and how, the hit points, and the last position."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.monolith_arena.view import SeatView, View
from render.canvas import Canvas, text_width, wrap
from render.encode import png, to_plane
from render.monolith_arena import panel
from render.monolith_arena.board import CENTRE, ground_plane, paste_hexes
from render.monolith_arena.header import headline
from render.monolith_arena.hexgrid import BOARD_HEIGHT, BOARD_WIDTH
from render.monolith_arena.looks import look
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PAGE, PANEL, TEXT

CARD_WIDTH: Final = 1000
CARD_HEIGHT: Final = 640
_LEFT: Final = 440

_HOW: Final = {
    "agreed": "A draw was agreed on",
    "both_banners": "Both banners have fallen",
    "tie": "A tie, after the additional battle too",
    "banner": "The other banner has fallen",
    "hit_points": "More hit points after the last battle",
    "resigned": "The other side resigned",
    "timeout": "The other side ran out of time",
}


def _small_board(view: View) -> Image.Image:
    whole = ground_plane()
    paste_hexes(whole, view, {})
    left, top = CENTRE[0] - BOARD_WIDTH // 2, CENTRE[1] - BOARD_HEIGHT // 2
    picture = whole.convert("RGB").crop((left, top, left + BOARD_WIDTH, top + BOARD_HEIGHT))
    size = 540
    return to_plane(picture.resize((round(size * BOARD_WIDTH / BOARD_HEIGHT), size), Image.Resampling.BOX))


def _line(canvas: Canvas, text: str, x: float, y: float, size: float, room: float, bright: bool = True) -> None:
    while text_width(text, size, True) > room:
        size -= 0.5
    canvas.text(x, y, text, size, TEXT if bright else MUTED, bold=bright, anchor="lm")


def _side(canvas: Canvas, view: View, team: int, seats: list[SeatView], y: float) -> None:
    """One team: its seats, its factions, its hit points as a number and a bar."""
    won = view.result is not None and any(s.seat in view.result.winners for s in seats)
    height = 150
    if won:
        canvas.pill((20, y, _LEFT, y + height), 18, MARK)
    canvas.pill((25, y + 5, _LEFT - 5, y + height - 5), 14, PANEL)
    for n, seat in enumerate(seats):
        panel.badge(canvas, look(view, seat.seat), 66 + n * 62, y + 50, 30)
    x = 66 + 62 * (len(seats) - 1) + 44
    names = " and ".join(s.faction.name for s in seats if s.faction)
    room = _LEFT - 92 - x
    lines = wrap(names, 22, room, True)[:3]
    for n, line in enumerate(lines):
        _line(canvas, line, x, y + 50 + (n - (len(lines) - 1) / 2) * 25, 22, room)
    points = view.hit_points[team] if team < len(view.hit_points) else 0
    canvas.text(_LEFT - 52, y + 52, str(points), 52, TEXT, bold=True)
    step = (_LEFT - 70) / panel.FULL
    colours = panel.team_colours(view, team)
    for n in range(panel.FULL):
        fill = colours[n * len(colours) // panel.FULL] if n < points else EMPTY_BAR
        canvas.pill((36 + n * step, y + 102, 36 + (n + 1) * step - 4, y + 128), 3, fill)


def draw_result(view: View) -> bytes:
    """The PNG of the card. Raises `ValueError` while the match is still running."""
    if view.result is None:
        raise ValueError("the match is not over")
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, PAGE)
    first, _ = headline(view)
    canvas.pill((20, 24, _LEFT, 112), 18, MARK if view.result.winners else MUTED)
    canvas.text((20 + _LEFT) / 2, 69, first, 58, DARK, bold=True)
    how = _HOW.get(view.result.reason, view.result.reason.replace("_", " "))
    lines = wrap(how, 28, _LEFT - 40, True)
    for n, line in enumerate(lines[:2]):
        canvas.text(24, 150 + n * 36, line, 28, TEXT, bold=True, anchor="lm")
    canvas.text(24, 150 + len(lines[:2]) * 36, f"after turn {view.turn}", 25, MUTED, anchor="lm")
    teams = sorted({seat.team for seat in view.seats})[:2]
    for n, team in enumerate(teams):
        _side(canvas, view, team, [s for s in view.seats if s.team == team], 290 + n * 164)
    plane = to_plane(canvas.done())
    small = _small_board(view)
    middle = (_LEFT + 20 + CARD_WIDTH - 20) // 2, CARD_HEIGHT // 2
    plane.paste(small, (middle[0] - small.width // 2, middle[1] - small.height // 2))
    return png(plane)
