"""The ancient machine in the middle: its fan over the aim, the die that fell, what it may strike (A2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import OFFSETS, RING, step
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import CENTRE, INNER, SPAN, angle, cutout, polar, sector
from render.arena_of_heroes.theme import BLOOD, BRONZE, BRONZE_DARK, BRONZE_LIGHT, EMBER, FAN, IRON, JOINT, PLATE
from render.canvas import Canvas, fitting, wrap
from render.theme import DARK, MARK, TEXT, WHITE

HUB: Final = 76
_REACH: Final = INNER - 4
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
    """A word over the machine, such as the name of a card."""
    line: str = ""
    """A sentence below it."""


def put_middle(plane: Image.Image, middle: Middle) -> None:
    """Lay the machine onto a picture."""
    cutout(middle, _BOX, partial(draw_middle, middle=middle), "middle", lambda c: c.disc(*CENTRE, INNER, WHITE)).put(
        plane
    )


def draw_middle(canvas: Canvas, middle: Middle) -> None:
    """Draw the machine on a canvas in picture coordinates."""
    canvas.disc(*CENTRE, INNER + 2, JOINT)
    canvas.disc(*CENTRE, INNER - 3, IRON)
    for hideout in RING:
        canvas.polygon(sector(angle(hideout), INNER - 22, INNER - 6, SPAN - 8), BRONZE_DARK)
    canvas.disc(*CENTRE, INNER - 20, BRONZE_DARK)
    canvas.disc(*CENTRE, INNER - 25, IRON)
    for n in range(0, len(RING), 2):
        canvas.polygon(sector((n + 0.5) * SPAN + SPAN / 2, HUB, INNER - 30, SPAN), PLATE)
    for n in range(len(RING)):
        canvas.line([polar(HUB + 8, (n + 0.5) * SPAN), polar(INNER - 30, (n + 0.5) * SPAN)], 2, BRONZE_DARK)
    canvas.disc(*CENTRE, 132, BRONZE_DARK)
    canvas.disc(*CENTRE, 127, IRON)
    canvas.disc(*CENTRE, 100, PLATE)
    if middle.aim:
        _fan(canvas, middle)
    _hub(canvas, middle)
    if middle.title or middle.line:
        _caption(canvas, middle)


def _fan(canvas: Canvas, middle: Middle) -> None:
    """Draw five beams, each with the symbols that strike there."""
    symbols: dict[int, list[str]] = {}
    for name, offset in OFFSETS.items():
        symbols.setdefault(offset, []).append(name)
    for offset in sorted(symbols, key=abs, reverse=True):
        hideout = step(middle.aim, offset)
        beam = FAN[abs(offset)]
        canvas.polygon(sector(angle(hideout), HUB - 6, _REACH + 8, SPAN - 1.2), DARK)
        canvas.polygon(sector(angle(hideout), HUB - 6, _REACH + 8, SPAN - 2.6), beam)
    for offset, names in symbols.items():
        hideout = step(middle.aim, offset)
        beam = FAN[abs(offset)]
        for n, name in enumerate(names):
            x, y = polar(183 - 38 * n, angle(hideout))
            lit = name == middle.symbol
            if lit:
                canvas.disc(x, y, 21, DARK)
                canvas.disc(x, y, 19, WHITE)
            signs.symbol(canvas, name, x, y, 13, DARK, WHITE if lit else beam)
    for hideout, text, own in middle.chances:
        offset = next(o for o in symbols if step(middle.aim, o) == hideout)
        x, y = polar(150 if offset else 112, angle(hideout))
        if own:
            canvas.pill((x - 24, y - 15, x + 24, y + 15), 9, BLOOD)
        canvas.text(x, y, text, 25 if not own else 24, WHITE if own else DARK, bold=True)


def _hub(canvas: Canvas, middle: Middle) -> None:
    for n in range(12):
        canvas.polygon(_tooth(n), BRONZE)
    canvas.disc(*CENTRE, HUB - 2, DARK)
    canvas.disc(*CENTRE, HUB - 5, BRONZE)
    canvas.disc(*CENTRE, HUB - 12, BRONZE_LIGHT)
    canvas.disc(*CENTRE, HUB - 16, IRON)
    x, y = CENTRE
    if middle.symbol:
        signs.attack_die(canvas, middle.symbol, x, y, 33)
    else:
        canvas.disc(x, y, 34, BRONZE_DARK)
        canvas.disc(x, y, 26, EMBER)
        canvas.disc(x, y, 17, MARK if middle.aim else DARK)
        canvas.disc(x, y, 8, WHITE if middle.aim else EMBER)


def _tooth(n: int) -> list[tuple[float, float]]:
    middle = n * 30 + 15
    return [
        polar(HUB - 6, middle - 9),
        polar(HUB + 7, middle - 6),
        polar(HUB + 7, middle + 6),
        polar(HUB - 6, middle + 9),
    ]


def _caption(canvas: Canvas, middle: Middle) -> None:
    """Draw words on a plate below the hub; a long text covers the machine."""
    width = 2 * INNER - 86
    size = fitting(middle.title, 36, width - 28, True) if middle.title else 0
    letters = 25 if len(wrap(middle.line, 25, width - 24)) < 4 else 20
    lines = wrap(middle.line, letters, width - 24)[:9]
    step, head = letters * 1.24, 46 if middle.title else 0
    height = head + step * len(lines) + 18
    x, y = CENTRE
    top = y + HUB + 12 if height < 80 else y - height / 2
    canvas.pill((x - width / 2 - 3, top - 3, x + width / 2 + 3, top + height + 3), 15, EMBER)
    canvas.pill((x - width / 2, top, x + width / 2, top + height), 13, DARK)
    if middle.title:
        canvas.text(x, top + 29, middle.title, size, MARK if lines else TEXT, bold=True)
    for n, line in enumerate(lines):
        canvas.text(x, top + head + 9 + step * (n + 0.5), line, letters, TEXT)
