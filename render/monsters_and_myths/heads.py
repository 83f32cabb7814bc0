"""What stands above the rows: the line of the round, and a banner for each nation."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from typing import Final

from PIL import Image

from games.messages import Message, Several
from games.monsters_and_myths.cards import ATTACK_NAMES, NATION_NAMES
from games.monsters_and_myths.cards import NATIONS as KINDS
from games.monsters_and_myths.view import SEATS, View
from render import icons
from render.canvas import Canvas, fitting
from render.labels import Labels
from render.monsters_and_myths.layout import HEADER, HEADS, PITCH, WIDTH, part
from render.monsters_and_myths.theme import CARD, CROWN, FADED, GOLD, INK, NATIONS, WAX, WAX_LIGHT, WOOD
from render.theme import MUTED, TEXT

SEAL: Final = 132
"""How wide a seal is."""
NUMERALS: Final = ("", "I", "II", "III")


def _draw_head(canvas: Canvas, nation: int, name: str) -> None:
    style, kind = NATIONS[nation], KINDS[nation]
    middle, left, right = PITCH / 2, 8.0, PITCH - 8.0
    canvas.text(middle, 18, name, fitting(name, 24, PITCH - 4, True), INK, bold=True)
    canvas.polygon([(left - 3, 34), (right + 3, 34), (right + 3, 144), (middle, 172), (left - 3, 144)], INK)
    canvas.polygon([(left, 37), (right, 37), (right, 142), (middle, 168), (left, 142)], style.cloth)
    canvas.pill((left - 7, 31, right + 7, 40), 4, FADED)
    icons.draw(canvas, style.icon, middle + 8, 77, 30, style.ink, style.cloth)
    canvas.text(left + 13, 58, kind.letter, 25, style.ink, bold=True)
    _points(canvas, kind.largest, middle - 20, 134)
    foe = NATIONS[kind.enemy]
    canvas.disc(right - 16, 134, 19, INK)
    canvas.disc(right - 16, 134, 16.5, foe.cloth)
    icons.draw(canvas, foe.icon, right - 16, 134, 11, foe.ink, foe.cloth)


def _points(canvas: Canvas, points: int, x: float, y: float) -> None:
    """Draw the points for the largest nation, on a crowned disc."""
    canvas.pill((x - 26, y - 19, x + 29, y + 19), 19, INK)
    icons.draw(canvas, CROWN, x - 11, y, 11, GOLD, INK)
    canvas.text(x + 13, y + 1, str(points), 25, CARD, bold=True)


def head(nation: int, labels: Labels) -> Image.Image:
    """Return the head of a column. Do not draw on it."""
    name = labels(NATION_NAMES[nation])
    return part(("head", nation, name), PITCH, HEADS, partial(_draw_head, nation=nation, name=name))


def _draw_seal(canvas: Canvas, number: int) -> None:
    middle = SEAL / 2
    for n in range(11):
        angle = n * 2 * pi / 11
        canvas.disc(middle + 44 * cos(angle), middle + 44 * sin(angle), 15 + 3 * (n % 3), WAX)
    canvas.disc(middle, middle, 48, WAX)
    canvas.disc(middle, middle, 39, WAX_LIGHT)
    canvas.disc(middle, middle, 35, WAX)
    canvas.text(middle, middle + 1, NUMERALS[number], 44, CARD, bold=True)


def seal(number: int) -> Image.Image:
    """Return the wax seal of a round. Do not draw on it."""
    return part(("seal", number), SEAL, SEAL, partial(_draw_seal, number=number))


def _draw_header(canvas: Canvas, first: str, second: str, third: str) -> None:
    size = fitting(first, 38, 650, True)
    canvas.text(22, 30, first, size, TEXT, bold=True, anchor="lm")
    canvas.text(22, 66, second, fitting(second, 25, WIDTH - 40), GOLD, bold=True, anchor="lm")
    canvas.text(WIDTH - 22, 30, third, fitting(third, 26, 290), MUTED, anchor="rm")


def heading(view: View) -> Message:
    """Return where the match is: the round and the attack card."""
    if view.phase == "over":
        return Message("The match is over.")
    if not view.round:
        return Message("Set-up")
    if view.card is None:
        return Message("Round {round} of 3", round=view.round)
    kind = ATTACK_NAMES[view.card.battle]
    return Message("Round {round} of 3, card {number}: {kind}", round=view.round, number=view.card.number, kind=kind)


def verdict(view: View, labels: Labels) -> str:
    """Return who has won."""
    if view.result is None or len(view.result.ranking) == 1:
        return labels(Message.term("result", "Draw"))
    first = view.result.ranking[0]
    players = Several([*map(labels.seat, first)])
    return labels(Message.counted("{players} wins", "{players} share the victory", len(first), players=players))


def header_lines(view: View, labels: Labels, title: str = "") -> tuple[str, str, str]:
    """Return round and attack card (or a title), the letters of the seats to act, pile and discards."""
    third = f"{labels('pile {count}', count=view.pile)} · {labels('discards {count}', count=len(view.discards))}"
    if view.phase == "over":
        return title or verdict(view, labels), "", third
    seats = dict.fromkeys(choice.seat for choice in view.choices if choice.must)
    letters = Several([SEATS[seat] for seat in seats])
    return title or labels(heading(view)), labels("waiting for {players}", players=letters) if seats else "", third


def header(view: View, labels: Labels, title: str = "") -> Image.Image:
    """Return the lines above the sheet: round and attack card, who is waited for, pile and discards. Do not draw on it.

    A `title` stands in the place of the first line.
    """
    first, second, third = header_lines(view, labels, title)
    draw = partial(_draw_header, first=first, second=second, third=third)
    return part(("header", (first, second, third)), WIDTH, HEADER - 2, draw, WOOD)
