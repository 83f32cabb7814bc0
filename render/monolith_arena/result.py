"""The card at the end of a match: who won and how, the hit points, and the last position."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.messages import Message
from games.monolith_arena.view import View
from render.canvas import Canvas, fitting, wrap
from render.encode import png
from render.labels import LETTERS, Labels, refuse_hidden
from render.monolith_arena import corners
from render.monolith_arena.board import CENTRE, board_plane
from render.monolith_arena.header import ended, verdict
from render.monolith_arena.layout import BOARD_HEIGHT, BOARD_WIDTH
from render.monolith_arena.theme import seat_style, to_plane
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PAGE, PANEL, TEXT

CARD_WIDTH: Final = 1000
CARD_HEIGHT: Final = 640
_LEFT: Final = 440


REASONS: Final = {
    "agreed": Message("A draw was agreed on"),
    "abandoned": Message("Nobody played on"),
    "both_banners": Message("Both banners have fallen"),
    "tie": Message("A tie, after the additional battle too"),
    "banner": Message("The other banner has fallen"),
    "hit_points": Message("More hit points after the last battle"),
    "resigned": Message("The other side resigned"),
    "timeout": Message("The other side ran out of time"),
}
"""How matches end, by the reason of a `games.api.Result`."""


def _small_board(view: View, labels: Labels) -> Image.Image:
    whole = board_plane(view, labels, panels=False)
    left, top = CENTRE[0] - BOARD_WIDTH // 2, CENTRE[1] - BOARD_HEIGHT // 2
    picture = whole.convert("RGB").crop((left, top, left + BOARD_WIDTH, top + BOARD_HEIGHT))
    size = 540
    return to_plane(picture.resize((round(size * BOARD_WIDTH / BOARD_HEIGHT), size), Image.Resampling.BOX))


def _line(canvas: Canvas, text: str, x: float, y: float, size: float, room: float, bright: bool = True) -> None:
    canvas.text(x, y, text, fitting(text, size, room, True), TEXT if bright else MUTED, bold=bright, anchor="lm")


def _side(canvas: Canvas, view: View, labels: Labels, team: int, y: float) -> None:
    """Draw one team: its seats, its factions, its hit points as a number and a bar."""
    seats = [seat for seat in view.seats if seat.team == team]
    won = view.result is not None and any(s.seat in view.result.winners for s in seats)
    height = 150
    if won:
        canvas.pill((20, y, _LEFT, y + height), 18, MARK)
    canvas.pill((25, y + 5, _LEFT - 5, y + height - 5), 14, PANEL)
    radius = 30 if len(seats) == 1 else 20  # allies stand one below the other, each beside its faction
    for n, seat in enumerate(seats):
        middle = y + 53 + (n - (len(seats) - 1) / 2) * 45
        who = labels.player(seat.seat)
        corners.badge(canvas, seat_style(view, seat.seat), LETTERS[seat.seat], 36 + radius, middle, radius)
        x = 36 + 2 * radius + 16
        words = [word for word in (who, labels(seat.faction.title) if seat.faction else "") if word]
        for down, word in enumerate(words):
            at = middle + (down - (len(words) - 1) / 2) * (26 if len(seats) == 1 else 20)
            _line(canvas, word, x, at, 23 if down == 0 else 19, _LEFT - 92 - x, bright=down == 0)
    points = view.hit_points[team] if team < len(view.hit_points) else 0
    canvas.text(_LEFT - 52, y + 52, str(points), 52, TEXT, bold=True)
    step = (_LEFT - 70) / corners.FULL
    colours = corners.team_colours(view, team)
    for n in range(corners.FULL):
        fill = colours[n * len(colours) // corners.FULL] if n < points else EMPTY_BAR
        canvas.pill((36 + n * step, y + 102, 36 + (n + 1) * step - 4, y + 128), 3, fill)


def draw_result(view: View, labels: Labels) -> bytes:
    """Return the PNG of the card. Raises `ValueError` while the match is still running, `TypeError` without a view."""
    refuse_hidden(view, View)
    if view.result is None:
        raise ValueError("the match is not over")
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, PAGE)
    title = verdict(view.result.winners, labels)
    canvas.pill((20, 24, _LEFT, 112), 18, MARK if view.result.winners else MUTED)
    canvas.text((20 + _LEFT) / 2, 69, title, fitting(title, 58, _LEFT - 40, True), DARK, bold=True)
    lines = wrap(labels(REASONS[view.result.reason]), 28, _LEFT - 40, True)
    for n, line in enumerate(lines[:2]):
        canvas.text(24, 150 + n * 36, line, 28, TEXT, bold=True, anchor="lm")
    canvas.text(24, 150 + len(lines[:2]) * 36, ended(view, labels), 25, MUTED, anchor="lm")
    teams = sorted({seat.team for seat in view.seats})[:2]
    for n, team in enumerate(teams):
        _side(canvas, view, labels, team, 290 + n * 164)
    plane = to_plane(canvas.done())
    small = _small_board(view, labels)
    middle = (_LEFT + 20 + CARD_WIDTH - 20) // 2, CARD_HEIGHT // 2
    plane.paste(small, (middle[0] - small.width // 2, middle[1] - small.height // 2))
    return png(plane)
