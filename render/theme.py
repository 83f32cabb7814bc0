"""The colours of surfaces, text and marks: what the pictures of all games share.

Every colour has components that are multiples of four and a game's palette holds it exactly, so quantising a picture
never shifts a flat area.
"""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]

PAGE: Final[Colour] = (28, 32, 40)
PANEL: Final[Colour] = (44, 48, 60)
SLOT: Final[Colour] = (72, 80, 92)
SLOT_RIM: Final[Colour] = (104, 112, 124)
EMPTY_BAR: Final[Colour] = (60, 64, 76)
TEXT: Final[Colour] = (244, 244, 240)
MUTED: Final[Colour] = (192, 200, 208)
MARK: Final[Colour] = (252, 212, 64)
"""The last moves, and everything that is not as printed."""
DARK: Final[Colour] = (16, 16, 20)
WHITE: Final[Colour] = (252, 252, 252)


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
