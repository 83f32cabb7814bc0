"""Small signs: the six symbols of the attack die, the two dice, hearts, hourglasses, the discs of heroes."""

from __future__ import annotations

import math
from typing import Final

from games.arena_of_heroes.view import LETTERS
from render.arena_of_heroes.theme import BOARD, HIDE_COLOURS, LIFE, SEATS, WELL, SeatStyle
from render.canvas import Canvas, draw_strokes
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
SHIELD: Final = "roman-shield"
SMOKE: Final = "smoke-bomb"
CROWS: Final = "spiked-dragon-head"
SKULL: Final = "death-skull"
BROAD: Final = 1.1
"""How much larger than its radius a hero's disc is with its outline."""


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


def rolling_die(canvas: Canvas, x: float, y: float, half: float) -> None:
    """Draw an attack die in the air: on its corner, no face to be read yet."""
    for reach, colour in ((half * 1.42 + 5, DARK), (half * 1.42, WHITE)):
        canvas.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], colour)
    for n, name in enumerate(("ring", "triangle", "square")):
        turn = math.radians(120 * n - 90)
        symbol(
            canvas, name, x + half * 0.62 * math.cos(turn), y + half * 0.62 * math.sin(turn), half * 0.3, DARK, WHITE
        )


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


def token(canvas: Canvas, name: str, x: float, y: float, half: float, ink: Colour) -> None:
    """Draw a token that lies in a hideout: an icon on a dark disc with a rim of its own colour; "" for no icon."""
    canvas.disc(x, y, half, DARK)
    canvas.disc(x, y, half - 1.5, ink)
    canvas.disc(x, y, half - 4, DARK)
    if name:
        draw_icon(canvas, name, x, y, half * 0.66, ink, DARK)


def count(canvas: Canvas, text: str, x: float, y: float, ink: Colour) -> None:
    """Draw how many of a thing there are, on a disc that lies on it."""
    canvas.disc(x, y, 14.5, DARK)
    canvas.disc(x, y, 13, ink)
    canvas.text(x, y, text, 24, DARK, bold=True)


def not_there(canvas: Canvas, seat: int, x: float, y: float, radius: float) -> None:
    """Draw that a hero is not there: its letter struck out, as on a sign that forbids."""
    ground, ink, strike = SEATS[seat].away
    reach = radius * 0.58
    canvas.disc(x, y, radius, DARK)
    canvas.disc(x, y, radius - 1, strike)
    canvas.disc(x, y, radius - 4.5, ground)
    canvas.line([(x - reach, y + reach), (x + reach, y - reach)], 6, strike)
    canvas.text(x, y, LETTERS[seat], 23, ink, bold=True, halo=ground)  # the letter is read first


def disc(canvas: Canvas, seat: int, hero: str, x: float, y: float, radius: float) -> None:
    """Draw a hero: the look of its seat, its emblem, and on the lower edge the letter of the seat.

    Without a hero the letter stands alone.
    """
    style = SEATS[seat]
    canvas.disc(x, y, radius * BROAD, DARK)
    canvas.disc(x, y, radius, style.frame)
    _pattern(canvas, style, x, y, radius)
    canvas.disc(x, y, radius * 0.84, style.ground)
    if not hero:
        canvas.text(x, y, LETTERS[seat], radius * 1.2, style.ink, bold=True)
        return
    draw_icon(canvas, EMBLEMS[hero], x, y - radius * 0.16, radius * 0.54, style.ink, style.ground)
    _plate(canvas, seat, x, y, radius)


def _plate(canvas: Canvas, seat: int, x: float, y: float, radius: float) -> None:
    """Draw the letter of a seat on the lower edge of its hero's disc, which it does not leave."""
    small = max(14.0, min(24.0, radius * 0.36))
    letter(canvas, seat, x, y + radius * BROAD - small * 1.16, small)


def letter(canvas: Canvas, seat: int, x: float, y: float, radius: float) -> None:
    """Draw the letter of a seat on a small disc in its look."""
    style = SEATS[seat]
    canvas.disc(x, y, radius * 1.16, DARK)
    canvas.disc(x, y, radius, style.frame)
    canvas.disc(x, y, radius * 0.84, style.ground)
    canvas.text(x, y, LETTERS[seat], radius * 1.62, style.ink, bold=True)


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


def ghost(canvas: Canvas, seat: int, hero: str, x: float, y: float, radius: float) -> None:
    """Draw a hero that only the reader sees: the same disc, with a broken edge."""
    style = SEATS[seat]
    canvas.disc(x, y, radius * BROAD, DARK)
    canvas.disc(x, y, radius * 0.84, style.ground)
    for n in range(12):
        turns = [2 * math.pi * (n + share) / 12 for share in (0, 0.28, 0.55)]
        points = [(x + radius * 0.96 * math.cos(t), y + radius * 0.96 * math.sin(t)) for t in turns]
        canvas.line(points, radius * 0.13, WHITE)
    draw_icon(canvas, EMBLEMS[hero], x, y - radius * 0.16, radius * 0.54, style.ink, style.ground)
    _plate(canvas, seat, x, y, radius)
