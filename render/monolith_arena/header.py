"""The line above the board: the turn, and what is special about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from games.messages import Message, Several
from games.monolith_arena.view import View
from render.canvas import Canvas, text_width
from render.labels import Labels
from render.monolith_arena.theme import lay_on_floor, part
from render.panel import LEAST, draw_title, title_width
from render.theme import DARK, MARK, TEXT

WIDTH: Final = 480
HEIGHT: Final = 72
_PAD: Final = 4
"""The room for what letters have beyond their width."""
_GAP: Final = 24

STAGES: Final = {
    "factions": Message("Choosing factions"),
    "monoliths": Message("Filling monoliths"),
    "banners": Message("Placing banners"),
}
"""What happens in the stages before the first turn."""


def turn(number: int) -> Message:
    """Return the headline of a turn."""
    return Message("Turn {number}", number=number)


def stage(view: View) -> Message:
    """Return what happens before the first turn, or which turn it is."""
    return STAGES.get(view.stage) or turn(view.turn)


def phase(number: int | None) -> Message:
    """Return the phase of a battle; `None` and numbers below zero stand for its beginning."""
    return Message("Battle begins") if number is None or number < 0 else Message("Battle, phase {phase}", phase=number)


def last_turns(seats: Sequence[int], extra: bool, labels: Labels) -> str:
    """Return whose turns are left before the Final Battle, or (`extra`) before the additional one."""
    if not seats:
        return labels("Extra turns") if extra else labels("Last turns")
    left = ", ".join(map(labels.seat, seats))
    return labels("Extra turns: {seats}", seats=left) if extra else labels("Last turns: {seats}", seats=left)


def verdict(winners: Sequence[int], labels: Labels) -> str:
    """Return who has won; a draw has no winners."""
    if not winners:
        return labels("A draw")
    seats = Several([*map(labels.seat, winners)])
    return labels(Message.counted("{seats} wins", "{seats} win", len(winners), seats=seats))


def ended(view: View, labels: Labels) -> str:
    """Return in which turn the match ended."""
    return labels("after turn {turn}", turn=view.turn)


def headline(view: View, labels: Labels) -> tuple[str, str]:
    """Return the two texts above the board; the second one may be empty."""
    if view.stage == "over":
        return verdict(view.result.winners if view.result else (), labels), ended(view, labels)
    first = labels(stage(view))
    if view.stage == "battle" or view.phase is not None:
        return first, labels(phase(view.phase))
    return first, "" if view.last_turns is None else last_turns(view.last_turns, view.extra_turns, labels)


class Piece(NamedTuple):
    """One of the two texts; the second one is set off. Both are drawn and kept alone: there are few of each."""

    text: str
    size: float
    width: int
    second: bool

    @classmethod
    def of(cls, text: str, size: float, second: bool) -> Piece:
        """Return a text at a size, as wide as it needs."""
        wide = text_width(text, size, True) if second else title_width(text, size)
        return cls(text, size, round(wide) + 2 * (15 if second else _PAD), second)

    def draw(self, canvas: Canvas) -> None:
        """Draw onto a canvas, from its origin to the right."""
        if not self.second:
            draw_title(canvas, _PAD, 38, self.text, self.size, self.width, TEXT, "lm")
            return
        canvas.pill((0, 12, self.width, 62), 14, MARK)
        canvas.text(15, 38, self.text, self.size, DARK, bold=True, anchor="lm")

    def plane(self) -> Image.Image:
        """Return it alone on the ground of the page. Do not draw on it."""
        return part(("header", *self), self.width, HEIGHT, self.draw)


@lru_cache(512)
def pieces(first: str, second: str) -> tuple[tuple[Piece, int], ...]:
    """Return the texts, and how far from the left they stand."""
    size = 44.0
    while True:
        texts = [Piece.of(first, size, False)]
        texts += [Piece.of(second, min(34.0, max(LEAST, size)), True)] if second else []
        whole = sum(piece.width for piece in texts) + _GAP * (len(texts) - 1)
        if whole <= WIDTH or size < 12:
            break
        size -= 1
    left = (WIDTH - whole) // 2
    return tuple((piece, left + n * (texts[0].width + _GAP)) for n, piece in enumerate(texts))


def put(plane: Image.Image, first: str, second: str, x: int, y: int) -> None:
    """Put the line onto a plane."""
    for piece, left in pieces(first, second):
        lay_on_floor(plane, ("header", *piece), piece.plane(), x + left, y)


def planes(first: str, second: str) -> list[Image.Image]:
    """Return the texts of a line as planes. Do not draw on them."""
    return [piece.plane() for piece, _ in pieces(first, second)]
