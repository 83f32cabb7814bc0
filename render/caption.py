"""What films of all games say: a bar with words and dots below every picture, a poster before all, a place in a strip.

A game tells what a picture shows as a `Caption`, some words and what has become of whom, and what a whole film comes to
as `Told`. All of it is drawn in colors that every palette has, and in those of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, fitting, shortened, text_width, wrap
from render.panel import SENTENCE, Arms, change_width, draw_change, draw_shield, draw_title
from render.theme import DARK, MARK, SLOT, TEXT, WHITE, Palette, lay


class Chip(NamedTuple):
    """A seat, or a side, and what it has: its shield, a few signs such as a number, and what has become of that."""

    arms: Arms
    letter: str
    text: str
    now: str = ""
    """What it is after what is shown, where it changes."""


class Caption(NamedTuple):
    """What a picture of a film shows."""

    text: str = ""
    chips: tuple[Chip, ...] = ()


class Told(NamedTuple):
    """What a whole film comes to."""

    title: str
    lines: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()


class Bar(NamedTuple):
    """How large a bar is."""

    height: int
    size: float
    """The size of its words."""
    least: float
    """The size of the smallest ones."""
    edge: int
    dots: bool
    """The steps are dots, too, not only a number."""


CAPTION_COLOURS: Final = (DARK, TEXT, MARK, SLOT)
"""The colors of captions without shields."""
FILM: Final = Bar(64, 40.0, SENTENCE, 22, dots=True)
STRIP: Final = Bar(62, 38.0, SENTENCE * 1.25, 14, dots=False)
"""The bars below the pictures of films, a thousand pixels wide, and below stills, of which two have 1,250."""
_DOT: Final = 7.0
_STEP: Final = 21
_MARGIN: Final = 2
"""Letters may reach a little beyond the width of their line."""
MOST_DOTS: Final = 12
"""A film of more steps has their number alone."""
_CHIPS: Final = 0.62
"""How much of the room of a bar the shields may take beside words."""


def _steps_left(bar: Bar, right: float, count: int) -> float:
    """Return where the step begins that ends at `right`, as far as there are several."""
    if count < 2:
        return right
    left = right - text_width(f"{count}/{count}", max(bar.least, bar.size * 0.75), True)
    return left - (16 + count * _STEP if bar.dots and count <= MOST_DOTS else 0)


@lru_cache(128)
def _steps_plane(palette: Palette, bar: Bar, right: int, step: int, count: int) -> tuple[Image.Image, int]:
    """Return the part of a bar that says which of so many steps it is, and where it begins; not to be changed."""
    size = max(bar.least, bar.size * 0.75)
    begins = int(_steps_left(bar, right, count)) - 2 * _MARGIN
    canvas = Canvas(right + 2 * _MARGIN - begins, bar.height, DARK, (-begins, 0))
    canvas.text(right, bar.height / 2 + 1, f"{step}/{count}", size, TEXT, bold=True, anchor="rm")
    if bar.dots and count <= MOST_DOTS:
        left = right - text_width(f"{count}/{count}", size, True) - 16
        for n in range(count):
            canvas.disc(left - (count - 1 - n) * _STEP - _DOT, bar.height / 2, _DOT, MARK if n < step else SLOT)
    return palette.to_plane(canvas.done()), begins


@lru_cache(128)
def _words_plane(palette: Palette, bar: Bar, text: str, size: float) -> Image.Image:
    """Return the words of a bar with a margin on both sides; not to be changed."""
    canvas = Canvas(ceil(text_width(text, size, True)) + 2 * _MARGIN, bar.height, DARK, (_MARGIN, 0))
    canvas.text(0, bar.height / 2 + 1, text, size, TEXT, bold=True, anchor="lm")
    return palette.to_plane(canvas.done())


def _chips_width(chips: Sequence[Chip], size: float) -> float:
    return sum(size * 1.1 + change_width(chip.text, chip.now, size) for chip in chips) + size * 0.5 * (len(chips) - 1)


def _fitting_chips(chips: Sequence[Chip], size: float, width: float, least: float = SENTENCE) -> float:
    """Return the size nearest below `size` at which shields with their texts are no wider than `width`."""
    while size > least and _chips_width(chips, size) > width:
        size -= 0.5
    return size


def _draw_chips(canvas: Canvas, chips: Sequence[Chip], left: float, y: float, size: float) -> None:
    """Draw shields, each with its text beside it, from left to right."""
    half = size * 0.46
    for chip in chips:
        draw_shield(canvas, left + half, y - 1, half, chip.arms, chip.letter, rim=WHITE)
        left += size * 1.1
        draw_change(canvas, left, y + 1, chip.text, chip.now, size)
        left += change_width(chip.text, chip.now, size) + size * 0.5


@lru_cache(128)
def _chips_plane(
    palette: Palette, bar: Bar, chips: tuple[Chip, ...], size: float, begins: float, width: int
) -> Image.Image:
    """Return the shields of a bar that `begin` so far from the left of this part of it; not to be changed.

    In many pictures of a film all sides have what they had in the one before.
    """
    canvas = Canvas(width, bar.height, DARK)
    _draw_chips(canvas, chips, begins, bar.height / 2, size)
    return palette.to_plane(canvas.done())


class _Fitted(NamedTuple):
    """How the contents of a bar share its room."""

    words: str
    size: float
    """The size of the words."""
    chips: float
    """The size of the shields with their texts."""
    left: float
    """Where the shields begin."""
    right: int
    """Where the step ends."""


def _fit(bar: Bar, width: int, caption: Caption, count: int) -> _Fitted:
    end = width - bar.edge
    right = _steps_left(bar, end, count)
    if count > 1:
        right -= bar.edge
    chips = bar.size
    if caption.chips:
        most = (right - bar.edge) * (_CHIPS if caption.text else 1)
        chips = _fitting_chips(caption.chips, bar.size, most, bar.least)
        right -= _chips_width(caption.chips, chips)
    left = right
    room = right - bar.edge * (2 if caption.chips else 1)
    size = max(bar.least, fitting(caption.text, bar.size, room, True))
    return _Fitted(shortened(caption.text, size, room, True), size, chips, left, end)


def _above(plane: Image.Image, palette: Palette, height: int) -> Image.Image:
    """Return a plane with so many dark rows below it; free to be drawn on."""
    whole = plane.crop((0, 0, plane.width, plane.height + height))
    whole.paste(palette.index_of(DARK), (0, plane.height, plane.width, plane.height + height))
    return whole


def captioned(
    plane: Image.Image, palette: Palette, caption: Caption, step: int, count: int, bar: Bar = FILM
) -> Image.Image:
    """Return a picture with the bar below it: what it shows, and which of so many steps that is."""
    whole = _above(plane, palette, bar.height)
    found = _fit(bar, plane.width, caption, count)
    if count > 1:
        steps, left = _steps_plane(palette, bar, found.right, step, count)
        lay(whole, steps, left, plane.height)
    if caption.chips:
        begins = int(found.left) - 2 * _MARGIN
        wide = ceil(_chips_width(caption.chips, found.chips)) + 4 * _MARGIN
        wide = min(wide, plane.width - begins)
        chips = _chips_plane(palette, bar, caption.chips, found.chips, found.left - begins, wide)
        lay(whole, chips, begins, plane.height)
    if found.words:
        lay(whole, _words_plane(palette, bar, found.words, found.size), bar.edge - _MARGIN, plane.height)
    return whole


def _lines(told: Told, size: float, width: float) -> list[str]:
    return [shortened(line, size, width, True) for text in told.lines for line in wrap(text, size, width, True)]


_LINE: Final = 50
"""The height of a line of a poster."""
_POSTER_LEFT: Final = 184
"""Where the words of a poster begin."""


@lru_cache(16)
def _poster_ground(palette: Palette, width: int, high: int) -> Image.Image:
    """Return the band of a poster with the sign of what moves, without words; not to be changed."""
    canvas = Canvas(width, high, DARK)
    for edge in (0, high - 6):
        canvas.polygon([(0, edge), (width, edge), (width, edge + 6), (0, edge + 6)], MARK)
    canvas.disc(98, high / 2, 54, MARK)
    canvas.polygon([(83, high / 2 - 29), (83, high / 2 + 29), (133, high / 2)], DARK)
    return palette.to_plane(canvas.done())


@lru_cache(64)
def _title_plane(palette: Palette, title: str, width: int) -> Image.Image:
    """Return the title of a poster with a margin at its left, as high as a bar; not to be changed."""
    canvas = Canvas(width, FILM.height, DARK, (_MARGIN, 0))
    draw_title(canvas, 0, FILM.height / 2, title, 48, width - 3 * _MARGIN, WHITE, "lm")
    return palette.to_plane(canvas.done())


def poster(plane: Image.Image, palette: Palette, told: Told) -> Image.Image:
    """Return the first picture of a film: what it comes to, in words across the picture of that.

    A triangle on a disc says that it moves.
    """
    width, height = plane.width, plane.height
    lines = _lines(told, FILM.size, width - 230)[:3]
    rows = len(lines) + bool(told.chips)
    high = max(150, 82 + _LINE * rows + 40)
    whole = _above(plane, palette, FILM.height)
    top = (height - high) // 2
    lay(whole, _poster_ground(palette, width, high), 0, top)
    left, y = _POSTER_LEFT, top + (high - _LINE * rows - FILM.height) // 2
    lay(whole, _title_plane(palette, told.title, width - 206), left - _MARGIN, y)
    below = y + bool(told.chips) * (_LINE + 2)
    for n, line in enumerate(lines, 1):
        lay(whole, _words_plane(palette, FILM, line, FILM.size), left + 2 - _MARGIN, below + n * _LINE - 1)
    if told.chips:  # over the words: the tips of shields reach down to them
        size = _fitting_chips(told.chips, 42, width - 210)
        wide = min(ceil(_chips_width(told.chips, size)) + 4 * _MARGIN, width - left)
        shields = _chips_plane(palette, FILM, told.chips, size, 2 + 2 * _MARGIN, wide)
        lay(whole, shields, left - 2 * _MARGIN, below)
    return whole


def legend(size: tuple[int, int], palette: Palette, told: Told) -> Image.Image:
    """Return what stands in the place of a strip that would be empty: what is to be seen in the pictures after it."""
    width, height = size
    canvas = Canvas(width, height, DARK)
    lines = _lines(told, 46, width - 60)
    rows = len(lines) + bool(told.chips)
    y: float = (height - 62 * rows) / 2
    draw_title(canvas, width / 2, y, told.title, 52, width - 50, WHITE)
    canvas.polygon([(40, y + 38), (width - 40, y + 38), (width - 40, y + 42), (40, y + 42)], MARK)
    if told.chips:
        y += 82
        fitted = _fitting_chips(told.chips, 54, width - 50)
        _draw_chips(canvas, told.chips, (width - _chips_width(told.chips, fitted)) / 2, y, fitted)
    for n, line in enumerate(lines):
        y += 62 if n or told.chips else 82
        canvas.text(width / 2, y, line, 46, TEXT, bold=True)
    return palette.to_plane(canvas.done())
