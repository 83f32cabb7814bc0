"""The twenty hideouts: their grounds, gratings over those that are closed, who stands there, what a shot came to."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import GROUND, RING
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import whereabouts
from render.arena_of_heroes import signs
from render.arena_of_heroes.places import DOTS, SPIDERS, WRONG_WAY, Spot, Wedge, spots
from render.arena_of_heroes.planes import INNER, OUTER, RIM, SPAN, Box, angle, at, bounds, cutout, polar, sector
from render.arena_of_heroes.theme import BLOOD, DIMMED, DUST, GROUNDS, JOINT, VENOM, GroundStyle
from render.canvas import Canvas, Point
from render.icons import draw as draw_icon
from render.theme import DARK, MARK, WHITE, Colour

_GAP: Final = 0.9
"""Degrees of joint between two hideouts."""
_BODY: Final = 284.0
"""How far out the middle of a hideout lies, where a shot strikes."""


def wedges(view: View, light: Mapping[int, str] | None = None, *, own: bool = False) -> list[Wedge]:
    """Return all hideouts of a view; `light` says how some are set off, else the one that was struck last is.

    The reader's own hidden hero is there only with `own`.
    """
    lit = {view.shot.hideout: "struck"} if light is None and view.shot is not None else light or {}
    standing: dict[int, tuple[int, str]] = {}
    ghosts: dict[int, tuple[int, str]] = {}
    for seat in view.seats:
        if seat.at is not None and seat.hero is not None:
            if not seat.hidden:
                standing[seat.at] = (seat.seat, seat.hero.code)
            elif own:
                ghosts[seat.at] = (seat.seat, seat.hero.code)
    others = [s.seat for s in view.seats if s.hidden and not (own and s.seat == view.reader)]
    near = {hideout for seat in others for hideout in whereabouts(view, seat)} | standing.keys() | ghosts.keys()
    return [
        Wedge(
            hideout,
            hideout in view.closed,
            standing.get(hideout),
            ghosts.get(hideout),
            () if hideout in view.closed else tuple(seat for seat in others if hideout in view.seats[seat].spared),
            own and bool(others) and hideout not in view.closed and hideout not in near,
            view.spiders.count(hideout),
            hideout in view.marks,
            lit.get(hideout, ""),
        )
        for hideout in RING
    ]


def put_wedge(plane: Image.Image, wedge: Wedge) -> None:
    """Lay a hideout onto a picture."""
    shape, box = _outline(wedge.hideout)
    cutout(
        wedge, box, partial(draw_wedge, wedge=wedge), ("wedge", wedge.hideout), lambda c: c.polygon(shape, WHITE)
    ).put(plane)


@cache
def _outline(hideout: int) -> tuple[list[Point], Box]:
    """Return the shape of a hideout and its box."""
    shape = sector(angle(hideout), INNER, OUTER)
    return shape, bounds(shape)


def draw_wedge(canvas: Canvas, wedge: Wedge) -> None:
    """Draw a hideout on a canvas in picture coordinates."""
    style, middle = GROUNDS[GROUND[wedge.hideout]], angle(wedge.hideout)
    canvas.polygon(sector(middle, INNER - 3, OUTER + 3, SPAN + 2), JOINT)
    if wedge.light:
        canvas.polygon(sector(middle, INNER - 3, OUTER + 3, SPAN), FRAMES[wedge.light])
    gap, inset = (3.2, 6.0) if wedge.light else (_GAP, 2.0)
    if wedge.closed:
        _grating(canvas, middle, style, inset, gap)
    else:
        _floor(canvas, wedge, style, inset, gap)
    if wedge.light in _BEHIND:
        _BEHIND[wedge.light](canvas, middle)
    for spot in spots(wedge):
        _thing(canvas, wedge, style, spot)
    if wedge.light in _BEFORE:
        _BEFORE[wedge.light](canvas, middle)


def grounds(wedge: Wedge) -> tuple[Colour, Colour]:
    """Return what lies under the sign and the tokens of a hideout, and under its number."""
    style = GROUNDS[GROUND[wedge.hideout]]
    if wedge.closed:
        return style.sunk, style.sunk
    return (style.rim, style.rim) if wedge.bare else (style.glow, style.rim)


def inks(wedge: Wedge) -> tuple[Colour, Colour, Colour]:
    """Return the colours of the sign in the middle, of the sign beside the number, and of the number."""
    style = GROUNDS[GROUND[wedge.hideout]]
    if wedge.closed or wedge.bare:
        return DIMMED, DIMMED, DIMMED
    return style.sign, style.small, WHITE


def _floor(canvas: Canvas, wedge: Wedge, style: GroundStyle, inset: float, gap: float) -> None:
    """Draw an open hideout: its ground, light that falls into its middle, the band of its number."""
    middle = angle(wedge.hideout)
    ground, rim = grounds(wedge)
    canvas.polygon(sector(middle, INNER + inset, OUTER - inset, SPAN - gap), rim if wedge.bare else style.ground)
    if not wedge.bare:
        for step, colour in ((7, style.lit), (14, ground)):
            points = sector(middle, INNER + inset + step, RIM - step * 0.6, SPAN - gap - step * 0.36)
            canvas.polygon(points, colour)
    canvas.polygon(sector(middle, RIM, OUTER - inset, SPAN - gap), rim)


def _grating(canvas: Canvas, middle: float, style: GroundStyle, inset: float, gap: float) -> None:
    """Draw a closed hideout: a pit in the shadow of its edges, under bars."""
    canvas.polygon(sector(middle, INNER + inset, OUTER - inset, SPAN - gap), JOINT)
    canvas.polygon(sector(middle + 0.5, INNER + inset + 4, OUTER - inset - 3, SPAN - gap - 1), style.sunk)
    inner, outer = INNER + inset + 10, RIM - 6
    for turn in (-4.8, -1.6, 1.6, 4.8):
        canvas.line([polar(inner, middle + turn * 0.94), polar(outer, middle + turn)], 4, style.bar)
    for n in range(4):
        radius = inner + 10 + n * (outer - inner - 20) / 3
        canvas.line([polar(radius, middle + turn) for turn in (-6.6, -3.3, 0, 3.3, 6.6)], 4, style.bar)


def _thing(canvas: Canvas, wedge: Wedge, style: GroundStyle, spot: Spot) -> None:
    """Draw what lies at a spot."""
    x, y = at(wedge.hideout, spot.out, spot.aside)
    ground, rim = grounds(wedge)
    sign, small, number = inks(wedge)
    if spot.kind == "number":
        canvas.text(x, y, str(wedge.hideout), 38, number, bold=True)
    elif spot.kind == "sign" and spot.out < RIM:
        draw_icon(canvas, style.icon, x, y, spot.half * 0.9, sign, ground)
    elif spot.kind == "sign":
        draw_icon(canvas, style.icon, x, y, spot.half * 0.9, small, rim)
    elif spot.kind == SPIDERS:
        _spiders(canvas, wedge.spiders, x, y, spot.half)
    elif spot.kind == WRONG_WAY:
        signs.token(canvas, signs.WRONG_WAY, x, y, spot.half, MARK)
    elif spot.kind != "hero":
        signs.not_there(canvas, wedge.dots[int(spot.kind.removeprefix(DOTS))], x, y, spot.half)
    elif wedge.hero is not None:
        signs.disc(canvas, *wedge.hero, x, y, spot.half)
    elif wedge.ghost is not None:
        signs.ghost(canvas, *wedge.ghost, x, y, spot.half)


def _spiders(canvas: Canvas, count: int, x: float, y: float, half: float) -> None:
    """Draw a spider, with their number where there are two: on a small token beside it, on a large one over it."""
    if count == 1:
        signs.token(canvas, signs.SPIDER, x, y, half, VENOM)
    elif half < SMALL:
        signs.token(canvas, "", x, y, half, VENOM)
        draw_icon(canvas, signs.SPIDER, x - 5, y - 4, half * 0.5, VENOM, DARK)
        canvas.text(x + 6, y + 3, str(count), 22, VENOM, bold=True, halo=DARK)
    else:
        signs.token(canvas, signs.SPIDER, x, y, half, VENOM)
        signs.count(canvas, str(count), x + half * 0.7, y + half * 0.7, VENOM)


SMALL: Final = 20.0
"""A token of a smaller radius has no room for a number over its sign."""
FRAMES: Final[dict[str, Colour]] = {
    "struck": MARK,
    "beam": MARK,
    "nothing": DUST,
    "limit": DUST,
    "reveal": WHITE,
    "shield": WHITE,
    "hit": BLOOD,
    "out": BLOOD,
}
"""The frames of hideouts that are set off, by the target or by what a shot came to."""


def _star(x: float, y: float, points: int, outer: float, inner: float, turn: float) -> list[Point]:
    """Return the outline of a star."""
    found = []
    for n in range(2 * points):
        radius, at_turn = (inner if n % 2 else outer), math.radians(turn + 180 * n / points)
        found.append((x + radius * math.cos(at_turn), y + radius * math.sin(at_turn)))
    return found


def _burst(canvas: Canvas, middle: float, colour: Colour, core: Colour) -> None:
    x, y = polar(_BODY, middle)
    canvas.polygon(_star(x, y, 12, 66, 46, middle), DARK)
    canvas.polygon(_star(x, y, 12, 61, 43, middle), colour)
    canvas.polygon(_star(x, y, 12, 49, 36, middle + 15), core)


def _dust(canvas: Canvas, middle: float) -> None:
    """Draw the cloud that a shot raises where nobody is: three puffs, with nobody in them."""
    x, y = polar(_BODY, middle)
    puffs = ((-19, 9, 17), (19, 9, 17), (0, -11, 22), (0, 11, 20))
    for dx, dy, radius in puffs:
        canvas.disc(x + dx, y + dy, radius + 4, DARK)
    for dx, dy, radius in puffs:
        canvas.disc(x + dx, y + dy, radius, DUST)
    for dx, dy, radius in ((-6, -12, 8), (10, 4, 8), (-13, 9, 6)):
        canvas.disc(x + dx, y + dy, radius, DARK)
        canvas.disc(x + dx + 2, y + dy + 2, radius, DUST)


def _beam(canvas: Canvas, middle: float) -> None:
    canvas.polygon([polar(INNER, middle - 5), polar(INNER, middle + 5), polar(_BODY, middle)], MARK)
    canvas.polygon([polar(INNER, middle - 2), polar(INNER, middle + 2), polar(_BODY - 12, middle)], WHITE)
    x, y = polar(_BODY, middle)
    canvas.polygon(_star(x, y, 8, 34, 15, middle), MARK)
    canvas.polygon(_star(x, y, 8, 20, 9, middle), WHITE)


def _blocked(canvas: Canvas, middle: float) -> None:
    x, y = polar(_BODY - 30, middle)
    canvas.disc(x, y, 25, DARK)
    canvas.disc(x, y, 22, WHITE)
    draw_icon(canvas, signs.SHIELD, x, y, 17, DARK, WHITE)


def _lost(canvas: Canvas, middle: float) -> None:
    """Draw the point of stamina that a hit has taken."""
    x, y = polar(_BODY - 34, middle)
    canvas.pill((x - 26, y - 17, x + 26, y + 17), 17, WHITE)
    canvas.pill((x - 23, y - 14, x + 23, y + 14), 14, BLOOD)
    canvas.text(x - 9, y, "−1", 26, WHITE, bold=True)
    signs.heart(canvas, x + 11, y, 8, True, BLOOD)


def _fallen(canvas: Canvas, middle: float) -> None:
    x, y = polar(_BODY, middle)
    draw_icon(canvas, signs.SKULL, x, y, 27, WHITE, BLOOD)


Effect = Callable[[Canvas, float], None]
_BEHIND: Final[dict[str, Effect]] = {
    "reveal": partial(_burst, colour=MARK, core=WHITE),
    "hit": partial(_burst, colour=BLOOD, core=WHITE),
    "out": partial(_burst, colour=WHITE, core=BLOOD),
}
_BEFORE: Final[dict[str, Effect]] = {
    "beam": _beam,
    "nothing": _dust,
    "shield": _blocked,
    "hit": _lost,
    "out": _fallen,
}
"""What is drawn behind and before those who stand in a hideout, by how it is set off."""
