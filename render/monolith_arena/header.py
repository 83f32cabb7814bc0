"""The line above the board: the turn, and what is special about it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.view import View
from render.canvas import Canvas, text_width
from render.monolith_arena.lettering import Lettering
from render.monolith_arena.planes import index_of, part
from render.palette import lay
from render.theme import DARK, MARK, PAGE, TEXT

WIDTH: Final = 480
HEIGHT: Final = 72
_PAD: Final = 4
"""The room for what letters have beyond their width."""
_GAP: Final = 24

_STAGES: Final = ("factions", "monoliths", "banners")
"""The stages before the first turn."""


def headline(view: View, lettering: Lettering) -> tuple[str, str]:
    """The two texts above the board; the second one may be empty."""
    if view.stage == "over":
        return lettering.verdict(view.result.winners if view.result else ()), lettering.after(view.turn)
    first = lettering.stage(view.stage) if view.stage in _STAGES else lettering.turn(view.turn)
    if view.stage == "battle" or view.phase is not None:
        return first, lettering.phase(None if view.phase is None or view.phase < 0 else view.phase)
    return first, "" if view.last_turns is None else lettering.last_turns(view.last_turns, view.extra_turns)


class Piece(NamedTuple):
    """One of the two texts; the second one is set off. Both are drawn and kept alone: there are few of each."""

    text: str
    size: float
    width: int
    second: bool

    @classmethod
    def of(cls, text: str, size: float, second: bool) -> Piece:
        """A text at a size, as wide as it needs."""
        return cls(text, size, round(text_width(text, size, True)) + 2 * (15 if second else _PAD), second)

    def draw(self, canvas: Canvas) -> None:
        """Onto a canvas, from its origin to the right."""
        if self.second:
            canvas.pill((0, 12, self.width, 62), 14, MARK)
        ink, x = (DARK, 15) if self.second else (TEXT, _PAD)
        canvas.text(x, 38, self.text, self.size, ink, bold=True, anchor="lm")

    def plane(self) -> Image.Image:
        """Alone on the ground of the page. Do not draw on it."""
        return part(("header", *self), self.width, HEIGHT, self.draw)


@lru_cache(512)
def _pieces(first: str, second: str) -> tuple[tuple[Piece, int], ...]:
    """The texts, and how far from the left they stand."""
    size = 40.0
    while True:
        found = [Piece.of(first, size, False)] + ([Piece.of(second, size - 6, True)] if second else [])
        whole = sum(piece.width for piece in found) + _GAP * (len(found) - 1)
        if whole <= WIDTH or size < 12:
            break
        size -= 1
    left = (WIDTH - whole) // 2
    return tuple((piece, left + n * (found[0].width + _GAP)) for n, piece in enumerate(found))


def draw(canvas: Canvas, first: str, second: str) -> None:
    """The line onto a canvas: what `put` must look like."""
    for piece, x in _pieces(first, second):
        piece.draw(canvas.moved(x, 0))


def put(plane: Image.Image, first: str, second: str, x: int, y: int) -> None:
    """Put the line onto a plane, in the place of another."""
    plane.paste(index_of(PAGE), (x, y, x + WIDTH, y + HEIGHT))
    for piece, left in _pieces(first, second):
        lay(plane, piece.plane(), x + left, y)


def planes(first: str, second: str) -> list[Image.Image]:
    """The texts of a line as planes. Do not draw on them."""
    return [piece.plane() for piece, _ in _pieces(first, second)]
