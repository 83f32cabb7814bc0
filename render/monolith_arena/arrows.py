"""Who hits whom on a board: arrows from tile to tile, and what came of them at their heads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image

from games.monolith_arena.events import Attack, Wounds
from render.canvas import Canvas, Point, draw_strokes
from render.monolith_arena import emblems, layout, slots, sprites
from render.monolith_arena.layout import Layer
from render.monolith_arena.layout import box as area
from render.monolith_arena.theme import PALETTE, POISON, STYLES, WOUND, to_plane
from render.store import Sprite
from render.theme import DARK, MARK, MUTED, WHITE, Colour

_BADGE: Final = 21
_SHIELD: Final = "p -.8 -.85 .8 -.85 .8 .1 .45 .65 0 1 -.45 .65 -.8 .1"
_EDGE: Final = 93.0
"""How far the edge of a hex is from its centre; what stopped an attack stands there."""
_OUTSIDE: Final = 60.0
"""How far from the centres of two tiles an arrow between them begins and ends."""
_BESIDE: Final = 25.0
"""How far an arrow lies from the line between two centres where another one comes the other way."""
_AROUND: Final = 70.0
"""The same for one that passes a tile: over its ring, not over what is printed in its field."""
_CLEAR: Final = 62.0
"""From the centre of a tile to an arrow that leaves it alone."""
_TURN: Final = 100.0
"""How far from the centres an arrow turns aside."""
_TOTAL: Final = (-38, -5)
"""Where a tile has the sum of its wounds: over its initiative, so that emblem and name stay."""
_CROSS: Final = 42.0
"""Half the width of the cross of a tile that falls."""
_TINT: Final = 0.5
_TINTED: Final = frozenset(colour for style in STYLES for colour in (style.ground, style.ring))
"""How red the ground of a tile is that falls; what stands on it keeps its colours."""


class Arrow(NamedTuple):
    """An arrow from the origin to the hex that lies (x, y) away."""

    kind: str
    x: int
    y: int
    strength: int
    hurts: bool
    left: float = 0.0
    """How far it lies to the left of the line between the two, where it begins and ends."""
    bend: float = 0.0
    """How far it goes to the left on its way, around what stands there; 0 for a straight one."""

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
    def path(self) -> list[Point]:
        """Return its corners: straight, or around what stands in between."""
        ends = [self.at(_OUTSIDE, self.left), self.at(self.length - _OUTSIDE, self.left)]
        if not self.bend:
            return ends
        return [ends[0], self.at(_TURN, self.bend), self.at(self.length - _TURN, self.bend), ends[1]]

    def crossed(self, hexes: Iterable[Point]) -> int:
        """Return how many of the tiles around these points it lies on."""
        points = [
            (ax + (bx - ax) * n / 12, ay + (by - ay) * n / 12)
            for (ax, ay), (bx, by) in pairwise(self.path)
            for n in range(13)
        ]
        return sum(any(math.dist(point, centre) < _CLEAR for point in points) for centre in hexes)


def _around(arrow: Arrow, others: Sequence[Point]) -> Arrow:
    """Return the arrow straight if its lane is free, otherwise on the side where it passes over fewer tiles."""
    if arrow.length < 2 * _TURN:
        return arrow
    ways = [arrow, *(arrow._replace(bend=side * _AROUND) for side in (1, -1))]
    return min(ways, key=lambda way: way.crossed(others))


def _landing(arrow: Arrow) -> Point:
    """Return where what stopped the attack stands, from the centre of the target."""
    x, y = arrow.at(arrow.length - _EDGE, (arrow.bend + arrow.left) / 2)
    return x - arrow.x, y - arrow.y


def _draw_arrow(canvas: Canvas, arrow: Arrow) -> None:
    *start, (ax, ay), (bx, by) = arrow.path
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    width = 8.0 + 3 * min(arrow.strength, 4)
    head = width * 0.5 + 16
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


def _draw_cross(canvas: Canvas) -> None:
    """Draw the mark of a tile that falls, across the tile itself."""
    for width, colour in ((14.0, DARK), (10.5, WHITE), (6.5, WOUND)):
        for side in (-1, 1):
            canvas.line([(-_CROSS * side, -_CROSS), (_CROSS * side, _CROSS)], width, colour)


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
        canvas.text(0, 1, f"−{outcome.number}", 30, WHITE, bold=True)


def _stopped(attack: Attack) -> Outcome | None:
    """Return what kept an attack from its target; `None` for one that hurts it."""
    if attack.absorbed_by is not None:
        return Outcome("absorbed")
    return Outcome("armor") if attack.wounds == 0 else None


def _totals(attacks: Iterable[Attack]) -> dict[int, Outcome]:
    """Return the sum of the wounds of each tile that is hurt, by its hex; poison is told apart where it is alone."""
    sums: dict[int, int] = {}
    kinds: dict[int, set[str]] = {}
    for attack in attacks:
        if _stopped(attack) is None:
            hex_ = attack.target.hex
            sums[hex_] = sums.get(hex_, 0) + attack.wounds
            kinds.setdefault(hex_, set()).add(attack.kind)
    return {hex_: Outcome("poison" if kinds[hex_] == {"poison"} else "wounds", sums[hex_]) for hex_ in sums}


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


def _put_arrow(plane: Image.Image, arrow: Arrow, x: int, y: int) -> None:
    """Draw an arrow that begins at a point."""
    pad = 110 if arrow.bend else 44
    box = (min(0, arrow.x) - pad, min(0, arrow.y) - pad, max(0, arrow.x) + pad, max(0, arrow.y) + pad)
    _put(plane, _sprite(("arrow", arrow), box, partial(_draw_arrow, arrow=arrow)), x, y)


def paste_way(plane: Image.Image, start: int, end: int, centre: tuple[int, int]) -> None:
    """Draw the way of a segment from hex to hex onto a plane: a dashed arrow in white, which is no attack."""
    (x, y), (tx, ty) = _centre(start, centre), _centre(end, centre)
    _put_arrow(plane, Arrow("way", tx - x, ty - y, 3, True), x, y)


def _tone(
    plane: Image.Image,
    hex_: int,
    centre: tuple[int, int],
    colour: Colour,
    share: float,
    only: frozenset[Colour] | None = None,
) -> None:
    """Lay a share of a colour over a tile, or over some of its colours."""
    x, y = _centre(hex_, centre)
    left, top = x - layout.SLOT_WIDTH // 2, y - layout.SLOT_HEIGHT // 2
    below = plane.crop((left, top, left + layout.SLOT_WIDTH, top + layout.SLOT_HEIGHT))
    plane.paste(PALETTE.toned(below, colour, share, only), (left, top), slots.TILE_MASK)


def involved(event: Wounds) -> set[int]:
    """Return the hexes of all tiles that take part in something: those that hit, are hit, help or fall."""
    found = {tile.hex for tile in (*event.removed, *event.fallen, *event.entrenchments)}
    for attack in event.attacks:
        found |= {attack.target.hex} | ({attack.source.hex} if attack.source is not None else set())
        found |= {attack.absorbed_by} if attack.absorbed_by is not None else set()
    return found


def paste_attacks(
    plane: Image.Image,
    event: Wounds,
    taken: Iterable[int],
    centre: tuple[int, int],
    *,
    aside: bool = False,
) -> None:
    """Draw everything that happened at once onto the plane of the position before it, where these hexes are `taken`.

    `aside`: all arrows leave the lines between the hexes to something else. A tile that is hurt has one number, the
    sum of its wounds; one that falls is red, with a cross on it.
    """
    standing = set(taken)
    gone = [tile.hex for tile in (*event.removed, *event.fallen)]
    for hex_ in gone:
        _tone(plane, hex_, centre, WOUND, _TINT, _TINTED)
        _put(plane, _sprite(("ring", "gone"), (-104, -90, 104, 90), partial(_draw_ring)), *_centre(hex_, centre))
    between = {(attack.source.hex, attack.target.hex) for attack in event.attacks if attack.source is not None}
    signs: list[tuple[int, int, Outcome]] = []
    for attack in sorted(event.attacks, key=lambda a: a.wounds > 0):  # what hurts lies on top
        source, target = attack.source, attack.target.hex
        tx, ty = _centre(target, centre)
        stopped, place = _stopped(attack), (0.0, 0.0)
        if source is not None and source.hex != target:
            x, y = _centre(source.hex, centre)
            left = _BESIDE if aside or (target, source.hex) in between else 0.0
            others = [(ox - x, oy - y) for h in standing - {source.hex, target} for ox, oy in [_centre(h, centre)]]
            arrow = _around(Arrow(attack.kind, tx - x, ty - y, attack.strength, stopped is None, left), others)
            _put_arrow(plane, arrow, x, y)
            place = _landing(arrow)
        if attack.absorbed_by is not None and attack.absorbed_by != target:
            rx, ry = _centre(attack.absorbed_by, centre)
            x, y = rx - tx, ry - ty
            box = (min(0, x) - 20, min(0, y) - 20, max(0, x) + 20, max(0, y) + 20)
            _put(plane, _sprite(("saved", x, y), box, partial(_draw_saved, x=x, y=y)), tx, ty)
        if stopped is not None:
            signs.append((tx + round(place[0]), ty + round(place[1]), stopped))
    for hex_ in gone:
        _put(plane, _sprite(("cross",), (-60, -60, 60, 60), partial(_draw_cross)), *_centre(hex_, centre))
    for hex_, total in _totals(event.attacks).items():
        x, y = _centre(hex_, centre)
        signs.append((x + _TOTAL[0], y + _TOTAL[1], total))
    seen: dict[tuple[int, int], int] = {}
    for x, y, outcome in signs:  # several from one side lie beside each other
        shift = seen[x, y] = seen.get((x, y), -1) + 1
        sprite = _sprite(("outcome", outcome), (-24, -24, 24, 24), partial(draw_outcome, outcome=outcome))
        _put(plane, sprite, x + 30 * shift, y)


def _draw_ring(canvas: Canvas) -> None:
    slots.draw_ring(canvas, "gone")
