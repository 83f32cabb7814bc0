"""The picture to keep of a season that is over: its three best on a podium, its titles, and who came next.

draw_keepsake(Keepsake("Autumn 2026", "24 Nov – 21 Dec 2026", podium, honours, rungs, "33 people · 120 matches"))
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from render.canvas import Canvas
from render.encode import png
from render.labels import drawable, named
from render.ladder import EDGE, METALS, ROW, SILVER, WIDTH, Rung, box, draw_rungs, palette, words
from render.panel import ROUND, Arms, Crest, draw_shield, draw_title
from render.theme import DARK, MARK, MUTED, PAGE, PANEL, TEXT, Colour


class Honour(NamedTuple):
    """A title that was won: its sign, what it is called, who won it and what for."""

    sign: Crest
    title: str
    who: str
    detail: str


class Keepsake(NamedTuple):
    """What a season came to."""

    title: str
    dates: str
    podium: tuple[Rung, ...]
    """The best, at most three."""
    honours: tuple[Honour, ...]
    rungs: tuple[Rung, ...]
    """Who came next."""
    note: str
    """How many took part; or that nobody did."""


_HEAD: Final = 190.0
_PODIUM: Final = 390.0
_STEPS: Final = {0: (500.0, 170.0), 1: (190.0, 130.0), 2: (810.0, 100.0)}
"""Where each of the three stands, and how high."""
_HALF: Final = 145.0
"""Half the width of a step."""
_CARD: Final = 128.0
_GAP: Final = 16.0
_FOOT: Final = 70.0
_AFTER: Final = 24.0


def draw_keepsake(season: Keepsake) -> bytes:
    """Return the PNG of what a season came to."""
    rows = -(-len(season.honours) // 2)
    cards = rows * (_CARD + _GAP) + _AFTER if rows else 0.0
    podium = _PODIUM + _AFTER if season.podium else 0.0
    height = _HEAD + podium + cards + ROW * len(season.rungs) + _FOOT
    canvas = Canvas(WIDTH, round(height), PAGE)
    _draw_head(canvas, season)
    y = _HEAD
    if season.podium:
        for n, rung in enumerate(season.podium):
            _draw_step(canvas, n, y + _PODIUM, rung)
        canvas.polygon(box(EDGE, y + _PODIUM, WIDTH - EDGE, y + _PODIUM + 5), MARK)
        y += podium
    for n, honour in enumerate(season.honours):
        alone = n == len(season.honours) - 1 and n % 2 == 0
        _draw_honour(canvas, n % 2, y + (n // 2) * (_CARD + _GAP), honour, alone=alone)
    y += cards
    best = season.podium[0].amount if season.podium else 0
    draw_rungs(canvas, y, season.rungs, best)
    canvas.text(WIDTH / 2, height - _FOOT / 2, season.note, 28, MUTED, bold=True)
    return png(palette().to_plane(canvas.done()))


def _draw_head(canvas: Canvas, season: Keepsake) -> None:
    """Draw the title between two branches of laurel, and when it was."""
    for side in (-1, 1):
        _draw_branch(canvas, WIDTH / 2 + side * 380, 96, side)
    draw_title(canvas, WIDTH / 2, 76, drawable(season.title), 64, 600)
    canvas.text(WIDTH / 2, 140, drawable(season.dates), 32, MUTED, bold=True)


def _draw_branch(canvas: Canvas, x: float, y: float, side: int) -> None:
    """Draw a branch of laurel that bends toward the middle."""
    around = 62.0
    points = [(x - side * around * (sin(t) - 0.4), y + around * cos(t)) for t in _turns(0.25, 0.95, 16)]
    canvas.line([(2 * x - a, b) for a, b in points], 4, MARK)
    for n, t in enumerate(_turns(0.28, 0.95, 6)):
        px, py = x + side * around * (sin(t) - 0.4), y + around * cos(t)
        long = 30.0 - 1.5 * n
        for turn in (-0.75, 0.75):
            along = t + pi / 2 + turn  # the way on along the branch, and a little off it
            _draw_leaf(canvas, px, py, side * sin(along), cos(along), long)


def _turns(first: float, last: float, steps: int) -> list[float]:
    return [pi * (first + (last - first) * n / (steps - 1)) for n in range(steps)]


def _draw_leaf(canvas: Canvas, x: float, y: float, dx: float, dy: float, long: float) -> None:
    outline = []
    for n in range(13):
        share = n / 12
        wide = sin(pi * share) * long * 0.24
        outline.append((x + dx * long * share - dy * wide, y + dy * long * share + dx * wide))
    back = [
        (2 * (x + dx * long * n / 12) - px, 2 * (y + dy * long * n / 12) - py) for n, (px, py) in enumerate(outline)
    ]
    canvas.polygon([*outline, *reversed(back)], MARK)


def _draw_step(canvas: Canvas, n: int, floor: float, rung: Rung) -> None:
    """Draw one of the three best on a step, with the shield of the place."""
    x, high = _STEPS[n]
    top, metal = floor - high, METALS[min(rung.place, 3) - 1]
    canvas.pill((x - _HALF, top, x + _HALF, floor + ROUND), ROUND, PANEL)
    canvas.polygon(box(x - _HALF, floor, x + _HALF, floor + ROUND), PAGE)
    canvas.polygon(box(x - _HALF + ROUND / 2, top, x + _HALF - ROUND / 2, top + 5), metal)
    size = (58.0, 48.0, 44.0)[n]
    draw_shield(canvas, x, top - 52 - size * 1.25, size, Arms(PANEL, DARK, metal, DARK), str(rung.place), rim=DARK)
    name = named(rung.name)
    words(canvas, x, top - 24, name, 2 * _HALF + 20, TEXT, "mm", 36, 26)
    words(canvas, x, top + 40, rung.said, 2 * _HALF - 20, metal, "mm", 34)
    words(canvas, x, top + 74, rung.detail, 2 * _HALF - 20, MUTED, "mm", 26, 22)


def _draw_honour(canvas: Canvas, column: int, y: float, honour: Honour, *, alone: bool) -> None:
    wide = (WIDTH - 2 * EDGE - _GAP) / 2
    left = EDGE + column * (wide + _GAP)
    right = WIDTH - EDGE if alone else left + wide
    canvas.pill((left, y, right, y + _CARD), ROUND, PANEL)
    middle = y + _CARD / 2
    canvas.disc(left + 62, middle, 44, MARK)
    canvas.disc(left + 62, middle, 39, DARK)
    honour.sign(canvas, left + 62, middle, 24, MARK, DARK)
    x, room = left + 124, right - left - 140
    words(canvas, x, y + 30, honour.title, room, MARK, size=28, least=22)
    words(canvas, x, y + 64, drawable(honour.who), room, size=34, least=24)
    words(canvas, x, y + 98, honour.detail, room, MUTED, size=26, least=22)


# Signs of titles: those of icons are handed in.
def draw_rise(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw three bars that rise, and an arrow along them."""
    for n, high in enumerate((0.55, 0.95, 1.35)):
        left = x + half * (-0.95 + n * 0.68)
        canvas.polygon(box(left, y + half * (0.95 - high), left + half * 0.5, y + half * 0.95), ink)
    canvas.line([(x - half * 0.95, y - half * 0.1), (x + half * 0.55, y - half * 0.85)], half * 0.16, SILVER)
    canvas.polygon(
        [(x + half * 0.3, y - half * 1.08), (x + half * 0.98, y - half * 1.06), (x + half * 0.58, y - half * 0.5)],
        SILVER,
    )


def draw_piece(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw a piece of a jigsaw puzzle."""
    side = half * 0.7
    canvas.polygon(box(x - side, y - side * 0.8, x + side, y + side * 1.2), ink)
    canvas.disc(x, y - side * 1.0, half * 0.34, ink)
    canvas.disc(x + side * 1.2, y + side * 0.2, half * 0.34, ink)
    canvas.disc(x - side * 0.85, y + side * 0.2, half * 0.3, ground)
    canvas.disc(x, y + side * 1.1, half * 0.3, ground)
