"""Small signs: the six symbols of the attack die, the two dice, hearts, hourglasses, the discs of heroes."""

from __future__ import annotations

import math
from typing import Final

from games.arena_of_heroes.view import LETTERS
from render.arena_of_heroes.theme import BOARD, HIDE_COLOURS, LIFE, SEATS, WELL, SeatStyle
from render.canvas import Canvas, Point, draw_strokes
from render.icons import draw as draw_icon
from render.theme import DARK, WHITE, Colour

SYMBOLS: Final = {
    "ring": "c 0 0 0.92;C 0 0 0.64;l 0.26 0 0 0 -0.5",
    "split_ring": "c 0 0 0.92;C 0 0 0.64;l 0.26 0 -0.8 0 0.8",
    "square": "p -0.8 -0.8 0.8 -0.8 0.8 0.8 -0.8 0.8;P -0.48 -0.48 0.48 -0.48 0.48 0.48 -0.48 0.48",
    "triangle": "p 0 -0.95 1 0.8 -1 0.8;P 0 -0.36 0.48 0.5 -0.48 0.5",
    "slash": "l 0.34 -0.62 0.72 0.62 -0.72",
    "cross": "l 0.34 -0.66 0.66 0.66 -0.66;l 0.34 -0.66 -0.66 0.66 0.66",
}
"""The symbols of the attack die (A2.2)."""
HEART: Final = "c -0.42 -0.3 0.5;c 0.42 -0.3 0.5;p -0.88 -0.08 0 0.98 0.88 -0.08 0 -0.4"
EMBLEMS: Final = {
    "Bg": "crested-helmet", "Bo": "roman-shield", "Dg": "vine-flower", "Do": "tree-roots", "Fg": "pirate-hat",
    "Fo": "anchor", "Tg": "dwarf-face", "To": "war-pick", "Wg": "wolf-head", "Wo": "wolf-howl", "Mg": "frog",
    "Mo": "witch-face",
}  # fmt: skip
"""The emblem of each hero by its code."""
CARDS: Final = {
    "B03": "shiny-apple", "B06": "mushroom", "B07": "gem-pendant", "B08": "wood-cabin", "B09": "totem",
    "B10": "totem-head", "B15": "earth-crack", "B16": "spider-alt", "X01": "smoke-bomb", "X02": "rope-coil",
    "X03": "spyglass", "X04": "round-shield", "X05": "crossed-bones", "X06": "big-gear", "X07": "bread-slice",
    "X08": "boots", "X18": "dust-cloud", "X19": "flood", "X20": "evil-moon",
}  # fmt: skip
"""The pictures of the cards that stay in play: items and lasting events."""
DELAY: Final = "hourglass"
EXPLORED: Final = "compass"
SPIDER: Final = "spider-alt"
WRONG_WAY: Final = "direction-sign"


def symbol(canvas: Canvas, name: str, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw a symbol of the attack die."""
    draw_strokes(canvas, SYMBOLS[name], x, y, half, ink, ground)


def heart(canvas: Canvas, x: float, y: float, half: float, full: bool, ground: Colour = BOARD) -> None:
    """Draw a point of stamina, hollow when it is lost."""
    draw_strokes(canvas, HEART, x, y, half, LIFE if full else WELL, ground)
    if not full:
        draw_strokes(canvas, HEART, x, y, half * 0.6, ground, ground)


def attack_die(canvas: Canvas, name: str, x: float, y: float, half: float) -> None:
    """Draw an attack die with the symbol that it shows."""
    canvas.pill((x - half - 4, y - half - 4, x + half + 4, y + half + 4), half * 0.4, DARK)
    canvas.pill((x - half, y - half, x + half, y + half), half * 0.32, WHITE)
    symbol(canvas, name, x, y, half * 0.62, DARK, WHITE)


def hide_die(canvas: Canvas, colour: str, x: float, y: float, half: float) -> None:
    """Draw the hide die: green with a tick, red with a bar, blank. So it is read without colours too."""
    ground = HIDE_COLOURS[colour]
    canvas.pill((x - half - 4, y - half - 4, x + half + 4, y + half + 4), half * 0.4, DARK)
    canvas.pill((x - half, y - half, x + half, y + half), half * 0.32, ground)
    if colour == "green":
        canvas.line(
            [(x - half * 0.5, y), (x - half * 0.1, y + half * 0.42), (x + half * 0.55, y - half * 0.4)],
            half * 0.22,
            WHITE,
        )
    elif colour == "red":
        canvas.pill((x - half * 0.55, y - half * 0.16, x + half * 0.55, y + half * 0.16), half * 0.1, WHITE)


def disc(canvas: Canvas, seat: int, hero: str, x: float, y: float, radius: float, badge: Point = (0.74, 0.74)) -> None:
    """Draw a hero.

    The look of its seat, its emblem, the letter of the seat on its edge where `badge` says, in radii.
    """
    style = SEATS[seat]
    canvas.disc(x, y, radius * 1.1, DARK)
    canvas.disc(x, y, radius, style.frame)
    _pattern(canvas, style, x, y, radius)
    canvas.disc(x, y, radius * 0.8, style.ground)
    if hero:
        draw_icon(canvas, EMBLEMS[hero], x, y - radius * 0.06, radius * 0.53, style.ink, style.ground)
    letter(canvas, seat, x + radius * badge[0], y + radius * badge[1], radius * 0.42)


def letter(canvas: Canvas, seat: int, x: float, y: float, radius: float) -> None:
    """Draw the letter of a seat on a small disc in its look."""
    style = SEATS[seat]
    canvas.disc(x, y, radius * 1.16, DARK)
    canvas.disc(x, y, radius, style.frame)
    canvas.disc(x, y, radius * 0.84, style.ground)
    canvas.text(x, y, LETTERS[seat], radius * 1.4, style.ink, bold=True)


def _pattern(canvas: Canvas, style: SeatStyle, x: float, y: float, radius: float) -> None:
    """Draw the pattern of a frame on its ring."""
    if style.pattern == "double":
        canvas.disc(x, y, radius * 0.93, style.accent)
        canvas.disc(x, y, radius * 0.87, style.frame)
    elif style.pattern in ("dashed", "dotted"):
        count = 10 if style.pattern == "dashed" else 16
        for n in range(count):
            turn = 2 * math.pi * n / count
            if style.pattern == "dotted":
                canvas.disc(
                    x + radius * 0.9 * math.cos(turn), y + radius * 0.9 * math.sin(turn), radius * 0.06, style.accent
                )
            else:
                ends = [turn - 0.13, turn + 0.13]
                line = [(x + radius * 0.9 * math.cos(t), y + radius * 0.9 * math.sin(t)) for t in ends]
                canvas.line(line, radius * 0.1, style.accent)


def ghost(
    canvas: Canvas, seat: int, hero: str, x: float, y: float, radius: float, ground: Colour, badge: Point
) -> None:
    """Draw a hero that only the reader sees: a dashed ring and its emblem."""
    canvas.disc(x, y, radius + 3, DARK)
    canvas.disc(x, y, radius, ground)
    for n in range(12):
        turns = (2 * math.pi * n / 12, 2 * math.pi * (n + 0.55) / 12)
        middle = sum(turns) / 2
        line = [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in (turns[0], middle, turns[1])]
        canvas.line(line, radius * 0.13, WHITE)
    draw_icon(canvas, EMBLEMS[hero], x, y - radius * 0.04, radius * 0.56, WHITE, ground)
    letter(canvas, seat, x + radius * badge[0], y + radius * badge[1], radius * 0.42)
