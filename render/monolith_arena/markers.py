"""What lies on top of a printed tile: current numerals, icons of features, wounds and all other markers."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render import strokes
from render.canvas import Canvas
from render.monolith_arena import emblems, hexgrid
from render.monolith_arena.theme import EARTH, POISON, SEATS, WOUND, SeatStyle
from render.theme import DARK, MARK, WHITE, Colour

FEATURES: Final = ("maneuver", "rotation", "teleport", "cavalry", "boundless", "assassination", "transformation")
"""The features that have an icon of their own, in the order in which they are shown."""

ROW: Final = -23.0
"""The height of the numerals and of the emblem beside them."""

_UPPER_LEFT, _LOWER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT = 5, 3, 0, 2


def features(tile: TileType) -> tuple[str, ...]:
    """The features of a tile that are shown as icons."""
    return tuple(name for name in FEATURES if getattr(tile, name))


_DISC: Final = (0.0, 25.0, 19.5, 18.0, 14.0, 11.5)
"""The radius of the disc of each numeral, by how many there are."""
_GAP: Final = (0.0, 0.0, 7.0, 3.0, 3.0, 2.0)
"""The room between two discs."""


def _breadth(numerals: int) -> float:
    """How wide the discs are side by side: each numeral has its own, so that 3 and 0 are never read as thirty."""
    count = min(numerals, len(_DISC) - 1)
    return 2 * count * _DISC[count] + _GAP[count] * max(0, count - 1)


def emblem_place(numerals: int) -> tuple[float, float, float]:
    """Centre and half width of the emblem beside that many numerals; no width where there is no room."""
    if numerals == 0:
        return 0, ROW - 2, 28
    if numerals > 2:
        return 0, 0, 0
    half = 22.0 if numerals == 1 else 17.0
    return (_breadth(numerals) + 4) / 2, ROW, half


def draw_initiative(canvas: Canvas, initiative: tuple[int, ...], changed: bool, style: SeatStyle) -> None:
    """The numerals of the phases in which a tile attacks; `changed` if they are not as printed."""
    count = len(initiative)
    ground, ink = (MARK, DARK) if changed else (style.ink, style.ground)
    shown = initiative[: len(_DISC) - 1]
    r = _DISC[len(shown)]
    _, _, half = emblem_place(count)
    step = 2 * r + _GAP[len(shown)]
    first = -(half + 2 if half else 0.0) - (len(shown) - 1) / 2 * step
    places = [first + n * step for n in range(len(shown))]
    size = (0, 46, 36, 34, 27, 22)[len(shown)]
    for x in places:
        canvas.disc(x, ROW, r + 2.5, style.ground)
    for x, value in zip(places, shown, strict=True):
        if changed:
            canvas.disc(x, ROW, r, style.ink)
        canvas.disc(x, ROW, r - 3 if changed else r, ground)
        canvas.text(x, ROW + 1, str(value), size if value < 10 else size * 0.7, ink, bold=True)


def _badge(
    canvas: Canvas, x: float, y: float, r: float, fill: Colour, rim: Colour, drawing: str, text: str = ""
) -> None:
    canvas.disc(x, y, r + 3, rim)
    canvas.disc(x, y, r, fill)
    if drawing:
        strokes.draw(canvas, drawing, x, y, r * 0.72, WHITE, fill)
    if text:
        canvas.text(x, y + 0.5, text, r * 1.55, WHITE, bold=True)


def draw_mesh(canvas: Canvas, style: SeatStyle) -> None:
    """The net over a netted tile: over the symbols at the edges, which do nothing now; the middle stays clear."""
    dark, light = style.ink, style.ground
    for width, colour, alpha in ((6.5, light, 255), (3.0, dark, 255)):
        for n in range(-2, 3):
            at = n * 30 + 15
            for lean in (-1, 1):
                ends = [(lean * (at - 80), -80.0), (lean * (at + 80), 80.0)]
                canvas.line([_clip(p, q) for p, q in (ends, ends[::-1])], width, colour, alpha)
    canvas.pill((-55, ROW - 25, 55, ROW + 25), 25, light)
    canvas.pill((-46, 12, 46, 42), 15, light)


def _clip(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The first point from `start` on the way to `end` that is inside the tile."""
    for step in range(101):
        x = start[0] + (end[0] - start[0]) * step / 100
        y = start[1] + (end[1] - start[1]) * step / 100
        if all(abs(x * dx + y * dy) < 58 for dx, dy in (hexgrid.toward(d, 0, 1) for d in range(3))):
            return x, y
    return start


def pips(view: TileView) -> int:
    """How many pips a tile shows: its hit points where they are more than one, or wounded."""
    whole = 0 if view.type.is_banner else view.hit_points
    return whole if whole > 1 or view.wounds else 0


def draw_pips(canvas: Canvas, whole: int, wounds: int, style: SeatStyle) -> None:
    """A tile's hit points, the lost ones hollow."""
    size = 7.5 if whole <= 2 else 6.0
    step = size * 2 + 3
    columns = [(whole + 1) // 2, whole // 2] if whole > 2 else [whole]
    for column, count in enumerate(columns):
        for n in range(count):
            number = n if column == 0 else columns[0] + n
            x = 78 - column * step if whole > 2 else 74
            y = (n - (count - 1) / 2) * step
            canvas.disc(x, y, size, style.ink)
            lost = number >= whole - wounds
            canvas.disc(x, y, size - 2.6, style.ground if lost else style.frame)


class Badge(NamedTuple):
    """A round marker or the icon of a feature."""

    name: str
    text: str
    x: float
    y: float
    r: float
    seat: int
    printed: bool
    """It belongs to the tile itself, not to the position."""


def badges(view: TileView) -> list[Badge]:
    """The round markers and the icons of features on a tile, each in its place."""
    corners: dict[int, list[tuple[str, str]]] = {c: [] for c in (_UPPER_LEFT, _LOWER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT)}
    for n, name in enumerate(features(view.type)):
        corners[_UPPER_LEFT if n == 0 else _LOWER_LEFT].append((name, ""))
    if view.venomous:
        corners[_LOWER_LEFT].append(("venom", ""))
    if view.wounds:
        corners[_UPPER_RIGHT].append(("wounds", str(view.wounds)))
    if view.token:
        corners[_LOWER_LEFT].append(("token", ""))
    if view.poison:
        corners[_LOWER_RIGHT].append(("poison", str(view.poison)))
    if view.entrenched:
        corners[_LOWER_RIGHT].append(("entrenched", ""))
    if view.disarmed:
        corners[_UPPER_RIGHT].append(("disarmed", ""))
    found = []
    for corner, items in corners.items():
        for n, (name, text) in enumerate(items):
            x, y = hexgrid.corner(corner, 75 if corner in (_LOWER_LEFT, _UPPER_LEFT) else 79)
            x += (n - (len(items) - 1) / 2) * 31 - (0 if len(items) == 1 else 10 if x > 0 else -10)
            r = 15.0 if len(items) == 1 else 12.5
            found.append(Badge(name, text, round(x), round(y), r, view.seat, view.type.venom))
    return found


def draw_badge(canvas: Canvas, badge: Badge) -> None:
    """A round marker or the icon of a feature."""
    name, text, x, y, r, seat, printed = badge
    style = SEATS[seat]
    if name == "wounds":
        _badge(canvas, x, y, r + 3, WOUND, WHITE, "", text)
    elif name == "poison":
        _badge(canvas, x, y, r + 3, POISON, WHITE, "", text)
        strokes.draw(canvas, emblems.EXTRAS["drop"], x, y - r - 7, 8, POISON, WHITE)
    elif name == "token":
        _badge(canvas, x, y, r + 1, DARK, WHITE, emblems.EXTRAS["mesh"])
    elif name == "entrenched":
        _badge(canvas, x, y, r + 2, EARTH, WHITE, emblems.EXTRAS["wall"])
    elif name == "disarmed":
        _badge(canvas, x, y, r + 1, WOUND, WHITE, emblems.EXTRAS["noblade"])
    elif name == "venom":
        ground, ink = (style.ground, style.net) if printed else (MARK, DARK)
        canvas.disc(x, y, r + 2, ground)
        strokes.draw(canvas, emblems.FEATURES["venom"], x, y, r, ink, ground)
    else:
        canvas.disc(x, y, r + 2, style.ground)
        strokes.draw(canvas, emblems.FEATURES[name], x, y, r, style.ink, style.ground)
