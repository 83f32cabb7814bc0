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
from render.arena_of_heroes.theme import BLOOD, BOARD, DIMMED, EMBER, JOINT, NIGHT, WELL
from render.canvas import Canvas, fitting, text_width
from render.icons import draw as draw_icon
from render.labels import Labels
from render.theme import DARK, MARK, MUTED, TEXT, WHITE, lay

STRIP_HEIGHT: Final = HEIGHT - STRIP_Y
_HALF: Final = WIDTH // 2

DECK: Final = Message("Hideout deck")
SUDDEN_DEATH: Final = Message("Sudden death: no hiding, no limit")
EMPTY: Final = Message("nothing lies here")
LASTING: Final = {
    "B15": Message("each square takes one off; then it erupts"),
    "B16": Message("crawl counter-clockwise, reveal and hold"),
    "X18": Message("wasteland hides like forest"),
    "X19": Message("red fails in water"),
    "X20": Message("one more action for everybody"),
}
"""What lasting cards do, in the few words that fit below their names."""

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
    sudden: str
    """The words of sudden death, once it has begun."""
    verdict: str
    """Who has won, once the match is over; it takes the place of everything else."""
    slots: tuple[Slot | None, Slot | None] | None
    """E1 and E2; `None` where the game has none."""
    empty: str


def strip(view: View, labels: Labels) -> Strip:
    """Return what the strip shows of a view."""
    slots = (_slot(view.slots[0], labels), _slot(view.slots[1], labels)) if view.mode == "advanced" else None
    full = len(HIDEOUTS) - CLOSED_AT_START[len(view.seats)] - len(view.seats)
    return Strip(
        labels(DECK),
        full if view.phase == "draft" else view.deck,  # it is dealt when the heroes are picked
        full,
        labels(SUDDEN_DEATH) if view.sudden else "",
        verdict(view, labels),
        slots,
        labels(EMPTY),
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


def _slot(placed: Placed | None, labels: Labels) -> Slot | None:
    if placed is None:
        return None
    return placed.card.id, labels(placed.card.title), labels(LASTING[placed.card.id]), placed.tokens


def put_strip(plane: Image.Image, shown: Strip) -> None:
    """Lay the strip onto a picture."""
    lay(plane, part(shown, WIDTH, STRIP_HEIGHT, partial(draw_strip, shown=shown)), 0, STRIP_Y)


def draw_strip(canvas: Canvas, shown: Strip) -> None:
    """Draw the strip at the origin."""
    canvas.polygon([(0, 0), (WIDTH, 0), (WIDTH, STRIP_HEIGHT), (0, STRIP_HEIGHT)], NIGHT)
    height = 38 if shown.slots is not None else 56
    top = 2 if shown.slots is not None else 14
    if band := shown.verdict or shown.sudden:
        ground, ink = (MARK, DARK) if shown.verdict else (BLOOD, WHITE)
        canvas.polygon([(0, top), (WIDTH, top), (WIDTH, top + height), (0, top + height)], ground)
        canvas.text(_HALF, top + height / 2, band, fitting(band, height * 0.74, WIDTH - 40, True), ink, bold=True)
    else:
        _deck(canvas, shown, top, height)
    for n, slot in enumerate(shown.slots or ()):
        _lasting(canvas, shown, n, slot)


def _deck(canvas: Canvas, shown: Strip, top: float, height: float) -> None:
    """Draw one block for each card that is left of the deck, and their number."""
    canvas.pill((6, top, WIDTH - 6, top + height), 10, BOARD)
    size = height * 0.6
    middle = top + height / 2
    canvas.text(20, middle, shown.label, size, MUTED, bold=True, anchor="lm")
    start = 20 + text_width(shown.label, size, True) + 14
    canvas.text(start, middle, str(shown.left), size * 1.3, TEXT, bold=True, anchor="lm")
    start += 68
    step = (WIDTH - 18 - start) / max(1, shown.full)
    for n in range(shown.full):
        fill = WELL if n >= shown.left else BLOOD if shown.left <= 3 else EMBER
        canvas.pill((start + n * step, top + height * 0.24, start + (n + 1) * step - 5, top + height * 0.76), 4, fill)


def _lasting(canvas: Canvas, shown: Strip, n: int, slot: Slot | None) -> None:
    left, right, top = 6 + n * (_HALF - 2), _HALF - 4 + n * (_HALF - 2), 44
    canvas.pill((left, top, right, STRIP_HEIGHT - 3), 10, JOINT if slot is None else BOARD)
    canvas.text(left + 24, top + 20, f"E{n + 1}", 23, DIMMED if slot is None else EMBER, bold=True)
    if slot is None:
        canvas.text(left + 48, top + 20, shown.empty, 21, DIMMED, anchor="lm")
        return
    card, name, words, tokens = slot
    draw_icon(canvas, signs.CARDS[card], left + 62, top + 20, 15, TEXT, BOARD)
    x, room = left + 86.0, right - left - 96 - (30 if tokens else 0)
    if tokens:
        canvas.disc(right - 22, top + 20, 15, DARK)
        canvas.text(right - 22, top + 20, str(tokens), 23, EMBER, bold=True)
    size = fitting(name, 21, room, True)
    canvas.text(x, top + 10, name, size, TEXT, bold=True, anchor="lm")
    canvas.text(x, top + 30, words, fitting(words, 18, room), MUTED, anchor="lm")
