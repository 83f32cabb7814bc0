"""What stands beside the cells of a row: the seat on the left; catapults, attack cards, captured and points right."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import AttackCard
from games.monsters_and_myths.view import SeatView, View
from render import icons
from render.canvas import Canvas, text_width
from render.fitting import fitting
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import BESIDE, LEFT, ROW
from render.monsters_and_myths.planes import part
from render.monsters_and_myths.theme import CAPTURED, CATAPULT, FADED, GOLD, INK, SHEET

SEAT = LEFT - 24
"""How wide the seat on the left is."""
LEAST = 17.0
"""The size of the smallest letters."""


class Left(NamedTuple):
    """What the left of a row shows."""

    seat: int
    name: str
    active: bool
    gone: bool
    """Its player has given up."""


class Right(NamedTuple):
    """What the right of a row shows."""

    catapults: int
    attacks: tuple[AttackCard, ...]
    lowest: int
    """The number of the lowest attack card in play."""
    captured: int
    points: int
    word: str
    """What stands below the points."""
    won: int = 0
    """How many cards were captured in a round that is over, when nobody has catapults, whose place they take."""


def shortened(text: str, size: float, width: float) -> str:
    """As much of a text as fits, with dots for the rest."""
    if text_width(text, size, True) <= width:
        return text
    while text and text_width(f"{text}…", size, True) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _draw_left(canvas: Canvas, shown: Left) -> None:
    middle = SEAT / 2
    if shown.active:
        canvas.disc(middle, 58, 49, GOLD)
    signs.shield(canvas, shown.seat, middle, 54, 33, FADED if shown.gone else INK)
    if shown.gone:
        canvas.line([(middle - 36, 90), (middle + 36, 20)], 7, SHEET)
        canvas.line([(middle - 36, 90), (middle + 36, 20)], 4, INK)
    if shown.name:
        size = max(LEAST, fitting(shown.name, 22, SEAT, True))
        canvas.text(middle, 122, shortened(shown.name, size, SEAT), size, INK, bold=True)


def left(view: View, seat: SeatView, labels: Labels) -> Image.Image:
    """The seat of a row. Do not draw on it."""
    active = view.active == seat.seat or view.turn == seat.seat
    if view.result is not None:
        active = seat.seat in view.result.winners
    shown = Left(seat.seat, labels.player(seat.seat), active, seat.left)
    return part(("left", shown), SEAT, ROW, partial(_draw_left, shown=shown))


def _draw_right(canvas: Canvas, shown: Right) -> None:
    cards = shown.attacks[:4]
    high = 60.0 if len(cards) < 4 else 50.0
    for n, card in enumerate(cards):
        signs.attack_card(canvas, 27 + n * (high * 0.72 + 9), 37, card, high, card.number == shown.lowest)
    if shown.catapults:
        icons.draw(canvas, CATAPULT, 24, 92, 19, INK, SHEET)
        canvas.text(48, 93, f"×{shown.catapults}", 27, INK, bold=True, anchor="lm")
    if shown.captured:
        icons.draw(canvas, CAPTURED, 24, 130, 15, INK, SHEET)
        canvas.text(48, 131, str(shown.captured), 29, INK, bold=True, anchor="lm")
        if shown.won:
            signs.counter(canvas, 48, 92, shown.won, GOLD, sign="+")
    canvas.text(BESIDE - 38, 100, str(shown.points), 50, INK, bold=True)
    canvas.text(BESIDE - 38, 134, shown.word, fitting(shown.word, 21, 76), FADED)


def right(view: View, seat: SeatView, labels: Labels, won: int = 0) -> Image.Image:
    """What a seat has besides its nations; `won` cards of those captured are set off. Do not draw on it."""
    lowest = min((card.number for other in view.seats for card in other.attacks), default=0)
    points = view.points(seat.seat)
    shown = Right(seat.catapults, seat.attacks, lowest, len(seat.captured), points, labels("now"), won)
    return part(("right", shown), BESIDE, ROW, partial(_draw_right, shown=shown))
