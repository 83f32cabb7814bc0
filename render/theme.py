"""Colours, fonts and the style of each seat: what all pictures share.

Every colour has components that are multiples of four and the palette holds it exactly, so quantising a picture
never shifts a flat area. Seats differ by colour, by a light or dark ground and by the pattern of their frame.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Final

from PIL import ImageFont

Colour = tuple[int, int, int]

PAGE: Final[Colour] = (28, 32, 40)
PANEL: Final[Colour] = (44, 48, 60)
SLOT: Final[Colour] = (72, 80, 92)
SLOT_RIM: Final[Colour] = (104, 112, 124)
TEXT: Final[Colour] = (244, 244, 240)
MUTED: Final[Colour] = (192, 200, 208)
MARK: Final[Colour] = (252, 212, 64)
"""The last moves, and everything that is not as printed."""
DARK: Final[Colour] = (16, 16, 20)
WHITE: Final[Colour] = (252, 252, 252)
WOUND: Final[Colour] = (208, 24, 40)
POISON: Final[Colour] = (16, 104, 44)
EARTH: Final[Colour] = (112, 72, 32)
EMPTY_BAR: Final[Colour] = (60, 64, 76)


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """The colours of a seat; `pattern` is the pattern of its frames."""

    letter: str
    pattern: str
    """``solid``, ``dashed``, ``double`` or ``dotted``."""
    ground: Colour
    ink: Colour
    soft: Colour
    """A quiet shade of the ground, for surfaces that carry no meaning."""
    frame: Colour
    accent: Colour
    """The second colour of the frame's pattern."""
    melee: Colour
    ranged: Colour
    armor: Colour
    net: Colour
    path: Colour
    strike: Colour
    bonus: Colour
    """Strength that is not printed but comes from runes and banners."""


_OWN: Final = (
    SeatStyle(
        "A", "solid", (248, 236, 208), (36, 24, 20), (228, 208, 168), (204, 44, 36), (252, 228, 196),
        (164, 16, 24), (0, 80, 152), (88, 88, 96), (0, 104, 64), (128, 48, 164), (152, 80, 0), (160, 76, 0),
    ),
    SeatStyle(
        "B", "dashed", (20, 48, 100), (244, 248, 252), (40, 76, 136), (92, 176, 252), (12, 24, 56),
        (252, 148, 120), (128, 228, 252), (204, 212, 220), (128, 240, 156), (220, 176, 252), (252, 220, 80),
        (252, 204, 56),
    ),
    SeatStyle(
        "C", "double", (212, 236, 204), (16, 40, 24), (180, 212, 172), (28, 132, 56), (240, 252, 236),
        (164, 16, 24), (0, 80, 152), (80, 92, 84), (0, 96, 72), (128, 48, 164), (152, 80, 0), (160, 76, 0),
    ),
    SeatStyle(
        "D", "dotted", (80, 32, 92), (252, 244, 252), (112, 60, 124), (236, 172, 48), (64, 24, 40),
        (252, 156, 128), (136, 228, 252), (212, 208, 220), (136, 240, 160), (228, 188, 252), (252, 220, 80),
        (252, 204, 56),
    ),
)  # fmt: skip
_BORROWED: Final = (("B", "double"), ("C", "dashed"), ("C", "dotted"))
"""Which letters wear the colours of another where two sides play that are not A and B alone."""

SEATS: Final = (
    *_OWN,
    *(replace(style, letter=letter) for letter, pattern in _BORROWED for style in _OWN if style.pattern == pattern),
)
"""The styles of seats: first those of A to D by themselves, by their numbers, then those that only teams use."""


def style_number(letter: str, pattern: str) -> int:
    """The number of the style with that letter and pattern. Raises `StopIteration` if there is none."""
    return next(n for n, style in enumerate(SEATS) if (style.letter, style.pattern) == (letter, pattern))


def seat_letter(seat: int) -> str:
    """The letter that stands for a seat in pictures and words."""
    return SEATS[seat].letter


@cache
def _english(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size=size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType, which the pictures need")
    return found.font_variant(layout_engine=ImageFont.Layout.BASIC)


@cache
def _latin(size: int) -> ImageFont.FreeTypeFont:
    file = io.BytesIO(resources.files("render").joinpath("fonts", "aileron.ttf").read_bytes())
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def font(size: int, text: str) -> ImageFont.FreeTypeFont:
    """The font for a text, laid out the simple way so that every machine sets it alike.

    It is the one that comes with Pillow; for letters that this copy has not, the same font with all of them.
    """
    return _english(size) if text.isascii() else _latin(size)


@cache
def _middle(size: int, *, english: bool) -> float:
    ascent, descent = (_english(size) if english else _latin(size)).getmetrics()
    return (ascent - descent) / 2


def lowered(size: int, text: str) -> float:
    """By how much a text must be set lower than its font says, for both fonts to stand on one line."""
    return 0 if text.isascii() else _middle(size, english=True) - _middle(size, english=False)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours as the accessibility guidelines (WCAG 2) define it, 1 to 21."""

    def luminance(colour: Colour) -> float:
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`other` laid over `one` with the given share, in steps of four."""
    r, g, b = (round((a + (c - a) * share) / 4) * 4 for a, c in zip(one, other, strict=True))
    return r, g, b


def _palette() -> tuple[Colour, ...]:
    shared = (PAGE, PANEL, SLOT, SLOT_RIM, TEXT, MUTED, MARK, DARK, WHITE, WOUND, POISON, EARTH, EMPTY_BAR)
    colours: dict[Colour, None] = dict.fromkeys(shared)
    pairs: list[tuple[Colour, Colour, int]] = []
    for s in _OWN:
        symbols = (s.melee, s.ranged, s.armor, s.net, s.path, s.strike, s.bonus)
        colours.update(dict.fromkeys((s.ground, s.ink, s.soft, s.frame, s.accent, *symbols)))
        pairs += [(s.ground, s.ink, 5), (s.ground, s.frame, 2), (PAGE, s.frame, 2), (s.frame, s.accent, 1)]
        pairs += [(s.ground, symbol, 3) for symbol in symbols]
        pairs += [(PAGE, s.ground, 3), (s.frame, WHITE, 1)]
    pairs += [(PAGE, TEXT, 6), (PAGE, MARK, 3), (MARK, DARK, 5), (SLOT, TEXT, 4), (PANEL, TEXT, 4)]
    pairs += [(WOUND, WHITE, 4), (POISON, WHITE, 4), (PAGE, MUTED, 2), (DARK, WHITE, 6), (PAGE, SLOT, 1)]
    pairs += [(EARTH, WHITE, 3), (PANEL, MARK, 2)]
    for one, other, steps in pairs:
        for step in range(1, steps + 1):
            colours.setdefault(mix(one, other, step / (steps + 1)))
    return tuple(colours)[:255]  # one index is left for what an animation does not change


PALETTE: Final = _palette()
"""The one palette of all pictures: every colour above and the steps between those that touch."""
