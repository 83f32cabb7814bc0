"""One cell of the table: a nation of a seat."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.troops import NOBODY, Ranks
from render.canvas import Canvas
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import CELL, ROW
from render.monsters_and_myths.planes import part
from render.monsters_and_myths.theme import ASLEEP, BATTLE, BLOOD, FADED, GOLD, INK, NATIONS, RULE, SHEET, SPELL

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
    """How large the number of all creatures is; beside a crown there is less room for two digits."""
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


def draw(canvas: Canvas, cell: Cell) -> None:
    """A cell onto a canvas, from its upper left corner."""
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


def _hanging(canvas: Canvas, cell: Cell, wizards: int) -> None:
    """What hangs on the frame of a cell: hats above; the force, flipped cards and changes below."""
    for n in range(wizards):
        signs.hat(canvas, CELL / 2 - (wizards - 1) * 17 + n * 34, 1, 17)
    if cell.fight:
        signs.counter(canvas, 28, ROW, cell.fight, BLOOD, BATTLE)
    if cell.flipped:
        signs.counter(canvas, CELL / 2 if cell.gained else CELL - 28, ROW, cell.flipped, ASLEEP, "clockwise-rotation")
    if cell.gained:
        fill, sign = (GOLD, "+") if cell.gained > 0 else (INK, "–")
        signs.counter(canvas, CELL - 26, ROW, abs(cell.gained), fill, sign=sign)


def plane(cell: Cell) -> Image.Image:
    """A cell with what hangs on it, as a plane; the corner is `HALF` and `EDGE` within. Do not draw on it."""
    return part(("cell", cell), CELL + 2 * HALF, ROW + 2 * EDGE, lambda canvas: draw(canvas.moved(HALF, EDGE), cell))
