"""The reader's own cards below the table, and one card beside what it does in words."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from PIL import Image

from games.monsters_and_myths.cards import BY_CODE, CREATURES, WIZARD, Cards
from games.monsters_and_myths.cards import name as card_name
from render import icons
from render.canvas import Canvas, fitting, wrap
from render.encode import png
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import WIDTH, part, to_plane
from render.monsters_and_myths.theme import (
    BATTLE,
    BLOOD,
    CARD,
    CATAPULT,
    FADED,
    GOLD,
    HAT,
    INK,
    NATIONS,
    PURSE,
    SHEET,
    SHEET_EDGE,
    SPELL,
    SYMBOLS,
    WOOD,
)
from render.store import Cache
from render.theme import TEXT

CARD_WIDTH = 128
CARD_HEIGHT = 186
_STEP = 136
_LIFT = 18


def draw_face(canvas: Canvas, code: str, name: str) -> None:
    """Draw one card from its upper left corner."""
    if code in CREATURES:
        nation, symbol = CREATURES[code]
        style = NATIONS[nation]
        _blank(canvas, style.cloth)
        icons.draw(canvas, style.icon, CARD_WIDTH / 2, 56, 36, style.ink, style.cloth)
        canvas.pill((8, 102, CARD_WIDTH - 8, CARD_HEIGHT - 8), 8, CARD)
        icons.draw(canvas, SYMBOLS[symbol], CARD_WIDTH / 2, 121, 17, INK, CARD)
    elif code == WIZARD:
        _blank(canvas, SPELL)
        icons.draw(canvas, HAT, CARD_WIDTH / 2, 62, 40, CARD, SPELL)
        canvas.pill((8, 116, CARD_WIDTH - 8, CARD_HEIGHT - 8), 8, CARD)
    elif code in BY_CODE:
        _attack(canvas, code)
    else:
        _blank(canvas, FADED)
        icons.draw(canvas, CATAPULT, CARD_WIDTH / 2, 62, 42, CARD, FADED)
        canvas.pill((8, 116, CARD_WIDTH - 8, CARD_HEIGHT - 8), 8, CARD)
    lines = wrap(name, 20, CARD_WIDTH - 20, True)[:2]
    for n, line in enumerate(lines):
        y = 158 if len(lines) == 1 else 149 + n * 19
        canvas.text(CARD_WIDTH / 2, y, line, fitting(line, 19, CARD_WIDTH - 20, True), INK, bold=True)


def _blank(canvas: Canvas, fill: tuple[int, int, int]) -> None:
    canvas.pill((0, 0, CARD_WIDTH, CARD_HEIGHT), 13, INK)
    canvas.pill((3, 3, CARD_WIDTH - 3, CARD_HEIGHT - 3), 11, fill)


def _attack(canvas: Canvas, code: str) -> None:
    card = BY_CODE[code]
    _blank(canvas, CARD)
    canvas.text(CARD_WIDTH / 2, 34, code, 50, INK, bold=True)
    if card.battle:
        icons.draw(canvas, BATTLE, CARD_WIDTH / 2, 82, 22, BLOOD, CARD)
    else:
        icons.draw(canvas, PURSE, CARD_WIDTH / 2 - 18, 82, 21, FADED, CARD)
        canvas.text(CARD_WIDTH / 2 + 26, 84, str(card.size), 38, INK, bold=True)
    signs.printed(canvas, CARD_WIDTH / 2, 122, card, 14)


def card_plane(code: str, name: str, lifted: bool) -> Image.Image:
    """Return a card of the hand on wood, with the room to be lifted. Do not draw on it."""

    def draw(canvas: Canvas) -> None:
        top = 4 if lifted else 4 + _LIFT
        if lifted:
            canvas.pill((0, top - 4, CARD_WIDTH + 8, top + CARD_HEIGHT + 4), 16, GOLD)
        draw_face(canvas.moved(4, top), code, name)

    return part(("hand", code, name, lifted), CARD_WIDTH + 8, CARD_HEIGHT + _LIFT + 10, draw, WOOD)


def _title(canvas: Canvas, text: str) -> None:
    canvas.text(0, 18, text, fitting(text, 28, WIDTH - 40, True), TEXT, bold=True, anchor="lm")


def put(
    plane: Image.Image, cards: Cards, lifted: Cards, labels: Labels, top: int, *, kept: bool = False, keeps: int = 0
) -> None:
    """Lay a hand below the table, beginning at that height.

    `kept`: it has been chosen already; `keeps` is how many are being chosen, 0 where none are.
    """
    if kept:
        title = labels("You keep these cards")
    elif keeps:
        title = labels("Your cards: {chosen} of {number} chosen", chosen=len(lifted), number=keeps)
    else:
        title = labels("Your cards")
    plane.paste(part(("title", title), WIDTH - 40, 36, partial(_title, text=title), WOOD), (22, top + 4))
    left = Counter(lifted)
    first = (WIDTH - (len(cards) - 1) * _STEP - CARD_WIDTH - 8) // 2
    for n, code in enumerate(cards):
        up = left[code] > 0
        left[code] -= up
        plane.paste(card_plane(code, labels(card_name(code)), up), (first + n * _STEP, top + 46))


SHEET_WIDTH: Final = 1000
_ZOOM: Final = 1.7
_SIZE: Final = 30.0
_cards: Cache[bytes] = Cache(64)


def draw_card(code: str, labels: Labels, name: str, effect: str) -> bytes:
    """Return the PNG of a card beside its name and what it does."""
    return _cards.get((code, labels, name, effect), lambda: _card(code, labels, name, effect))


def _card(code: str, labels: Labels, name: str, effect: str) -> bytes:
    left = round(CARD_WIDTH * _ZOOM) + 80
    lines = wrap(effect, _SIZE, SHEET_WIDTH - left - 50)
    high = max(round(CARD_HEIGHT * _ZOOM) + 64, 150 + 40 * len(lines))
    canvas = Canvas(SHEET_WIDTH, high, WOOD)
    canvas.pill((10, 10, SHEET_WIDTH - 10, high - 10), 16, SHEET_EDGE)
    canvas.pill((14, 14, SHEET_WIDTH - 14, high - 14), 13, SHEET)
    canvas.text(left, 66, name, 44, INK, bold=True, anchor="lm")
    for n, line in enumerate(lines):
        canvas.text(left, 126 + n * 40, line, _SIZE, INK, anchor="lm")
    plane = to_plane(canvas.done())
    small = Canvas(CARD_WIDTH + 4, CARD_HEIGHT + 4, SHEET, (2, 2), zoom=_ZOOM)
    draw_face(small, code, labels(card_name(code)))
    drawn = to_plane(small.done())
    plane.paste(drawn, (40, (high - drawn.height) // 2))
    return png(plane)
