"""The rows of the table: a cell for each nation of a seat, and what stands on both sides of them."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import NOBODY, AttackCard, Ranks
from games.monsters_and_myths.view import SeatView, View
from render import icons
from render.canvas import Canvas, fitting, text_width
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import BESIDE, CELL, LEFT, ROW, part
from render.monsters_and_myths.theme import (
    ASLEEP,
    BATTLE,
    BLOOD,
    CAPTURED,
    CATAPULT,
    FADED,
    GOLD,
    INK,
    NATIONS,
    RULE,
    SHEET,
    SPELL,
)

EDGE = 18
"""How far what hangs on a cell reaches beyond it above and below."""
HALF = 4
"""And to both sides."""


TOTAL = (12, 37)
"""Where the number of all creatures begins, and its middle."""
COUNTS = (22, CELL / 2 + 1, CELL - 21)
"""The middles of sword, bow and horse."""
CROWN = (CELL - 24, 31)
CROWN_RADIUS = 19


def total_size(count: int) -> float:
    """Return how large the number of all creatures is; beside a crown there is less room for two digits."""
    return 54 if count < 10 else 39


class Cell(NamedTuple):
    """What a cell shows."""

    nation: int
    ranks: Ranks = NOBODY
    crown: bool = False
    fight: int = 0
    """How many of its creatures are in the attacker's force."""
    flipped: int = 0
    gained: int = 0
    """How many cards a draft, or what happened, adds (below 0: takes away)."""
    ghost_crown: bool = False
    """A draft would make it the largest."""
    ghost_wizards: int = 0
    """Wizards that a draft adds."""
    aim: bool = False
    """It is aimed at, or chosen."""


def draw_cell(canvas: Canvas, cell: Cell) -> None:
    """Draw a cell onto a canvas, from its upper left corner."""
    style, ranks = NATIONS[cell.nation], cell.ranks
    wizards = ranks.wizards + cell.ghost_wizards
    alive = ranks.size > 0
    if cell.aim:
        canvas.pill((-4, -4, CELL + 4, ROW + 4), 16, BLOOD)
    if alive or wizards:
        rim = SPELL if wizards else FADED
        thick = 6 if wizards else 2
        canvas.pill((0, 0, CELL, ROW), 13, rim)
        canvas.pill((thick, thick, CELL - thick, ROW - thick), 13 - thick, style.ground)
    elif cell.gained:
        canvas.pill((0, 0, CELL, ROW), 13, RULE)
        canvas.pill((2, 2, CELL - 2, ROW - 2), 11, SHEET)
    if alive:
        canvas.text(*TOTAL, str(ranks.size), total_size(ranks.size), INK, bold=True, anchor="lm")
        signs.symbols(canvas, ranks[:3], COUNTS, 79, style.ground)
    if cell.crown or cell.ghost_crown:
        signs.crown(canvas, *CROWN, CROWN_RADIUS, ghost=not cell.crown)
    _hanging(canvas, cell, wizards)


def draw_committed(canvas: Canvas, cell: Cell) -> None:
    """Draw how many creatures of a cell fight, and how many lie face down."""
    if cell.fight:
        signs.counter(canvas, 28, ROW, cell.fight, BLOOD, BATTLE)
    if cell.flipped:
        signs.counter(canvas, CELL / 2 if cell.gained else CELL - 28, ROW, cell.flipped, ASLEEP, "clockwise-rotation")


def _hanging(canvas: Canvas, cell: Cell, wizards: int) -> None:
    """Draw what hangs on the frame of a cell: hats above; the force, flipped cards and changes below."""
    for n in range(wizards):
        signs.hat(canvas, CELL / 2 - (wizards - 1) * 17 + n * 34, 1, 17)
    draw_committed(canvas, cell)
    if cell.gained:
        fill, sign = (GOLD, "+") if cell.gained > 0 else (INK, "–")
        signs.counter(canvas, CELL - 26, ROW, abs(cell.gained), fill, sign=sign)


def cell_plane(cell: Cell) -> Image.Image:
    """Return a cell with what hangs on it, as a plane; the corner is `HALF` and `EDGE` within. Do not draw on it."""
    return part(
        ("cell", cell), CELL + 2 * HALF, ROW + 2 * EDGE, lambda canvas: draw_cell(canvas.moved(HALF, EDGE), cell)
    )


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
    """Return the seat of a row. Do not draw on it."""
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
    """Return what a seat has besides its nations; `won` cards of those captured are set off. Do not draw on it."""
    lowest = min((card.number for other in view.seats for card in other.attacks), default=0)
    points = view.points(seat.seat)
    shown = Right(seat.catapults, seat.attacks, lowest, len(seat.captured), points, labels("now"), won)
    return part(("right", shown), BESIDE, ROW, partial(_draw_right, shown=shown))
