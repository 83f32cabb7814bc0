"""Where things lie in a hideout: the largest room for what matters most, the rest beside the number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from render.arena_of_heroes.planes import INNER, NUMBER, RIM
from render.arena_of_heroes.signs import BROAD

HERO: Final = 39.0
"""The radius of a hero's disc where there is room."""
DOT: Final = 16.0
"""The radius of the sign that somebody is not there."""
DIGITS: Final = 21.0
"""The radius of the circle round a number."""
_SIGN: Final = 35.0
_TOKEN: Final = 30.0
_PAIR: Final = (24.0, 18.0)
"""The radii of the sign of a ground, of one token, and of two beside each other."""
_FIRST: Final = 228.0
"""How far out the first signs of those who are not there lie."""
_APART: Final = 17.5
_EDGE: Final = RIM - 3.0
"""How far out whatever lies in the middle may reach."""
SPIDERS: Final = "spiders"
DOTS: Final = "dot"
WRONG_WAY: Final = "wrong_way"


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
    """How it is set off: ``struck``, ``beam``, or by what a shot came to; or not."""


class Spot(NamedTuple):
    """A circle in a hideout: how far out from the center of the ring, how far clockwise, its radius."""

    kind: str
    """``number``, ``sign``, ``hero``, `SPIDERS`, `WRONG_WAY`, or `DOTS` and its number."""
    out: float
    aside: float
    half: float


def spots(wedge: Wedge) -> list[Spot]:
    """Return where everything lies that is drawn in a hideout: no two overlap, and nothing reaches beyond it."""
    tokens = [SPIDERS] * bool(wedge.spiders) + [WRONG_WAY] * wedge.wrong_way
    sign = ["sign"] * (not wedge.closed)
    inner, found = _dots(len(wedge.dots))
    if wedge.hero is not None or wedge.ghost is not None:
        half = min(HERO, (_EDGE - inner) / 2 / BROAD)
        return [*found, Spot("hero", _EDGE - half * BROAD, 0, half), *_rim(tokens or sign)]
    if len(tokens) == 2:
        (large, small), out = _PAIR, max(300.0, inner + _PAIR[0])
        pair = [Spot(tokens[0], out, -small - 2, large), Spot(tokens[1], out, large + 2, small)]
        return [*found, *pair, *_rim(sign)]
    room = _EDGE - inner
    if tokens:
        return [*found, Spot(tokens[0], inner + room / 2, 0, min(_TOKEN, room / 2)), *_rim(sign)]
    return [*found, *(Spot(kind, inner + room / 2, 0, min(_SIGN, room / 2)) for kind in sign), *_rim([])]


def _dots(count: int) -> tuple[float, list[Spot]]:
    """Return the signs of those who are not there, and how far out the room for everything else begins."""
    if not count:
        return INNER + 8.0, []
    rows = {1: ((0.0,),), 2: ((-1.0, 1.0),), 3: ((-1.0, 1.0), (0.0,)), 4: ((-1.0, 1.0), (-1.0, 1.0))}[count]
    step = 28.0 if count == 3 else 34.0
    found = [Spot("", _FIRST + step * n, side * _APART, DOT) for n, row in enumerate(rows) for side in row]
    last = found[-1].out + DOT + 2
    return last, [spot._replace(kind=f"{DOTS}{n}") for n, spot in enumerate(found)]


def _rim(beside: list[str]) -> list[Spot]:
    """Return the number, and what lies beside it."""
    asides, half = {0: ((0.0,), 0.0), 1: ((-21.0, 24.0), 17.0), 2: ((-33.0, 5.0, 38.0), 14.0)}[len(beside)]
    number = Spot("number", NUMBER, asides[0], DIGITS - 1 if len(beside) > 1 else DIGITS)
    return [number, *(Spot(kind, NUMBER, aside, half) for kind, aside in zip(beside, asides[1:], strict=True))]
