"""The hexes of the board: a tile or a flagstone, the name of the hex, the mark of what happened there."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from games.monolith_arena.hexes import NAMES
from games.monolith_arena.view import TileView
from render import icons
from render.canvas import Canvas
from render.labels import Labels
from render.monolith_arena import layout, markers, sprites
from render.monolith_arena.layout import BADGE, Layer, box, disc
from render.monolith_arena.monoliths import Announced, Content, Socket
from render.monolith_arena.names import on_tile
from render.monolith_arena.theme import PALETTE, STONE, STONE_DARK, STONE_LIGHT, STORE, STYLES, WOUND, to_plane
from render.panel import LEAST
from render.store import Cache
from render.theme import DARK, MARK, MUTED, PAGE, PANEL, SLOT_RIM, TEXT, lay

_hexes: Cache[Image.Image] = Cache(256)

LABEL: Final = LEAST
"""The size of the name of a hex on a tile."""
_NAME: Final = 40.0
"""The size of the name of a hex on which nobody stands."""
DIMMED: Final = 0.62
"""How dark a tile is that takes no part."""
_STONE: Final = 97.0
"""The radius of a flagstone."""
_MIDDLE: Final = layout.CENTRES.index((0, 0))


def draw_label(canvas: Canvas, label: str, x: float, y: float, seat: int) -> None:
    """Draw the name of the hex on a tile, at a corner."""
    canvas.text(x, y, label, LABEL, STYLES[seat].ink, bold=True, halo=STYLES[seat].ring)


def tile_picture(view: TileView, labels: Labels) -> Image.Image:
    """Return a tile with all its markers, on the ground of the page, in all colours."""
    return sprites.tile_plane(view, on_tile(view.type, labels)).convert("RGB")


def named(contents: Sequence[Content]) -> frozenset[int]:
    """Return the hexes whose names are needed though a tile stands there.

    Another tile on the board is called like it.
    """
    names = [tile.type.id if isinstance(tile, TileView) and not tile.type.is_banner else None for tile in contents]
    return frozenset(h for h, name in enumerate(names) if name and names.count(name) > 1)


def _dice(seed: int) -> Callable[[float, float], float]:
    """Return numbers between two others that look random and are always the same."""
    state = 7919 * (seed + 1)

    def throw(low: float, high: float) -> float:
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return low + (high - low) * (state >> 8) / 2**23

    return throw


def draw_flagstone(canvas: Canvas, hex_: int) -> None:
    """Draw a stone of the floor around the origin: lit from above, worn, each with cracks and chips of its own."""
    outer, inner = layout.corners(_STONE), layout.corners(_STONE - 7)
    for n in range(6):
        m = (n + 1) % 6
        lit = STONE_LIGHT if n in (5, 4) else STONE_DARK if n in (1, 2) else STONE
        canvas.polygon([outer[n], outer[m], inner[m], inner[n]], lit)
    canvas.polygon(inner, STONE)
    canvas.line([*inner, inner[0]], 1.6, STONE_DARK)
    throw = _dice(hex_)
    for n in range(7):
        angle, out, size = throw(0, 2 * math.pi), throw(30, 74), throw(2, 5)
        x, y = out * math.cos(angle), out * math.sin(angle) * 0.9
        chip = [
            (x - size * throw(0.6, 1.4), y),
            (x, y - size * 0.6),
            (x + size * throw(0.6, 1.4), y),
            (x, y + size * 0.6),
        ]
        canvas.polygon(chip, STONE_LIGHT if n % 2 else STONE_DARK)
    for _ in range(2):
        x, y = inner[int(throw(0, 6))]
        crack = [(x, y)]
        for _ in range(4):
            x, y = x * throw(0.72, 0.86) + throw(-9, 9), y * throw(0.72, 0.86) + throw(-9, 9)
            crack.append((x, y))
        canvas.line(crack, 1.8, STONE_DARK)
    if hex_ == _MIDDLE:
        _sign(canvas)


def _sign(canvas: Canvas) -> None:
    """Draw the gate of stones that the arena has its name from, cut into the stone in its middle."""
    canvas.disc(0, -14, 50, STONE_DARK)
    canvas.disc(0, -14, 47, STONE)
    icons.draw(canvas, "dolmen", 1, -12.5, 31, STONE_LIGHT, STONE)
    icons.draw(canvas, "dolmen", 0, -14, 31, STONE_DARK, STONE)


def draw_empty(canvas: Canvas, hex_: int, label: str) -> None:
    """Draw a hex with nothing on it but its name."""
    draw_flagstone(canvas, hex_)
    canvas.text(0, 0, label, _NAME, MUTED, bold=True)


def draw_socket(canvas: Canvas, label: str) -> None:
    """Draw a segment without a tile: an open pit with its name, which may be entered from every side."""
    canvas.polygon(layout.corners(sprites.TILE), MUTED)
    canvas.polygon(layout.corners(sprites.TILE - 3), PANEL)
    for direction in range(6):
        tip, wing = layout.toward(direction, 0, 50), 17.0
        ends = [layout.toward(direction, side * wing, 66) for side in (-1, 1)]
        canvas.line([ends[0], tip, ends[1]], 6, MUTED)
    canvas.text(0, 0, label, 30, TEXT, bold=True)


def draw_announced(canvas: Canvas, tile: TileView, name: str, label: str) -> None:
    """Draw a tile whose facing is not chosen yet.

    What it is, without edges, in a dashed outline with a question mark.
    """
    style = STYLES[tile.seat]
    canvas.polygon(layout.corners(sprites.TILE), SLOT_RIM)
    canvas.polygon(layout.corners(sprites.TILE - 3), PANEL)
    canvas.polygon(layout.corners(sprites.TILE - 15), style.ground)
    points = layout.corners(sprites.TILE - 8)
    for start, end in zip(points, points[1:] + points[:1], strict=True):
        canvas.dashes(start, end, 14, 18, 8, style.frame)
    for layer in sprites.quiet_layers(tile, name):
        layer.draw(canvas)
    if tile.type.period > 1:
        canvas.disc(0, -71, 18, DARK)
        canvas.disc(0, -71, 15.5, MARK)
        canvas.text(0, -70, "?", 27, DARK, bold=True)
    if (place := markers.free_corner(tile)) is not None:
        draw_label(canvas, label, *place, tile.seat)


def _kept(key: Hashable, draw: Callable[[Canvas], None]) -> Image.Image:
    """Return something that fills a hex as a palette image, drawn once. Do not draw on it."""
    return STORE.plane(key, sprites.slot_canvas, draw)


def empty_plane(hex_: int, label: str = "") -> Image.Image:
    """Return a hex with nothing on it but its name, as a palette image. Do not draw on it."""
    return _kept(("empty", hex_, label), partial(draw_empty, hex_=hex_, label=label))


def socket_plane(label: str) -> Image.Image:
    """Return a segment without a tile as a palette image. Do not draw on it."""
    return _kept(("socket", label), partial(draw_socket, label=label))


def draw_ring(canvas: Canvas, kind: str) -> None:
    """Draw the mark around a hex."""
    points = layout.corners(sprites.TILE + 4)  # outside the frame, so that no symbol is covered
    if kind == "moved":
        canvas.line([*points, points[0]], 6, MARK)
    else:
        canvas.line([*points, points[0]], 8, TEXT)
        canvas.line([*points, points[0]], 4.5, WOUND)


def label_layer(label: str, x: float, y: float, seat: int) -> Layer:
    """Return the name of a hex on a tile."""
    draw = partial(draw_label, label=label, x=x, y=y, seat=seat)
    return Layer("label", ("label", label, x, y, seat), (disc(x, y, BADGE),), LABEL, draw)


def _put_label(plane: Image.Image, label: str, view: TileView) -> None:
    """Draw the name of a hex onto the plane of a tile, at a corner where nothing stands."""
    place = markers.free_corner(view)
    if place is None:
        return
    sprite = sprites.layer_sprite(label_layer(label, *place, view.seat))
    left, top = sprites.CORNER[0] + sprite.x, sprites.CORNER[1] + sprite.y
    below = plane.crop((left, top, left + sprite.picture.width, top + sprite.picture.height)).convert("RGB")
    below.paste(sprite.picture, (0, 0), sprite.picture)
    plane.paste(to_plane(below), (left, top))


def _named(hex_: int, tile: TileView, name: str) -> Image.Image:
    plane = sprites.tile_plane(tile, name).copy()
    _put_label(plane, NAMES[hex_], tile)
    return plane


def name_of(content: Content, labels: Labels) -> str:
    """Return the name on the tile that stands on a hex; empty where none does."""
    if isinstance(content, Announced):
        content = content.tile
    return on_tile(content.type, labels) if isinstance(content, TileView) else ""


def put_hex(
    plane: Image.Image,
    hex_: int,
    content: Content,
    own: str,
    mark: str,
    corner: tuple[int, int],
    *,
    name: bool = False,
    dark: bool = False,
) -> None:
    """Put a hex of the board with what stands on it onto a plane, its upper left corner at a point.

    `own` is the name of the tile (`name_of`). With `name` the hex's name stands on the tile; where there is none it
    always shows. A `dark` tile takes no part in what the picture shows.
    """
    if dark and content is not None:
        key = "dark", hex_, content, own, name
        picture = _hexes.get(key, lambda: _darkened(_hex_plane(hex_, content, own, name)))
    else:
        picture = _hex_plane(hex_, content, own, name)
    lay(plane, _marked(picture, mark) if mark else picture, *corner, MASK)


def _hex_plane(hex_: int, content: Content, own: str, name: bool) -> Image.Image:
    if isinstance(content, TileView):
        if not name:
            return sprites.tile_plane(content, own)
        return _hexes.get((hex_, content, own), lambda: _named(hex_, content, own))
    if isinstance(content, Announced):
        draw = partial(draw_announced, tile=content.tile, name=own, label=NAMES[hex_])
        return _kept(("announced", content.tile, own, NAMES[hex_]), draw)
    return socket_plane(NAMES[hex_]) if isinstance(content, Socket) else empty_plane(hex_, NAMES[hex_])


def _darkened(plane: Image.Image) -> Image.Image:
    """Return a hex whose tile is dark; the gap around it is as it was."""
    picture = plane.copy()
    lay(picture, PALETTE.toned(plane, PAGE, DIMMED), 0, 0, TILE_MASK)
    return picture


def _marked(plane: Image.Image, mark: str) -> Image.Image:
    picture = plane.convert("RGB")
    layer = Layer("ring", ("ring", mark), (box(-104, -90, 104, 90),), 0, partial(draw_ring, kind=mark))
    sprite = sprites.layer_sprite(layer)
    picture.paste(sprite.picture, (sprites.CORNER[0] + sprite.x, sprites.CORNER[1] + sprite.y), sprite.picture)
    return to_plane(picture)


def forget() -> None:
    """Empty all caches in memory."""
    _hexes.clear()
    sprites.forget()


def _mask(radius: float) -> Image.Image:
    mask = Image.new("1", (layout.SLOT_WIDTH, layout.SLOT_HEIGHT))
    points = [(x + layout.SLOT_WIDTH / 2, y + layout.SLOT_HEIGHT / 2) for x, y in layout.corners(radius)]
    ImageDraw.Draw(mask).polygon(points, fill=1)
    return mask


MASK: Final = _mask(layout.RADIUS - 1)
"""The hex itself within the rectangle of its picture; the masks of neighbours have no pixel in common."""
TILE_MASK: Final = _mask(sprites.TILE + 0.5)
"""A tile without the gap around it."""
