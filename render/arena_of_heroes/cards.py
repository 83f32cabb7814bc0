"""Heroes and arena cards as they lie on a table: a picture, a name, and what is printed below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.arena_of_heroes.cards import CardType, HeroType
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import WIDTH, Box, part
from render.arena_of_heroes.theme import (
    BOARD,
    BRONZE_DARK,
    BRONZE_LIGHT,
    EMBER,
    GLOW,
    GROUNDS,
    JOINT,
    NIGHT,
    PALETTE,
    SAFE,
    TERRACES,
    WELL,
)
from render.canvas import Canvas, text_width, wrap
from render.encode import png
from render.icons import draw as draw_icon
from render.panel import ROUND, draw_title, title_lines, title_width
from render.store import Cache
from render.theme import DARK, MARK, MUTED, TEXT, Colour, lay

GAP: Final = 12
WHOLE: Final = WIDTH - 2 * GAP
COLUMN: Final = (WIDTH - 3 * GAP) // 2
"""How wide a card is alone in its line, and where two lie side by side."""
SIZE: Final = 25.0
"""The size of what is printed on a card."""
_LEADING: Final = 1.22
_PICTURE: Final = 0.29
"""How much of a card is its picture."""
_NAME: Final = 40.0
_TWO: Final = 30.0
"""The size of a name on one line, and on two."""
_NOTE: Final = 30
_SMALL: Final = 24.0
"""The height of the rows below a name, the stamina of a hero, the kind of a card, and the size of their words."""
_MARGIN: Final = 18
_BETWEEN: Final = 8
"""What lies between two abilities."""
_HEART: Final = 14
_LOWEST: Final = 200
"""The least height of a card."""
_KINDS: Final = {"item": "swap-bag", "hideout": signs.EXPLORED, "arena": "fire-bowl"}
"""What stands for a card without a picture of its own, by its kind (A5.5)."""
_FOREST, _WATER, _ = GROUNDS.values()
_STYLES: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "green": (SAFE, _FOREST.rim, _FOREST.ground),
    "orange": (EMBER, GLOW[3], GLOW[5]),
    "item": (MARK, BOARD, WELL),
    "hideout": (BRONZE_LIGHT, GLOW[2], BRONZE_DARK),
    "arena": (MUTED, TERRACES[4], TERRACES[1]),
}
"""The frame, and the ground and the rays of the picture: by the side of a hero, by the kind of a card."""

_sheets: Final[Cache[bytes]] = Cache(32)


class Printed(NamedTuple):
    """Something that is printed on a card: an ability with its price, or what the card does."""

    head: str
    """What it is called; nothing where the card has only one thing to say."""
    text: str


class Tile(NamedTuple):
    """What one card shows; its words are handed in."""

    icon: str
    frame: str
    """The side of a hero, the kind of a card."""
    name: str
    note: str
    """What stands below the name, in small letters."""
    lines: tuple[Printed, ...]
    stamina: int = 0


class Sheet(NamedTuple):
    """Cards in the place of the board: what a panel shows while heroes or cards matter more."""

    tiles: tuple[Tile, ...]


def hero_tile(hero: HeroType, name: str, note: str, lines: Sequence[Printed]) -> Tile:
    """Return the card of a hero."""
    return Tile(signs.EMBLEMS[hero.code], hero.side, name, note, tuple(lines), hero.stamina)


def card_tile(card: CardType, name: str, note: str, text: str) -> Tile:
    """Return an arena card."""
    return Tile(signs.CARDS.get(card.id, _KINDS[card.kind]), card.kind, name, note, (Printed("", text),))


def draw_tiles(tiles: Sequence[Tile]) -> bytes:
    """Return the PNG of cards, read line by line: two in a line, as high as each other; the last one alone is wider.

    Raises `ValueError` for none.
    """
    if not tiles:
        raise ValueError("a sheet needs at least one tile")
    return _sheets.get(tuple(tiles), lambda: _sheet(tiles))


def _sheet(tiles: Sequence[Tile]) -> bytes:
    pairs = len(tiles) // 2
    rows = [max(height(tile, COLUMN) for tile in tiles[2 * n : 2 * n + 2]) for n in range(pairs)]
    if len(tiles) % 2:
        rows.append(height(tiles[-1], WHOLE))
    plane = PALETTE.new_plane(WIDTH, sum(rows) + GAP * (len(rows) + 1), NIGHT)
    top = GAP
    for n, high in enumerate(rows):
        for column, tile in enumerate(tiles[2 * n : 2 * n + 2]):
            lay(plane, drawn(tile, COLUMN if n < pairs else WHOLE, high), GAP + column * (COLUMN + GAP), top)
        top += high + GAP
    return png(plane)


def drawn(tile: Tile, wide: int, high: int) -> Image.Image:
    """Return a card of that size as a plane. Do not draw on it."""
    return part(("card", tile, wide, high), wide, high, partial(_draw, tile=tile, wide=wide, high=high))


def height(tile: Tile, wide: int) -> int:
    """Return how high a card must be that is so wide."""
    return max(_LOWEST, round(_words_height(tile, _room(wide))) + 2 * _MARGIN)


def style(tile: Tile) -> tuple[Colour, Colour, Colour]:
    """Return the color of a card's frame, and those of the ground and the rays of its picture."""
    return _STYLES[tile.frame]


def _room(wide: int) -> float:
    """Return how much room there is for the words of a card."""
    return wide * (1 - _PICTURE) - 2 * _MARGIN


def _name(tile: Tile, room: float) -> tuple[list[str], float]:
    """Return the lines of a name and their size: one, or two of about the same width."""
    lines = title_lines(tile.name, _TWO, room)
    widest = max(title_width(line, _TWO) for line in lines)
    return lines, min(_NAME if len(lines) == 1 else _TWO, _TWO * room / widest)


def _words_height(tile: Tile, room: float) -> float:
    lines, size = _name(tile, room)
    rows = bool(tile.stamina) + len(wrap(tile.note, _SMALL, room))
    text = sum(len(printed(text, room)) for text in tile.lines) * SIZE * _LEADING
    return size * 1.1 * len(lines) + 8 + _NOTE * rows + 6 + text + _BETWEEN * (len(tile.lines) - 1)


def printed(text: Printed, width: float) -> list[tuple[str, str]]:
    """Return the lines of something printed, each as what of its head stands there, and what of its text."""
    whole = f"{text.head}: {text.text}" if text.head else text.text
    left = len(text.head) + 1 if text.head else 0
    found = []
    for line in wrap(whole, SIZE, width, True):
        found.append((line[:left].rstrip(), line[left:].lstrip()) if left > 0 else ("", line))
        left -= len(line) + 1
    return found


def _draw(canvas: Canvas, tile: Tile, wide: int, high: int) -> None:
    """Draw a card at the origin: its picture on the left, its words beside it."""
    frame, ground, rays = style(tile)
    canvas.pill((0, 0, wide, high), ROUND + 4, JOINT)
    canvas.pill((2, 2, wide - 2, high - 2), ROUND + 2, frame)
    canvas.pill((7, 7, wide - 7, high - 7), ROUND - 3, BOARD)
    edge = round(wide * _PICTURE)
    art(canvas, tile, (7, 7, edge, high - 7), ground, rays, frame)
    room = _room(wide)
    left, y = edge + _MARGIN - 2.0, (high - _words_height(tile, room)) / 2
    lines, size = _name(tile, room)
    for line in lines:
        draw_title(canvas, left, y + size * 0.55, line, size, room + 4, frame, "lm")
        y += size * 1.1
    y += 8
    for n in range(tile.stamina):
        signs.heart(canvas, left + (2 * n + 1) * (_HEART + 1.5) - 1, y + _NOTE / 2, _HEART, True)
    y += _NOTE * bool(tile.stamina)
    for line in wrap(tile.note, _SMALL, room):
        canvas.text(left, y + _NOTE / 2, line, _SMALL, MUTED, anchor="lm")
        y += _NOTE
    y += 6 + SIZE * _LEADING / 2
    for text in tile.lines:
        for head, rest in printed(text, room):
            canvas.text(left, y, head, SIZE, frame, bold=True, anchor="lm")
            x = left + (text_width(f"{head} ", SIZE, True) if head else 0)
            canvas.text(x, y, rest, SIZE, TEXT, anchor="lm")
            y += SIZE * _LEADING
        y += _BETWEEN


def art(canvas: Canvas, tile: Tile, box: Box, ground: Colour, rays: Colour, ink: Colour) -> None:
    """Draw the picture of a card: its sign in light that falls from behind it."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    half = min(right - left, bottom - top) / 2
    canvas.pill(box, ROUND - 3, ground)
    reach = math.hypot(right - left, bottom - top) / 2
    for n in range(16):
        points = [(x, y)]
        for share in (-0.25, 0.25):
            turn = 2 * math.pi * (n + share) / 16
            points.append((x + reach * math.cos(turn), y + reach * math.sin(turn)))
        canvas.polygon([_within(point, (x, y), box) for point in points], rays)
    canvas.disc(x, y, half * 0.93, rays)
    canvas.disc(x, y, half * 0.86, ground)
    draw_icon(canvas, tile.icon, x + half * 0.03, y + half * 0.04, half * 0.62, DARK, ground)
    draw_icon(canvas, tile.icon, x, y, half * 0.62, ink, ground)


def _within(point: tuple[float, float], middle: tuple[float, float], box: Box) -> tuple[float, float]:
    """Return where the way from the middle of a box to a point leaves it, or the point."""
    (x, y), (mx, my) = point, middle
    left, top, right, bottom = box
    shares = [1.0]
    if x != mx:
        shares.append(((right if x > mx else left) - mx) / (x - mx))
    if y != my:
        shares.append(((bottom if y > my else top) - my) / (y - my))
    share = min(shares)
    return mx + (x - mx) * share, my + (y - my) * share
