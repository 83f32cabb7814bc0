"""A table with numbers on it that a guide explains."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.view import View
from render.canvas import Canvas
from render.encode import png
from render.labels import Labels
from render.monsters_and_myths.layout import CELL, HEADER, MARGIN, ROW, TITLE, cell_left, row_top, stamp
from render.monsters_and_myths.table import table_plane
from render.monsters_and_myths.theme import BLOOD, CARD
from render.theme import WHITE

_RADIUS: Final = 22


def draw_explained(view: View, labels: Labels) -> bytes:
    """Return the PNG of a table with an attack on it: 1 a banner, 2 a cell, 3 a crown, 4 a wizard, 5 to 9 the rest.

    5 is the panel of the attacker, 6 the attack cards, 7 the number of those who fight, 8 the nation that is attacked,
    9 the strip.
    """
    assert view.active is not None
    assert view.target is not None
    plane = table_plane(view, labels)
    own = next(nation.index for nation in NATIONS if view.force[nation.index].size)
    crowned = next(
        (seat, nation.index) for nation in NATIONS for seat in view.largest(nation.index) if nation.index != own
    )
    seat, shut = next((s.seat, at) for s in view.seats for at, ranks in enumerate(s.troops) if ranks.wizards)
    top, foot = row_top(view.active), row_top(len(view.seats))
    places = (
        (cell_left(0) + CELL / 2, HEADER + 122),
        (cell_left(own) + CELL - 2, top - 8),
        (cell_left(crowned[1]) - 8, row_top(crowned[0]) + 98),
        (cell_left(shut) - 4, row_top(seat) + 2),
        (MARGIN + 8, top + ROW - 4),
        (156, TITLE + 4),
        (cell_left(own) - 24, top + ROW),
        (cell_left(view.target.nation) + CELL - 2, row_top(view.target.seat) - 8),
        (790, foot + 92),
    )
    for number, (x, y) in enumerate(places, 1):
        left, top = round(x) - 28, round(y) - 28
        stamp(plane, ("place", number), (left, top, left + 56, top + 56), partial(_draw_number, number=number))
    return png(plane)


def _draw_number(canvas: Canvas, number: int) -> None:
    canvas.disc(28, 28, _RADIUS + 3, CARD)
    canvas.disc(28, 28, _RADIUS, BLOOD)
    canvas.text(28, 29, str(number), 30, WHITE, bold=True)
