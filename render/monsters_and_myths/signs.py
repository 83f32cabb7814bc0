"""Small drawings that several parts of a picture share: crowns, hats, swords and bows, dice, cards, counters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.monsters_and_myths.cards import CREATURES, WIZARD, AttackCard
from games.monsters_and_myths.view import SEATS as LETTERS
from render import icons
from render.canvas import Canvas, draw_strokes, text_width
from render.monsters_and_myths.theme import (
    ASLEEP,
    BLOOD,
    CARD,
    FADED,
    GOLD,
    HAT,
    HORSE,
    INK,
    NATIONS,
    NIGHT,
    PURSE,
    SEATS,
    SPELL,
    TURNED,
)
from render.panel import draw_shield
from render.theme import WHITE, Colour

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SWORD: Final = "p 0.98 -0.98 0.58 -0.9 -0.34 0.02 -0.02 0.34 0.9 -0.58;l 0.24 -0.66 0 0 0.66;l 0.26 -0.3 0.3 -0.78 0.78"
BOW: Final = (
    "p -0.54 -1 0.12 -0.88 0.52 -0.48 0.64 0 0.52 0.48 0.12 0.88 -0.54 1 -0.46 0.66 -0.04 0.54 0.2 0.28 0.28 0"
    " 0.2 -0.28 -0.04 -0.54 -0.46 -0.66;l 0.13 -0.48 -0.86 -0.9 0 -0.48 0.86;l 0.22 -0.86 0 0.6 0;"
    "p 1 0 0.46 -0.4 0.46 0.4"
)
"""A drawn bow that is no hairline, on telephones neither: as strokes (`render.canvas.draw_strokes`)."""
_CLASH: Final = (
    "l 0.28 -0.7 0.7 0.84 -0.84;l 0.28 0.7 0.7 -0.84 -0.84;l 0.24 -0.88 0.22 -0.22 0.88;l 0.24 0.88 0.22 0.22 0.88"
)
Sign = Callable[[Canvas, float, float, float, Colour, Colour], None]
"""Draws a sign: canvas, x, y, half of its width, its color, the color below it."""


def clash(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw crossed swords: who fights, and natural enemies."""
    draw_strokes(canvas, _CLASH, x, y, half, ink, ground)


def turned(canvas: Canvas, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw that cards lie face down."""
    icons.draw(canvas, TURNED, x, y, half, ink, ground)


def symbol(canvas: Canvas, which: int, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw the symbol of infantry (0), archers (1) or mounted (2) into a square around a point."""
    if which == 2:
        icons.draw(canvas, HORSE, x, y, half, ink, ground)
    else:
        draw_strokes(canvas, (SWORD, BOW)[which], x, y, half, ink, ground)


def crest(canvas: Canvas, seat: int, x: float, y: float, half: float) -> None:
    """Draw the shield of a seat with its letter."""
    draw_shield(canvas, x, y, half, SEATS[seat], LETTERS[seat], rim=INK)


def crown(canvas: Canvas, x: float, y: float, radius: float, ghost: bool = False) -> None:
    """Draw the crown of a largest nation; a `ghost` is one that would be."""
    canvas.disc(x, y, radius, INK)
    if ghost:
        canvas.disc(x, y, radius - 2.5, CARD)
    icons.crown(canvas, x, y, radius * 0.62, INK if ghost else GOLD, CARD if ghost else INK)


def hat(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the hat of a wizard."""
    canvas.disc(x, y, radius, SPELL)
    icons.draw(canvas, HAT, x, y - radius * 0.04, radius * 0.66, WHITE, SPELL)


def tick(canvas: Canvas, x: float, y: float, half: float, ink: Colour) -> None:
    """Draw the mark of what is chosen, or has hit."""
    canvas.line([(x - half, y), (x - half * 0.3, y + half * 0.7), (x + half, y - half * 0.7)], half * 0.42, ink)


def cross(canvas: Canvas, x: float, y: float, half: float, ink: Colour) -> None:
    """Draw the mark of what has missed."""
    for slope in (-1, 1):
        canvas.line([(x - half, y - half * slope), (x + half, y + half * slope)], half * 0.42, ink)


COUNTER: Final = 25.0
"""The size of the numbers on counters."""


def counter(
    canvas: Canvas, x: float, y: float, number: int, fill: Colour, icon: Sign | None = None, sign: str = ""
) -> None:
    """Draw a number on a pill around a point, with an icon before it."""
    text = f"{sign}{number}"
    wide = text_width(text, COUNTER, True) + 18 + (25 if icon else 0)
    canvas.pill((x - wide / 2 - 2.5, y - 16.5, x + wide / 2 + 2.5, y + 16.5), 16.5, CARD)
    canvas.pill((x - wide / 2, y - 14, x + wide / 2, y + 14), 14, fill)
    ink = INK if fill == GOLD else WHITE
    if icon:
        icon(canvas, x - wide / 2 + 20, y, 10.5, ink, fill)
        x += 12.5
    canvas.text(x, y + 1, text, COUNTER, ink, bold=True)


def die(canvas: Canvas, x: float, y: float, half: float, face: int, red: bool, lit: bool | None) -> None:
    """Draw a die, one that is still to be rolled with the face 0.

    `lit` says whether it has won its comparison, `None` that it is in none: what has won has a frame of gold, what has
    lost is gray.
    """
    fill = BLOOD if red else NIGHT
    if lit:
        canvas.pill((x - half - 7, y - half - 7, x + half + 7, y + half + 7), half * 0.5, INK)
        canvas.pill((x - half - 5, y - half - 5, x + half + 5, y + half + 5), half * 0.45, GOLD)
    canvas.pill((x - half, y - half, x + half, y + half), half * 0.36, fill if lit is not False else ASLEEP)
    for a, b in _PIPS.get(face, ()):
        canvas.disc(x + a * half * 0.52, y + b * half * 0.52, half * 0.18, WHITE)
    if not face:
        canvas.text(x, y + 1, "?", half * 1.3, WHITE, bold=True)


def printed_width(count: int, half: float) -> float:
    """Return how wide a band with so many swords is."""
    return half * 2.1 * count + half * 0.6


def printed(canvas: Canvas, x: float, y: float, count: int, half: float) -> None:
    """Draw the swords that an attack card adds to the force, side by side on a dark band around a point."""
    step, wide = half * 2.1, printed_width(count, half)
    canvas.pill((x - wide / 2, y - half * 1.3, x + wide / 2, y + half * 1.3), half * 0.6, INK)
    for n in range(count):
        symbol(canvas, 0, x + (n - (count - 1) / 2) * step, y, half, CARD, INK)


def mercenaries(canvas: Canvas, x: float, y: float, card: AttackCard, half: float) -> None:
    """Draw the purse of an attack card and how many creatures it pays, around a point."""
    size = half * 2.1
    left = x - (half * 2.3 + text_width(str(card.size), size, True)) / 2
    icons.draw(canvas, PURSE, left + half, y, half, FADED, CARD)
    canvas.text(left + half * 2.3, y + 1, str(card.size), size, INK, bold=True, anchor="lm")


def attack_card(canvas: Canvas, x: float, y: float, card: AttackCard, high: float) -> None:
    """Draw an attack card around a point: its number, mercenaries with how many they are, the swords that it adds."""
    wide = high * 0.76
    canvas.pill((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), 8, INK)
    canvas.pill((x - wide / 2 + 2.5, y - high / 2 + 2.5, x + wide / 2 - 2.5, y + high / 2 - 2.5), 6, CARD)
    if card.battle:
        canvas.text(x, y - high * 0.16, str(card.number), high * 0.5, INK, bold=True)
    else:
        canvas.text(x, y - high * 0.28, str(card.number), high * 0.36, INK, bold=True)
        mercenaries(canvas, x, y + high * 0.02, card, high * 0.115)
    printed(canvas, x, y + high * 0.31, card.infantry, high * 0.12)


def pile(canvas: Canvas, x: float, y: float, high: float) -> None:
    """Draw captured cards: two that lie on each other."""
    wide = high * 0.72
    for shift, fill in ((-0.16, ASLEEP), (0.12, CARD)):
        left, top = x - wide / 2 + shift * wide, y - high / 2 + shift * high * 0.6
        canvas.pill((left - 2, top - 2, left + wide + 2, top + high + 2), 5, INK)
        canvas.pill((left, top, left + wide, top + high), 4, fill)
    canvas.disc(x + 0.12 * wide, y + 0.072 * high, high * 0.16, INK)


def small_card(canvas: Canvas, code: str, nation: int, x: float, y: float, high: float) -> None:
    """Draw a creature, or a wizard that protects a nation, as a small card around a point."""
    wide = high * 0.76
    left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    canvas.pill((left, top, right, bottom), 7, INK)
    canvas.pill((left + 3, top + 3, right - 3, bottom - 3), 5, CARD)
    style = NATIONS[nation]
    canvas.pill((left + 3, top + 3, right - 3, y), 5, style.cloth)
    icons.draw(canvas, style.icon, x, y - high * 0.23, high * 0.18, style.ink, style.cloth)
    if code == WIZARD:
        hat(canvas, x, y + high * 0.24, high * 0.2)
    else:
        symbol(canvas, CREATURES[code][1], x, y + high * 0.24, high * 0.17, INK, CARD)
