"""Tiles as small pictures: the printed part, what lies on top of it, and whole hexes of the board.

Three layers of caches: the printed tile (type, facing, seat, strength), the markers and numerals over it, and
the finished hex as a plane. A new frame therefore draws only the hexes that have never looked like this before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw

from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render.canvas import Cache, Canvas, text_width
from render.encode import to_plane
from render.monolith_arena import emblems, hexgrid, markers
from render.monolith_arena.symbols import draw_edges
from render.theme import MARK, MUTED, PAGE, SEATS, SLOT, SLOT_RIM, TEXT, WOUND, SeatStyle

TILE: Final = 97.0
"""The radius of a tile with its frame."""
_HALF: Final = (hexgrid.SLOT_WIDTH / 2, hexgrid.SLOT_HEIGHT / 2)

_bases: Cache[Image.Image] = Cache(1024)
_tops: Cache[Image.Image] = Cache(512)
_hexes: Cache[Image.Image] = Cache(1024)


@dataclass(frozen=True, slots=True)
class Mark:
    """How a hex is set off: ``moved``, ``hit`` or ``gone``; empty for not at all."""

    kind: str = ""


def slot_canvas(zoom: float = 1.0, transparent: bool = False) -> Canvas:
    """An empty canvas of the size of a hex, its origin in the centre."""
    ground = None if transparent else PAGE
    return Canvas(hexgrid.SLOT_WIDTH, hexgrid.SLOT_HEIGHT, ground, _HALF, zoom)


def _frame(canvas: Canvas, style: SeatStyle, top: int | None = None) -> None:
    """The frame in the seat's colour and pattern; the edge that looks to `top` is the heavy one."""
    canvas.polygon(hexgrid.corners(TILE), style.frame)
    ring = [(*a, *b) for a, b in zip(hexgrid.corners(TILE - 4.5), (hexgrid.corners(TILE - 4.5) * 2)[1:7], strict=True)]
    for ax, ay, bx, by in ring:
        if style.pattern == "dashed":
            canvas.dashes((ax * 0.97 + bx * 0.03, ay * 0.97 + by * 0.03), (bx, by), 7, 14, 5.5, style.accent)
        elif style.pattern == "double":
            canvas.line([(ax, ay), (bx, by)], 3, style.accent)
        elif style.pattern == "dotted":
            canvas.dashes((ax, ay), (bx, by), 0.1, 12, 6, style.accent)
    canvas.polygon(hexgrid.corners(TILE - 9), style.ground)
    if top is not None:
        band = [hexgrid.toward(top, a, o) for a, o in ((-46, 80), (46, 80), (38, 66), (-38, 66))]
        canvas.polygon(band, style.frame)


def board_name(tile: TileType) -> str:
    """The name as it stands on the tile; what all runes share is left to their look."""
    return tile.name.removeprefix("Rune of ")


def name_lines(tile: TileType, facing: int) -> tuple[list[str], float]:
    """The lines of the name on the tile and the size at which they fit between the symbols."""
    sides = tile.turned[facing % 6]
    working = {d for d, _ in (*sides.melee, *sides.ranged)} | {*sides.nets, *sides.paths, *sides.strikes}
    room = 86.0 if working & {2, 4} else 100.0
    words = board_name(tile).replace("/", "/ ").split()
    lines = [board_name(tile)]
    if len(words) > 1 and text_width(lines[0], 19, True) > room:
        lines = [" ".join(words[:-1]), words[-1]]
    size = 20.0
    while max(text_width(line, size, True) for line in lines) > room and size > 12:
        size -= 0.5
    return lines, size


def _middle(canvas: Canvas, tile: TileType, facing: int, seat: int, numerals: int) -> None:
    style = SEATS[seat]
    x, y, half = markers.emblem_place(numerals)
    if half:
        if tile.kind == "rune":
            canvas.polygon(hexgrid.corners(half + 8, x, y), style.path)
            canvas.polygon(hexgrid.corners(half + 4, x, y), style.ground)
            emblems.draw(canvas, emblems.emblem(tile), x, y, half * 0.68, style.ink, style.ground)
        else:
            emblems.draw(canvas, emblems.emblem(tile), x, y, half, style.ink, style.ground)
        if tile.is_banner:
            canvas.text(x + half * 0.05, y - half * 0.42, style.letter, half * 0.95, style.ground, bold=True)
    draw_name(canvas, tile, facing, style)


def draw_name(canvas: Canvas, tile: TileType, facing: int, style: SeatStyle) -> None:
    """The name below the middle of a tile, on one line or two."""
    lines, size = name_lines(tile, facing)
    first = 26.0 if len(lines) == 1 else 22.0
    for n, line in enumerate(lines):
        canvas.text(0, first + n * (size - 1), line, size, style.ink, bold=True, halo=style.ground)


def _order(canvas: Canvas, tile: TileType, style: SeatStyle) -> None:
    canvas.polygon(hexgrid.corners(TILE - 16), style.soft)
    emblems.draw(canvas, emblems.emblem(tile), 0, -18, 40, style.ink, style.soft)
    name = board_name(tile)
    size = 24.0
    while text_width(name, size, True) > 128:
        size -= 0.5
    canvas.text(0, 46, name, size, style.ink, bold=True)


def draw_tile(
    canvas: Canvas, tile: TileType, facing: int, seat: int, numerals: int, melee_bonus: int = 0, ranged_bonus: int = 0
) -> None:
    """The printed part of a tile around the origin of a canvas."""
    style = SEATS[seat]
    _frame(canvas, style, facing % tile.period if tile.period > 1 else None)
    if tile.is_order:
        _order(canvas, tile, style)
        return
    draw_edges(canvas, tile, facing, style, melee_bonus, ranged_bonus)
    _middle(canvas, tile, facing, seat, numerals)


def _base(view: TileView) -> Image.Image:
    numerals = len(view.initiative)
    key = (view.type, view.facing % view.type.period, view.seat, numerals, view.melee_bonus, view.ranged_bonus)

    def make() -> Image.Image:
        canvas = slot_canvas()
        draw_tile(canvas, view.type, view.facing, view.seat, numerals, view.melee_bonus, view.ranged_bonus)
        return canvas.done()

    return _bases.get(key, make)


def _top(view: TileView, label: str) -> Image.Image:
    key = (markers.key(view), label, (view.type, view.facing) if view.netted else None)

    def make() -> Image.Image:
        canvas = slot_canvas(transparent=True)
        if view.netted:
            markers.draw_mesh(canvas, SEATS[view.seat])
            draw_name(canvas, view.type, view.facing, SEATS[view.seat])
        markers.draw_markers(canvas, view)
        if label:
            canvas.text(-80, 0, label, 19, SEATS[view.seat].ink, bold=True, anchor="lm", halo=SEATS[view.seat].ground)
        return canvas.done()

    return _tops.get(key, make)


def tile_picture(view: TileView, label: str = "") -> Image.Image:
    """A tile with all its markers, on the ground of the page."""
    picture = _base(view).copy()
    picture.alpha_composite(_top(view, label))
    return picture


def empty_picture(label: str) -> Image.Image:
    """A hex with nothing on it but its name."""
    return _bases.get(("empty", label), lambda: _empty(label)).copy()


def _empty(label: str) -> Image.Image:
    canvas = slot_canvas()
    canvas.polygon(hexgrid.corners(TILE), SLOT_RIM)
    canvas.polygon(hexgrid.corners(TILE - 3), SLOT)
    canvas.text(0, 0, label, 34, MUTED, bold=True)
    return canvas.done()


def _ring(mark: Mark) -> Image.Image:
    canvas = slot_canvas(transparent=True)
    points = hexgrid.corners(TILE + 4)  # outside the frame, so that no symbol is covered
    if mark.kind == "moved":
        canvas.line([*points, points[0]], 6, MARK)
    else:
        canvas.line([*points, points[0]], 8, TEXT)
        canvas.line([*points, points[0]], 4.5, WOUND)
    if mark.kind == "gone":
        for x in (-1, 1):
            canvas.line([(-44 * x, -44), (44 * x, 44)], 20, PAGE)
            canvas.line([(-44 * x, -44), (44 * x, 44)], 13, WOUND)
    return canvas.done()


def hex_picture(hex_: int, tile: TileView | None, mark: Mark = Mark()) -> Image.Image:
    """A hex of the board with what stands on it."""
    picture = tile_picture(tile, NAMES[hex_]) if tile else empty_picture(NAMES[hex_])
    if mark.kind:
        picture.alpha_composite(_tops.get(mark, lambda: _ring(mark)))
    return picture


def hex_plane(hex_: int, tile: TileView | None, mark: Mark = Mark()) -> Image.Image:
    """The same as a palette image, kept for the next frame. Do not draw on it."""
    return _hexes.get((hex_, tile, mark), lambda: to_plane(hex_picture(hex_, tile, mark)))


def plain(tile: TileType, seat: int, facing: int = 0) -> TileView:
    """A tile as it is printed, for reserves and cards."""
    hit_points = 1 + tile.toughness
    return TileView(seat, tile, facing, initiative=tile.initiative, hit_points=hit_points, venomous=tile.venom)


def turned_to(view: TileView, facing: int) -> TileView:
    """The same tile with another facing."""
    return replace(view, facing=facing)


def _mask() -> Image.Image:
    mask = Image.new("1", (hexgrid.SLOT_WIDTH, hexgrid.SLOT_HEIGHT))
    points = [(x + _HALF[0], y + _HALF[1]) for x, y in hexgrid.corners(hexgrid.RADIUS + 0.5)]
    ImageDraw.Draw(mask).polygon(points, fill=1)
    return mask


MASK: Final = _mask()
"""The hex itself within the rectangle of its picture."""
