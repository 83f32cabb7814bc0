"""The panel of a seat beside its row: who it is, whether it is asked, its points, captured cards and catapults."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.messages import Message
from games.monsters_and_myths.view import SEATS as LETTERS
from games.monsters_and_myths.view import SeatView, View
from render import icons
from render.canvas import Canvas, fitting, text_width
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import LEFT, MARGIN, ROW, below, part
from render.monsters_and_myths.theme import CARD, CATAPULT, GOLD, INK, SEATS
from render.panel import Head, draw_panel, draw_tab
from render.theme import MUTED, TEXT, WHITE, lay

WIDTH: Final = LEFT - MARGIN - 12
"""How wide a panel is."""
ABOVE: Final = 16
"""How far the tab stands out of the row."""
_TOP: Final = 11
_HEAD: Final = 59
_POINTS: Final = 46.0
_MIDDLE: Final = 104
_DISC: Final = 32
"""Half as wide as the disc with the points."""
_SIDE: Final = 74
_LINE: Final = 32
"""The width and height of what stands to the right of the points."""
_NUMBER: Final = 28.0


class Panel(NamedTuple):
    """What a panel shows."""

    seat: int
    name: str
    tab: str
    """What is said of the seat now, or nothing."""
    lit: bool
    """It is asked, or has won."""
    you: str
    """What marks the reader's own seat, or nothing."""
    gone: bool
    """Its player has given up."""
    points: int | None
    """`None` before all have laid out cards: then they would say nothing."""
    captured: int
    catapults: int
    won: int = 0
    """How many cards were captured in a round that is over: in the place of catapults, of which none is left."""


def _draw_tabs(canvas: Canvas, panel: Panel) -> None:
    left = 8.0
    if panel.you:
        wide = text_width(panel.you, 22, True) + 20
        canvas.pill((left - 2, -ABOVE, left + wide + 2, ABOVE - 4), 9, INK)
        canvas.pill((left, 2 - ABOVE, left + wide, ABOVE - 6), 8, WHITE)
        canvas.text(left + wide / 2, -1.5, panel.you, 22, INK, bold=True)
        left += wide + 6
    if panel.tab:
        canvas.pill((left - 2, -ABOVE, WIDTH - 6, ABOVE - 4), 10, INK)
        draw_tab(canvas, (left, 2 - ABOVE, WIDTH - 8, ABOVE - 6), panel.tab, lit=panel.lit)


def _draw_panel(canvas: Canvas, panel: Panel) -> None:
    head = Head(SEATS[panel.seat], LETTERS[panel.seat], "", panel.name)
    dull = MUTED if panel.gone else None
    draw_panel(canvas, (0, _TOP, WIDTH, ROW), head, bright=panel.lit, body=INK, height=_HEAD, dull=dull)
    _draw_tabs(canvas, panel)


def _draw_points(canvas: Canvas, points: str) -> None:
    canvas.disc(_DISC, _DISC, _DISC - 1, CARD)
    canvas.text(_DISC, _DISC + 1, points, fitting(points, _POINTS, 52, True), INK, bold=True)


def _draw_captured(canvas: Canvas, number: int) -> None:
    signs.pile(canvas, 18, _LINE / 2, 23)
    canvas.text(42, _LINE / 2 + 1, str(number), _NUMBER, TEXT, bold=True, anchor="lm")


def _draw_catapults(canvas: Canvas, number: int) -> None:
    icons.draw(canvas, CATAPULT, 18, _LINE / 2, 14, TEXT, INK)
    canvas.text(42, _LINE / 2 + 1, str(number), _NUMBER, TEXT, bold=True, anchor="lm")


def _draw_won(canvas: Canvas, number: int) -> None:
    canvas.text(28, _LINE / 2 + 1, f"+{number}", _NUMBER, GOLD, bold=True, anchor="lm")


def who(seat: int, labels: Labels) -> str:
    """Return the name of a seat's player, or which seat it is."""
    return labels.player(seat) or labels("Seat {seat}", seat=LETTERS[seat])


def _said(view: View, seat: SeatView, labels: Labels) -> tuple[str, bool]:
    """Return what stands on the tab of a seat, and whether it shines."""
    if view.result is not None:
        won = seat.seat in view.result.winners
        return labels(Message.term("corner", "WINNER")) if won else "", won
    if any(choice.seat == seat.seat and choice.must for choice in view.choices):
        return labels(Message.term("corner", "TO PLAY")), True
    if seat.left:
        return labels(Message.term("corner", "GAVE UP")), False
    return labels(Message.term("corner", "ATTACKS")) if view.active == seat.seat else "", False


def shown(view: View, seat: SeatView, labels: Labels, won: int = 0, *, own: bool = False) -> Panel:
    """Return what the panel of a seat shows; `won` cards of those captured are set off."""
    tab, lit = _said(view, seat, labels)
    name = who(seat.seat, labels)
    you = labels(Message.term("corner", "YOU")) if own else ""
    points = view.points(seat.seat) if view.counts else None
    return Panel(seat.seat, name, tab, lit, you, seat.left, points, len(seat.captured), seat.catapults, won)


def panel_plane(panel: Panel) -> Image.Image:
    """Return a panel as a plane; its row begins `ABOVE` below its upper edge."""

    def base(canvas: Canvas) -> None:
        _draw_panel(canvas.moved(0, ABOVE), bare)

    bare = panel._replace(points=0, captured=0, catapults=0, won=0)
    plane = part(("panel", bare), WIDTH + 2, ROW + ABOVE, base, below(bool(panel.you))).copy()
    points = "–" if panel.points is None else str(panel.points)
    drawn = part(("points", points), 2 * _DISC, 2 * _DISC, partial(_draw_points, points=points), INK)
    lay(plane, drawn, 20, ABOVE + _MIDDLE - _DISC)
    lines = [("captured", _draw_captured, panel.captured)]
    if panel.won:
        lines.append(("won", _draw_won, panel.won))
    elif panel.catapults:
        lines.append(("catapults", _draw_catapults, panel.catapults))
    top = ABOVE + _MIDDLE - _LINE * len(lines) // 2
    for n, (kind, draw, number) in enumerate(lines):
        drawn = part((kind, number), _SIDE, _LINE, partial(draw, number=number), INK)
        lay(plane, drawn, WIDTH - 8 - _SIDE, top + n * _LINE)
    return plane
