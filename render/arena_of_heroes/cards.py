"""Heroes and arena cards as they lie on a table: a tile each, with what is printed on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.arena_of_heroes.cards import CardType
from games.arena_of_heroes.heroes import HeroType
from render.arena_of_heroes import signs
from render.arena_of_heroes.geometry import WIDTH
from render.arena_of_heroes.theme import BOARD, BRONZE_LIGHT, EMBER, NIGHT, PALETTE, SAFE
from render.cache import Cache
from render.canvas import Canvas
from render.encode import png
from render.fitting import fitting, wrap
from render.icons import draw as draw_icon
from render.theme import DARK, MARK, MUTED, TEXT, Colour

GAP: Final = 10
BESIDE: Final = 3
"""From so many tiles on there are two columns."""
_ICON: Final = 46
_LEFT: Final = 128
"""Where the words of a tile begin."""
_HEAD: Final = 96
"""Where the lines below its name begin."""
_KINDS: Final = {"item": "swap-bag", "hideout": signs.EXPLORED, "arena": "fire-bowl"}
"""What stands for a card without a picture of its own, by its kind (A5.5)."""
_FRAMES: Final[dict[str, Colour]] = {"green": SAFE, "orange": EMBER, "item": MARK, "hideout": BRONZE_LIGHT}

_sheets: Final[Cache[bytes]] = Cache(32)


class Tile(NamedTuple):
    """What one tile shows; its words are handed in."""

    icon: str
    frame: str
    """The side of a hero, the kind of a card."""
    name: str
    note: str
    """What stands below the name, in small letters."""
    lines: tuple[str, ...]
    stamina: int = 0


def hero_tile(hero: HeroType, name: str, note: str, lines: Sequence[str]) -> Tile:
    """The tile of a hero."""
    return Tile(signs.EMBLEMS[hero.code], hero.side, name, note, tuple(lines), hero.stamina)


def card_tile(card: CardType, name: str, note: str, lines: Sequence[str]) -> Tile:
    """The tile of an arena card."""
    return Tile(signs.CARDS.get(card.id, _KINDS[card.kind]), card.kind, name, note, tuple(lines))


def draw_tiles(tiles: Sequence[Tile]) -> bytes:
    """The PNG of tiles, read line by line. Raises `ValueError` for none."""
    if not tiles:
        raise ValueError("a sheet needs at least one tile")
    return _sheets.get(tuple(tiles), lambda: _sheet(tiles))


def _sheet(tiles: Sequence[Tile]) -> bytes:
    columns = 2 if len(tiles) >= BESIDE else 1
    size = 25.0 if columns == 2 else 29.0
    wide = (WIDTH - GAP * (columns + 1)) // columns
    rows = [tiles[at : at + columns] for at in range(0, len(tiles), columns)]
    heights = [max(_height(tile, size, wide) for tile in row) for row in rows]
    canvas = Canvas(WIDTH, sum(heights) + GAP * (len(rows) + 1), NIGHT)
    top = GAP
    for row, high in zip(rows, heights, strict=True):
        for n, tile in enumerate(row):
            _draw(canvas.moved(GAP + n * (wide + GAP), top), tile, size, wide, high)
        top += high + GAP
    return png(PALETTE.to_plane(canvas.done()))


def _words(tile: Tile, size: float, wide: int) -> list[str]:
    return [line for text in tile.lines for line in wrap(text, size, wide - 44)]


def _height(tile: Tile, size: float, wide: int) -> int:
    return max(_HEAD + 28, round(_HEAD + 26 + size * 1.28 * len(_words(tile, size, wide))))


def _draw(canvas: Canvas, tile: Tile, size: float, wide: int, high: int) -> None:
    frame = _FRAMES.get(tile.frame, MUTED)
    canvas.pill((0, 0, wide, high), 16, frame)
    canvas.pill((4, 4, wide - 4, high - 4), 13, BOARD)
    canvas.disc(62, 58, _ICON, frame)
    canvas.disc(62, 58, _ICON - 4, DARK)
    draw_icon(canvas, tile.icon, 62, 58, 28, frame, DARK)
    room = wide - _LEFT - 20.0
    canvas.text(_LEFT, 36, tile.name, fitting(tile.name, 36, room, True), TEXT, bold=True, anchor="lm")
    x = float(_LEFT)
    for _ in range(tile.stamina):
        signs.heart(canvas, x + 11, 76, 11, True)
        x += 27
    room -= x - _LEFT
    if tile.stamina:
        x, room = x + 8, room - 8
    canvas.text(x, 76, tile.note, fitting(tile.note, 22, room), MUTED, anchor="lm")
    for n, line in enumerate(_words(tile, size, wide)):
        canvas.text(22, _HEAD + 14 + size * 1.28 * (n + 0.5), line, size, TEXT, anchor="lm")
