"""Who hits whom on a board: arrows from tile to tile, and what came of them at their heads."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.events import Attack, TileAt, Wounds
from render.canvas import Canvas, Point, draw_strokes
from render.monolith_arena import emblems, layout, slots, sprites
from render.monolith_arena.layout import Layer
from render.monolith_arena.layout import box as area
from render.monolith_arena.theme import POISON, STYLES, WOUND, to_plane
from render.store import Sprite
from render.theme import DARK, MARK, MUTED, WHITE

_BADGE: Final = 21
_SHIELD: Final = "p -.8 -.85 .8 -.85 .8 .1 .45 .65 0 1 -.45 .65 -.8 .1"
_EDGE: Final = 93.0
"""How far the edge of a hex is from its centre; what came of an attack stands there, so that it covers no number."""
_BESIDE: Final = 25.0
"""How far an arrow lies from the line between two centres where another one comes the other way."""
_AROUND: Final = 70.0
"""The same for an arrow that passes other tiles: over their rings, not over what is printed in their fields."""
_FALLEN: Final = (96.0, 0.0)
"""Where the cross of a tile that falls stands: the right corner of its hex, where nothing is printed."""

_CORNERS: Final = ((-52.0, -84.0), (52.0, -84.0), (-52.0, 84.0), (52.0, 84.0))
"""Where what comes from nowhere stands, such as poison: other corners."""


class Arrow(NamedTuple):
    """An arrow from the origin to the hex that lies (x, y) away."""

    kind: str
    x: int
    y: int
    strength: int
    hurts: bool
    aside: bool = False
    """It lies beside the line between the two, on its left."""

    @property
    def unit(self) -> Point:
        """Return one step along the arrow."""
        length = math.hypot(self.x, self.y)
        return self.x / length, self.y / length

    @property
    def length(self) -> float:
        """Return how far it is from centre to centre."""
        return math.hypot(self.x, self.y)

    def at(self, along: float, left: float) -> Point:
        """Return a point so far along the line between the centres, and so far to its left."""
        ux, uy = self.unit
        return ux * along + uy * left, uy * along - ux * left

    @property
    def far(self) -> bool:
        """Return True if it passes other hexes."""
        return self.length > 2.5 * _EDGE

    @property
    def left(self) -> float:
        """Return how far it lies beside the line between the two."""
        return _BESIDE if self.aside else 0.0


def _path(arrow: Arrow) -> list[Point]:
    """Return the points of an arrow: straight to a neighbour, around what lies between to others."""
    if not arrow.far or arrow.kind == "way":
        return [arrow.at(56, arrow.left), arrow.at(arrow.length - 50, arrow.left)]
    turn = 100.0
    return [
        arrow.at(56, arrow.left),
        arrow.at(turn, _AROUND),
        arrow.at(arrow.length - turn, _AROUND),
        arrow.at(arrow.length - 50, arrow.left),
    ]


def _landing(arrow: Arrow) -> Point:
    """Return where what came of the attack stands, from the centre of the target."""
    left = (_AROUND + arrow.left) / 2 if arrow.far else arrow.left
    x, y = arrow.at(arrow.length - _EDGE + 4 * arrow.far, left)
    return x - arrow.x, y - arrow.y


def _draw_arrow(canvas: Canvas, arrow: Arrow) -> None:
    *start, (ax, ay), (bx, by) = _path(arrow)
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    width = 7.0 + 3 * min(arrow.strength, 4)
    head = width * 0.5 + 15
    neck = bx - ux * head, by - uy * head
    fill = WHITE if arrow.kind == "way" else MARK if arrow.hurts else MUTED
    shaft = [*start, (ax, ay), neck]
    for grow, colour in ((3.5, DARK), (0.0, fill)):
        if arrow.kind in ("assassination", "way"):
            for one, other in pairwise(shaft):
                canvas.dashes(one, other, 8, 22, width * 0.5 + 2 * grow, colour)
        else:
            canvas.line(shaft, (width if arrow.kind == "melee" else width * 0.7) + 2 * grow, colour)
        s, x, y = head + grow * 1.6, bx + ux * grow * 1.4, by + uy * grow * 1.4
        canvas.polygon([(x, y), (x - ux * s - uy * s * 0.85, y - uy * s + ux * s * 0.85),
                        (x - ux * s + uy * s * 0.85, y - uy * s - ux * s * 0.85)], colour)  # fmt: skip


def _draw_gone(canvas: Canvas) -> None:
    """Draw the mark of a tile that falls: a ring around it, a cross at its corner.

    All that is printed stays readable.
    """
    slots.draw_ring(canvas, "gone")
    x, y = _FALLEN
    canvas.disc(x, y, _BADGE, WHITE)
    canvas.disc(x, y, _BADGE - 3, WOUND)
    for side in (-1, 1):
        canvas.line([(x - 8 * side, y - 8), (x + 8 * side, y + 8)], 5, WHITE)


def _draw_saved(canvas: Canvas, x: int, y: int) -> None:
    """Draw the line from a target to the rune that took its wound."""
    length = math.hypot(x, y)
    start, end = (x / length * 40, y / length * 40), (x / length * (length - 40), y / length * (length - 40))
    canvas.dashes(start, end, 3, 12, 13, WHITE)
    canvas.dashes(start, end, 3, 12, 7.5, STYLES[0].path)


class Outcome(NamedTuple):
    """What came of an attack."""

    kind: str
    """``wounds``, ``armor``, ``absorbed`` or ``poison``."""
    number: int = 0


def draw_outcome(canvas: Canvas, outcome: Outcome) -> None:
    """Draw a round sign: wounds in red, a shield for armor, the rune's cross for an absorbed wound."""
    if outcome.kind == "armor":
        canvas.disc(0, 0, _BADGE, WHITE)
        canvas.disc(0, 0, _BADGE - 3, DARK)
        draw_strokes(canvas, _SHIELD, 0, 0, 12, WHITE, DARK)
        return
    fill = {"wounds": WOUND, "poison": POISON, "absorbed": STYLES[0].path}[outcome.kind]
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
    x, y = layout.CENTRES[hex_]
    return centre[0] + x, centre[1] + y


def _put_arrow(plane: Image.Image, attack: Attack, source: TileAt, centre: tuple[int, int], *, aside: bool) -> Point:
    """Draw the arrow of an attack; gives the place of what came of it from the target's centre."""
    (x, y), (tx, ty) = _centre(source.hex, centre), _centre(attack.target.hex, centre)
    hurts = attack.wounds > 0 and attack.absorbed_by is None
    arrow = Arrow(attack.kind, tx - x, ty - y, attack.strength, hurts, aside)
    pad = 110
    box = (min(0, arrow.x) - pad, min(0, arrow.y) - pad, max(0, arrow.x) + pad, max(0, arrow.y) + pad)
    _put(plane, _sprite(("arrow", arrow), box, partial(_draw_arrow, arrow=arrow)), x, y)
    return _landing(arrow)


def paste_way(plane: Image.Image, start: int, end: int, centre: tuple[int, int]) -> None:
    """Draw the way of a segment from hex to hex onto a plane: a dashed arrow in white, which is no attack."""
    (x, y), (tx, ty) = _centre(start, centre), _centre(end, centre)
    arrow = Arrow("way", tx - x, ty - y, 3, True)
    pad = 44
    box = (min(0, arrow.x) - pad, min(0, arrow.y) - pad, max(0, arrow.x) + pad, max(0, arrow.y) + pad)
    _put(plane, _sprite(("arrow", arrow), box, partial(_draw_arrow, arrow=arrow)), x, y)


def paste_attacks(plane: Image.Image, event: Wounds, centre: tuple[int, int], *, aside: bool = False) -> None:
    """Draw everything that happened at once onto the plane of the position before it.

    `aside`: all arrows leave the lines between the hexes to something else.
    """
    for tile in (*event.removed, *event.fallen):
        _put(plane, _sprite(("ring", "gone"), (-104, -90, 122, 90), partial(_draw_gone)), *_centre(tile.hex, centre))
    between = {(attack.source.hex, attack.target.hex) for attack in event.attacks if attack.source is not None}
    places: dict[int, int] = {}
    signs: list[tuple[int, int, Outcome]] = []
    order = sorted(event.attacks, key=lambda a: a.wounds > 0)  # what hurts lies on top
    for attack in order:
        tx, ty = _centre(attack.target.hex, centre)
        if attack.source is not None and attack.source.hex != attack.target.hex:
            back = attack.target.hex, attack.source.hex
            dx, dy = _put_arrow(plane, attack, attack.source, centre, aside=aside or back in between)
        else:
            count = places[attack.target.hex] = places.get(attack.target.hex, -1) + 1
            dx, dy = _CORNERS[count % len(_CORNERS)]
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
