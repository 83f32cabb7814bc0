"""The colours of Monolith Arena, and the style of each seat.

Seats differ by colour, by a light or dark ground and by the pattern of their frame.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from render.palette import Palette, blended
from render.theme import (
    DARK,
    EMPTY_BAR,
    MARK,
    MUTED,
    PAGE,
    PANEL,
    SLOT,
    SLOT_RIM,
    TEXT,
    WHITE,
    Colour,
)

WOUND: Final[Colour] = (208, 24, 40)
POISON: Final[Colour] = (16, 104, 44)
EARTH: Final[Colour] = (112, 72, 32)


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


def _palette() -> Palette:
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
    return Palette(blended(colours, pairs))


PALETTE: Final = _palette()
"""All colours of the pictures: those above and the steps between those that touch."""
