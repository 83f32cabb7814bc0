"""The chart of a review: the chances of winning over the turns of a match, and below them the luck.

With two sides the ground is divided between them at each turn, as it is between black and white on a board; with more
sides each has a line. Discs with a number stand at the turns that lost most.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import Final, NamedTuple

from render.canvas import Canvas, Point, fitting, shortened, text_width
from render.encode import png
from render.labels import Labels
from render.panel import SENTENCE, Arms, draw_shield, draw_title
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PAGE, PANEL, TEXT, WHITE, Colour, Palette, blended

PLAIN: Final = (
    Arms((244, 232, 208), (72, 48, 24), (184, 44, 28), (244, 232, 208)),
    Arms((24, 44, 96), (220, 232, 244), (120, 172, 236), (24, 44, 96)),
    Arms((220, 236, 200), (28, 56, 28), (60, 120, 44), (220, 236, 200)),
    Arms((60, 24, 80), (244, 224, 248), (208, 116, 224), (60, 24, 80)),
)
"""The colors of the seats of a game that names none."""
CERTAIN: Final = 10_000


class Side(NamedTuple):
    """A side: the letters of its seats, who plays them, and their colors."""

    letters: tuple[str, ...]
    names: tuple[str, ...]
    arms: tuple[Arms, ...]


class Step(NamedTuple):
    """A turn: whose side, its chance of winning after it, what its luck has changed, its number among the worst."""

    side: int
    chance: int | None
    """In ten-thousandths; `None` where nobody can say."""
    luck: int = 0
    named: int = 0
    """From 1; 0 for a turn that is not named."""


class Chart(NamedTuple):
    """What is drawn."""

    sides: tuple[Side, ...]
    steps: tuple[Step, ...]
    luck: str
    """What the luck is called, in the reader's language."""
    winner: int | None = None
    """The side that has won in the end."""


WIDTH: Final = 1000
HEIGHT: Final = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 84.0, 976.0, 132.0, 452.0
"""The frame of the chances."""
_MIDDLE: Final = 572.0
"""Where luck is even."""
_LUCK: Final = 50.0
"""How high a bar of luck is at most, up or down."""
_MOST: Final = 1500
"""The luck, in ten-thousandths, of a bar that is that high where no turn had more."""
_FIVE: Final = 500
"""The scale of luck ends at a multiple of so much."""
_TICKS: Final = 5
"""Of so many turns one has its number."""
_DISC: Final = 25.0


def draw_chart(chart: Chart, labels: Labels) -> bytes:
    """Return the PNG of a chart."""
    canvas = Canvas(WIDTH, HEIGHT, PAGE)
    draw_title(canvas, 24, 40, labels("Chances of winning"), 40, 560, anchor="lm")
    _heads(canvas, chart)
    canvas.polygon(_box(_LEFT, _TOP, _RIGHT, _BOTTOM), PANEL)
    if len(chart.sides) == 2:
        _ground(canvas, chart)
    else:
        _lines(canvas, chart)
    _scale(canvas, chart, labels)
    _discs(canvas, chart)
    _luck(canvas, chart)
    return png(_palette(chart).to_plane(canvas.done()))


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _x(chart: Chart, place: float) -> float:
    """Return where a turn stands, from left to right; half a turn before the first is the beginning."""
    return _LEFT + (_RIGHT - _LEFT) * (place + 0.5) / max(1, len(chart.steps))


def _y(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * chance / CERTAIN


def _heads(canvas: Canvas, chart: Chart) -> None:
    """Draw the shields and names of the sides in a line below the title, each in an equal part of it."""
    width = (_RIGHT - 24) / len(chart.sides)
    for n, side in enumerate(chart.sides):
        left = 24 + n * width
        for letter, arms in zip(side.letters, side.arms, strict=True):
            # In the color that the side has below: of its ground, or of its line.
            worn = arms._replace(field=arms.ground, charge=arms.ink) if len(chart.sides) == 2 else arms
            draw_shield(canvas, left + 20, 94, 18, worn, letter, rim=WHITE)
            left += 46
        text, room = ", ".join(side.names), width - 46 * len(side.arms) - 60
        size = max(SENTENCE, fitting(text, 32, room, True))
        shown = shortened(text, size, room, True)
        canvas.text(left + 4, 94, shown, size, TEXT, bold=True, anchor="lm")
        if n == chart.winner:
            _crown(canvas, left + 32 + text_width(shown, size, True), 92)


def _crown(canvas: Canvas, x: float, y: float) -> None:
    points = [(-20, 13), (-22, -9), (-10, 1), (0, -15), (10, 1), (22, -9), (20, 13)]
    canvas.polygon([(x + a, y + b) for a, b in points], MARK)


def _first(step: Step) -> int | None:
    """Return the chance of the first of two sides after a turn."""
    if step.chance is None:
        return None
    return step.chance if step.side == 0 else CERTAIN - step.chance


def _ground(canvas: Canvas, chart: Chart) -> None:
    """Divide the ground between two sides: the first has what is below the line."""
    line = [(_LEFT, _y(CERTAIN / 2))]
    line += [(_x(chart, place), _y(c)) for place, step in enumerate(chart.steps) if (c := _first(step)) is not None]
    end = CERTAIN / 2 if chart.winner is None else CERTAIN * (1 - chart.winner)
    line.append((_RIGHT, _y(end) if chart.winner is not None else line[-1][1]))
    below, above = (_ground_of(chart.sides[n]) for n in (0, 1))
    canvas.polygon(_box(_LEFT, _TOP, _RIGHT, _BOTTOM), above)
    canvas.polygon([*line, (_RIGHT, _BOTTOM), (_LEFT, _BOTTOM)], below)
    canvas.line(line, 10, DARK)
    canvas.line(line, 5, WHITE)


def _ground_of(side: Side) -> Colour:
    return side.arms[0].ground


def _lines(canvas: Canvas, chart: Chart) -> None:
    """Draw a line for each of several sides, through its own turns."""
    for n, side in enumerate(chart.sides):
        line = [(_LEFT, _y(CERTAIN / len(chart.sides)))]
        line += [
            (_x(chart, place), _y(step.chance))
            for place, step in enumerate(chart.steps)
            if step.side == n and step.chance is not None
        ]
        if chart.winner is not None:
            line.append((_RIGHT, _y(CERTAIN if n == chart.winner else 0)))
        canvas.line(line, 9, DARK)
        canvas.line(line, 5, side.arms[0].field)


def _scale(canvas: Canvas, chart: Chart, labels: Labels) -> None:
    for share in (0, 50, 100):
        y = _y(share * CERTAIN / 100)
        canvas.text(_LEFT - 10, y, labels("{number}%", number=share), SENTENCE, MUTED, anchor="rm")
        if share == 50:
            canvas.dashes((_LEFT, y), (_RIGHT, y), 12, 10, 3, MUTED)
    for place in range(len(chart.steps)):
        if place == 0 or (place + 1) % _TICKS == 0:
            canvas.text(_x(chart, place), _BOTTOM + 22, str(place + 1), SENTENCE, MUTED)


def _discs(canvas: Canvas, chart: Chart) -> None:
    """Draw a disc at each turn that is named, above or below the one before where that would cover it."""
    before = (-_RIGHT, 0.0)
    for place, step in enumerate(chart.steps):
        chance = _first(step) if len(chart.sides) == 2 else step.chance
        if step.named and chance is not None:
            x = _x(chart, place)
            y = min(max(_y(chance), _TOP + _DISC), _BOTTOM - _DISC)
            if hypot(x - before[0], y - before[1]) < 2 * _DISC:
                apart = sqrt(max(0.0, (2 * _DISC) ** 2 - (x - before[0]) ** 2))
                above = before[1] - apart if before[1] - apart >= _TOP + _DISC else before[1] + apart
                y = before[1] + apart if y > before[1] and before[1] + apart <= _BOTTOM - _DISC else above
            before = x, y
            canvas.disc(x, y, _DISC, DARK)
            canvas.disc(x, y, _DISC - 4, MARK)
            canvas.text(x, y + 1, str(step.named), 36, DARK, bold=True)


def _luck(canvas: Canvas, chart: Chart) -> None:
    """Draw what luck has changed for whose turn it was, up for the better, in the colors of the side."""
    canvas.text(24, _MIDDLE - _LUCK - 22, chart.luck, 28, TEXT, bold=True, anchor="lm")
    canvas.polygon(_box(_LEFT, _MIDDLE - _LUCK, _RIGHT, _MIDDLE + _LUCK), PANEL)
    canvas.polygon(_box(_LEFT, _MIDDLE - 1, _RIGHT, _MIDDLE + 1), MUTED)
    highest = max((abs(step.luck) for step in chart.steps), default=0)
    most = max(_MOST, -(-highest // _FIVE) * _FIVE)
    for sign, y in (("+", _MIDDLE - _LUCK * 0.7), ("−", _MIDDLE + _LUCK * 0.7)):
        canvas.text(_LEFT - 10, y, f"{sign}{most // 100}", SENTENCE, MUTED, anchor="rm")
    half = min(14.0, (_RIGHT - _LEFT) / max(1, len(chart.steps)) * 0.36)
    for place, step in enumerate(chart.steps):
        high = _LUCK * step.luck / most
        if abs(high) >= 1:
            x, (top, bottom) = _x(chart, place), sorted((_MIDDLE, _MIDDLE - high))
            arms = chart.sides[step.side].arms[0]
            canvas.polygon(_box(x - half, top, x + half, bottom), arms.field)
            canvas.polygon(_box(x - half + 3, top + 3, x + half - 3, max(top + 3, bottom - 3)), arms.ground)


def _palette(chart: Chart) -> Palette:
    """Return the palette of a chart: its colors, and the steps between those that touch."""
    worn = [colour for side in chart.sides for arms in side.arms for colour in arms[:4]]
    seconds = [arms.second for side in chart.sides for arms in side.arms if arms.second is not None]
    colours = [PAGE, PANEL, TEXT, MUTED, MARK, DARK, WHITE, EMPTY_BAR, *worn, *seconds]
    ground = [(PAGE, TEXT, 6), (PAGE, MUTED, 6), (PANEL, MUTED, 3), (MARK, DARK, 6), (DARK, WHITE, 5), (PAGE, MARK, 4)]
    touching = [(one, other, 3) for one in worn for other in (PANEL, DARK, WHITE, MUTED) if one != other]
    return Palette(blended(colours, [*ground, *touching]))
