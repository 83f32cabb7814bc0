"""One card with what it does in words."""

from __future__ import annotations

from typing import Final

from games.monsters_and_myths.cards import name as card_name
from render.cache import Cache
from render.canvas import Canvas
from render.encode import png
from render.fitting import wrap
from render.labels import Labels
from render.monsters_and_myths import hand
from render.monsters_and_myths.planes import to_plane
from render.monsters_and_myths.theme import INK, SHEET, SHEET_EDGE, WOOD

WIDTH: Final = 1000
_ZOOM: Final = 1.7
_SIZE: Final = 30.0
_cards: Cache[bytes] = Cache(64)


def draw_card(code: str, labels: Labels, text: str) -> bytes:
    """The PNG of a card beside a text; the text's first line is its name."""
    return _cards.get((code, labels, text), lambda: _card(code, labels, text))


def _card(code: str, labels: Labels, text: str) -> bytes:
    left = round(hand.CARD_WIDTH * _ZOOM) + 80
    name, *rest = text.replace("**", "").split("\n")
    lines = wrap(" ".join(rest), _SIZE, WIDTH - left - 50)
    high = max(round(hand.CARD_HEIGHT * _ZOOM) + 64, 150 + 40 * len(lines))
    canvas = Canvas(WIDTH, high, WOOD)
    canvas.pill((10, 10, WIDTH - 10, high - 10), 16, SHEET_EDGE)
    canvas.pill((14, 14, WIDTH - 14, high - 14), 13, SHEET)
    canvas.text(left, 66, name, 44, INK, bold=True, anchor="lm")
    for n, line in enumerate(lines):
        canvas.text(left, 126 + n * 40, line, _SIZE, INK, anchor="lm")
    plane = to_plane(canvas.done())
    small = Canvas(hand.CARD_WIDTH + 4, hand.CARD_HEIGHT + 4, SHEET, (2, 2), zoom=_ZOOM)
    hand.draw_card(small, code, labels(card_name(code)))
    drawn = to_plane(small.done())
    plane.paste(drawn, (40, (high - drawn.height) // 2))
    return png(plane)
