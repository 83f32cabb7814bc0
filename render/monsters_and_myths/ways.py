"""The ways of attacks on the table: from cell to cell along the lanes between rows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import NATIONS as KINDS
from games.monsters_and_myths.view import Target
from render import icons
from render.canvas import Canvas, Point
from render.monsters_and_myths.layout import CELL, PITCH, ROW, cell_left, lane, row_top, stamp
from render.monsters_and_myths.theme import BLOOD, CARD, FADED, PURSE, SHEET

_WIDE = 11.0
_THIN = 7.0
_HALO = 4.0
_HEAD = 17.0


class Way(NamedTuple):
    """An attack as it is drawn."""

    seat: int
    nations: tuple[int, ...]
    """Where the force comes from."""
    target: Target
    mercenary: bool
    draft: bool = False
    """It is only proposed."""


def _middle(nation: int) -> float:
    return cell_left(nation) + CELL / 2


def _trunk(way: Way, start: float) -> list[Point]:
    """Return the way from the lane beside the attacker's row to the attacked cell."""
    down = way.target.seat > way.seat
    first = lane(way.seat if down else way.seat - 1)
    last = lane(way.target.seat - 1 if down else way.target.seat)
    x = _middle(way.target.nation)
    tip = row_top(way.target.seat) + (9 if down else ROW - 9)
    points = [(start, first)]
    if abs(first - last) > 1:
        side = cell_left(way.target.nation) - (PITCH - CELL) / 2
        if start > x:
            side += PITCH
        points += [(side, first), (side, last)]
    return [*points, (x, last), (x, tip)]


def _paths(way: Way) -> tuple[list[list[Point]], list[Point], Point | None]:
    """Return the thin lines of the parts of a force, the wide line, and where the purse of mercenaries lies."""
    down = way.target.seat > way.seat
    height = lane(way.seat if down else way.seat - 1)
    edge = row_top(way.seat) + (ROW if down else 0)
    if not way.mercenary:
        x = _middle(way.nations[0])
        return [], [(x, edge), *_trunk(way, x)], None
    xs = [_middle(nation) for nation in way.nations]
    goal = _middle(way.target.nation)
    purse = _between(sum(xs) / len(xs), goal)
    thin = [[(x, edge), (x, height), (purse, height)] for x in xs]
    return thin, _trunk(way, purse), (purse, height)


def _between(x: float, goal: float) -> float:
    """Return where a purse lies: between two columns, near to `x` and not where the way turns to its goal."""
    places = [cell_left(nation) - (PITCH - CELL) / 2 for nation in range(1, len(KINDS))]
    return min(places, key=lambda place: (abs(place - goal) < CELL * 0.4, abs(place - x)))


def _draw_way(canvas: Canvas, way: Way) -> None:
    thin, wide, purse = _paths(way)
    red = FADED if way.draft else BLOOD
    down = way.target.seat > way.seat
    (x, tip), back = wide[-1], -_HEAD if down else _HEAD
    body = [*wide[:-1], (x, tip + back)]
    for extra, colour in ((_HALO, SHEET), (0.0, red)):
        for line in thin:
            canvas.line(line, _THIN + 2 * extra, colour)
        canvas.line(body, _WIDE + 2 * extra, colour)
        grown = extra * 1.5
        ahead = -grown if back > 0 else grown
        canvas.polygon(
            [(x, tip + ahead), (x - 17 - grown, tip + back * 1.25), (x + 17 + grown, tip + back * 1.25)], colour
        )
    if purse is not None:
        canvas.disc(*purse, 19, CARD)
        canvas.disc(*purse, 17, red)
        icons.draw(canvas, PURSE, *purse, 12, CARD, red)


_BESIDE = 12
_PURSE = 20
_HEADED = 26
"""How far a line, a purse and the head of an arrow reach beyond their middles and its tip, each with its halo."""
Box = tuple[int, int, int, int]


def put_ways(plane: Image.Image, ways: Sequence[Way]) -> None:
    """Draw attacks onto a table, a stamp for each stretch of them: most of the box round a whole way is empty."""
    for way in ways:
        for box, look in _stretches(way):
            stamp(plane, look, box, partial(_draw_moved, way=way, left=box[0], top=box[1]))


@lru_cache(256)
def _stretches(way: Way) -> tuple[tuple[Box, Hashable], ...]:
    """Return the boxes of a way, each with all that it shows: elsewhere on the table the same may have been drawn."""
    return tuple((box, _look(way, box)) for box in _boxes(way))


def _boxes(way: Way) -> list[Box]:
    """Return the boxes round the stretches of a way and what lies on it, without those that lie within another one."""
    thin, wide, purse = _paths(way)
    room = _BESIDE if purse is None else _PURSE  # the purse lies on lines, and is whole on each of them
    boxes = [_round(room, one, other) for line in (*thin, wide) for one, other in pairwise(line)]
    found = dict.fromkeys([*boxes, _round(_HEADED, wide[-1])])
    return [box for box in found if not any(_within(box, other) for other in found if other != box)]


def _look(way: Way, box: Box) -> Hashable:
    """Return what reaches into a box of a way, in pixels from its corner."""
    thin, wide, purse = _paths(way)
    left, top, right, bottom = box

    def near(point: Point) -> Point:
        x, y = point
        x, y = min(max(x, left - _HEADED), right + _HEADED), min(max(y, top - _HEADED), bottom + _HEADED)
        return round(x - left, 2), round(y - top, 2)

    def reaches(*points: Point) -> bool:
        one, other, far, last = _round(_HEADED, *points)
        return one < right and other < bottom and far > left and last > top

    stretches = [
        (kind, near(one), near(other))
        for kind, lines in enumerate((thin, [wide]))
        for line in lines
        for one, other in pairwise(line)
        if reaches(one, other)
    ]
    head = (near(wide[-1]), way.target.seat > way.seat) if reaches(wide[-1]) else None
    heap = near(purse) if purse is not None and reaches(purse) else None
    return "way", right - left, bottom - top, way.draft, tuple(stretches), head, heap


def _round(room: int, *points: Point) -> Box:
    """Return the box round some points with so much room on all sides."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return floor(min(xs)) - room, floor(min(ys)) - room, ceil(max(xs)) + room, ceil(max(ys)) + room


def _within(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


def _draw_moved(canvas: Canvas, way: Way, left: int, top: int) -> None:
    _draw_way(canvas.moved(-left, -top), way)
