"""Names on tiles: upright in the field below emblem and numerals, as large as they fit, the same at every facing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

from games.messages import Message
from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, font, text_width
from render.labels import Labels
from render.monolith_arena.layout import ORDER_FIELD, Layer, Shape, box, half_width
from render.monolith_arena.theme import STYLES, SeatStyle

BREAK: Final = "|"
"""Where a name on a tile may be broken besides at its blanks: ``Arque|busier``."""
ON_TILE: Final = {
    "arquebusier": Message.term("tile on board", "Arque|busier"),
    "assassin": Message.term("tile on board", "Assassin"),
    "axeman": Message.term("tile on board", "Axeman"),
    "banner": Message.term("tile on board", "Banner"),
    "battle": Message.term("tile on board", "Battle"),
    "battle_charge": Message.term("tile on board", "Battle/|Charge"),
    "chaos": Message.term("tile on board", "Chaos"),
    "combat_platform": Message.term("tile on board", "Combat Platform"),
    "crossbowman": Message.term("tile on board", "Cross|bowman"),
    "demon": Message.term("tile on board", "Demon"),
    "dragon_rider": Message.term("tile on board", "Dragon Rider"),
    "entrenchment": Message.term("tile on board", "Entrench|ment"),
    "false_order": Message.term("tile on board", "False Order"),
    "fire_concoction": Message.term("tile on board", "Fire Concoction"),
    "golem": Message.term("tile on board", "Golem"),
    "herne": Message.term("tile on board", "Herne"),
    "horror": Message.term("tile on board", "Horror"),
    "hunter": Message.term("tile on board", "Hunter"),
    "knight": Message.term("tile on board", "Knight"),
    "landsknecht": Message.term("tile on board", "Lands|knecht"),
    "morlock": Message.term("tile on board", "Morlock"),
    "move": Message.term("tile on board", "Move"),
    "mygalomorph": Message.term("tile on board", "Mygalo|morph"),
    "net": Message.term("tile on board", "Net"),
    "nightmare": Message.term("tile on board", "Nightmare"),
    "pikeman": Message.term("tile on board", "Pikeman"),
    "precise_shot": Message.term("tile on board", "Precise Shot"),
    "pupil": Message.term("tile on board", "Pupil"),
    "push_back": Message.term("tile on board", "Push Back"),
    "rotation": Message.term("tile on board", "Rotation"),
    "rune_of_accuracy": Message.term("tile on board", "Accuracy"),
    "rune_of_agility": Message.term("tile on board", "Agility"),
    "rune_of_charge": Message.term("tile on board", "Charge"),
    "rune_of_disarmament": Message.term("tile on board", "Disarma|ment"),
    "rune_of_double_attack": Message.term("tile on board", "Double Attack"),
    "rune_of_greater_acceleration": Message.term("tile on board", "Greater Accel."),
    "rune_of_minor_acceleration": Message.term("tile on board", "Minor Accel."),
    "rune_of_penetration": Message.term("tile on board", "Penetra|tion"),
    "rune_of_regeneration": Message.term("tile on board", "Regene|ration"),
    "rune_of_reinforcement": Message.term("tile on board", "Reinforce|ment"),
    "rune_of_strength": Message.term("tile on board", "Strength"),
    "rune_of_teleportation": Message.term("tile on board", "Telepor|tation"),
    "sorcerer": Message.term("tile on board", "Sorcerer"),
    "spark": Message.term("tile on board", "Spark"),
    "spike": Message.term("tile on board", "Spike"),
    "swordsman": Message.term("tile on board", "Swords|man"),
    "veteran": Message.term("tile on board", "Veteran"),
    "wraith": Message.term("tile on board", "Wraith"),
    "wyrm": Message.term("tile on board", "Wyrm"),
    "wyvern": Message.term("tile on board", "Wyvern"),
}
"""The names as they stand on tiles, by the ids of the tiles: without what all runes share, some shortened. A word may
be broken at a bar; the bar itself is never seen. Translations have bars of their own, as many as are of use."""

LARGEST: Final = 26.0
_LARGEST_BROKEN: Final = 22.5
_ENOUGH: Final = 22.0
"""From this size on a name stays on one line."""
_ROOM: Final = (10.0, 47.5)
"""Where the room for a name begins and ends: above the badges at the lower corners."""
_LEADING: Final = 0.96
"""From line to line, at size 1."""
_GIVEN_UP: Final = 8.0
_ORDER: Final = (18.0, 64.0, 64.0)
"""Where the room for the name of an order begins and ends, and half its width."""


def on_tile(tile: TileType, labels: Labels) -> str:
    """Return the name as it stands on a tile, with `BREAK` where a word may be broken."""
    return labels(ON_TILE[tile.id])


class Line(NamedTuple):
    """A line of a name, its middle at (0, y) from the centre of the tile."""

    text: str
    y: float


class Name(NamedTuple):
    """A name as it stands on a tile."""

    lines: tuple[Line, ...]
    size: float


def ways(name: str) -> list[list[str]]:
    """Return all ways to break a name into two lines: at its blanks, and with a hyphen where it has a `BREAK`."""
    broken = []
    for at, sign in enumerate(name):
        if sign in (" ", BREAK):
            first, second = name[:at].replace(BREAK, ""), name[at + 1 :].replace(BREAK, "")
            hyphen = "-" if sign == BREAK and first[-1:].isalpha() else ""
            broken.append([first + hyphen, second])
    return broken


@cache
def breadth(text: str) -> float:
    """Return the width of a line at size 1: one font for all sizes, because loading one is slow."""
    return text_width(text, LARGEST, True) / LARGEST


@cache
def reach(text: str) -> tuple[float, float]:
    """Return how far the letters of a line reach above and below its middle, at size 1."""
    pixels = 4 * round(LARGEST)
    _, top, _, bottom = font(pixels, bold=True).getbbox(text, anchor="mm")
    return -top / pixels, bottom / pixels


def _lay(lines: list[str], size: float, top: float) -> Name:
    """Return the lines one below the other."""
    first = top + reach(lines[0])[0] * size
    return Name(tuple(Line(text, first + n * size * _LEADING) for n, text in enumerate(lines)), size)


def _fitting(lines: list[str], size: float, top: float, bottom: float, half: Callable[[float], float]) -> Name:
    """Return the lines as large as they fit: `half` tells how far to both sides there is room at a height."""
    while True:
        name = _lay(lines, size, top)
        last = name.lines[-1]
        fits = last.y + reach(last.text)[1] * size <= bottom
        if (
            fits
            and all(
                breadth(line.text) * size / 2 <= half(line.y + reach(line.text)[1] * size) - 0.3 for line in name.lines
            )
        ) or size <= _GIVEN_UP:
            return name
        size -= 0.5


def _best(text: str, top: float, bottom: float, half: Callable[[float], float]) -> Name:
    best = _fitting([text.replace(BREAK, "")], LARGEST, top, bottom, half)
    if best.size < _ENOUGH:
        for lines in reversed(ways(text)):
            broken = _fitting(lines, _LARGEST_BROKEN, top, bottom, half)
            best = broken if broken.size > best.size else best
    return best


@lru_cache(1024)
def place(text: str) -> Name:
    """Return a name in the field; on two lines only if it is larger then."""
    return _best(text, *_ROOM, half_width)


@lru_cache(256)
def place_below(text: str) -> Name:
    """Return the name of an order, which has no symbols and a wider field."""
    top, bottom, widest = _ORDER
    name = _best(text, top, bottom, lambda y: min(widest, half_width(y, ORDER_FIELD)))
    lower = (bottom - name.lines[-1].y - 0.4 * name.size) * 0.4
    return Name(tuple(line._replace(y=line.y + lower) for line in name.lines), name.size)


def shapes(name: Name) -> tuple[Shape, ...]:
    """Return what the letters fill, line by line."""
    boxes = []
    for line in name.lines:
        half, (above, below) = breadth(line.text) * name.size / 2, reach(line.text)
        boxes.append(box(-half, line.y - above * name.size, half, line.y + below * name.size))
    return tuple(boxes)


def draw(canvas: Canvas, name: Name, style: SeatStyle) -> None:
    """Draw the name on a tile."""
    for line in name.lines:
        canvas.text(0, line.y, line.text, name.size, style.ink, bold=True)


def layer(text: str, seat: int, order: bool = False) -> Layer:
    """Return the name of a tile."""
    placed = place_below(text) if order else place(text)
    return Layer(
        "name", ("name", placed, seat), shapes(placed), placed.size, partial(draw, name=placed, style=STYLES[seat])
    )
