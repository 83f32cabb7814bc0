"""Tiles as small pictures: the printed ground and the layers over it.

A tile is a stack of layers, each of which depends on little: the ground with frame and edges (type, facing, seat),
the symbols of an attack (direction, strength), a numeral, a marker. Every layer is drawn once and kept. A tile that
has never looked like this before is laid together from layers in a fraction of a millisecond, and kept as a plane.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render import strokes
from render.cache import Cache
from render.canvas import Canvas, breathe
from render.monolith_arena import emblems, folded_banner, hexgrid, markers, names
from render.monolith_arena.planes import STORE, to_plane
from render.monolith_arena.symbols import draw_edges, draw_weapon, weapons
from render.monolith_arena.theme import SEATS, SeatStyle
from render.store import Sprite
from render.theme import PAGE

TILE: Final = 97.0
"""The radius of a tile with its frame."""
_HALF: Final = (hexgrid.SLOT_WIDTH / 2, hexgrid.SLOT_HEIGHT / 2)
CORNER: Final = (hexgrid.SLOT_WIDTH // 2, hexgrid.SLOT_HEIGHT // 2)
"""Where the centre of a tile lies in its picture."""

_tiles: Cache[Image.Image] = Cache(256)


class Layer(NamedTuple):
    """Something on a tile, drawn around the centre of the tile within a box."""

    key: Hashable
    box: tuple[int, int, int, int]
    draw: Callable[[Canvas], None]


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


def draw_emblem(canvas: Canvas, tile: TileType, seat: int, numerals: int) -> None:
    """The emblem of a tile, beside so many numerals."""
    style = SEATS[seat]
    x, y, half = markers.emblem_place(numerals)
    if tile.kind == "rune":
        canvas.polygon(hexgrid.corners(half + 8, x, y), style.path)
        canvas.polygon(hexgrid.corners(half + 4, x, y), style.ground)
        strokes.draw(canvas, emblems.emblem(tile), x, y, half * 0.68, style.ink, style.ground)
    else:
        strokes.draw(canvas, emblems.emblem(tile), x, y, half, style.ink, style.ground)
    if tile.is_banner:
        canvas.text(x + half * 0.05, y - half * 0.42, style.letter, half * 0.95, style.ground, bold=True)


def _order(canvas: Canvas, tile: TileType, style: SeatStyle, name: str) -> None:
    canvas.polygon(hexgrid.corners(TILE - 16), style.soft)
    strokes.draw(canvas, emblems.emblem(tile), 0, -22, 40, style.ink, style.soft)
    names.draw_below(canvas, names.place_below(name, 46), style)


def draw_ground(canvas: Canvas, tile: TileType, facing: int, seat: int, name: str) -> None:
    """The lowest layer of a tile: frame and all edges but attacks; an order as a whole."""
    style = SEATS[seat]
    _frame(canvas, style, facing % tile.period if tile.period > 1 else None)
    if tile.is_order:
        _order(canvas, tile, style, name)
    else:
        draw_edges(canvas, tile, facing, style)


def ground_key(tile: TileType, facing: int, seat: int, name: str) -> Hashable:
    """What the lowest layer depends on; the names of all tiles but orders have a layer of their own."""
    return "ground", tile.faction, tile.id, facing % tile.period, seat, name if tile.is_order else ""


def layers(view: TileView, name: str) -> list[Layer]:
    """All other layers of a tile with that name on it, the lowest first."""
    tile, seat = view.type, view.seat
    if tile.is_order:
        return []
    found = []
    for weapon in weapons(tile, view.facing, seat, view.melee_bonus, view.ranged_bonus):
        x, y = (round(c) for c in hexgrid.toward(weapon.direction, 0, 68))
        found.append(Layer(weapon, (x - 46, y - 46, x + 46, y + 46), partial(draw_weapon, weapon=weapon)))
    if view.netted:
        found.append(Layer(("mesh", seat), (-104, -90, 104, 90), partial(markers.draw_mesh, style=SEATS[seat])))
    return found + quiet_layers(view, name)


def name_layer(tile: TileType, facing: int, seat: int, name: str) -> Layer:
    """The name of a tile that is no order."""
    placed = names.place(name, names.room(tile, facing))
    return Layer(("name", placed, seat), (-80, 0, 80, 70), partial(names.draw, name=placed, style=SEATS[seat]))


def quiet_layers(view: TileView, name: str) -> list[Layer]:
    """The layers that do not depend on what the edges do: emblem, name, numerals and markers."""
    tile, seat = view.type, view.seat
    style = SEATS[seat]
    found = []
    numerals = len(view.initiative)
    middle_x, middle_y, half = markers.emblem_place(numerals)
    if half:
        reach, x, y = round(half) + 12, round(middle_x), round(middle_y)
        box = (x - reach, y - reach, x + reach, y + reach)
        draw = partial(draw_emblem, tile=tile, seat=seat, numerals=numerals)
        found.append(Layer(("emblem", tile.kind, emblems.emblem(tile), seat, numerals), box, draw))
    if isinstance(view, folded_banner.FoldedBanner):
        stack = partial(folded_banner.draw_inside, inside=view.inside, style=style)
        found.append(Layer(("stack", view.inside, seat), (-60, -84, 60, 70), stack))
    else:
        found.append(name_layer(tile, view.facing, seat, name))
    if numerals:
        changed = view.initiative != tile.initiative
        draw = partial(markers.draw_initiative, initiative=view.initiative, changed=changed, style=style)
        found.append(Layer(("initiative", view.initiative, changed, seat), (-80, -56, 80, 10), draw))
    if whole := markers.pips(view):
        draw = partial(markers.draw_pips, whole=whole, wounds=view.wounds, style=style)
        found.append(Layer(("pips", whole, view.wounds, seat), (40, -50, 104, 50), draw))
    for badge in markers.badges(view):
        x, y = round(badge.x), round(badge.y)
        box = (max(-104, x - 26), max(-90, y - 34), min(104, x + 26), min(90, y + 26))
        found.append(Layer(badge, box, partial(markers.draw_badge, badge=badge)))
    return found


def draw_tile(canvas: Canvas, view: TileView, name: str) -> None:
    """A tile with all its markers around the origin of a canvas: what the kept layers must look like together."""
    draw_ground(canvas, view.type, view.facing, view.seat, name)
    for layer in layers(view, name):
        layer.draw(canvas)


def _drawn(layer: Layer) -> Sprite:
    left, top, right, bottom = layer.box
    canvas = Canvas(right - left, bottom - top, None, (-left, -top))
    layer.draw(canvas)
    breathe()
    picture = canvas.done()
    breathe()
    box = picture.getbbox() or (0, 0, 1, 1)
    return Sprite(picture.crop(box), left + box[0], top + box[1])


def layer_sprite(layer: Layer) -> Sprite:
    """A layer as a picture with transparency, drawn once."""
    return STORE.get(layer.key, lambda: _drawn(layer))


def ground_sprite(tile: TileType, facing: int, seat: int, name: str) -> Sprite:
    """The lowest layer as a plane, drawn once."""

    def make() -> Sprite:
        canvas = slot_canvas()
        draw_ground(canvas, tile, facing, seat, name)
        return Sprite(to_plane(canvas.done()))

    return STORE.get(ground_key(tile, facing, seat, name), make)


def _laid(view: TileView, name: str) -> Image.Image:
    ground = ground_sprite(view.type, view.facing, view.seat, name).picture
    over = layers(view, name)
    if not over:
        return ground
    picture = ground.convert("RGB")
    for layer in over:
        sprite = layer_sprite(layer)
        picture.paste(sprite.picture, (CORNER[0] + sprite.x, CORNER[1] + sprite.y), sprite.picture)
    breathe()
    return to_plane(picture)


def tile_plane(view: TileView, name: str) -> Image.Image:
    """A tile with all its markers as a palette image, kept for the next frame. Do not draw on it."""
    return _tiles.get((view, name), lambda: _laid(view, name))


def forget() -> None:
    """Empty all caches in memory."""
    _tiles.clear()
    STORE.clear()


def plain(tile: TileType, seat: int, facing: int = 0) -> TileView:
    """A tile as it is printed, for reserves and cards."""
    hit_points = 1 + tile.toughness
    return TileView(seat, tile, facing, initiative=tile.initiative, hit_points=hit_points, venomous=tile.venom)
