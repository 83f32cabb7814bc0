"""Names on tiles: upright in the field below emblem and numerals, as large as they fit, the same at every facing."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.messages import Message
from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, font, text_width
from render.labels import Labels
from render.monolith_arena.layout import ORDER_FIELD, Layer, Shape, bounds, box, half_width
from render.monolith_arena.markers import MOST, numeral_places
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
    "combat_platform": Message.term("tile on board", "Combat Platf."),
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
    "nightmare": Message.term("tile on board", "Night|mare"),
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

GIFTS: Final = {
    "melee": Message.term("gift on board", "melee"),
    "ranged": Message.term("gift on board", "ranged"),
    "both": Message.term("gift on board", "both"),
    "initiative": Message.term("gift on board", "init."),
    "toughness": Message.term("gift on board", "life"),
    "maneuver": Message.term("gift on board", "moves"),
    "venom": Message.term("gift on board", "venom"),
}
"""What runes and banners give, as it stands on them below their names, after a number where there is one: +1 melee."""

LARGEST: Final = 26.0
_LARGEST_BROKEN: Final = 22.5
_ENOUGH: Final = 22.0
"""From this size on a name stays on one line; what a tile gives is set in it."""
_ROOM: Final = (5.5, 47.5, 49.5)
"""Where the room for a name begins, and where its letters and what hangs from them end: above the lower corners."""
_GIVEN: Final = (-9.0, 47.5, 49.5)
"""The same on a rune with a small emblem."""
_TOPS: Final = (10.0, 7.8, 7.0, 6.2)
"""Where a name beside numerals begins, if it fits there: the first leaves some room below them."""
_BETWEEN: Final = (0.13, 0.05)
"""The room between two lines, at size 1: below the letters, and at least below what hangs from them."""
_GIVEN_UP: Final = 8.0
_ORDER: Final = (18.0, 64.0, 64.0)
"""Where the room for the name of an order begins and ends, and half its width."""


def gift(tile: TileType, labels: Labels) -> str:
    """Return in a few letters what a rune or a banner gives, as far as its name does not say it; or nothing."""
    gifts = tile.gifts
    if gifts is None:
        return ""
    if gifts.melee and gifts.melee == gifts.ranged:
        return f"+{gifts.melee} {labels(GIFTS['both'])}"
    for name in ("melee", "ranged", "initiative", "toughness"):
        if number := getattr(gifts, name):
            return f"+{number} {labels(GIFTS[name])}"
    given = [name for name in ("maneuver", "venom") if tile.is_banner and getattr(gifts, name)]
    return labels(GIFTS[given[0]]) if given else ""


def on_tile(tile: TileType, labels: Labels) -> str:
    """Return the name as it stands on a tile, with `BREAK` where a word may be broken.

    What the tile gives follows after the end of a line.
    """
    name, given = short(tile, labels), gift(tile, labels)
    return f"{name}\n{given}" if given else name


def short(tile: TileType, labels: Labels) -> str:
    """Return the name alone as it stands on a tile, with `BREAK` where a word may be broken."""
    return labels(ON_TILE[tile.id])


def has_small_emblem(tile: TileType) -> bool:
    """Return True if a tile's name needs more room than other names, because what it gives stands below it."""
    gifts = tile.gifts
    numbers = gifts is not None and (gifts.melee or gifts.ranged or gifts.initiative or gifts.toughness)
    return tile.kind == "rune" and bool(numbers)


class Line(NamedTuple):
    """A line of a name, its middle at (0, y) from the centre of the tile."""

    text: str
    y: float
    size: float
    bold: bool = True

    @property
    def half(self) -> float:
        """Return half its width."""
        return breadth(self.text, self.bold) * self.size / 2

    @property
    def top(self) -> float:
        """Return where its letters begin."""
        return self.y - reach(self.text, self.bold)[0] * self.size

    @property
    def base(self) -> float:
        """Return where its letters end, but for what hangs from some of them."""
        return self.y + _standing(self.text, self.bold) * self.size

    @property
    def bottom(self) -> float:
        """Return where all of its letters end."""
        return self.y + reach(self.text, self.bold)[1] * self.size

    @property
    def hanging(self) -> tuple[float, float] | None:
        """Return from where to where letters hang below the others; `None` if none do."""
        ends = _below(self.text, self.bold)
        return ends and (ends[0] * self.size - self.half, ends[1] * self.size - self.half)


_HANGING: Final = frozenset("gjpqyçQ,;ĄąĘęĮįŞşŢţ")
"""Letters that reach below the line."""


class Name(NamedTuple):
    """A name as it stands on a tile."""

    lines: tuple[Line, ...]

    @property
    def size(self) -> float:
        """Return the size of its smallest letters."""
        return min(line.size for line in self.lines)


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
def breadth(text: str, bold: bool = True) -> float:
    """Return the width of a line at size 1: one font for all sizes, because loading one is slow."""
    return text_width(text, LARGEST, bold) / LARGEST


@cache
def reach(text: str, bold: bool = True) -> tuple[float, float]:
    """Return how far the letters of a line reach above and below its middle, at size 1."""
    pixels = 4 * round(LARGEST)
    _, top, _, bottom = font(pixels, bold).getbbox(text, anchor="mm")
    return -top / pixels, bottom / pixels


@cache
def _standing(text: str, bold: bool) -> float:
    """Return how far the letters of a line reach below its middle, but for those that hang from it, at size 1."""
    return reach("".join(letter for letter in text if letter not in _HANGING) or "x", bold)[1]


@cache
def _below(text: str, bold: bool) -> tuple[float, float] | None:
    """Return from where to where letters hang below the others, from the beginning of a line at size 1."""
    found = [n for n, letter in enumerate(text) if letter in _HANGING]
    return (breadth(text[: found[0]], bold), breadth(text[: found[-1] + 1], bold)) if found else None


@cache
def _beside_numerals(top: float) -> float:
    """Return how far to both sides a line that begins at a height leaves numerals alone, however many there are."""
    free = math.inf
    for count in (2, MOST):
        places, radius = numeral_places(count)
        radius /= math.cos(math.pi / 16)  # as the area of a disc is taken
        for x, y in places:
            if top < y + radius:
                free = min(free, abs(x) - math.sqrt(radius**2 - max(0.0, top - y) ** 2))
    return free


class Room(NamedTuple):
    """Where a name may stand."""

    top: float
    base: float
    bottom: float
    half: Callable[[float], float]
    """Tells how far to both sides there is room at a height."""
    numerals: bool = False
    """Numerals stand beside where it begins."""

    def holds(self, line: Line) -> bool:
        """Return True if a line fits."""
        if line.base > self.base or line.bottom > self.bottom:
            return False
        hanging = line.hanging
        free = _beside_numerals(round(line.top, 2)) if self.numerals else math.inf
        inside = line.half <= min(self.half(line.top), self.half(line.base), free)
        return inside and (hanging is None or max(map(abs, hanging)) <= self.half(line.bottom))


def _lay(lines: list[str], size: float, given: str, top: float) -> Name:
    """Return the lines one below the other, what is given last."""
    laid: list[Line] = []
    for text, large, bold in [*((line, size, True) for line in lines), *([(given, _ENOUGH, False)] if given else [])]:
        laid.append(Line(text, top + reach(text, bold)[0] * large, large, bold))
        below, least = (share * large for share in _BETWEEN)
        top = max(laid[-1].base + below, laid[-1].bottom + least)
    return Name(tuple(laid))


def _fitting(lines: list[str], size: float, given: str, room: Room) -> Name:
    """Return the lines as large and, at that size, as high as they fit."""
    while True:
        for top in (*_TOPS, room.top) if room.numerals else (room.top,):
            name = _lay(lines, size, given, top)
            if all(map(room.holds, name.lines)):
                return name
        if size <= _GIVEN_UP:
            return name
        size -= 0.5


def _best(text: str, room: Room) -> Name:
    name, _, given = text.partition("\n")
    best = _fitting([name.replace(BREAK, "")], LARGEST, given, room)
    if best.lines[0].size < _ENOUGH:
        for lines in reversed(ways(name)):
            broken = _fitting(lines, _LARGEST_BROKEN, given, room)
            best = broken if broken.lines[0].size > best.lines[0].size else best
    return best


@lru_cache(1024)
def place(text: str, *, small_emblem: bool = False) -> Name:
    """Return a name in the field; on two lines only if it is larger then."""
    return _best(text, Room(*(_GIVEN if small_emblem else _ROOM), half_width, numerals=not small_emblem))


@lru_cache(256)
def place_below(text: str) -> Name:
    """Return the name of an order, which has no symbols and a wider field."""
    top, bottom, widest = _ORDER
    name = _best(text, Room(top, bottom, bottom, lambda y: min(widest, half_width(y, ORDER_FIELD))))
    last = name.lines[-1]
    lower = (bottom - last.y - 0.4 * last.size) * 0.4
    return Name(tuple(line._replace(y=line.y + lower) for line in name.lines))


def shapes(name: Name) -> tuple[Shape, ...]:
    """Return what the letters fill, line by line, and below that what hangs from them."""
    boxes = []
    for line in name.lines:
        boxes.append(box(-line.half, line.top, line.half, line.base))
        if (hanging := line.hanging) is not None and line.bottom > line.base:
            boxes.append(box(hanging[0], line.base, hanging[1], line.bottom))
    return tuple(boxes)


def draw(canvas: Canvas, name: Name, style: SeatStyle) -> None:
    """Draw the name on a tile."""
    for line in name.lines:
        canvas.text(0, line.y, line.text, line.size, style.ink, bold=line.bold)


class NameLayer(NamedTuple):
    """The name of a tile as a layer, which is placed only when it is drawn: the drawing is kept by its words."""

    text: str
    seat: int
    order: bool = False
    small_emblem: bool = False

    @property
    def kind(self) -> str:
        """Return what it is."""
        return "name"

    @property
    def key(self) -> Hashable:
        """Return what the drawing depends on."""
        return "name", *self

    @property
    def placed(self) -> Name:
        """Return the name as it stands on the tile."""
        return place_below(self.text) if self.order else place(self.text, small_emblem=self.small_emblem)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Return what it fills."""
        return shapes(self.placed)

    @property
    def letters(self) -> float:
        """Return the size of its smallest letters."""
        return self.placed.size

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return the smallest box around it."""
        return bounds(self.shapes)

    def draw(self, canvas: Canvas) -> None:
        """Draw it around the centre of the tile."""
        draw(canvas, self.placed, STYLES[self.seat])


AnyLayer = Layer | NameLayer
