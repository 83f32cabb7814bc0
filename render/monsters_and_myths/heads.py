"""What stands above the columns: a banner for each nation, and what the signs on it mean."""

from __future__ import annotations

from functools import partial
from typing import Final

from PIL import Image

from games.monsters_and_myths.cards import NATION_NAMES
from games.monsters_and_myths.cards import NATIONS as KINDS
from render import icons
from render.canvas import Canvas, fitting
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import HEADS, LEFT, MARGIN, PITCH, part
from render.monsters_and_myths.theme import CARD, FADED, GOLD, INK, NATIONS
from render.panel import LEAST

_TOP: Final = 34
"""Where the cloth of a banner begins."""
_LOW: Final = 106
"""Where its point begins."""
_UPPER: Final = 56
_LOWER: Final = 92
"""The middles of the points and of the natural enemy."""


def _draw_head(canvas: Canvas, nation: int, name: str) -> None:
    style, kind = NATIONS[nation], KINDS[nation]
    middle, left, right = PITCH / 2, 6.0, PITCH - 6.0
    canvas.text(middle, 15, name, fitting(name, 27, PITCH - 6, True), INK, bold=True)
    canvas.polygon(
        [(left - 3, _TOP), (right + 3, _TOP), (right + 3, _LOW + 2), (middle, 122), (left - 3, _LOW + 2)], INK
    )
    canvas.polygon([(left, _TOP), (right, _TOP), (right, _LOW), (middle, 118), (left, _LOW)], style.cloth)
    canvas.pill((left - 6, _TOP - 4, right + 6, _TOP + 4), 4, FADED)
    icons.draw(canvas, style.icon, left + 31, 74, 27, style.ink, style.cloth)
    canvas.pill((right - 55, _UPPER - 15, right - 3, _UPPER + 16), 15, INK)
    icons.crown(canvas, right - 41, _UPPER, 10, GOLD, INK)
    canvas.text(right - 17, _UPPER + 1, str(kind.largest), 28, CARD, bold=True)
    foe = NATIONS[kind.enemy]
    signs.clash(canvas, right - 44, _LOWER - 2, 9.5, style.ink, style.cloth)
    canvas.disc(right - 18, _LOWER - 2, 17, INK)
    canvas.disc(right - 18, _LOWER - 2, 15, foe.cloth)
    icons.draw(canvas, foe.icon, right - 18, _LOWER - 2, 10.5, foe.ink, foe.cloth)


def head(nation: int, labels: Labels) -> Image.Image:
    """Return the head of a column. Do not draw on it."""
    name = labels(NATION_NAMES[nation])
    return part(("head", nation, name), PITCH, HEADS, partial(_draw_head, nation=nation, name=name))


LEGEND: Final = LEFT - MARGIN - 16
"""How wide the legend is."""


def _draw_legend(canvas: Canvas, words: tuple[str, str]) -> None:
    for word, y in zip(words, (_UPPER, _LOWER - 2), strict=True):
        size = max(LEAST, fitting(word, 25, LEGEND - 42))
        canvas.text(LEGEND - 40, y + 1, word, size, INK, anchor="rm")
    canvas.disc(LEGEND - 18, _UPPER, 15, INK)
    icons.crown(canvas, LEGEND - 18, _UPPER, 9.5, GOLD, INK)
    signs.clash(canvas, LEGEND - 18, _LOWER - 2, 11, INK, CARD)


def legend(labels: Labels) -> Image.Image:
    """Return what the signs on the banners mean. Do not draw on it."""
    words = labels("largest nation"), labels("natural enemy")
    return part(("legend", words), LEGEND, HEADS, partial(_draw_legend, words=words))
