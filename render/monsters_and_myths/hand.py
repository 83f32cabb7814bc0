"""The reader's own cards below the table, and one card beside what it does in words."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from PIL import Image

from games.monsters_and_myths.cards import BY_CODE, CREATURES, WIZARD, AttackCard, Cards
from games.monsters_and_myths.cards import name as card_name
from render import icons
from render.canvas import Canvas, fitting, shortened, wrap
from render.encode import png
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import (
    ACROSS,
    HAND_CARD,
    HAND_GAP,
    HAND_TITLE,
    WIDTH,
    part,
    to_plane,
)
from render.monsters_and_myths.theme import CARD, CATAPULT, FADED, HAT, INK, NATIONS, SHEET, SHEET_EDGE, SPELL, WOOD
from render.panel import LEAST
from render.store import Cache
from render.theme import MARK, TEXT, Colour

WIDE, HIGH = HAND_CARD
_NAME: Final = 28.0
_FOOT: Final = 44
"""The height of the name of a card."""
_MIDDLE: Final = (HIGH - _FOOT) / 2 + 1


def draw_face(canvas: Canvas, code: str, name: str) -> None:
    """Draw one card from its upper left corner."""
    canvas.pill((0, 0, WIDE, HIGH), 12, INK)
    if code in CREATURES:
        nation, kind = CREATURES[code]
        style = NATIONS[nation]
        _fill(canvas, style.cloth)
        icons.draw(canvas, style.icon, 62, _MIDDLE + 1, 32, style.ink, style.cloth)
        canvas.pill((124, 9, WIDE - 10, HIGH - _FOOT - 5), 9, CARD)
        signs.symbol(canvas, kind, 175, _MIDDLE + 1, 26, INK, CARD)
    elif code in BY_CODE:
        draw_attack(canvas, BY_CODE[code])
    else:
        icon, fill = (HAT, SPELL) if code == WIZARD else (CATAPULT, FADED)
        _fill(canvas, fill)
        icons.draw(canvas, icon, WIDE / 2, _MIDDLE + 1, 32, CARD, fill)
    canvas.pill((3, HIGH - _FOOT, WIDE - 3, HIGH - 3), 10, CARD)
    canvas.polygon([(3, HIGH - _FOOT), (WIDE - 3, HIGH - _FOOT), (WIDE - 3, HIGH - 20), (3, HIGH - 20)], CARD)
    size = max(LEAST, fitting(name, _NAME, WIDE - 16, True))
    shown = shortened(name, size, WIDE - 12, True)
    canvas.text(WIDE / 2, HIGH - _FOOT / 2 - 1, shown, size, INK, bold=True)


def _fill(canvas: Canvas, fill: Colour) -> None:
    canvas.pill((3, 3, WIDE - 3, HIGH - 3), 10, fill)


def draw_attack(canvas: Canvas, card: AttackCard) -> None:
    """Draw what is above the name of an attack card."""
    _fill(canvas, SHEET)
    canvas.text(56, _MIDDLE + 2, card.code, 66, INK, bold=True)
    if card.battle:
        signs.printed(canvas, 166, _MIDDLE, card.infantry, 25)
        return
    signs.mercenaries(canvas, 126, _MIDDLE, card, 19)
    signs.printed(canvas, 198, _MIDDLE, card.infantry, 22)


def card_plane(code: str, name: str, lifted: bool) -> Image.Image:
    """Return a card of the hand on wood, with the frame of one that is chosen. Do not draw on it."""

    def draw(canvas: Canvas) -> None:
        if lifted:
            canvas.pill((-_RIM, -_RIM, WIDE + _RIM, HIGH + _RIM), 16, MARK)
        draw_face(canvas, code, name)
        if lifted:
            canvas.disc(20, 20, 18, INK)
            canvas.disc(20, 20, 16, MARK)
            signs.tick(canvas, 20, 20, 9, INK)

    def around(canvas: Canvas) -> None:
        draw(canvas.moved(_RIM, _RIM))

    return part(("hand", code, name, lifted), WIDE + 2 * _RIM, HIGH + 2 * _RIM, around, WOOD)


_RIM: Final = 3
"""How wide the frame of a chosen card is."""


def _title(canvas: Canvas, text: str) -> None:
    canvas.text(0, 20, text, fitting(text, 32, WIDTH - 40, True), TEXT, bold=True, anchor="lm")


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
    plane.paste(part(("title", title), WIDTH - 40, 40, partial(_title, text=title), WOOD), (20, top + 4))
    left = Counter(lifted)
    across, down = WIDE + HAND_GAP[0], HIGH + HAND_GAP[1]
    first = (WIDTH - ACROSS * across + HAND_GAP[0]) // 2
    for n, code in enumerate(cards):
        up = left[code] > 0
        left[code] -= up
        x, y = first + n % ACROSS * across, top + HAND_TITLE - 4 + n // ACROSS * down
        plane.paste(card_plane(code, labels(card_name(code)), up), (x - _RIM, y - _RIM))


SHEET_WIDTH: Final = 1000
_ZOOM: Final = 1.5
_SIZE: Final = 30.0
_cards: Cache[bytes] = Cache(64)


def draw_card(code: str, labels: Labels, name: str, effect: str) -> bytes:
    """Return the PNG of a card beside its name and what it does."""
    return _cards.get((code, labels, name, effect), lambda: _card(code, labels, name, effect))


def _card(code: str, labels: Labels, name: str, effect: str) -> bytes:
    left = round(WIDE * _ZOOM) + 80
    lines = wrap(effect, _SIZE, SHEET_WIDTH - left - 50)
    high = max(round(HIGH * _ZOOM) + 64, 150 + 40 * len(lines))
    canvas = Canvas(SHEET_WIDTH, high, WOOD)
    canvas.pill((10, 10, SHEET_WIDTH - 10, high - 10), 16, SHEET_EDGE)
    canvas.pill((14, 14, SHEET_WIDTH - 14, high - 14), 13, SHEET)
    canvas.text(left, 66, name, 44, INK, bold=True, anchor="lm")
    for n, line in enumerate(lines):
        canvas.text(left, 126 + n * 40, line, _SIZE, INK, anchor="lm")
    plane = to_plane(canvas.done())
    small = Canvas(WIDE + 4, HIGH + 4, SHEET, (2, 2), zoom=_ZOOM)
    draw_face(small, code, labels(card_name(code)))
    drawn = to_plane(small.done())
    plane.paste(drawn, (40, (high - drawn.height) // 2))
    return png(plane)
