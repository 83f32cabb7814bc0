"""The colours of Monolith Arena, the style of each army on each side, and the store of all that is drawn in them.

The hue tells the army, which only one seat of a match has (R2.1); a light or a dark ground tells the team. The pattern
of the frame tells armies apart without colour. Everything that is drawn knows a style by its number in `STYLES`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from PIL import Image

from games.monolith_arena.hexes import AXIAL, NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View
from render.store import Cache, Store, pixels
from render.theme import (
    DARK,
    EMPTY_BAR,
    MARK,
    MUTED,
    PAGE,
    PANEL,
    SLOT,
    SLOT_RIM,
    TEXT,
    WHITE,
    Colour,
    Palette,
    blended,
    lay,
)

WOUND: Final[Colour] = (208, 24, 40)
POISON: Final[Colour] = (16, 104, 44)
EARTH: Final[Colour] = (112, 72, 32)
VENOM: Final[Colour] = (136, 244, 160)
STEEL: Final[Colour] = (220, 224, 232)
STEEL_DARK: Final[Colour] = (152, 160, 172)
STONE: Final[Colour] = (80, 76, 76)
STONE_LIGHT: Final[Colour] = (104, 96, 92)
STONE_DARK: Final[Colour] = (56, 56, 60)
EMBER: Final[Colour] = (236, 140, 52)
GLOW: Final[tuple[Colour, ...]] = ((32, 32, 40), (36, 36, 40), (40, 36, 40), (48, 40, 40), (56, 44, 40), (68, 52, 44))
"""The floor in the light of fires, the weakest first."""


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """The colours of an army on one side; `pattern` is the pattern of its frames."""

    faction: str
    """The army's id, or nothing for a seat that has none yet."""
    pattern: str
    """``solid``, ``dotted``, ``double``, ``teeth`` or ``dashed``."""
    light: bool
    """Whether its ground is light."""
    ground: Colour
    ink: Colour
    ring: Colour
    """The ground between the field and the frame."""
    frame: Colour
    shade: Colour
    """The frame's sides that are turned away from the light."""
    accent: Colour
    """The second colour of the frame's pattern."""
    emblem: Colour
    melee: Colour
    ranged: Colour
    net: Colour
    path: Colour
    strike: Colour


_ON_LIGHT: Final = ((168, 12, 24), (0, 72, 152), (0, 84, 52), (116, 36, 152), (132, 64, 0))
_ON_DARK: Final = ((252, 176, 152), (128, 224, 252), (136, 244, 160), (228, 192, 252), (252, 220, 80))
"""Melee, ranged, net, path and strike on light and on dark grounds."""

_ARMIES: Final = {
    "dragon_empire": (
        "solid",
        ((252, 240, 212), (44, 20, 12), (236, 208, 164), (196, 44, 28), (136, 24, 20), (252, 220, 180), (164, 40, 16)),
        ((84, 20, 16), (252, 240, 228), (108, 36, 28), (228, 84, 36), (156, 48, 20), (92, 24, 20), (252, 172, 116)),
    ),
    "guardians_of_the_realm": (
        "dotted",
        ((208, 224, 244), (12, 28, 60), (180, 204, 228), (72, 128, 208), (40, 80, 140), (224, 236, 248), (28, 68, 132)),
        ((12, 28, 72), (240, 248, 252), (24, 48, 104), (116, 172, 236), (64, 112, 176), (16, 28, 64), (164, 208, 252)),
    ),
    "harbingers_of_the_forest": (
        "double",
        ((200, 228, 180), (16, 40, 16), (180, 212, 160), (40, 104, 40), (24, 72, 24), (240, 252, 232), (24, 84, 28)),
        ((28, 76, 44), (240, 252, 240), (36, 88, 52), (140, 228, 116), (64, 144, 64), (16, 40, 24), (164, 240, 144)),
    ),
    "lords_of_the_abyss": (
        "teeth",
        (
            (240, 224, 248),
            (48, 12, 56),
            (220, 192, 232),
            (156, 72, 172),
            (92, 24, 104),
            (240, 224, 248),
            (120, 32, 132),
        ),
        ((68, 28, 92), (252, 240, 252), (88, 44, 112), (228, 152, 244), (148, 76, 172), (40, 12, 56), (252, 160, 228)),
    ),
    "": (
        "dashed",
        (TEXT, DARK, MUTED, STONE_LIGHT, STONE, TEXT, STONE),
        (PANEL, TEXT, EMPTY_BAR, SLOT_RIM, SLOT, PANEL, MUTED),
    ),
}
"""The pattern of each army, and on light and on dark: ground, ink, ring, frame, shade, accent and emblem."""

STYLES: Final = tuple(
    SeatStyle(home, pattern, light, *(on_light if light else on_dark), *(_ON_LIGHT if light else _ON_DARK))
    for home, (pattern, on_light, on_dark) in _ARMIES.items()
    for light in (True, False)
)
"""The style of every army on a light and on a dark ground, then that of a seat without an army."""
FIGHTING: Final = len(STYLES) - 2
"""The number of styles that tiles wear."""


def style_of(home: str, light: bool = True) -> int:
    """Return the number of the style of an army, or of none, on a light or a dark ground."""
    return 2 * tuple(_ARMIES).index(home) + (not light)


@cache
def lights(teams: tuple[int, ...]) -> tuple[bool, ...]:
    """Return which seats have light grounds, from the team of each seat.

    Those of the first of two teams do; where there are more, every other team.
    """
    order = sorted(set(teams))
    return tuple(order.index(team) % 2 == 0 for team in teams)


def army_style(view: View, seat: int, home: str) -> int:
    """Return the style of an army as a seat of a match wears it, or would."""
    return style_of(home, lights(tuple([s.team for s in view.seats]))[seat])


def seat_style(view: View, seat: int) -> int:
    """Return the style of a seat in a match, by its number."""
    home = view.seats[seat].faction
    return army_style(view, seat, home.id if home else "")


def _palette() -> Palette:
    shared = (PAGE, PANEL, SLOT, SLOT_RIM, TEXT, MUTED, MARK, DARK, WHITE, WOUND, POISON, EARTH, EMPTY_BAR)
    signs = (VENOM, STEEL, STEEL_DARK)
    arena = (STONE, STONE_LIGHT, STONE_DARK, EMBER, *GLOW)
    colours: dict[Colour, None] = dict.fromkeys((*shared, *signs, *arena))
    pairs: list[tuple[Colour, Colour, int]] = []
    for s in STYLES:
        symbols = (s.melee, s.ranged, s.net, s.path, s.strike)
        colours.update(dict.fromkeys((s.ground, s.ink, s.ring, s.frame, s.shade, s.accent, s.emblem, *symbols)))
        pairs.append((s.ground, s.ink, 3))
        if s.faction:
            pairs += [(s.frame, s.accent, 1), (s.frame, s.ground, 1), (s.shade, s.ground, 1), (s.ground, s.emblem, 2)]
            pairs += [(s.ground, symbol, 1) for symbol in (s.melee, s.ranged, s.path)]
            pairs += [(s.ring, symbol, 1) for symbol in (s.net, s.path, s.strike)]
            pairs.append((s.frame, WHITE, 1))
    for light in STYLES[:2]:
        pairs += [(light.melee, WHITE if light.light else DARK, 2), (light.ranged, WHITE if light.light else DARK, 2)]
    pairs += [(PAGE, TEXT, 5), (PAGE, MARK, 3), (MARK, DARK, 4), (SLOT, TEXT, 2), (PANEL, TEXT, 3)]
    pairs += [(WOUND, WHITE, 4), (POISON, WHITE, 4), (PAGE, MUTED, 2), (DARK, WHITE, 5), (PAGE, SLOT, 1)]
    pairs += [(EARTH, WHITE, 3), (PANEL, MARK, 2), (STONE, MUTED, 3), (GLOW[-1], EMBER, 2)]
    return Palette(blended(colours, pairs))


PALETTE: Final = _palette()
"""All colours of the pictures: those above and the steps between those that touch."""
index_of: Final = PALETTE.index_of
new_plane: Final = PALETTE.new_plane
to_plane: Final = PALETTE.to_plane


_NOT_PAGE: Final = [0 if n == PALETTE.index_of(PAGE) else 255 for n in range(256)]
_FLOOR: Final = [255 if n in {PALETTE.index_of(colour) for colour in (PAGE, *GLOW)} else 0 for n in range(256)]


def drawn_on(plane: Image.Image) -> Image.Image:
    """Return where a plane shows more than the ground of the page."""
    return plane.point(_NOT_PAGE, "1")


def floor_of(plane: Image.Image) -> Image.Image:
    """Return where a plane shows nothing but the floor, in the light of fires or not."""
    return plane.point(_FLOOR, "1")


_shapes: Final[Cache[Image.Image]] = Cache(2 << 20, pixels)
"""Where the parts that lie on the floor have anything, by their keys."""


def lay_on_floor(plane: Image.Image, key: Hashable, part: Image.Image, x: int, y: int) -> None:
    """Put the part of that key onto a plane so that the floor stays to be seen around it."""
    lay(plane, part, x, y, _shapes.get(key, partial(drawn_on, part)))


def _printed() -> object:
    """Return what is printed on tiles, which go by faction and id in the keys of drawings."""
    tiles = [tile for home in FACTIONS for tile in faction(home).tiles]
    return AXIAL, NAMES, [(replace(tile, name="", text=""), tile.turned, tile.period) for tile in tiles]


STORE: Final = Store("monolith_arena", 12 << 20, PALETTE, PAGE, _printed)
"""The store of all pictures: memory for what some dozens of matches show, however many are played."""
part: Final = STORE.part
