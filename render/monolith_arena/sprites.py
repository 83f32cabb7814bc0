"""Tiles as small pictures: the printed ground and the layers over it.

A tile is a stack of layers, each of which depends on little: the ground with frame and edges (type, facing, seat),
the symbols of an attack (direction, strength), a numeral, a marker. Every layer is drawn once and kept. A tile that
has never looked like this before is laid together from layers in a fraction of a millisecond, and kept as a plane.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from PIL import Image

from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render import icons
from render.canvas import Canvas, Point, breathe
from render.monolith_arena import emblems, factions, layout, markers, monoliths, names, symbols
from render.monolith_arena.layout import CUT, Layer, box, octagon
from render.monolith_arena.names import AnyLayer
from render.monolith_arena.theme import STORE, STYLES, SeatStyle, to_plane
from render.store import Cache, Sprite, pixels
from render.theme import PAGE, Colour

TILE: Final = 97.0
"""The radius of a tile with its frame."""
_HALF: Final = (layout.SLOT_WIDTH / 2, layout.SLOT_HEIGHT / 2)
CORNER: Final = (layout.SLOT_WIDTH // 2, layout.SLOT_HEIGHT // 2)
"""Where the centre of a tile lies in its picture."""

_FLAG: Final = 0.86
"""The size of a banner's flag, which fills a square, as a share of other emblems."""

_tiles: Cache[Image.Image] = Cache(3 << 20, pixels)
_AT_ONCE: Final = 4
"""Before so many layers other threads may run."""
"""Some eighty, which twenty matches show: of two hundred played at once, many more would still be missed a fifth."""


def slot_canvas(zoom: float = 1.0, transparent: bool = False) -> Canvas:
    """Return an empty canvas of the size of a hex, its origin in the centre."""
    ground = None if transparent else PAGE
    return Canvas(layout.SLOT_WIDTH, layout.SLOT_HEIGHT, ground, _HALF, zoom)


_LIT: Final = (3, 4, 5)
"""The sides of the frame that are turned to the light, from the one after the corner between N and NE."""


def _frame(canvas: Canvas, style: SeatStyle) -> None:
    """Draw the frame in the army's colour and pattern, lit from the upper left."""
    outer, inner = layout.corners(TILE), layout.corners(TILE - 9)
    middle = layout.corners(TILE - 4.5)
    for n in range(6):
        m = (n + 1) % 6
        canvas.polygon([outer[n], outer[m], inner[m], inner[n]], style.frame if n in _LIT else style.shade)
    for n in range(6):
        (ax, ay), (bx, by) = middle[n], middle[(n + 1) % 6]
        if style.pattern == "dashed":
            canvas.dashes((ax * 0.97 + bx * 0.03, ay * 0.97 + by * 0.03), (bx, by), 7, 14, 5.5, style.accent)
        elif style.pattern == "double":
            canvas.line([(ax, ay), (bx, by)], 3, style.accent)
        elif style.pattern == "dotted":
            canvas.dashes((ax, ay), (bx, by), 0.1, 16, 6, style.accent)
        elif style.pattern == "teeth":
            _teeth(canvas, (ax, ay), (bx, by), style.accent)


_TEETH: Final = 9


def _teeth(canvas: Canvas, start: Point, end: Point, colour: Colour) -> None:
    """Draw a row of teeth along a side of the frame, pointing outwards."""
    ux, uy = (end[0] - start[0]) / _TEETH, (end[1] - start[1]) / _TEETH
    length = math.hypot(ux, uy)
    ox, oy = uy / length * 3.4, -ux / length * 3.4
    for n in range(_TEETH):
        x, y = start[0] + n * ux, start[1] + n * uy
        canvas.polygon([(x - ox, y - oy), (x + ux - ox, y + uy - oy), (x + ux / 2 + ox, y + uy / 2 + oy)], colour)


def draw_emblem(canvas: Canvas, tile: TileType, seat: int, numerals: int) -> None:
    """Draw the emblem of a tile, beside so many numerals: in a medallion that of a rune, on a flag that of a banner."""
    style = STYLES[seat]
    x, y, half = markers.emblem_place(numerals, small=names.has_small_emblem(tile))
    name = emblems.emblem(tile)
    if tile.kind == "rune":
        canvas.polygon(layout.corners(half * 1.16, x, y), style.path)
        emblems.draw(canvas, name, x, y, half * 0.75, style.ground, style.path)
    elif tile.is_banner:
        half *= _FLAG
        wide, low = half * 0.86, y + half
        flag = [(x - wide, y - half), (x + wide, y - half), (x + wide, low), (x, low - 11), (x - wide, low)]
        canvas.polygon(flag, style.frame)
        canvas.polygon(
            [(x - half, y - half), (x + half, y - half), (x + half, y - half + 5), (x - half, y - half + 5)], style.ink
        )
        emblems.draw(canvas, name, x, y - 2, half * 0.64, style.ground, style.frame)
    else:
        half /= icons.spread(name, CUT)
        emblems.draw(canvas, name, x, y, half, style.emblem, style.ground)


def emblem_layer(tile: TileType, seat: int, numerals: int) -> Layer:
    """Return the emblem of a tile."""
    small = names.has_small_emblem(tile)
    x, y, half = markers.emblem_place(numerals, small=small)
    shape = tuple(layout.corners(half * 1.16, x, y)) if tile.kind == "rune" else octagon(x, y, half)
    if tile.is_banner:
        shape = box(x - half * _FLAG, y - half * _FLAG, x + half * _FLAG, y + half * _FLAG)
    draw = partial(draw_emblem, tile=tile, seat=seat, numerals=numerals)
    return Layer(
        "emblem", ("emblem", tile.kind, tile.faction, emblems.emblem(tile), seat, numerals, small), (shape,), 0, draw
    )


def _order(canvas: Canvas, tile: TileType, style: SeatStyle, name: str) -> None:
    emblems.draw(canvas, emblems.emblem(tile), 0, -24, 38, style.emblem, style.ground)
    names.draw(canvas, names.place_below(name), style)


def draw_ground(canvas: Canvas, tile: TileType, facing: int, seat: int, name: str, netted: bool = False) -> None:
    """Draw the lowest layer of a tile: frame, ring, field and all edges but attacks; an order as a whole."""
    style = STYLES[seat]
    taken = symbols.taken_edges(tile, facing) if netted else None
    factions.draw_ring(canvas, style, tile.is_order, taken)
    _frame(canvas, style)
    if tile.is_order:
        _order(canvas, tile, style, name)
    for layer in symbols.printed(tile, facing, seat):
        layer.draw(canvas)


def layers(view: TileView, name: str) -> list[AnyLayer]:
    """Return all other layers of a tile with that name on it, the lowest first."""
    if view.type.is_order:
        return []
    weapons = symbols.attacks(view.type, view.facing, view.seat, view.melee_bonus, view.ranged_bonus)
    return [*weapons, *quiet_layers(view, name)]


def quiet_layers(view: TileView, name: str) -> list[AnyLayer]:
    """Return the layers that do not depend on what the edges do: emblem, name, numerals and markers."""
    tile, seat = view.type, view.seat
    quiet: list[AnyLayer] = [emblem_layer(tile, seat, len(view.initiative))]
    if isinstance(view, monoliths.FoldedBanner):
        quiet.append(monoliths.inside_layer(view.inside, seat))
    else:
        quiet.append(names.NameLayer(name, seat, small_emblem=names.has_small_emblem(tile)))
    if view.initiative:
        quiet.append(markers.initiative_layer(view))
    return [*quiet, *(markers.badge_layer(badge) for badge in markers.badges(view))]


def draw_tile(canvas: Canvas, view: TileView, name: str) -> None:
    """Draw a tile with all its markers around the origin of a canvas: what the kept layers must look like together."""
    draw_ground(canvas, view.type, view.facing, view.seat, name, view.netted)
    for layer in layers(view, name):
        layer.draw(canvas)


def _drawn(layer: AnyLayer) -> Sprite:
    left, top, right, bottom = layer.box
    canvas = Canvas(right - left, bottom - top, None, (-left, -top))
    layer.draw(canvas)
    breathe()
    picture = canvas.done()
    breathe()
    box = picture.getbbox() or (0, 0, 1, 1)
    return Sprite(picture.crop(box), left + box[0], top + box[1])


def layer_sprite(layer: AnyLayer) -> Sprite:
    """Return a layer as a picture with transparency, drawn once."""
    return STORE.get(layer.key, lambda: _drawn(layer))


def ground_sprite(tile: TileType, facing: int, seat: int, name: str, netted: bool = False) -> Sprite:
    """Return the lowest layer as a plane, drawn once."""

    def make() -> Sprite:
        canvas = slot_canvas()
        draw_ground(canvas, tile, facing, seat, name, netted)
        return Sprite(to_plane(canvas.done()))

    # All that it depends on: the names of all tiles but orders have a layer of their own.
    key = "ground", tile.faction, tile.id, facing % tile.period, seat, name if tile.is_order else "", netted
    return STORE.get(key, make)


def _laid(view: TileView, name: str) -> Image.Image:
    ground = ground_sprite(view.type, view.facing, view.seat, name, view.netted).picture
    over = layers(view, name)
    if not over:
        return ground
    picture = ground.convert("RGB")
    for n, layer in enumerate(over):
        if n % _AT_ONCE == 0:
            breathe()
        sprite = layer_sprite(layer)
        picture.paste(sprite.picture, (CORNER[0] + sprite.x, CORNER[1] + sprite.y), sprite.picture)
    breathe()
    return to_plane(picture)


def tile_plane(view: TileView, name: str) -> Image.Image:
    """Return a tile with all its markers as a palette image, kept for the next frame. Do not draw on it."""
    return _tiles.get((view, name), lambda: _laid(view, name))


def forget() -> None:
    """Empty all caches in memory."""
    _tiles.clear()
    STORE.clear()
