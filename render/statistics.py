"""How somebody has played, and a table of ratings: bars, a line over time, and always how sure a rating is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.canvas import Canvas, Point, fitting, shortened, text_width
from render.encode import png
from render.labels import Labels, drawable, named
from render.panel import ROUND, draw_title
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PAGE, PANEL, SLOT_RIM, TEXT, WHITE, Colour, Palette, blended

WON: Final[Colour] = (92, 176, 100)
DRAWN: Final[Colour] = (196, 184, 116)
BAND: Final[Colour] = (88, 80, 52)
"""What a rating may be, around its line."""


class Bar(NamedTuple):
    """Matches with something: how many were won and drawn, and the rest."""

    name: str
    won: int
    drawn: int
    rest: int
    said: str


class Amount(NamedTuple):
    """How often something stood."""

    name: str
    number: int


class Group(NamedTuple):
    """Bars that are compared with each other."""

    title: str
    bars: tuple[Bar | Amount, ...]


class Fact(NamedTuple):
    """A number that stands alone, and what it is."""

    value: str
    name: str


class Rated(NamedTuple):
    """A rating and its uncertainty."""

    value: int
    margin: int


class Course(NamedTuple):
    """A rating over time, the latest last; and what it is called now."""

    title: str
    ratings: tuple[Rated, ...]
    said: str


class Sheet(NamedTuple):
    """How somebody has played."""

    title: str
    course: Course | None
    groups: tuple[Group, ...]
    facts: tuple[Fact, ...] = ()
    """At most four, in a row below the title."""


class Place(NamedTuple):
    """A line of a table."""

    place: str
    name: str
    rating: Rated
    said: str
    faint: bool = False
    """It is provisional."""


class Block(NamedTuple):
    """Lines of a table on one scale; without a title those of the whole picture."""

    title: str
    lines: tuple[Place, ...]


WIDTH: Final = 1000
_EDGE: Final = 24.0
_RIGHT: Final = WIDTH - _EDGE
_TITLE: Final = 80.0
_HEAD: Final = 56.0
"""The height of the title of a group."""
_ROW: Final = 54.0
_WORDS: Final = 32.0
_BAR: Final = (350.0, 790.0)
"""Where bars begin and where the longest ends."""
_CHART: Final = 300.0
_TOP: Final = 56.0
_BELOW: Final = 24.0
_SCALE: Final = 110.0
_FACTS: Final = 112.0
_GAP: Final = 16.0


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def draw_sheet(sheet: Sheet, labels: Labels) -> bytes:
    """Return the PNG of how somebody has played."""
    legend = any(isinstance(bar, Bar) for group in sheet.groups for bar in group.bars)
    height = _TITLE + _FACTS * bool(sheet.facts) + _CHART * (sheet.course is not None) + _HEAD * legend + _BELOW / 2
    height += sum(_HEAD + _ROW * len(group.bars) for group in sheet.groups)
    canvas = Canvas(WIDTH, round(height), PAGE)
    draw_title(canvas, _EDGE, 42, drawable(sheet.title), 44, WIDTH - 2 * _EDGE, anchor="lm")
    y = _TITLE
    if sheet.facts:
        _draw_facts(canvas, y, sheet.facts)
        y += _FACTS
    if sheet.course is not None:
        _draw_course(canvas, y, sheet.course)
        y += _CHART
    for group in sheet.groups:
        _draw_group(canvas, y, group)
        y += _HEAD + _ROW * len(group.bars)
    if legend:
        _draw_legend(canvas, y + _HEAD / 2, labels)
    return png(_palette().to_plane(canvas.done()))


def _words(canvas: Canvas, x: float, y: float, text: str, room: float, ink: Colour = TEXT, anchor: str = "lm") -> None:
    """Draw some words of one line, as large as there is room."""
    size = max(28.0, fitting(text, _WORDS, room, True))
    canvas.text(x, y, shortened(text, size, room, True), size, ink, bold=True, anchor=anchor)


def _draw_facts(canvas: Canvas, y: float, facts: Sequence[Fact]) -> None:
    wide = (WIDTH - 2 * _EDGE + _GAP) / len(facts)
    for n, fact in enumerate(facts):
        left = _EDGE + n * wide
        middle, room = left + (wide - _GAP) / 2, wide - _GAP - 20
        canvas.pill((left, y + 4, left + wide - _GAP, y + _FACTS - 12), ROUND, PANEL)
        size = fitting(fact.value, 40, room, True)
        canvas.text(middle, y + 36, fact.value, size, TEXT, bold=True)
        size = fitting(fact.name, 26, room, True)
        canvas.text(middle, y + 76, shortened(fact.name, size, room, True), size, MUTED, bold=True)


def _draw_group(canvas: Canvas, y: float, group: Group) -> None:
    _words(canvas, _EDGE, y + _HEAD * 0.55, group.title, WIDTH - 2 * _EDGE, MARK)
    most = max((_size(bar) for bar in group.bars), default=0) or 1
    left, right = _BAR
    for n, bar in enumerate(group.bars):
        middle = y + _HEAD + _ROW * (n + 0.5)
        _words(canvas, _EDGE, middle, drawable(bar.name), left - _EDGE - 16)
        canvas.polygon(_box(left, middle - 17, right, middle + 17), PANEL)
        parts = ((bar.number, MARK),) if isinstance(bar, Amount) else _parts(bar)
        x = left
        for count, colour in parts:
            wide = (right - left) * count / most
            canvas.polygon(_box(x, middle - 17, x + wide, middle + 17), colour)
            x += wide
        said = str(bar.number) if isinstance(bar, Amount) else bar.said
        _words(canvas, right + 16, middle, said, _RIGHT - right - 16)


def _size(bar: Bar | Amount) -> int:
    return bar.number if isinstance(bar, Amount) else bar.won + bar.drawn + bar.rest


def _parts(bar: Bar) -> tuple[tuple[int, Colour], ...]:
    return ((bar.won, WON), (bar.drawn, DRAWN), (bar.rest, SLOT_RIM))


def _draw_legend(canvas: Canvas, y: float, labels: Labels) -> None:
    x = _EDGE
    for text, colour in ((labels("won"), WON), (labels("drawn"), DRAWN), (labels("lost"), SLOT_RIM)):
        canvas.polygon(_box(x, y - 13, x + 40, y + 13), colour)
        canvas.text(x + 54, y, text, 28, MUTED, bold=True, anchor="lm")
        x += 54 + text_width(text, 28, True) + 40


def _draw_course(canvas: Canvas, y: float, course: Course) -> None:
    """Draw a rating over time: what it may have been as a band, and the rating as a line in it."""
    _words(canvas, _EDGE, y + 26, course.title, 560, MARK)
    _words(canvas, _RIGHT, y + 26, course.said, 380, TEXT, "rm")
    top, bottom = y + _TOP, y + _CHART - _BELOW
    canvas.polygon(_box(_SCALE, top, _RIGHT, bottom), PANEL)
    low, high = _bounds(course.ratings)

    def at(place: int, value: float) -> Point:
        share = place / max(1, len(course.ratings) - 1)
        return _SCALE + (_RIGHT - _SCALE) * share, bottom - (bottom - top) * (value - low) / (high - low)

    above = [at(n, one.value + one.margin) for n, one in enumerate(course.ratings)]
    below = [at(n, one.value - one.margin) for n, one in enumerate(course.ratings)]
    canvas.polygon([*above, *reversed(below)], BAND)
    for value in range(low, high + 1, max(100, (high - low) // 300 * 100)):
        _, here = at(0, value)
        canvas.text(_SCALE - 12, here, str(value), 28, MUTED, bold=True, anchor="rm")
        canvas.dashes((_SCALE, here), (_RIGHT, here), 12, 10, 2, SLOT_RIM)
    line = [at(n, one.value) for n, one in enumerate(course.ratings)]
    canvas.line(line, 9, DARK)
    canvas.line(line, 5, MARK)
    canvas.disc(*line[-1], 11, DARK)
    canvas.disc(*line[-1], 8, MARK)


def _bounds(ratings: Sequence[Rated]) -> tuple[int, int]:
    """Return the ends of a scale that holds these ratings with all that they may be, in hundreds."""
    low = min(one.value - one.margin for one in ratings)
    high = max(one.value + one.margin for one in ratings)
    return low // 100 * 100, max(-(-high // 100) * 100, low // 100 * 100 + 200)


def draw_table(title: str, blocks: Sequence[Block], labels: Labels) -> bytes:
    """Return the PNG of a table of ratings, each drawn with its uncertainty on the scale of its block."""
    height = _TITLE + sum(_HEAD * bool(block.title) + _ROW * len(block.lines) for block in blocks) + _BELOW
    canvas = Canvas(WIDTH, round(height), PAGE)
    draw_title(canvas, _EDGE, 42, title, 44, WIDTH - 2 * _EDGE, anchor="lm")
    y = _TITLE
    for block in blocks:
        if block.title:
            _words(canvas, _EDGE, y + _HEAD * 0.55, block.title, WIDTH - 2 * _EDGE, MARK)
            y += _HEAD
        _draw_lines(canvas, y, block.lines)
        y += _ROW * len(block.lines)
    return png(_palette().to_plane(canvas.done()))


def _draw_lines(canvas: Canvas, y: float, lines: Sequence[Place]) -> None:
    low, high = _bounds([line.rating for line in lines])
    left, right = 480.0, 760.0

    def at(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    for n, line in enumerate(lines):
        middle, (value, margin) = y + _ROW * (n + 0.5), line.rating
        if n % 2 == 0:
            canvas.polygon(_box(0, middle - _ROW / 2, WIDTH, middle + _ROW / 2), PANEL)
        ink = MUTED if line.faint else TEXT
        _words(canvas, 84, middle, line.place, 60, ink, "rm")
        _words(canvas, 104, middle, named(line.name), left - 124, ink)
        canvas.polygon(
            _box(at(value - margin), middle - 6, at(value + margin), middle + 6), BAND if line.faint else MARK
        )
        canvas.disc(at(value), middle, 12, DARK)
        canvas.disc(at(value), middle, 9, MUTED if line.faint else WHITE)
        _words(canvas, _RIGHT, middle, line.said, _RIGHT - right - 20, ink, "rm")


def _palette() -> Palette:
    inks = (TEXT, MUTED, MARK, DARK, WHITE)
    grounds = (PAGE, PANEL)
    touching = [(ground, ink, 5) for ground in grounds for ink in inks]
    touching += [(ground, fill, 2) for ground in grounds for fill in (WON, DRAWN, SLOT_RIM, BAND)]
    touching += [
        (BAND, MUTED, 3),
        (BAND, DARK, 4),
        (MARK, DARK, 5),
        (DARK, WHITE, 5),
        (DARK, MUTED, 4),
        (WON, DRAWN, 2),
    ]
    return Palette(blended((*grounds, *inks, WON, DRAWN, BAND, SLOT_RIM, EMPTY_BAR), touching))
