"""Tiles as small pictures: the printed ground, the layers over it, and whole hexes of the board.

A tile is a stack of layers, each of which depends on little: the ground with frame and edges (type, facing, seat),
the symbols of an attack (direction, strength), a numeral, a marker. Every layer is drawn once and kept. A tile that
has never looked like this before is laid together from layers in a fraction of a millisecond, and kept as a plane.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render.canvas import Cache, Canvas, breathe, text_width
from render.encode import to_plane
from render.monolith_arena import emblems, hexgrid, markers
from render.monolith_arena.symbols import draw_edges, draw_weapon, weapons
from render.store import STORE, Sprite
from render.theme import MARK, MUTED, PAGE, SEATS, SLOT, SLOT_RIM, TEXT, WOUND, SeatStyle

TILE: Final = 97.0
"""The radius of a tile with its frame."""
_HALF: Final = (hexgrid.SLOT_WIDTH / 2, hexgrid.SLOT_HEIGHT / 2)
_CORNER: Final = (hexgrid.SLOT_WIDTH // 2, hexgrid.SLOT_HEIGHT // 2)

_tiles: Cache[Image.Image] = Cache(512)
_labels: Cache[tuple[Image.Image, Image.Image, int, int]] = Cache(128)

_BROKEN: Final = {
    "Arquebusier": "Arque- busier",
    "Crossbowman": "Cross- bowman",
    "Disarmament": "Disarma- ment",
    "Greater Acceleration": "Greater Accel.",
    "Landsknecht": "Lands- knecht",
    "Minor Acceleration": "Minor Accel.",
    "Mygalomorph": "Mygalo- morph",
    "Penetration": "Penetra- tion",
    "Regeneration": "Regene- ration",
    "Reinforcement": "Reinforce- ment",
    "Swordsman": "Swords- man",
    "Teleportation": "Telepor- tation",
}
"""How long names are broken or cut short on tiles."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How a hex is set off: ``moved``, ``hit`` or ``gone``; empty for not at all."""

    kind: str = ""


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


def board_name(tile: TileType) -> str:
    """The name as it stands on the tile; what all runes share is left to their look."""
    return tile.name.removeprefix("Rune of ")


def _fitting(lines: list[str], room: float, size: float) -> float:
    while max(text_width(line, size, True) for line in lines) > room and size > 12:
        size -= 0.5
    return size


def name_lines(tile: TileType, facing: int) -> tuple[list[str], float]:
    """The lines of the name on the tile and the size at which they fit between the symbols."""
    sides = tile.turned[facing % 6]
    working = {d for d, _ in (*sides.melee, *sides.ranged)} | {*sides.nets, *sides.paths, *sides.strikes}
    room = 92.0 if working & {2, 4} else 112.0
    name = board_name(tile)
    size = _fitting([name], room, 23)
    parts = _BROKEN.get(name, name).replace("/", "/ ").split()
    if size < 20 and len(parts) > 1:
        broken = [" ".join(parts[:-1]), parts[-1]]
        if (smaller := _fitting(broken, room - 2, 22)) > size:
            return broken, smaller
    return [name], size


def draw_emblem(canvas: Canvas, tile: TileType, seat: int, numerals: int) -> None:
    """The emblem of a tile, beside so many numerals."""
    style = SEATS[seat]
    x, y, half = markers.emblem_place(numerals)
    if tile.kind == "rune":
        canvas.polygon(hexgrid.corners(half + 8, x, y), style.path)
        canvas.polygon(hexgrid.corners(half + 4, x, y), style.ground)
        emblems.draw(canvas, emblems.emblem(tile), x, y, half * 0.68, style.ink, style.ground)
    else:
        emblems.draw(canvas, emblems.emblem(tile), x, y, half, style.ink, style.ground)
    if tile.is_banner:
        canvas.text(x + half * 0.05, y - half * 0.42, style.letter, half * 0.95, style.ground, bold=True)


def draw_name(canvas: Canvas, lines: tuple[str, ...], size: float, style: SeatStyle) -> None:
    """The name below the middle of a tile, on one line or two."""
    first = 27.0 if len(lines) == 1 else 22.0
    for n, line in enumerate(lines):
        canvas.text(0, first + n * (size - 1), line, size, style.ink, bold=True, halo=style.ground)


def _order(canvas: Canvas, tile: TileType, style: SeatStyle) -> None:
    canvas.polygon(hexgrid.corners(TILE - 16), style.soft)
    emblems.draw(canvas, emblems.emblem(tile), 0, -18, 40, style.ink, style.soft)
    name = board_name(tile)
    size = 24.0
    while text_width(name, size, True) > 114:
        size -= 0.5
    canvas.text(0, 46, name, size, style.ink, bold=True)


def draw_ground(canvas: Canvas, tile: TileType, facing: int, seat: int) -> None:
    """The lowest layer of a tile: frame and all edges but attacks; an order as a whole."""
    style = SEATS[seat]
    _frame(canvas, style, facing % tile.period if tile.period > 1 else None)
    if tile.is_order:
        _order(canvas, tile, style)
    else:
        draw_edges(canvas, tile, facing, style)


def ground_key(tile: TileType, facing: int, seat: int) -> Hashable:
    """What the lowest layer depends on."""
    return "ground", tile, facing % tile.period, seat


def layers(view: TileView) -> list[Layer]:
    """All other layers of a tile, the lowest first."""
    tile, seat = view.type, view.seat
    if tile.is_order:
        return []
    style = SEATS[seat]
    found = []
    for weapon in weapons(tile, view.facing, seat, view.melee_bonus, view.ranged_bonus):
        x, y = (round(c) for c in hexgrid.toward(weapon.direction, 0, 68))
        found.append(Layer(weapon, (x - 46, y - 46, x + 46, y + 46), partial(draw_weapon, weapon=weapon)))
    numerals = len(view.initiative)
    middle_x, middle_y, half = markers.emblem_place(numerals)
    if half:
        reach, x, y = round(half) + 12, round(middle_x), round(middle_y)
        box = (x - reach, y - reach, x + reach, y + reach)
        draw = partial(draw_emblem, tile=tile, seat=seat, numerals=numerals)
        found.append(Layer(("emblem", tile.kind, emblems.emblem(tile), seat, numerals), box, draw))
    lines, size = name_lines(tile, view.facing)
    name = Layer(
        ("name", *lines, size, seat), (-68, 4, 68, 62), partial(draw_name, lines=tuple(lines), size=size, style=style)
    )
    found.append(name)
    if view.netted:
        found += [Layer(("mesh", seat), (-104, -90, 104, 90), partial(markers.draw_mesh, style=style)), name]
    if numerals:
        changed = view.initiative != tile.initiative
        draw = partial(markers.draw_initiative, initiative=view.initiative, changed=changed, style=style)
        found.append(Layer(("initiative", view.initiative, changed, seat), (-80, -50, 80, 20), draw))
    if whole := markers.pips(view):
        draw = partial(markers.draw_pips, whole=whole, wounds=view.wounds, style=style)
        found.append(Layer(("pips", whole, view.wounds, seat), (40, -50, 104, 50), draw))
    for badge in markers.badges(view):
        x, y = round(badge.x), round(badge.y)
        box = (max(-104, x - 26), max(-90, y - 34), min(104, x + 26), min(90, y + 26))
        found.append(Layer(badge, box, partial(markers.draw_badge, badge=badge)))
    return found


def draw_tile(canvas: Canvas, view: TileView, label: str = "") -> None:
    """A tile with all its markers around the origin of a canvas: what the kept layers must look like together."""
    draw_ground(canvas, view.type, view.facing, view.seat)
    for layer in layers(view):
        layer.draw(canvas)
    if label:
        draw_label(canvas, label, view.seat)


def draw_label(canvas: Canvas, label: str, seat: int) -> None:
    """The name of the hex on a tile."""
    canvas.text(-80, 0, label, 19, SEATS[seat].ink, bold=True, anchor="lm", halo=SEATS[seat].ground)


def _drawn(layer: Layer) -> Sprite:
    left, top, right, bottom = layer.box
    canvas = Canvas(right - left, bottom - top, None, (-left, -top))
    layer.draw(canvas)
    breathe()
    picture = canvas.done()
    box = picture.getbbox() or (0, 0, 1, 1)
    return Sprite(picture.crop(box), left + box[0], top + box[1])


def layer_sprite(layer: Layer) -> Sprite:
    """A layer as a picture with transparency, drawn once."""
    return STORE.get(layer.key, lambda: _drawn(layer))


def ground_sprite(tile: TileType, facing: int, seat: int) -> Sprite:
    """The lowest layer as a plane, drawn once."""

    def make() -> Sprite:
        canvas = slot_canvas()
        draw_ground(canvas, tile, facing, seat)
        return Sprite(to_plane(canvas.done()))

    return STORE.get(ground_key(tile, facing, seat), make)


def _laid(view: TileView) -> Image.Image:
    ground = ground_sprite(view.type, view.facing, view.seat).picture
    over = layers(view)
    if not over:
        return ground
    picture = ground.convert("RGB")
    for layer in over:
        sprite = layer_sprite(layer)
        picture.paste(sprite.picture, (_CORNER[0] + sprite.x, _CORNER[1] + sprite.y), sprite.picture)
        breathe()
    return to_plane(picture)


def tile_plane(view: TileView) -> Image.Image:
    """A tile with all its markers as a palette image, kept for the next frame. Do not draw on it."""
    return _tiles.get(view, lambda: _laid(view))


def tile_picture(view: TileView, label: str = "") -> Image.Image:
    """A tile with all its markers, on the ground of the page."""
    plane = tile_plane(view).copy()
    if label:
        _put_label(plane, label, view.seat, (0, 0))
    return plane.convert("RGB")


def draw_empty(canvas: Canvas, label: str) -> None:
    """A hex with nothing on it but its name."""
    canvas.polygon(hexgrid.corners(TILE), SLOT_RIM)
    canvas.polygon(hexgrid.corners(TILE - 3), SLOT)
    canvas.text(0, 0, label, 34, MUTED, bold=True)


def empty_plane(label: str) -> Image.Image:
    """A hex with nothing on it but its name, as a palette image. Do not draw on it."""

    def make() -> Sprite:
        canvas = slot_canvas()
        draw_empty(canvas, label)
        return Sprite(to_plane(canvas.done()))

    return STORE.get(("empty", label), make).picture


def draw_ring(canvas: Canvas, kind: str) -> None:
    """The mark around a hex."""
    points = hexgrid.corners(TILE + 4)  # outside the frame, so that no symbol is covered
    if kind == "moved":
        canvas.line([*points, points[0]], 6, MARK)
    else:
        canvas.line([*points, points[0]], 8, TEXT)
        canvas.line([*points, points[0]], 4.5, WOUND)
    if kind == "gone":
        for x in (-1, 1):
            canvas.line([(-44 * x, -44), (44 * x, 44)], 20, PAGE)
            canvas.line([(-44 * x, -44), (44 * x, 44)], 13, WOUND)


def _put_label(plane: Image.Image, label: str, seat: int, corner: tuple[int, int]) -> None:
    """The name of a hex onto the plane of a tile; its soft rim lies on the ground of the tile."""

    def make() -> tuple[Image.Image, Image.Image, int, int]:
        layer = Layer(("label", label, seat), (-90, -20, -40, 20), partial(draw_label, label=label, seat=seat))
        sprite = layer_sprite(layer)
        solid = Image.new("RGB", sprite.picture.size, SEATS[seat].ground)
        solid.paste(sprite.picture, (0, 0), sprite.picture)
        mask = sprite.picture.getchannel("A").point(lambda a: 255 if a > 96 else 0).convert("1")
        return to_plane(solid), mask, _CORNER[0] + sprite.x, _CORNER[1] + sprite.y

    picture, mask, x, y = _labels.get((label, seat), make)
    plane.paste(picture, (corner[0] + x, corner[1] + y), mask)


def put_hex(plane: Image.Image, hex_: int, tile: TileView | None, mark: str, corner: tuple[int, int]) -> None:
    """Put a hex of the board with what stands on it onto a plane, its upper left corner at a point."""
    breathe()
    if mark:
        plane.paste(_marked(hex_, tile, mark), corner, MASK)
    elif tile is None:
        plane.paste(empty_plane(NAMES[hex_]), corner, MASK)
    else:
        plane.paste(tile_plane(tile), corner, MASK)
        _put_label(plane, NAMES[hex_], tile.seat, corner)


def _marked(hex_: int, tile: TileView | None, mark: str) -> Image.Image:
    picture = hex_picture(hex_, tile)
    layer = Layer(("ring", mark), (-104, -90, 104, 90), partial(draw_ring, kind=mark))
    sprite = layer_sprite(layer)
    picture.paste(sprite.picture, (_CORNER[0] + sprite.x, _CORNER[1] + sprite.y), sprite.picture)
    return to_plane(picture)


def hex_picture(hex_: int, tile: TileView | None, mark: Mark = Mark()) -> Image.Image:
    """A hex of the board with what stands on it."""
    if mark.kind:
        return _marked(hex_, tile, mark.kind).convert("RGB")
    return tile_picture(tile, NAMES[hex_]) if tile else empty_plane(NAMES[hex_]).convert("RGB")


def forget() -> None:
    """Empty all caches in memory."""
    for cache in (_tiles, _labels):
        cache.clear()
    STORE.clear()


def plain(tile: TileType, seat: int, facing: int = 0) -> TileView:
    """A tile as it is printed, for reserves and cards."""
    hit_points = 1 + tile.toughness
    return TileView(seat, tile, facing, initiative=tile.initiative, hit_points=hit_points, venomous=tile.venom)


def turned_to(view: TileView, facing: int) -> TileView:
    """The same tile with another facing."""
    return replace(view, facing=facing)


def _mask() -> Image.Image:
    mask = Image.new("1", (hexgrid.SLOT_WIDTH, hexgrid.SLOT_HEIGHT))
    points = [(x + _HALF[0], y + _HALF[1]) for x, y in hexgrid.corners(hexgrid.RADIUS - 1)]
    ImageDraw.Draw(mask).polygon(points, fill=1)
    return mask


MASK: Final = _mask()
"""The hex itself within the rectangle of its picture; the masks of neighbours have no pixel in common."""
