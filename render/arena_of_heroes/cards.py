"""Heroes and arena cards as they lie on a table, and the card at the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from games.arena_of_heroes.cards import CardType, HeroType
from games.arena_of_heroes.view import SeatView, View
from games.messages import Message
from render.arena_of_heroes import signs
from render.arena_of_heroes.board import board_plane
from render.arena_of_heroes.corners import hero_name
from render.arena_of_heroes.planes import CENTRE, OUTER, WIDTH
from render.arena_of_heroes.strip import WON, verdict
from render.arena_of_heroes.theme import BOARD, BRONZE_LIGHT, EMBER, JOINT, NIGHT, PALETTE, SAFE
from render.canvas import Canvas, fitting, wrap
from render.encode import png
from render.icons import draw as draw_icon
from render.labels import Labels, refuse_hidden
from render.store import Cache
from render.theme import DARK, MARK, MUTED, TEXT, Colour, lay

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


class Sheet(NamedTuple):
    """Tiles in the place of the board: what a panel shows while heroes or cards matter more."""

    tiles: tuple[Tile, ...]


def hero_tile(hero: HeroType, name: str, note: str, lines: Sequence[str]) -> Tile:
    """Return the tile of a hero."""
    return Tile(signs.EMBLEMS[hero.code], hero.side, name, note, tuple(lines), hero.stamina)


def card_tile(card: CardType, name: str, note: str, lines: Sequence[str]) -> Tile:
    """Return the tile of an arena card."""
    return Tile(signs.CARDS.get(card.id, _KINDS[card.kind]), card.kind, name, note, tuple(lines))


def draw_tiles(tiles: Sequence[Tile]) -> bytes:
    """Return the PNG of tiles, read line by line. Raises `ValueError` for none."""
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


CARD_WIDTH: Final = 1000
CARD_HEIGHT: Final = 640
_LEFT_result: Final = 440
_BOARD: Final = 520
_ROW: Final = 104


REASONS: Final = {
    "last": Message("The last hero standing"),
    "shared": Message("Nobody outlasted the others"),
    "agreed": Message("A draw was agreed on"),
    "resigned": Message("The others resigned"),
    "timeout": Message("The others ran out of time"),
}
"""How matches end, by the reason of a `games.api.Result`."""


def draw_result(view: View, labels: Labels) -> bytes:
    """Return the PNG of the card. Raises `ValueError` while the match is still running, `TypeError` without a view."""
    refuse_hidden(view, View)
    if view.result is None:
        raise ValueError("the match is not over")
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, NIGHT)
    _card(canvas, view, labels)
    plane = PALETTE.to_plane(canvas.done())
    small = _small_board(view, labels)
    lay(plane, small, (_LEFT_result + CARD_WIDTH - small.width) // 2 + 4, (CARD_HEIGHT - small.height) // 2)
    return png(plane)


def _small_board(view: View, labels: Labels) -> Image.Image:
    edge = OUTER + 14
    x, y = CENTRE
    picture = board_plane(view, labels, beside=False).convert("RGB").crop((x - edge, y - edge, x + edge, y + edge))
    return PALETTE.to_plane(picture.resize((_BOARD, _BOARD), Image.Resampling.BOX))


def _card(canvas: Canvas, view: View, labels: Labels) -> None:
    assert view.result is not None
    winners = view.result.ranking[0] if view.result.reason in WON else ()
    canvas.pill((20, 24, _LEFT_result, 112), 18, MARK if winners else MUTED)
    text = verdict(view, labels)
    canvas.text((20 + _LEFT_result) / 2, 69, text, fitting(text, 54, _LEFT_result - 40, True), DARK, bold=True)
    lines = wrap(labels(REASONS[view.result.reason]), 27, _LEFT_result - 40, True)[:2]
    for n, line in enumerate(lines):
        canvas.text(24, 142 + n * 34, line, 27, TEXT, bold=True, anchor="lm")
    canvas.text(24, 142 + len(lines) * 34, labels("after turn {turn}", turn=view.turns), 24, MUTED, anchor="lm")
    y = CARD_HEIGHT - 12 - _ROW * len(view.seats)
    place = 1
    for group in view.result.ranking:
        for seat in group:
            _row(canvas, view.seats[seat], place, labels, y, seat in winners)
            y += _ROW
        place += len(group)


def _row(canvas: Canvas, seat: SeatView, place: int, labels: Labels, y: float, won: bool) -> None:
    canvas.pill((20, y, _LEFT_result, y + _ROW - 8), 16, MARK if won else JOINT)
    canvas.pill((24, y + 4, _LEFT_result - 4, y + _ROW - 12), 13, BOARD)
    signs.disc(canvas, seat.seat, seat.hero.code if seat.hero is not None else "", 72, y + 46, 33)
    who, hero = labels.player(seat.seat), hero_name(seat.hero, labels)
    room = _LEFT_result - 130 - 100
    first = who or hero
    canvas.text(122, y + 25, first, fitting(first, 27, room, True), TEXT, bold=True, anchor="lm")
    ended = labels("place {place}", place=place)
    canvas.text(_LEFT_result - 18, y + 25, ended, fitting(ended, 23, 94, True), EMBER, bold=True, anchor="rm")
    at = seat.last or seat.fell
    facts = [labels("hits given {given}, taken {taken}", given=seat.given, taken=seat.taken)]
    facts += [labels("last at {hideout}", hideout=at)] if at else []
    for n, text in enumerate(([hero] if who else []) + [" · ".join(facts)]):
        canvas.text(122, y + 50 + n * 22, text, fitting(text, 20, _LEFT_result - 142), MUTED, anchor="lm")
