"""Who hits whom on a board: arrows from tile to tile, and what came of them at their heads."""

from __future__ import annotations

import math
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.events import Attack, TileAt, Wounds
from render import strokes
from render.canvas import Canvas, Point
from render.monolith_arena import emblems, hexgrid, slots, sprites
from render.monolith_arena.layout import Layer
from render.monolith_arena.layout import box as area
from render.monolith_arena.planes import to_plane
from render.monolith_arena.theme import POISON, SEATS, WOUND
from render.store import Sprite
from render.theme import DARK, MARK, MUTED, WHITE

_BADGE: Final = 21
_SHIELD: Final = "p -.8 -.85 .8 -.85 .8 .1 .45 .65 0 1 -.45 .65 -.8 .1"


class Arrow(NamedTuple):
    """An arrow from the origin to the hex that lies (x, y) away."""

    kind: str
    x: int
    y: int
    strength: int
    hurts: bool


def _ends(arrow: Arrow) -> tuple[Point, Point]:
    """Where the arrow starts and where it ends."""
    length = math.hypot(arrow.x, arrow.y)
    ux, uy = arrow.x / length, arrow.y / length
    skip, stop = (66.0, length - 62) if arrow.kind in ("melee", "strike") else (60.0, length - 58)
    return (ux * skip, uy * skip), (ux * stop, uy * stop)


def _draw_arrow(canvas: Canvas, arrow: Arrow) -> None:
    (ax, ay), (bx, by) = _ends(arrow)
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    width = 7.0 + 3 * min(arrow.strength, 4)
    head = width * 0.5 + 15
    neck = bx - ux * head, by - uy * head
    fill = WHITE if arrow.kind == "way" else MARK if arrow.hurts else MUTED
    for grow, colour in ((3.5, DARK), (0.0, fill)):
        if arrow.kind in ("assassination", "way"):
            canvas.dashes((ax, ay), neck, 8, 22, width * 0.7 + 2 * grow, colour)
        else:
            canvas.line([(ax, ay), neck], (width if arrow.kind == "melee" else width * 0.7) + 2 * grow, colour)
        s, x, y = head + grow * 1.6, bx + ux * grow * 1.4, by + uy * grow * 1.4
        canvas.polygon([(x, y), (x - ux * s - uy * s * 0.85, y - uy * s + ux * s * 0.85),
                        (x - ux * s + uy * s * 0.85, y - uy * s - ux * s * 0.85)], colour)  # fmt: skip


def _draw_saved(canvas: Canvas, x: int, y: int) -> None:
    """The line from a target to the rune that took its wound."""
    length = math.hypot(x, y)
    start, end = (x / length * 40, y / length * 40), (x / length * (length - 40), y / length * (length - 40))
    canvas.dashes(start, end, 3, 12, 13, WHITE)
    canvas.dashes(start, end, 3, 12, 7.5, SEATS[0].path)


class Outcome(NamedTuple):
    """What came of an attack."""

    kind: str
    """``wounds``, ``armor``, ``absorbed`` or ``poison``."""
    number: int = 0


def draw_outcome(canvas: Canvas, outcome: Outcome) -> None:
    """A round sign: wounds in red, a shield for armor, the rune's cross for an absorbed wound."""
    if outcome.kind == "armor":
        canvas.disc(0, 0, _BADGE, WHITE)
        canvas.disc(0, 0, _BADGE - 3, DARK)
        strokes.draw(canvas, _SHIELD, 0, 0, 12, WHITE, DARK)
        return
    fill = {"wounds": WOUND, "poison": POISON, "absorbed": SEATS[0].path}[outcome.kind]
    canvas.disc(0, 0, _BADGE, WHITE)
    canvas.disc(0, 0, _BADGE - 3, fill)
    if outcome.kind == "absorbed":
        emblems.draw(canvas, emblems.EMBLEMS["rune_of_regeneration"], 0, 0, 13, WHITE, fill)
    else:
        canvas.text(0, 1, f"-{outcome.number}", 27, WHITE, bold=True)


def _outcome(attack: Attack) -> Outcome:
    if attack.absorbed_by is not None:
        return Outcome("absorbed")
    if attack.wounds == 0:
        return Outcome("armor")
    return Outcome("poison" if attack.kind == "poison" else "wounds", attack.wounds)


def _sprite(key: tuple[object, ...], box: tuple[int, int, int, int], layer: partial[None]) -> Sprite:
    return sprites.layer_sprite(Layer("arrow", key, (area(*box),), 0, layer))


def _put(plane: Image.Image, sprite: Sprite, x: int, y: int) -> None:
    """Lay a sprite with transparency onto a plane, its origin at a point."""
    left, top = x + sprite.x, y + sprite.y
    box = (max(0, left), max(0, top), left + sprite.picture.width, top + sprite.picture.height)
    below = plane.crop(box).convert("RGB")
    below.paste(sprite.picture, (left - box[0], top - box[1]), sprite.picture)
    plane.paste(to_plane(below), box[:2])


def _centre(hex_: int, centre: tuple[int, int]) -> tuple[int, int]:
    x, y = hexgrid.CENTRES[hex_]
    return centre[0] + x, centre[1] + y


def _put_arrow(plane: Image.Image, attack: Attack, source: TileAt, centre: tuple[int, int]) -> Point:
    """Draw the arrow of an attack; gives the place of its head from the target's centre."""
    (x, y), (tx, ty) = _centre(source.hex, centre), _centre(attack.target.hex, centre)
    arrow = Arrow(attack.kind, tx - x, ty - y, attack.strength, attack.wounds > 0 and attack.absorbed_by is None)
    pad = 44
    box = (min(0, arrow.x) - pad, min(0, arrow.y) - pad, max(0, arrow.x) + pad, max(0, arrow.y) + pad)
    _put(plane, _sprite(("arrow", arrow), box, partial(_draw_arrow, arrow=arrow)), x, y)
    length = math.hypot(arrow.x, arrow.y)
    return -arrow.x / length * 36, -arrow.y / length * 36


def paste_way(plane: Image.Image, start: int, end: int, centre: tuple[int, int]) -> None:
    """Draw the way of a segment from hex to hex onto a plane: a dashed arrow in white, which is no attack."""
    (x, y), (tx, ty) = _centre(start, centre), _centre(end, centre)
    arrow = Arrow("way", tx - x, ty - y, 3, True)
    pad = 44
    box = (min(0, arrow.x) - pad, min(0, arrow.y) - pad, max(0, arrow.x) + pad, max(0, arrow.y) + pad)
    _put(plane, _sprite(("arrow", arrow), box, partial(_draw_arrow, arrow=arrow)), x, y)


def paste_attacks(plane: Image.Image, event: Wounds, centre: tuple[int, int]) -> None:
    """Draw everything that happened at once onto the plane of the position before it."""
    for tile in (*event.removed, *event.fallen):
        ring = partial(slots.draw_ring, kind="gone")
        _put(plane, _sprite(("ring", "gone"), (-104, -90, 104, 90), ring), *_centre(tile.hex, centre))
    places: dict[int, int] = {}
    signs: list[tuple[int, int, Outcome]] = []
    order = sorted(event.attacks, key=lambda a: a.wounds > 0)  # what hurts lies on top
    for attack in order:
        tx, ty = _centre(attack.target.hex, centre)
        if attack.source is not None and attack.source.hex != attack.target.hex:
            dx, dy = _put_arrow(plane, attack, attack.source, centre)
        else:
            count = places[attack.target.hex] = places.get(attack.target.hex, -1) + 1
            dx, dy = 34.0 - 44 * (count % 3), 44.0 - 44 * (count // 3)
        if attack.absorbed_by is not None and attack.absorbed_by != attack.target.hex:
            rx, ry = _centre(attack.absorbed_by, centre)
            x, y = rx - tx, ry - ty
            box = (min(0, x) - 20, min(0, y) - 20, max(0, x) + 20, max(0, y) + 20)
            _put(plane, _sprite(("saved", x, y), box, partial(_draw_saved, x=x, y=y)), tx, ty)
        signs.append((tx + round(dx), ty + round(dy), _outcome(attack)))
    seen: dict[tuple[int, int], int] = {}
    for x, y, outcome in signs:  # several from one side lie beside each other
        shift = seen[x, y] = seen.get((x, y), -1) + 1
        sprite = _sprite(("outcome", outcome), (-24, -24, 24, 24), partial(draw_outcome, outcome=outcome))
        _put(plane, sprite, x + 30 * shift, y)
