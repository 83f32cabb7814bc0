"""The strip at the bottom: the hideout deck, which is the clock of the game, and what lies on E1 and E2."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import CLOSED_AT_START, HIDEOUTS
from games.arena_of_heroes.view import Placed, View
from games.messages import Message, Several
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import HEIGHT, STRIP_Y, WIDTH, part
from render.arena_of_heroes.theme import BLOOD, BOARD, EMBER, LIFE, NIGHT, WELL
from render.canvas import Canvas, fitting, shortened, text_width
from render.icons import draw as draw_icon
from render.labels import Labels
from render.panel import LEAST, ROUND, draw_title
from render.theme import DARK, MARK, MUTED, TEXT, WHITE, Colour, lay

FEW: Final = 3
"""From so many cards on the end of the deck is near."""
STRIP_HEIGHT: Final = HEIGHT - STRIP_Y
_TOP: Final = 4
_FIRST: Final = 26
_SECOND: Final = 60
"""How far down the strip its panels and the middles of their two rows lie."""
_EDGE: Final = 6
_ICON: Final = 26
"""Half of the width of a card's picture."""
_BEFORE: Final = 70
"""How far from the left of its panel the words of a card begin."""
NAME: Final = 32
WORDS: Final = 27
"""The sizes of the name of a lasting card and of what it does."""
PIP: Final = 9
"""The width of a hideout card in the short form of the deck, with the gap after it."""

DECK: Final = Message("Hideout deck")
SUDDEN_DEATH: Final = Message("Sudden death: no hiding, no limit")
SUDDEN: Final = Message("Sudden death")
SUDDEN_RULES: Final = Message("no hiding, no limit")
IN_SHORT: Final = {
    "B03": Message("1 more action"),
    "B06": Message("move, then 3 delay"),
    "B07": Message("1 more action a turn"),
    "B08": Message("1 more action a turn, until you leave"),
    "B09": Message("your split rings do nothing"),
    "B10": Message("your rings do nothing"),
    "B15": Message("counts squares, then hits wasteland"),
    "B16": Message("reveal and hold whoever they reach"),
    "X01": Message("not revealed in this turn"),
    "X02": Message("all delay off"),
    "X03": Message("see whether somebody is there"),
    "X04": Message("stops one hit"),
    "X05": Message("roll one die again"),
    "X06": Message("slash as square, cross as triangle"),
    "X07": Message("1 stamina back"),
    "X08": Message("1 delay fewer when you hide"),
    "X18": Message("wasteland hides like forest"),
    "X19": Message("red fails in water"),
    "X20": Message("one more action for everybody"),
}
"""What items and lasting cards do, in the few words that fit beside their pictures."""

WON: Final = ("last", "shared", "resigned", "timeout")
"""The reasons of a `games.api.Result` by which somebody has won, alone or with others."""

Slot = tuple[str, str, str, int]
"""A lasting card: its id, its name, what it does in a few words, its tokens."""


@dataclass(frozen=True, slots=True)
class Strip:
    """All that the strip depends on."""

    label: str
    left: int
    full: int
    sudden: tuple[str, str] | None
    """The words of sudden death, once it has begun: what it is called, and what it means."""
    verdict: str
    """Who has won, once the match is over; it takes the place of everything else."""
    slots: tuple[Slot, ...]
    """What lies on E1 and E2."""


def strip(view: View, labels: Labels) -> Strip:
    """Return what the strip shows of a view."""
    full = len(HIDEOUTS) - CLOSED_AT_START[len(view.seats)] - len(view.seats)
    return Strip(
        labels(DECK),
        full if view.phase == "draft" else view.deck,  # it is dealt when the heroes are picked
        full,
        (labels(SUDDEN), labels(SUDDEN_RULES)) if view.sudden else None,
        verdict(view, labels),
        tuple(_slot(placed, labels) for placed in view.slots if placed is not None),
    )


def verdict(view: View, labels: Labels) -> str:
    """Return who has won; nothing while the match is running."""
    if view.result is None:
        return ""
    if view.result.reason not in WON:
        return labels("A draw")
    winners = view.result.ranking[0]
    seats = Several([*map(labels.seat, winners)])
    return labels(Message.counted("{seats} wins", "{seats} win", len(winners), seats=seats))


def _slot(placed: Placed, labels: Labels) -> Slot:
    card = placed.card
    return card.id, labels(card.title), labels(IN_SHORT[card.id]), placed.tokens


def put_strip(plane: Image.Image, shown: Strip) -> None:
    """Lay the strip onto a picture."""
    lay(plane, part(shown, WIDTH, STRIP_HEIGHT, partial(draw_strip, shown=shown)), 0, STRIP_Y)


def draw_strip(canvas: Canvas, shown: Strip) -> None:
    """Draw the strip at the origin: who has won, or the deck and beside it what lies there for all."""
    canvas.polygon([(0, 0), (WIDTH, 0), (WIDTH, STRIP_HEIGHT), (0, STRIP_HEIGHT)], NIGHT)
    if shown.verdict:
        canvas.pill((_EDGE, _TOP, WIDTH - _EDGE, STRIP_HEIGHT - _EDGE), ROUND, MARK)
        y = (_TOP + STRIP_HEIGHT - _EDGE) / 2
        draw_title(canvas, WIDTH / 2, y, shown.verdict, 50, WIDTH - 60, DARK)
        return
    places = columns(shown)
    left, right = places[0]
    canvas.pill((left, _TOP, right, STRIP_HEIGHT - _EDGE), ROUND, BLOOD if shown.sudden else BOARD)
    if shown.sudden is not None:
        _rows(canvas, left, right, *shown.sudden)
    elif shown.slots:
        _deck(canvas, shown, left)
    else:
        _whole_deck(canvas, shown, left, right)
    for slot, (left, right) in zip(shown.slots, places[1:], strict=True):
        canvas.pill((left, _TOP, right, STRIP_HEIGHT - _EDGE), ROUND, BOARD)
        _lasting(canvas, slot, left, right)


def columns(shown: Strip) -> list[tuple[float, float]]:
    """Return the left and the right of the panels: the deck's as wide as its words, cards share what is left."""
    if not shown.slots:
        return [(_EDGE, WIDTH - _EDGE)]
    if shown.sudden is not None:
        words = max(text_width(text, size, True) for text, size in zip(shown.sudden, (NAME, WORDS), strict=True))
    else:
        words = max(text_width(shown.label, WORDS, True), 44.0 + PIP * shown.full)
    at = _EDGE + words + 28
    step = (WIDTH - _EDGE - at) / len(shown.slots)
    return [(_EDGE, at), *((at + n * step + _EDGE, at + (n + 1) * step) for n in range(len(shown.slots)))]


def _rows(canvas: Canvas, left: float, right: float, name: str, words: str) -> None:
    middle, room = (left + right) / 2, right - left - 16
    canvas.text(middle, _FIRST, name, max(WORDS, fitting(name, NAME, room, True)), WHITE, bold=True)
    canvas.text(middle, _SECOND, words, max(LEAST, fitting(words, WORDS, room, True)), WHITE, bold=True)


def _colour(shown: Strip, n: int) -> Colour:
    """Return the colour of a card of the deck: spent, left, or one of the last."""
    return WELL if n >= shown.left else LIFE if shown.left <= FEW else EMBER


def _deck(canvas: Canvas, shown: Strip, left: float) -> None:
    """Draw the deck in two rows: its name, and its number beside one mark for each card."""
    x = left + 14
    canvas.text(x, _FIRST, shown.label, WORDS, MUTED, bold=True, anchor="lm")
    canvas.text(x, _SECOND, str(shown.left), 36, TEXT, bold=True, anchor="lm")
    x += 44
    for n in range(shown.full):
        canvas.pill((x + n * PIP, _SECOND - 13, x + (n + 1) * PIP - 3, _SECOND + 13), 2, _colour(shown, n))


def _whole_deck(canvas: Canvas, shown: Strip, left: float, right: float) -> None:
    """Draw the deck as wide as the picture: a block for each card."""
    middle = (_TOP + STRIP_HEIGHT - _EDGE) / 2
    x = left + 20
    canvas.text(x, middle, shown.label, 34, MUTED, bold=True, anchor="lm")
    x += text_width(shown.label, 34, True) + 18
    canvas.text(x, middle, str(shown.left), 50, TEXT, bold=True, anchor="lm")
    x += 66
    step = (right - 14 - x) / max(1, shown.full)
    for n in range(shown.full):
        canvas.pill((x + n * step, middle - 19, x + (n + 1) * step - 6, middle + 19), 6, _colour(shown, n))


def _lasting(canvas: Canvas, slot: Slot, left: float, right: float) -> None:
    """Draw a card that lies there for all: its picture with its tokens, its name, and below that what it does."""
    card, name, words, tokens = slot
    x, y = left + 38, (_TOP + STRIP_HEIGHT - _EDGE) / 2
    canvas.disc(x, y, _ICON + 5, WELL)
    draw_icon(canvas, signs.CARDS[card], x, y, _ICON - 4, TEXT, WELL)
    if tokens:
        signs.count(canvas, str(tokens), x + 21, y + 20, MARK)
    x, room = left + _BEFORE + 6, right - left - _BEFORE - 14
    size = max(LEAST, fitting(name, NAME, room, True))
    canvas.text(x, _FIRST, shortened(name, size, room, True), size, TEXT, bold=True, anchor="lm")
    size = max(LEAST, fitting(words, WORDS, room))
    canvas.text(x, _SECOND, shortened(words, size, room), size, TEXT, anchor="lm")
