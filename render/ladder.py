"""A ladder: who has how many points, each with a bar, on a picture of its own or below something else.

draw_ladder("Autumn 2026", "All games", (Rung(1, "Anna", 96, "96 points", "11 matches"), ...))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from render.canvas import Canvas, Point, fitting, shortened
from render.encode import png
from render.labels import drawable, named
from render.panel import draw_title
from render.theme import DARK, EMPTY_BAR, MARK, MUTED, PAGE, PANEL, SLOT_RIM, TEXT, WHITE, Colour, Palette, blended

SILVER: Final[Colour] = (200, 208, 216)
BRONZE: Final[Colour] = (212, 148, 92)
METALS: Final[tuple[Colour, ...]] = (MARK, SILVER, BRONZE)
"""The colors of the first three places."""
WIDTH: Final = 1000
EDGE: Final = 24.0
ROW: Final = 58.0
_TITLE: Final = 88.0
_NOTE: Final = 44.0
_BELOW: Final = 20.0
_NAME: Final = (96.0, 490.0)
"""From where to where names stand."""
_BAR: Final = (510.0, 760.0)
_WORDS: Final = 32.0
_LEAST: Final = 26.0


class Rung(NamedTuple):
    """A line of a ladder."""

    place: int
    name: str
    amount: int
    """How long its bar is, against the others."""
    said: str
    """The same in words."""
    detail: str = ""


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Return the corners of a rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def words(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    room: float,
    ink: Colour = TEXT,
    anchor: str = "lm",
    size: float = _WORDS,
    least: float = _LEAST,
) -> None:
    """Draw some words of one line, as large as there is room, and cut where there is none."""
    fitted = max(least, fitting(text, size, room, True))
    canvas.text(x, y, shortened(text, fitted, room, True), fitted, ink, bold=True, anchor=anchor)


def draw_ladder(title: str, note: str, rungs: Sequence[Rung]) -> bytes:
    """Return the PNG of a ladder with its title, and a line below that says what it is about."""
    canvas = Canvas(WIDTH, round(_TITLE + _NOTE + ROW * max(1, len(rungs)) + _BELOW), PAGE)
    draw_title(canvas, EDGE, 50, drawable(title), 46, WIDTH - 2 * EDGE, anchor="lm")
    words(canvas, EDGE, _TITLE + _NOTE / 2 - 10, drawable(note), WIDTH - 2 * EDGE, MUTED, size=28)
    draw_rungs(canvas, _TITLE + _NOTE, rungs, max((rung.amount for rung in rungs), default=0))
    return png(palette().to_plane(canvas.done()))


def draw_rungs(canvas: Canvas, y: float, rungs: Iterable[Rung], most: int) -> None:
    """Draw lines of a ladder one below the other; the longest bar stands for `most`."""
    for n, rung in enumerate(rungs):
        top, middle = y + ROW * n, y + ROW * (n + 0.5)
        if n % 2 == 0:
            canvas.polygon(box(0, top, WIDTH, top + ROW), PANEL)
        draw_place(canvas, 52, middle, rung.place)
        words(canvas, _NAME[0], middle, named(rung.name), _NAME[1] - _NAME[0])
        left, right = _BAR
        canvas.pill((left, middle - 9, right, middle + 9), 9, EMPTY_BAR)
        if most > 0 and rung.amount > 0:
            long = max(18.0, (right - left) * rung.amount / most)
            canvas.pill((left, middle - 9, left + long, middle + 9), 9, metal(rung.place) or SLOT_RIM)
        if rung.detail:
            words(canvas, right + 18, middle - 13, rung.said, WIDTH - EDGE - right - 18, size=28, least=24)
            words(canvas, right + 18, middle + 14, rung.detail, WIDTH - EDGE - right - 18, MUTED, size=24, least=22)
        else:
            words(canvas, right + 18, middle, rung.said, WIDTH - EDGE - right - 18)


def draw_place(canvas: Canvas, x: float, y: float, place: int) -> None:
    """Draw the number of a place: the first three as medals."""
    its = metal(place)
    if its is None:
        canvas.text(x, y, f"{place}.", 30, MUTED, bold=True)
        return
    canvas.disc(x, y, 23, DARK)
    canvas.disc(x, y, 21, its)
    canvas.text(x, y + 0.5, str(place), 30, DARK, bold=True)


def metal(place: int) -> Colour | None:
    """Return the color of one of the first three places."""
    return METALS[place - 1] if 1 <= place <= len(METALS) else None


def palette() -> Palette:
    """Return the colors of ladders, with what lies between those that touch."""
    inks = (TEXT, MUTED, MARK, SILVER, BRONZE)
    grounds = (PAGE, PANEL)
    touching = [(ground, ink, 5) for ground in grounds for ink in (*inks, DARK)]
    touching += [(DARK, ink, 5) for ink in inks]
    touching += [(EMPTY_BAR, ground, 3) for ground in (*grounds, MARK, SILVER, BRONZE, SLOT_RIM)]
    return Palette(blended((*grounds, *inks, DARK, WHITE, EMPTY_BAR, SLOT_RIM), touching))
