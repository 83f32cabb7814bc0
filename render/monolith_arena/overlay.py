"""What a picture shows over a position: outlines, and the preview of a move with what it would attack."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

from PIL import Image

from games.monolith_arena.events import Wounds
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD, RAYS
from games.monolith_arena.view import Put, View
from render.canvas import Canvas, Point
from render.labels import Labels
from render.monolith_arena import layout, slots, sprites
from render.monolith_arena.monoliths import dressed
from render.monolith_arena.theme import STYLES, seat_style, to_plane
from render.theme import DARK, MARK, WHITE, Colour

_SHARE = 0.8
"""How much of the tile is seen; the rest is the hex below."""


_OUTSIDE = 87.0
"""How far from the centre of the tile its arrows begin: what stands at its own edges stays visible."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What a picture shows over a position: what has changed, what is proposed, what might come of it."""

    puts: tuple[Put, ...] = ()
    """The tiles that a move would put down which is only proposed."""
    marks: tuple[int, ...] = ()
    """Hexes to outline: those of the last moves, the targets of a draft, the tile that a question is about."""
    unfold: tuple[int, ...] = ()
    """The two hexes onto which the proposed move puts the lower segments of the reader's own monolith.

    The plinth shows there, with the tiles of `puts` or open; empty before both are chosen.
    """
    battle_now: Wounds | None = None
    """What a battle now, or the charge that is proposed, would do in any case, in the form of a single phase."""
    focus: tuple[int, ...] = ()
    """The hexes that matter: they are shown large with a map beside them; empty for the whole picture."""
    alone: bool = False
    """Tiles on other hexes than those are darkened."""


def _centre(hex_: int, centre: tuple[int, int]) -> Point:
    x, y = layout.CENTRES[hex_]
    return centre[0] + x, centre[1] + y


def _tile_mask() -> Image.Image:
    """Return the tile alone: what lies around it, such as a plinth, is not covered."""
    canvas = sprites.slot_canvas(transparent=True)
    canvas.polygon(layout.corners(sprites.TILE + 1), WHITE)
    return canvas.done().getchannel("A")


_MASK = _tile_mask()


def _paste(picture: Image.Image, part: Image.Image, hex_: int, centre: tuple[int, int], share: float) -> None:
    x, y = _centre(hex_, centre)
    at = round(x) - layout.SLOT_WIDTH // 2, round(y) - layout.SLOT_HEIGHT // 2
    picture.paste(part.convert("RGB"), at, _MASK.point(lambda v: round(v * share)))


def _dashed_ring(picture: Image.Image, hex_: int, centre: tuple[int, int], colour: Colour) -> None:
    canvas = sprites.slot_canvas(transparent=True)
    points = layout.corners(sprites.TILE)
    for start, end in zip(points, points[1:] + points[:1], strict=True):
        canvas.dashes(start, end, 13, 17, 10, DARK)
        canvas.dashes(start, end, 13, 17, 6, colour)
    ring = canvas.done()
    x, y = _centre(hex_, centre)
    picture.paste(ring.convert("RGB"), (round(x) - ring.width // 2, round(y) - ring.height // 2), ring.getchannel("A"))


def _stroke(
    picture: Image.Image,
    points: list[Point],
    width: float,
    colour: Colour,
    head: bool = True,
    dashed: bool = False,
) -> None:
    """Draw an arrow or line with a dark rim, drawn in the smallest box that holds it."""
    pad = width * 3 + 6
    left, top = (int(min(p[i] for p in points) - pad) for i in (0, 1))
    right, bottom = (int(max(p[i] for p in points) + pad) for i in (0, 1))
    canvas = Canvas(right - left, bottom - top, None, (-left, -top))
    (ax, ay), (bx, by) = points[0], points[-1]
    length = max(1.0, math.dist((ax, ay), (bx, by)))
    ux, uy = (bx - ax) / length, (by - ay) / length
    size = width * 2.1
    neck = (bx - ux * size, by - uy * size) if head else (bx, by)
    for grow, fill in ((3.0, DARK), (0.0, colour)):
        if dashed:
            canvas.dashes(points[0], neck, 10, 18, width + 2 * grow, fill)
        else:
            canvas.line([points[0], neck], width + 2 * grow, fill)
        if head:
            s = size + grow * 1.6
            x, y = bx + ux * grow, by + uy * grow
            canvas.polygon([(x, y), (x - ux * s * 1.3 - uy * s * 0.8, y - uy * s * 1.3 + ux * s * 0.8),
                            (x - ux * s * 1.3 + uy * s * 0.8, y - uy * s * 1.3 - ux * s * 0.8)], fill)  # fmt: skip
    part = canvas.done()
    picture.paste(part.convert("RGB"), (left, top), part.getchannel("A"))


def _from_to(start: Point, end: Point, skip: float, reach: float) -> list[Point]:
    """Return the line from `skip` after the start to `reach` after (negative: before) the end."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return [(start[0] + ux * skip, start[1] + uy * skip), (end[0] + ux * reach, end[1] + uy * reach)]


def _attacks(picture: Image.Image, view: View, put: Put, centre: tuple[int, int], struck: Collection[int]) -> None:
    """Draw what a tile points at, and what it nets and serves; what it strikes is drawn as an attack elsewhere."""
    style = STYLES[seat_style(view, put.tile.seat)]
    teams = [seat.team for seat in view.seats]
    own = teams[put.tile.seat]
    here = _centre(put.hex, centre)
    sides = put.tile.type.turned[put.tile.facing % 6]

    def enemy(hex_: int) -> bool:
        tile = view.board[hex_] if hex_ not in (put.origin, put.hex) else None
        return tile is not None and teams[tile.seat] != own

    def empty(hex_: int) -> bool:
        return hex_ == put.origin or view.board[hex_] is None

    for direction, strength in sides.ranged:
        ray = RAYS[put.hex][direction]
        hit = next((h for h in ray if enemy(h)), None)
        if ray and hit not in struck:
            target = _centre(ray[-1] if hit is None else hit, centre)
            line = _from_to(here, target, _OUTSIDE, -44)
            _stroke(picture, line, 5 + 2 * strength, WHITE, dashed=hit is None)
    for direction, strength in sides.melee:
        beside = NEIGHBOUR[put.hex][direction]
        if beside != OFF_BOARD and beside not in struck and (enemy(beside) or empty(beside)):
            line = _from_to(here, _centre(beside, centre), _OUTSIDE, -54)
            _stroke(picture, line, 8 + 2 * min(strength, 4) if enemy(beside) else 7, WHITE)
    for direction in (*sides.nets, *sides.strikes):
        beside = NEIGHBOUR[put.hex][direction]
        if beside != OFF_BOARD and enemy(beside):
            _dashed_ring(picture, beside, centre, style.net)
    gifts = put.tile.type.gifts
    for direction in sides.paths if gifts else ():
        beside = NEIGHBOUR[put.hex][direction]
        if beside != OFF_BOARD and not empty(beside) and enemy(beside) == bool(gifts and gifts.disarm):
            _stroke(picture, _from_to(here, _centre(beside, centre), 76, -66), 9, STYLES[1].path, head=False)


def add_puts(plane: Image.Image, view: View, overlay: Overlay, centre: tuple[int, int], labels: Labels) -> Image.Image:
    """Return the plane with the preview of a move on it, without the attacks of the battle."""
    puts, battle = overlay.puts, overlay.battle_now
    attacks = [(a.source.hex, a.target.hex) for a in battle.attacks if a.source is not None] if battle else []
    picture = plane.convert("RGB")
    board = list(view.board)
    for put in puts:
        _put(picture, view, put, centre, labels)
        board[put.hex] = put.tile
    if len(puts) > 1:  # what one of them attacks may be another one
        view = replace(view, board=tuple(board))
    for put in puts:
        _attacks(picture, view, put, centre, {target for source, target in attacks if source == put.hex})
    return to_plane(picture)


def _put(picture: Image.Image, view: View, put: Put, centre: tuple[int, int], labels: Labels) -> None:
    """Draw a tile that is not there yet, and the hex that it leaves."""
    if put.origin is not None:
        _paste(picture, slots.empty_plane(put.origin), put.origin, centre, 0.6 if put.origin != put.hex else 1)
        _dashed_ring(picture, put.origin, centre, WHITE)
    if view.board[put.hex] is None:
        _paste(picture, slots.empty_plane(put.hex), put.hex, centre, 1)
    tile = slots.tile_picture(dressed(view, put.tile), labels)
    _paste(picture, tile, put.hex, centre, _SHARE)
    _dashed_ring(picture, put.hex, centre, MARK)
