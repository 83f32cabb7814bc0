"""Small drawings that several parts of a picture share: shields, crowns, hats, dice, attack cards, counters."""

from __future__ import annotations

from collections.abc import Sequence

from games.monsters_and_myths.cards import AttackCard
from render import icons
from render.canvas import Canvas, Point
from render.monsters_and_myths.theme import (
    ASLEEP,
    BLOOD,
    CARD,
    CROWN,
    FADED,
    GOLD,
    HAT,
    INK,
    NIGHT,
    PURSE,
    SEATS,
    SHEET,
    SPELL,
    SYMBOLS,
)
from render.theme import WHITE, Colour

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _shield(x: float, y: float, half: float) -> list[Point]:
    outline = [(-1.0, -1.1), (1.0, -1.1), (1.0, 0.15), (0.8, 0.62), (0.45, 0.98), (0.0, 1.25)]
    whole = [*outline, *((-a, b) for a, b in reversed(outline[2:-1]))]
    return [(x + a * half, y + b * half) for a, b in whole]


def shield(canvas: Canvas, seat: int, x: float, y: float, half: float, rim: Colour = INK) -> None:
    """Draw the shield of a seat with its letter."""
    style = SEATS[seat]
    canvas.polygon(_shield(x, y, half * 1.12), rim)
    canvas.polygon(_shield(x, y, half), style.field)
    left, right, top = x - half, x + half, y - 1.1 * half
    if style.pattern == "pale":
        canvas.polygon([p for p in _shield(x, y, half) if p[0] >= x] + [(x, top)], style.second)
    elif style.pattern == "chief":
        canvas.polygon([(left, top), (right, top), (right, y - 0.55 * half), (left, y - 0.55 * half)], style.second)
    elif style.pattern == "bend":
        canvas.polygon(
            [(left, top), (left + 0.75 * half, top), (right, y + 0.3 * half), (right - 0.25 * half, y + 0.62 * half)],
            style.second,
        )
    canvas.text(x, y - 0.02 * half, style.letter, half * 1.35, WHITE, bold=True)


def crown(canvas: Canvas, x: float, y: float, radius: float, ghost: bool = False) -> None:
    """Draw the crown of a largest nation; a `ghost` is one that would be."""
    canvas.disc(x, y, radius, INK)
    if ghost:
        canvas.disc(x, y, radius - 2.5, CARD)
    icons.draw(canvas, CROWN, x, y, radius * 0.62, INK if ghost else GOLD, CARD if ghost else INK)


def hat(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the hat of a wizard."""
    canvas.disc(x, y, radius, SPELL)
    icons.draw(canvas, HAT, x, y - radius * 0.04, radius * 0.66, WHITE, SPELL)


def counter(canvas: Canvas, x: float, y: float, number: int, fill: Colour, icon: str = "", sign: str = "") -> None:
    """Draw a number on a pill around a point, with an icon before it."""
    text = f"{sign}{number}"
    wide = 24 + 10 * len(text) + (14 if icon else 0)
    canvas.pill((x - wide / 2 - 2.5, y - 18.5, x + wide / 2 + 2.5, y + 18.5), 18.5, CARD)
    canvas.pill((x - wide / 2, y - 16, x + wide / 2, y + 16), 16, fill)
    ink = INK if fill == GOLD else WHITE
    if icon:
        icons.draw(canvas, icon, x - wide / 2 + 18, y, 11, ink, fill)
        x += 12
    canvas.text(x, y + 1, text, 27, ink, bold=True)


def die(canvas: Canvas, x: float, y: float, half: float, face: int, red: bool, lit: bool | None) -> None:
    """Draw a die; `lit` says whether it has won its comparison, `None` that it was in none."""
    fill = BLOOD if red else NIGHT
    if lit:
        canvas.pill((x - half - 6, y - half - 6, x + half + 6, y + half + 6), half * 0.5, INK)
        canvas.pill((x - half - 4, y - half - 4, x + half + 4, y + half + 4), half * 0.45, GOLD)
    canvas.pill((x - half, y - half, x + half, y + half), half * 0.36, fill)
    for a, b in _PIPS[face]:
        canvas.disc(x + a * half * 0.52, y + b * half * 0.52, half * 0.17, WHITE)


def attack_card(canvas: Canvas, x: float, y: float, card: AttackCard, high: float, lowest: bool) -> None:
    """Draw a small attack card around a point.

    Its number, a purse with their number for mercenaries, and the swords that it adds.
    """
    wide = high * 0.72
    if lowest:
        canvas.pill((x - wide / 2 - 5, y - high / 2 - 5, x + wide / 2 + 5, y + high / 2 + 5), 9, BLOOD)
    canvas.pill((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), 6, INK)
    canvas.pill((x - wide / 2 + 2, y - high / 2 + 2, x + wide / 2 - 2, y + high / 2 - 2), 5, CARD)
    if card.battle:
        canvas.text(x, y - high * 0.17, str(card.number), high * 0.5, INK, bold=True)
        printed(canvas, x, y + high * 0.27, card, high * 0.155)
        return
    canvas.text(x, y - high * 0.27, str(card.number), high * 0.38, INK, bold=True)
    icons.draw(canvas, PURSE, x - high * 0.13, y + high * 0.04, high * 0.13, FADED, CARD)
    canvas.text(x + high * 0.17, y + high * 0.05, str(card.size), high * 0.27, INK, bold=True)
    printed(canvas, x, y + high * 0.32, card, high * 0.125)


def printed(canvas: Canvas, x: float, y: float, card: AttackCard, half: float) -> None:
    """Draw the swords that an attack card adds to the force, side by side on a dark band around a point."""
    step = half * 2.1
    wide = step * card.infantry + half * 0.6
    canvas.pill((x - wide / 2, y - half * 1.25, x + wide / 2, y + half * 1.25), half * 0.6, INK)
    for n in range(card.infantry):
        icons.draw(canvas, SYMBOLS[0], x + (n - (card.infantry - 1) / 2) * step, y, half, CARD, INK)


def symbols(canvas: Canvas, counts: Sequence[int], xs: Sequence[float], y: float, ground: Colour) -> None:
    """Sword, bow and horse above their numbers, each in its own place; what there is none of is left out."""
    for count, x, icon in zip(counts, xs, SYMBOLS, strict=False):
        if count:
            icons.draw(canvas, icon, x, y, 15, INK, ground)
            canvas.text(x, y + 32, str(count), 31, INK, bold=True)


def card_back(canvas: Canvas, x: float, y: float, high: float) -> None:
    """Draw a card that lies face down."""
    wide = high * 0.7
    canvas.pill((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), 4, INK)
    canvas.pill((x - wide / 2 + 2, y - high / 2 + 2, x + wide / 2 - 2, y + high / 2 - 2), 3, ASLEEP)
    canvas.line([(x - wide * 0.25, y + high * 0.25), (x + wide * 0.25, y - high * 0.25)], 2, SHEET)
