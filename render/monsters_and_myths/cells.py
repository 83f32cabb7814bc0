"""The cells of the table: the creatures of one nation of a seat, and what hangs on their frame."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import NOBODY, Ranks
from render.canvas import Canvas
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import CELL, ROW, below, part, stamp
from render.monsters_and_myths.theme import ASLEEP, BLOOD, FADED, GOLD, INK, NATIONS, RULE, SPELL

EDGE: Final = 17
"""How far what hangs on a cell reaches beyond it above and below."""
HALF: Final = 4
"""And to both sides."""
TOTAL: Final = (11, 46)
"""Where the number of all creatures begins, and its middle."""
CROWN: Final = (32, 101)
CROWN_RADIUS: Final = 19
ICONS: Final = 71
"""The middle of sword, bow and horse, one below the other, each with its number to the right of it."""
ICON: Final = 15.5
"""Half of their width."""
NUMBERS: Final = 91
"""Where those numbers begin."""
LINES: Final = (35, 72, 109)
"""The middles of the three lines."""
_HATS: Final = (26, 60, 94)


def total_size(count: int) -> float:
    """Return how large the number of all creatures is; two digits have less room."""
    return 60 if count < 10 else 46


def number_size(count: int) -> float:
    """Return how large the number of one kind is."""
    return 36 if count < 10 else 26


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


def draw_cell(canvas: Canvas, cell: Cell, own: bool = False) -> None:
    """Draw a cell onto a canvas, from its upper left corner; `own` if it is one of the reader's."""
    style, ranks = NATIONS[cell.nation], cell.ranks
    wizards = ranks.wizards + cell.ghost_wizards
    if cell.aim:
        canvas.pill((-4, -4, CELL + 4, ROW + 4), 16, BLOOD)
    rim, thick = (SPELL, 6) if wizards else (FADED, 2) if ranks.size else (RULE, 2)
    canvas.pill((0, 0, CELL, ROW), 13, rim)
    ground = style.ground if ranks.size or wizards else below(own)
    canvas.pill((thick, thick, CELL - thick, ROW - thick), 13 - thick, ground)
    if ranks.size:
        canvas.text(*TOTAL, str(ranks.size), total_size(ranks.size), INK, bold=True, anchor="lm")
    for kind, (count, y) in enumerate(zip(ranks[:3], LINES, strict=True)):
        if count:
            signs.symbol(canvas, kind, ICONS, y, ICON, INK, ground)
            canvas.text(NUMBERS, y + 1, str(count), number_size(count), INK, bold=True, anchor="lm")
    if cell.crown or cell.ghost_crown:
        signs.crown(canvas, *CROWN, CROWN_RADIUS, ghost=not cell.crown)
    for n in range(wizards):
        signs.hat(canvas, _HATS[n], 0, 16)


def draw_hanging(canvas: Canvas, cell: Cell) -> None:
    """Draw what hangs on the lower edge of a cell: how many fight, how many lie face down, what was won or lost."""
    if cell.fight:
        signs.counter(canvas, 30, ROW, cell.fight, BLOOD, signs.clash)
    if cell.flipped:
        signs.counter(canvas, CELL / 2 if cell.gained else CELL - 30, ROW, cell.flipped, ASLEEP, signs.turned)
    if cell.gained:
        fill, sign = (GOLD, "+") if cell.gained > 0 else (INK, "–")
        signs.counter(canvas, CELL - 24, ROW, abs(cell.gained), fill, sign=sign)


def cell_plane(cell: Cell, own: bool = False) -> Image.Image:
    """Return a cell without what hangs on it, as a plane; its corner is `HALF` and `EDGE` within. Do not draw on it."""
    bare = cell._replace(fight=0, flipped=0, gained=0)

    def draw(canvas: Canvas) -> None:
        draw_cell(canvas.moved(HALF, EDGE), bare, own)

    return part(("cell", bare), CELL + 2 * HALF, ROW + 2 * EDGE, draw, below(own))


def put_hanging(plane: Image.Image, cell: Cell, left: int, top: int) -> None:
    """Draw what hangs on a cell whose corner is there."""
    hanging = Cell(0, fight=cell.fight, flipped=cell.flipped, gained=cell.gained)
    if hanging == Cell(0):
        return
    high = top + ROW - EDGE
    box = (left - HALF, high, left + CELL + HALF, high + 2 * EDGE)
    stamp(plane, hanging, box, lambda canvas: draw_hanging(canvas.moved(HALF, EDGE - ROW), hanging))
