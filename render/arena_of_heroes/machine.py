"""The ancient machine in the middle: its fan over the aim, the die that fell, what it may strike (A2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import OFFSETS, RING, step
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import CENTRE, INNER, SPAN, angle, cutout, polar, sector
from render.arena_of_heroes.theme import (
    BLOOD,
    BRONZE,
    BRONZE_DARK,
    BRONZE_LIGHT,
    EMBER,
    FAN,
    GLOW,
    JOINT,
)
from render.canvas import Canvas, wrap
from render.panel import ROUND, draw_title
from render.theme import DARK, MARK, WHITE

HUB: Final = 90
_REACH: Final = INNER - 4
_WHEEL: Final = (166, 198)
"""The inner and the outer edge of the great wheel."""
_DIE: Final = 40
_BOX: Final = (CENTRE[0] - INNER - 1, CENTRE[1] - INNER - 1, CENTRE[0] + INNER + 1, CENTRE[1] + INNER + 1)


@dataclass(frozen=True, slots=True)
class Middle:
    """All that the picture of the machine depends on."""

    aim: int = 0
    """Where the fan points; 0 for nowhere yet."""
    symbol: str = ""
    """What the attack die shows."""
    chances: tuple[tuple[int, str, bool], ...] = ()
    """What is written at hideouts: how likely each is, and whether the reader's own hero is there."""
    title: str = ""
    """Words over the machine while it rests."""
    rolling: bool = False
    """The attack die is in the air."""


def put_middle(plane: Image.Image, middle: Middle) -> None:
    """Lay the machine onto a picture."""
    cutout(middle, _BOX, partial(draw_middle, middle=middle), "middle", lambda c: c.disc(*CENTRE, INNER, WHITE)).put(
        plane
    )


def draw_middle(canvas: Canvas, middle: Middle) -> None:
    """Draw the machine on a canvas in picture coordinates."""
    canvas.disc(*CENTRE, INNER + 2, JOINT)
    _wheel(canvas)
    if middle.aim:
        _fan(canvas, middle)
    _hub(canvas, middle)
    if middle.title:
        _title(canvas, middle.title)


def _wheel(canvas: Canvas) -> None:
    """Draw the great wheel with a notch at every hideout, and the floor below it in the light of the fire."""
    x, y = CENTRE
    inner, outer = _WHEEL
    canvas.disc(x, y, outer + 4, BRONZE_DARK)
    canvas.disc(x - 1.5, y - 1.5, outer, BRONZE_LIGHT)
    canvas.disc(x + 1, y + 1, outer - 1, BRONZE)
    for hideout in RING:
        turn = angle(hideout)
        canvas.polygon(
            [polar(outer - 3, turn - 3.2), polar(outer - 3, turn + 3.2), polar(inner + 8, turn)], BRONZE_DARK
        )
        canvas.disc(*polar((inner + outer) / 2, turn + SPAN / 2), 4.5, BRONZE_DARK)
        canvas.disc(*polar((inner + outer) / 2, turn + SPAN / 2), 3, BRONZE_LIGHT)
    canvas.disc(x, y, inner + 5, BRONZE_DARK)
    for n, colour in enumerate(GLOW):
        canvas.disc(x, y, inner - n * (inner - HUB) / len(GLOW), colour)
    for n in range(len(RING) // 2):
        turn = (2 * n + 0.5) * SPAN
        spoke = [polar(HUB, turn - 4.5), polar(inner + 2, turn - 3), polar(inner + 2, turn + 3), polar(HUB, turn + 4.5)]
        canvas.polygon(spoke, BRONZE_DARK)
        canvas.line([spoke[0], spoke[1]], 2, BRONZE)


def _fan(canvas: Canvas, middle: Middle) -> None:
    """Draw five beams, each with the symbols that strike there; the one that struck is lit."""
    symbols: dict[int, list[str]] = {}
    for name, offset in OFFSETS.items():
        symbols.setdefault(offset, []).append(name)
    for offset in sorted(symbols, key=abs, reverse=True):
        turn, lit = angle(step(middle.aim, offset)), middle.symbol in symbols[offset]
        canvas.polygon(sector(turn, HUB - 6, _REACH + 8, SPAN - 1.2), DARK)
        canvas.polygon(sector(turn, HUB - 6, _REACH + 8, SPAN - 2.8), MARK if lit else FAN[abs(offset)])
    for offset, names in symbols.items():
        hideout = step(middle.aim, offset)
        written = [(text, own) for at, text, own in middle.chances if at == hideout]
        beam = MARK if middle.symbol in names else FAN[abs(offset)]
        first, step_in = (184, 35) if written else (181, 40)
        for n, name in enumerate(names):
            x, y = polar(first - step_in * n, angle(hideout))
            lit = name == middle.symbol
            if lit:
                canvas.disc(x, y, 21, DARK)
                canvas.disc(x, y, 19, WHITE)
            signs.symbol(canvas, name, x, y, 13 if lit or written else 15, DARK, WHITE if lit else beam)
        for text, own in written:
            x, y = polar(first - step_in * len(names) + 3 * (len(names) - 1), angle(hideout))
            if own:
                canvas.pill((x - 22, y - 15, x + 22, y + 15), 9, BLOOD)
            canvas.text(x, y, text, 26, WHITE if own else DARK, bold=True)


def _hub(canvas: Canvas, middle: Middle) -> None:
    """Draw the fire in the middle, and the die that lies in it."""
    x, y = CENTRE
    for n in range(12):
        canvas.polygon(_tooth(n), DARK)
    for n in range(12):
        canvas.polygon(_tooth(n, 2.0), BRONZE)
    canvas.disc(x, y, HUB - 2, DARK)
    canvas.disc(x - 1, y - 1, HUB - 5, BRONZE_LIGHT)
    canvas.disc(x + 1, y + 1, HUB - 7, BRONZE)
    canvas.disc(x, y, HUB - 17, BRONZE_LIGHT)
    canvas.disc(x, y, HUB - 20, GLOW[0])
    if middle.symbol:
        signs.attack_die(canvas, middle.symbol, x, y, _DIE)
        return
    canvas.disc(x, y, 60, GLOW[-1])
    canvas.disc(x, y, 46, FAN[1])
    canvas.disc(x, y, 32, EMBER)
    if middle.rolling:
        signs.rolling_die(canvas, x, y, _DIE)
    else:
        canvas.disc(x, y, 18, MARK)


def _tooth(n: int, less: float = 0.0) -> list[tuple[float, float]]:
    middle, top = n * 30 + 15, HUB + 9 - less
    wide, narrow = 9 - less * 0.6, 6 - less * 0.6
    return [
        polar(HUB - 6, middle - wide),
        polar(top, middle - narrow),
        polar(top, middle + narrow),
        polar(HUB - 6, middle + wide),
    ]


def _title(canvas: Canvas, text: str) -> None:
    """Draw words on a plate across the machine, on as many lines as they need."""
    lines = wrap(text, 44, 2 * _WHEEL[0] - 60, True)
    x, y = CENTRE
    half = 26 * len(lines) + 12
    canvas.pill((x - _WHEEL[0], y - half - 3, x + _WHEEL[0], y + half + 3), ROUND, EMBER)
    canvas.pill((x - _WHEEL[0] + 3, y - half, x + _WHEEL[0] - 3, y + half), ROUND - 3, DARK)
    for n, line in enumerate(lines):
        draw_title(canvas, x, y + 52 * (n - (len(lines) - 1) / 2), line, 44, 2 * _WHEEL[0] - 30, MARK)
