"""What a tile has besides its edges: numerals, the signs of its features, hit points and all other markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render.canvas import Canvas, Point
from render.monolith_arena import emblems
from render.monolith_arena.layout import BADGE, FIELD, Layer, at_corner, disc, toward
from render.monolith_arena.symbols import taken_edges, top_edge
from render.monolith_arena.theme import EARTH, POISON, STYLES, VENOM, WOUND, SeatStyle
from render.panel import LEAST
from render.theme import DARK, MARK, WHITE, Colour

FEATURES: Final = ("maneuver", "rotation", "teleport", "cavalry", "boundless", "assassination", "transformation")
"""The features that have an icon of their own, in the order in which they are shown."""


def features(tile: TileType) -> tuple[str, ...]:
    """Return the features of a tile that are shown as icons."""
    return tuple(name for name in FEATURES if getattr(tile, name))


# the field

_FEW: Final[tuple[Point, ...]] = ((-35.0, -8.0), (35.0, -8.0))
_MANY: Final[tuple[Point, ...]] = ((-28.5, -23.5), (28.5, -23.5), (-40.0, -3.5), (40.0, -3.5))
MOST: Final = len(_MANY)
"""The most numerals that a tile can have: two printed, and two attacks by runes of two allies."""


def numeral_places(count: int) -> tuple[tuple[Point, ...], float]:
    """Return the centres of so many numerals and the radius of their discs.

    Each has its own, so 3 and 0 are never thirty.
    """
    return (_FEW[:count], 15.2) if count <= len(_FEW) else (_MANY[:count], 11.0)


def emblem_place(numerals: int, *, small: bool = False) -> tuple[float, float, float]:
    """Centre and half width of the emblem beside that many numerals, or of one that is `small` for its name."""
    if small:
        return 0, -30, 19
    if numerals == 0:
        return 0, -22, 25
    if numerals == 1:
        return 9, -22, 24
    return (0, -26, 20) if numerals == 2 else (0, -29, 16)


def draw_initiative(canvas: Canvas, initiative: tuple[int, ...], changed: bool, style: SeatStyle) -> None:
    """Draw the numerals of the phases in which a tile attacks; `changed` if they are not as printed."""
    places, r = numeral_places(len(initiative))
    ground, ink = (MARK, DARK) if changed else (style.ink, style.ground)
    for (x, y), value in zip(places, initiative, strict=False):
        if changed:
            canvas.disc(x, y, r, style.ink)
        canvas.disc(x, y, r - 2.5 if changed else r, ground)
        canvas.text(x, y + 1, str(value), numeral_size(r, value), ink, bold=True)


def numeral_size(radius: float, value: int) -> float:
    """Return the size of a numeral in a disc."""
    return max(LEAST, radius * (1.85 if value < 10 else 1.25))


def initiative_layer(view: TileView) -> Layer:
    """Return the numerals of a tile."""
    places, r = numeral_places(len(view.initiative))
    changed = view.initiative != view.type.initiative
    draw = partial(draw_initiative, initiative=view.initiative, changed=changed, style=STYLES[view.seat])
    size = min(numeral_size(r, value) for value in view.initiative)
    return Layer(
        "initiative",
        ("initiative", view.initiative, changed, view.seat),
        tuple(disc(x, y, r) for x, y in places),
        size,
        draw,
    )


# the corners

_UPPER_RIGHT, _RIGHT, _LOWER_RIGHT, _LOWER_LEFT, _LEFT, _UPPER_LEFT = range(6)
_WISHES: Final = {
    "feature": (_UPPER_LEFT, _LOWER_LEFT),
    "venom": (_LOWER_LEFT, _UPPER_LEFT, _LEFT),
    "life": (_RIGHT,),
    "poison": (_LOWER_RIGHT,),
    "entrenched": (_UPPER_RIGHT,),
    "token": (_LEFT,),
    "disarmed": (_UPPER_RIGHT, _LEFT),
}
"""Where each kind of badge would stand if it could."""
_ANY: Final = (_UPPER_LEFT, _LOWER_LEFT, _LEFT, _UPPER_RIGHT, _LOWER_RIGHT, _RIGHT)


class Badge(NamedTuple):
    """A round marker or the icon of a feature in its place."""

    name: str
    text: str
    x: float
    y: float
    seat: int
    own: bool
    """Printed on the tile, not from the position; of hit points: none is lost."""


def _wanted(view: TileView) -> Iterator[tuple[str, str, str, bool]]:
    """Kind, name and text of every badge, and whether it is the tile's own."""
    for name in features(view.type):
        yield "feature", name, "", True
    if view.venomous:
        yield "venom", "venom", "", view.type.venom
    whole = 0 if view.type.is_banner else view.hit_points
    if whole > 1 or view.wounds:
        yield "life", "life", str(max(0, whole - view.wounds)), not view.wounds
    if view.poison:
        yield "poison", "poison", str(view.poison), False
    if view.entrenched:
        yield "entrenched", "entrenched", "", False
    if view.token:
        yield "token", "token", "", False
    if view.disarmed:
        yield "disarmed", "disarmed", "", False


def _free_edges(view: TileView) -> list[Point]:
    """Return the places at edges where nothing stands: room for a badge when all corners are taken."""
    armor = view.type.turned[view.facing % 6].armor
    taken = {*taken_edges(view.type, view.facing), top_edge(view.type, view.facing)}
    return [toward(d, 0, FIELD + BADGE + 0.5) for d in (1, 2, 3, 4, 5, 0) if d not in taken and not armor[d]]


def badges(view: TileView) -> list[Badge]:
    """Return the round markers and the icons of features on a tile, each in its place."""
    placed: list[Badge] = []
    free = dict.fromkeys(_ANY)
    beside = _free_edges(view)
    for kind, name, text, own in _wanted(view):
        corner = next((c for c in (*_WISHES[kind], *free) if c in free), None)
        if corner is None:
            x, y = beside.pop(0)
        else:
            del free[corner]
            x, y = at_corner(corner)
        placed.append(Badge(name, text, round(x, 1), round(y, 1), view.seat, own))
    return placed


def free_corner(view: TileView) -> Point | None:
    """Return a corner where no badge stands: the place for the name of the hex."""
    taken = {(badge.x, badge.y) for badge in badges(view)}
    places = [at_corner(c) for c in (_LEFT, _UPPER_LEFT, _LOWER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT, _RIGHT)]
    return next(((round(x, 1), round(y, 1)) for x, y in places if (round(x, 1), round(y, 1)) not in taken), None)


def badge_layer(badge: Badge) -> Layer:
    """Return a round marker or the icon of a feature."""
    draw = partial(draw_badge, badge=badge)
    return Layer(badge.name, badge, (disc(badge.x, badge.y, BADGE),), LEAST if badge.text else 0, draw)


def _round(canvas: Canvas, badge: Badge, fill: Colour, drawing: str) -> None:
    canvas.disc(badge.x, badge.y, BADGE, WHITE)
    canvas.disc(badge.x, badge.y, BADGE - 2, fill)
    emblems.draw(canvas, drawing, badge.x, badge.y, BADGE * 0.62, WHITE, fill)


def _life(canvas: Canvas, badge: Badge) -> None:
    """Draw a solid heart with the hit points that are left: white while none is lost, red when some are."""
    x, y = badge.x, badge.y + 0.5
    inside, ink = (WHITE, DARK) if badge.own else (WOUND, WHITE)
    emblems.draw(canvas, "hearts", x, y, BADGE - 1, DARK if badge.own else WHITE, DARK)
    emblems.draw(canvas, "hearts", x, y, BADGE - 3, inside, inside)
    canvas.text(x, y - 1.0, badge.text, LEAST, ink, bold=True)


def draw_badge(canvas: Canvas, badge: Badge) -> None:
    """Draw a round marker or the icon of a feature."""
    name, text, x, y, _, own = badge
    if name == "life":
        _life(canvas, badge)
    elif name == "poison":
        canvas.polygon([(x - 8, y - 4), (x + 8, y - 4), (x, y - BADGE)], WHITE)
        canvas.disc(x, y + 1.5, BADGE - 1.5, WHITE)
        canvas.polygon([(x - 6.4, y - 4), (x + 6.4, y - 4), (x, y - BADGE + 3.4)], POISON)
        canvas.disc(x, y + 1.5, BADGE - 3.5, POISON)
        canvas.text(x, y + (2 if len(text) == 1 else -0.5), text, LEAST, WHITE, bold=True)
    elif name == "token":
        _round(canvas, badge, DARK, "mesh")
    elif name == "entrenched":
        _round(canvas, badge, EARTH, "wall")
    elif name == "disarmed":
        _round(canvas, badge, WOUND, "no-blade")
    elif name == "venom" and not own:
        canvas.disc(x, y, BADGE, MARK)
        emblems.draw(canvas, emblems.FEATURES[name], x, y, BADGE * 0.72, DARK, MARK)
    else:
        canvas.disc(x, y, BADGE, WHITE)
        canvas.disc(x, y, BADGE - 1.4, DARK)
        emblems.draw(canvas, emblems.FEATURES[name], x, y, BADGE * 0.74, VENOM if name == "venom" else WHITE, DARK)
