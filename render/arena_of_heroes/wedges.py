"""The twenty hideouts: their grounds, what is closed, who stands there, what was struck without showing anybody."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import FOREST, GROUND, RING, WATER
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import whereabouts
from render.arena_of_heroes import signs
from render.arena_of_heroes.planes import (
    DOTS,
    INNER,
    NUMBER,
    OUTER,
    RIM,
    SEATED,
    SIGN,
    SPAN,
    angle,
    at,
    bounds,
    cutout,
    polar,
    sector,
)
from render.arena_of_heroes.theme import (
    BLOOD,
    CLOSED,
    CLOSED_RIM,
    DIMMED,
    GROUNDS,
    JOINT,
    SCAR,
    VENOM,
    GroundStyle,
)
from render.canvas import Canvas
from render.icons import draw as draw_icon
from render.theme import DARK, MARK, WHITE, Colour

RADIUS: Final = 33
"""The radius of a hero's disc."""
DOT: Final = 12
"""The radius of a memory dot."""
_GAP: Final = 0.9
"""Degrees of joint between two hideouts."""


@dataclass(frozen=True, slots=True)
class Wedge:
    """All that the picture of a hideout depends on."""

    hideout: int
    closed: bool = False
    hero: tuple[int, str] | None = None
    """Seat and code of the hero that stands there for all to see."""
    ghost: tuple[int, str] | None = None
    """The same of the reader's own hidden hero."""
    dots: tuple[int, ...] = ()
    """The seats of hidden heroes that are not there, as far as anybody knows; in a private picture only of others."""
    bare: bool = False
    """No other hero can be there, as far as the reader of a private picture knows: it is dimmed."""
    spiders: int = 0
    wrong_way: bool = False
    light: str = ""
    """How it is set off: ``struck``, ``nothing``, ``reveal``, ``hit``, ``limit``, ``shield``, ``risk``, or not."""


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
    shape = sector(angle(wedge.hideout), INNER, OUTER)
    box = bounds(shape)
    cutout(
        wedge, box, partial(draw_wedge, wedge=wedge), ("wedge", wedge.hideout), lambda c: c.polygon(shape, WHITE)
    ).put(plane)


def draw_wedge(canvas: Canvas, wedge: Wedge) -> None:
    """Draw a hideout on a canvas in picture coordinates."""
    style, middle = GROUNDS[GROUND[wedge.hideout]], angle(wedge.hideout)
    canvas.polygon(sector(middle, INNER - 3, OUTER + 3, SPAN + 2), JOINT)
    if wedge.light:
        canvas.polygon(sector(middle, INNER - 3, OUTER + 3, SPAN), _LIGHTS[wedge.light])
    gap = 3.4 if wedge.light else _GAP
    inset = 7 if wedge.light else 2
    ground, rim = (CLOSED, CLOSED_RIM) if wedge.closed else (style.rim if wedge.bare else style.ground, style.rim)
    canvas.polygon(sector(middle, INNER + inset, OUTER - inset, SPAN - gap), ground)
    if wedge.closed:
        _cross(canvas, middle)
    else:
        _PATTERNS.get(GROUND[wedge.hideout], _stones)(canvas, middle, style.ground if wedge.bare else style.pattern)
    canvas.polygon(sector(middle, RIM, OUTER - inset, SPAN - gap), rim)
    x, y = polar(NUMBER, middle)
    canvas.text(x, y, str(wedge.hideout), 36, DIMMED if wedge.closed or wedge.bare else WHITE, bold=True)
    _tokens(canvas, wedge, style, ground)


def _cross(canvas: Canvas, middle: float) -> None:
    for one, other in ((-5.6, 5.6), (5.6, -5.6)):
        canvas.line([polar(INNER + 24, middle + one), polar(RIM - 14, middle + other * 0.9)], 7, SCAR)


def _trees(canvas: Canvas, middle: float, colour: Colour) -> None:
    for row, radius in enumerate((232, 258, 284, 312)):
        for n in range(-2, 3):
            turn = middle + (n + 0.5 * (row % 2)) * 3.7
            if abs(turn - middle) > 6.6:
                continue
            x, y = polar(radius, turn)
            canvas.polygon([(x, y - 8), (x + 6, y + 5), (x - 6, y + 5)], colour)


def _waves(canvas: Canvas, middle: float, colour: Colour) -> None:
    for row, radius in enumerate((228, 250, 272, 294, 316)):
        points = []
        for n in range(25):
            turn = middle - 7.2 + 14.4 * n / 24
            points.append(polar(radius + (3.5 if (n // 3 + row) % 2 else -3.5), turn))
        canvas.line(points, 3, colour)


def _stones(canvas: Canvas, middle: float, colour: Colour) -> None:
    for n, (radius, turn) in enumerate(
        ((230, -4.0), (236, 3.6), (252, 0.2), (262, -5.8), (270, 5.4), (286, -2.6), (296, 3.2), (312, -6), (322, 0.6))
    ):
        x, y = polar(radius, middle + turn)
        size = 4 + n % 3 * 1.6
        canvas.polygon(
            [(x - size, y + 2), (x - size * 0.4, y - size), (x + size, y - size * 0.3), (x + size * 0.7, y + size)],
            colour,
        )


_PATTERNS: Final = {FOREST: _trees, WATER: _waves}
_LIGHTS: Final = {
    "struck": MARK,
    "nothing": DIMMED,
    "reveal": WHITE,
    "hit": BLOOD,
    "limit": MARK,
    "shield": MARK,
    "risk": BLOOD,
}


def _tokens(canvas: Canvas, wedge: Wedge, style: GroundStyle, ground: Colour) -> None:
    """Draw all that lies or stands in a hideout."""
    kept = wedge.closed and wedge.hero is None and wedge.ghost is None
    beside = wedge.wrong_way and not kept
    kinds = ["spiders"] * bool(wedge.spiders) + ["sign"] * (not wedge.closed) + ["wrong_way"] * beside
    step = (0, 0, 42, 33)[len(kinds)]
    for n, kind in enumerate(kinds):
        x, y = at(wedge.hideout, SIGN, (n - (len(kinds) - 1) / 2) * step)
        if kind == "sign":
            canvas.disc(x, y, 20 if len(kinds) == 1 else 16, ground)
            draw_icon(canvas, style.icon, x, y, 16 if len(kinds) == 1 else 14, style.sign, ground)
        elif kind == "spiders":
            _spiders(canvas, wedge, x, y)
        else:
            canvas.disc(x, y, 17, DARK)
            draw_icon(canvas, signs.WRONG_WAY, x, y, 12, MARK, DARK)
    if wedge.wrong_way and kept:
        _kept_token(canvas, *at(wedge.hideout, SEATED))
    _dots(canvas, wedge)
    x, y = at(wedge.hideout, SEATED)
    if wedge.hero is not None:
        signs.disc(canvas, *wedge.hero, x, y, RADIUS, _badge(wedge.hideout))
    elif wedge.ghost is not None:
        signs.ghost(canvas, *wedge.ghost, x, y, RADIUS - 1, ground, _badge(wedge.hideout))


def _kept_token(canvas: Canvas, x: float, y: float) -> None:
    """Draw the token of Wrong Way on a hideout that Collapse has closed: on the cross, with a rim against the dark."""
    canvas.disc(x, y, 23, DIMMED)
    canvas.disc(x, y, 20, DARK)
    draw_icon(canvas, signs.WRONG_WAY, x, y, 15, MARK, DARK)


def _badge(hideout: int) -> tuple[float, float]:
    """Return where the letter sits on a disc, in radii: clockwise and outwards, away from the memory dots."""
    turn = math.radians(angle(hideout) + 72)
    return 1.02 * math.cos(turn), 1.02 * math.sin(turn)


def _spiders(canvas: Canvas, wedge: Wedge, x: float, y: float) -> None:
    """Draw a spider, with their number where there are two."""
    canvas.disc(x, y, 18, DARK)
    draw_icon(canvas, signs.SPIDER, x, y, 13, VENOM, DARK)
    if wedge.spiders > 1:
        out = polar(SIGN + 22, angle(wedge.hideout))  # away from whoever stands there
        canvas.disc(*out, 11, WHITE)
        canvas.text(*out, str(wedge.spiders), 19, DARK, bold=True)


def _dots(canvas: Canvas, wedge: Wedge) -> None:
    """Draw a small letter, struck out, for each hidden hero that is not there."""
    rows = [wedge.dots] if len(wedge.dots) < 4 else [wedge.dots[:2], wedge.dots[2:]]
    for radius, row in zip(DOTS, rows, strict=False):
        for n, seat in enumerate(row):
            x, y = at(wedge.hideout, radius, (n - (len(row) - 1) / 2) * 25)
            signs.letter(canvas, seat, x, y, DOT / 1.16)
            canvas.line([(x - DOT, y + DOT), (x + DOT, y - DOT)], 7, DARK)
            canvas.line([(x - DOT, y + DOT), (x + DOT, y - DOT)], 4, BLOOD)
