"""A table with numbers on it that a guide explains."""

from __future__ import annotations

from typing import Final

from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.view import View
from render.canvas import Canvas
from render.encode import png
from render.labels import Labels
from render.monsters_and_myths.attack import facing, facing_plane
from render.monsters_and_myths.layout import CELL, HEADER, RIGHT, ROW, cell_left, over, row_top
from render.monsters_and_myths.table import table_plane
from render.monsters_and_myths.theme import BLOOD, CARD
from render.theme import WHITE

_RADIUS: Final = 22


def draw_explained(view: View, labels: Labels) -> bytes:
    """Return the PNG of a table with an attack on it: 1 a banner, 2 a cell, 3 a crown, 4 a wizard, 5 to 8 the rest.

    5 is beside the row of the attacker, 6 the number of those who fight, 7 the nation that is attacked, 8 the strip.
    """
    fight = facing(view)
    assert view.active is not None
    assert view.target is not None
    assert fight is not None
    plane = table_plane(view, labels, strip=facing_plane(fight))
    own = next(nation.index for nation in NATIONS if view.force[nation.index].size)
    crowned = next(
        (seat, nation.index) for nation in NATIONS for seat in view.largest(nation.index) if nation.index != own
    )
    seat, shut = next((s.seat, at) for s in view.seats for at, ranks in enumerate(s.troops) if ranks.wizards)
    top, foot = row_top(view.active), row_top(len(view.seats))
    places = (
        (cell_left(0) + CELL - 6, HEADER + 54),
        (cell_left(own) + CELL + 10, top + 66),
        (cell_left(crowned[1]) + CELL + 10, row_top(crowned[0]) + 14),
        (cell_left(shut) - 2, row_top(seat) + 2),
        (RIGHT + 132, top + 34),
        (cell_left(own) - 6, top + ROW + 2),
        (cell_left(view.target.nation) + CELL - 8, row_top(view.target.seat) + 6),
        (150, foot + 92),
    )
    for number, (x, y) in enumerate(places, 1):
        box = (int(x) - 28, int(y) - 28, int(x) + 28, int(y) + 28)

        def draw(canvas: Canvas, number: int = number, x: float = x, y: float = y) -> None:
            canvas.disc(x, y, _RADIUS + 3, CARD)
            canvas.disc(x, y, _RADIUS, BLOOD)
            canvas.text(x, y + 1, str(number), 30, WHITE, bold=True)

        over(plane, box, draw)
    return png(plane)
