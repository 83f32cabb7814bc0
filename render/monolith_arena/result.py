"""The card at the end of a match: who won and how, the hit points, and the last position."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.messages import Message
from games.monolith_arena.view import View
from render import icons
from render.canvas import Canvas
from render.encode import png
from render.labels import LETTERS, Labels, refuse_hidden
from render.monolith_arena import corners
from render.monolith_arena.board import CENTRE, HEIGHT, board_plane
from render.monolith_arena.header import ended, verdict
from render.monolith_arena.layout import BOARD_WIDTH
from render.monolith_arena.theme import STYLES, seat_style, to_plane
from render.panel import HEAD, draw_panel, draw_shield, draw_verdict
from render.theme import EMPTY_BAR, PAGE, lay

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
    whole = board_plane(view, labels, panels=False).convert("RGB")
    left, right = CENTRE[0] - BOARD_WIDTH // 2 - 10, CENTRE[0] + BOARD_WIDTH // 2 + 10
    size = round((right - left) * CARD_HEIGHT / HEIGHT), CARD_HEIGHT
    return to_plane(whole.crop((left, 0, right, HEIGHT)).resize(size, Image.Resampling.BOX))


_HEADS: Final = (HEAD, 62)
"""The height of a head where a side has one seat, and where it has more."""
_BARS: Final = 66
"""The height of the room for the hit points below the heads."""
_GAP: Final = 14


def _side_height(view: View, team: int) -> int:
    seats = sum(seat.team == team for seat in view.seats)
    return seats * _HEADS[seats > 1] + _BARS


def _side(canvas: Canvas, view: View, labels: Labels, team: int, top: float) -> None:
    """Draw one side: the heads of its seats, its hit points on a shield and as bars."""
    seats = [seat for seat in view.seats if seat.team == team]
    won = view.result is not None and any(s.seat in view.result.winners for s in seats)
    height = _side_height(view, team)
    heads = [
        corners.head(
            seat_style(view, seat.seat),
            LETTERS[seat.seat],
            labels.player(seat.seat),
            corners.faction_name(seat.faction, labels),
        )
        for seat in seats
    ]
    box = (20.0, top, float(_LEFT), top + height)
    draw_panel(canvas, box, *heads, bright=won, height=_HEADS[len(seats) > 1])
    points = view.hit_points[team] if team < len(view.hit_points) else 0
    styles = corners.team_styles(view, team)
    middle = top + height - _BARS / 2
    arms, rim = corners.side_arms(styles), STYLES[styles[0]].frame
    draw_shield(canvas, 56, middle - 4, 22, arms, str(points), rim=rim)
    first, step = 94, (_LEFT - 20 - 94) / corners.FULL
    for n in range(corners.FULL):
        colour = STYLES[styles[n * len(styles) // corners.FULL]].frame if n < points else EMPTY_BAR
        canvas.pill((first + n * step, middle - 14, first + (n + 1) * step - 4, middle + 14), 3, colour)


def draw_result(view: View, labels: Labels) -> bytes:
    """Return the PNG of the card. Raises `ValueError` while the match is still running, `TypeError` without a view."""
    refuse_hidden(view, View)
    if view.result is None:
        raise ValueError("the match is not over")
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, PAGE)
    reason = labels(REASONS[view.result.reason])
    said = verdict(view.result.winners, labels)
    box, won = (20.0, 20.0, float(_LEFT), 240.0), bool(view.result.winners)
    draw_verdict(canvas, box, said, reason, ended(view, labels), won=won, crown=icons.crown)
    teams = sorted({seat.team for seat in view.seats})[:2]
    bottom = CARD_HEIGHT - 18.0
    for team in reversed(teams):
        _side(canvas, view, labels, team, bottom - _side_height(view, team))
        bottom -= _side_height(view, team) + _GAP
    plane = to_plane(canvas.done())
    small = _small_board(view, labels)
    lay(plane, small, (_LEFT + CARD_WIDTH - small.width) // 2, 0)
    return png(plane)
