"""The table of a tournament, and its bracket: who stands where, who meets whom, who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.canvas import Canvas, Point, fitting, shortened
from render.encode import png
from render.labels import drawable, named
from render.panel import draw_title
from render.theme import DARK, MARK, MUTED, PAGE, PANEL, SLOT, SLOT_RIM, TEXT, WHITE, Palette, blended

WIDTH: Final = 1000
_EDGE: Final = 24.0
_TITLE: Final = 80.0
_HEAD: Final = 46.0
_ROW: Final = 54.0
_BELOW: Final = 20.0
_WORDS: Final = 30.0
_LEAST: Final = 26.0
_COLUMN: Final = 112.0
_SIDE: Final = 42.0
"""The height of a line of a box of a bracket, which has two."""
_SPACE: Final = 22.0
_GAP: Final = 34.0
"""Between two columns of boxes: there the lines run."""


class Line(NamedTuple):
    """A line of a table: place, name, and what stands in the columns. `out`: they have withdrawn."""

    place: str
    name: str
    values: tuple[str, ...]
    out: bool = False


class Table(NamedTuple):
    """A page of a table."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


class Side(NamedTuple):
    """Who stands in a box of a bracket: an empty name where that is open; `said` is what it came to."""

    name: str
    said: str = ""
    won: bool = False
    lost: bool = False


class Box(NamedTuple):
    """Two who meet; nobody plays where one side alone is there."""

    one: Side
    other: Side
    now: bool = False
    """They are playing."""


class Wing(NamedTuple):
    """Rounds beside each other, with their titles: winners go on to the right."""

    title: str
    rounds: tuple[tuple[str, tuple[Box, ...]], ...]


def draw_table(table: Table) -> bytes:
    """Return the PNG of a table."""
    height = _TITLE + _HEAD + _ROW * len(table.lines) + _BELOW
    canvas = Canvas(WIDTH, round(height), PAGE)
    draw_title(canvas, _EDGE, 42, drawable(table.title), 44, WIDTH - 2 * _EDGE, anchor="lm")
    right = WIDTH - _EDGE
    for n, title in enumerate(reversed(table.columns)):
        _words(canvas, right - n * _COLUMN, _TITLE + _HEAD / 2, title, _COLUMN - 12, MARK, "rm")
    room = right - _COLUMN * len(table.columns) - 104 - 16
    for n, line in enumerate(table.lines):
        middle = _TITLE + _HEAD + _ROW * (n + 0.5)
        if n % 2 == 0:
            canvas.polygon(_box(0, middle - _ROW / 2, WIDTH, middle + _ROW / 2), PANEL)
        ink = MUTED if line.out else TEXT
        _words(canvas, 84, middle, line.place, 66, ink, "rm")
        _words(canvas, 104, middle, named(line.name), room, ink)
        for at, value in enumerate(reversed(line.values)):
            first = at == len(line.values) - 1
            _words(canvas, right - at * _COLUMN, middle, value, _COLUMN - 12, ink if first else MUTED, "rm")
    return png(_PALETTE.to_plane(canvas.done()))


def draw_bracket(title: str, wings: Sequence[Wing]) -> bytes:
    """Return the PNG of the rounds of a bracket, one wing below the other."""
    heights = [_height(wing) for wing in wings]
    canvas = Canvas(WIDTH, round(_TITLE + sum(heights) + _BELOW), PAGE)
    draw_title(canvas, _EDGE, 42, drawable(title), 44, WIDTH - 2 * _EDGE, anchor="lm")
    top = _TITLE
    for wing, height in zip(wings, heights, strict=True):
        _draw_wing(canvas, top, wing)
        top += height
    return png(_PALETTE.to_plane(canvas.done()))


def _height(wing: Wing) -> float:
    most = max(len(boxes) for _, boxes in wing.rounds)
    return _HEAD * bool(wing.title) + _HEAD + most * (2 * _SIDE + _SPACE)


def _draw_wing(canvas: Canvas, top: float, wing: Wing) -> None:
    if wing.title:
        _words(canvas, _EDGE, top + _HEAD * 0.45, wing.title, WIDTH - 2 * _EDGE, MARK)
        top += _HEAD
    count = len(wing.rounds)
    width = (WIDTH - 2 * _EDGE - _GAP * (count - 1)) / count
    width = min(width, 460)
    most = max(len(boxes) for _, boxes in wing.rounds)
    room = most * (2 * _SIDE + _SPACE)
    before: list[float] = []
    for column, (title, boxes) in enumerate(wing.rounds):
        left = _EDGE + column * (width + _GAP)
        _words(canvas, left, top + _HEAD * 0.45, title, width, MUTED)
        middles = [top + _HEAD + room * (n + 0.5) / len(boxes) for n in range(len(boxes))]
        if before:
            _draw_lines(canvas, left - _GAP, left, before, middles)
        for middle, box in zip(middles, boxes, strict=True):
            _draw_box(canvas, left, middle, width, box)
        before = middles


def _draw_lines(canvas: Canvas, left: float, right: float, before: Sequence[float], after: Sequence[float]) -> None:
    """Draw the lines from boxes to those in which their winners play."""
    each = len(before) / len(after)
    for n, y in enumerate(before):
        if not float(each).is_integer():
            return
        to, half = after[int(n // each)], (left + right) / 2
        canvas.line([(left, y), (half, y), (half, to), (right, to)], 3, SLOT_RIM)


def _draw_box(canvas: Canvas, left: float, middle: float, width: float, box: Box) -> None:
    top, right = middle - _SIDE, left + width
    if box.now:
        canvas.pill((left - 3, top - 3, right + 3, middle + _SIDE + 3), 11, MARK)
    canvas.pill((left, top, right, middle + _SIDE), 8, PANEL)
    for y, side in ((middle - _SIDE / 2, box.one), (middle + _SIDE / 2, box.other)):
        ink = MARK if side.won else MUTED if side.lost or not side.name else TEXT
        said = 48.0 if side.said else 0.0
        _words(canvas, left + 12, y, named(side.name) if side.name else "…", width - 24 - said, ink)
        _words(canvas, right - 12, y, side.said, 48, ink, "rm")
    canvas.line([(left + 8, middle), (right - 8, middle)], 1.5, SLOT)


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _words(
    canvas: Canvas, x: float, y: float, text: str, room: float, ink: tuple[int, int, int] = TEXT, anchor: str = "lm"
) -> None:
    """Draw some words of one line, as large as there is room."""
    size = max(_LEAST, fitting(text, _WORDS, room, True))
    canvas.text(x, y, shortened(text, size, room, True), size, ink, bold=True, anchor=anchor)


def _palette() -> Palette:
    inks, grounds = (TEXT, MUTED, MARK, DARK, WHITE), (PAGE, PANEL)
    touching = [(ground, ink, 5) for ground in grounds for ink in inks]
    touching += [(ground, line, 2) for ground in grounds for line in (SLOT, SLOT_RIM)]
    return Palette(blended((*grounds, *inks, SLOT, SLOT_RIM), [*touching, (PAGE, PANEL, 2), (PANEL, MARK, 4)]))


_PALETTE: Final = _palette()
