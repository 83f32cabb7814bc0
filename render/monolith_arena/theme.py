"""The colours of Monolith Arena, the style of each seat, and the store of all that is drawn in them.

Seats differ by colour, by a light or dark ground and by the pattern of their frame; allies share a light or a dark
ground. Everything that is drawn knows a style by its number in `SEATS`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from games.monolith_arena.hexes import AXIAL, NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View
from render.store import Store
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
)

WOUND: Final[Colour] = (208, 24, 40)
POISON: Final[Colour] = (16, 104, 44)
EARTH: Final[Colour] = (112, 72, 32)
STONE: Final[Colour] = (80, 76, 76)
STONE_LIGHT: Final[Colour] = (104, 96, 92)
STONE_DARK: Final[Colour] = (56, 56, 60)
EMBER: Final[Colour] = (236, 140, 52)
GLOW: Final[tuple[Colour, ...]] = ((36, 36, 40), (48, 40, 40), (60, 44, 40))
"""The light of fires, the weakest first."""


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """The colours of a seat; `pattern` is the pattern of its frames."""

    letter: str
    pattern: str
    """``solid``, ``dashed``, ``double`` or ``dotted``."""
    light: bool
    """Whether its ground is light."""
    ground: Colour
    ink: Colour
    ring: Colour
    """The ground of the ring around the field."""
    grain: Colour
    """The texture of the ring, which shows the faction."""
    frame: Colour
    accent: Colour
    """The second colour of the frame's pattern."""
    melee: Colour
    ranged: Colour
    armor: Colour
    net: Colour
    path: Colour
    strike: Colour


_ON_LIGHT: Final = ((156, 12, 20), (0, 68, 140), (84, 84, 92), (0, 84, 52), (116, 36, 152), (132, 64, 0))
_ON_DARK: Final = ((252, 164, 140), (136, 228, 252), (212, 216, 224), (136, 244, 160), (228, 192, 252), (252, 220, 80))
"""Melee, ranged, armor, net, path and strike on light and on dark grounds."""

_OWN: Final = (
    SeatStyle(
        "A", "solid", True, (248, 236, 208), (36, 24, 20), (232, 212, 172), (212, 188, 144), (204, 44, 36),
        (252, 228, 196), *_ON_LIGHT,
    ),
    SeatStyle(
        "B", "dashed", False, (20, 48, 100), (244, 248, 252), (36, 64, 120), (52, 84, 144), (92, 176, 252),
        (12, 24, 56), *_ON_DARK,
    ),
    SeatStyle(
        "C", "double", True, (212, 236, 204), (16, 40, 24), (188, 216, 180), (164, 196, 160), (28, 132, 56),
        (240, 252, 236), *_ON_LIGHT,
    ),
    SeatStyle(
        "D", "dotted", False, (80, 32, 92), (252, 244, 252), (96, 48, 108), (120, 68, 132), (236, 172, 48),
        (64, 24, 40), *_ON_DARK,
    ),
)  # fmt: skip
_BORROWED: Final = (("B", "double"), ("C", "dashed"), ("C", "dotted"))
"""Which letters wear the colours of another where two sides play that are not A and B alone."""

SEATS: Final = (
    *_OWN,
    *(replace(style, letter=letter) for letter, pattern in _BORROWED for style in _OWN if style.pattern == pattern),
)
"""The styles of seats: first those of A to D by themselves, by their numbers, then those that only teams use."""


def style_number(letter: str, pattern: str) -> int:
    """Return the number of the style with that letter and pattern. Raises `StopIteration` if there is none."""
    return next(n for n, style in enumerate(SEATS) if (style.letter, style.pattern) == (letter, pattern))


_SIDES: Final = (("solid", "double"), ("dashed", "dotted"))
"""The patterns of the seats of each team, in their order."""


@cache
def seat_styles(teams: tuple[int, ...]) -> tuple[int, ...]:
    """Return the style of each seat by its number in `SEATS`, from the team of each seat.

    Two sides, each of one or two seats, are told apart by their grounds; in every other match each seat looks as its
    letter does by itself.
    """
    sides = [[seat for seat, team in enumerate(teams) if team == side] for side in sorted(set(teams))]
    if len(sides) != 2 or max(map(len, sides)) > 2:
        return tuple(range(len(teams)))
    worn = {
        seat: style_number(SEATS[seat].letter, pattern)
        for seats, patterns in zip(sides, _SIDES, strict=True)
        for seat, pattern in zip(seats, patterns, strict=False)
    }
    return tuple(worn[seat] for seat in range(len(teams)))


def seat_style(view: View, seat: int) -> int:
    """Return the style of a seat in a match, by its number."""
    return seat_styles(tuple([s.team for s in view.seats]))[seat]


FACTION_COLOURS: Final[dict[str, tuple[Colour, Colour]]] = {
    "dragon_empire": ((140, 52, 8), (252, 188, 92)),
    "guardians_of_the_realm": ((44, 72, 108), (184, 212, 236)),
    "harbingers_of_the_forest": ((36, 88, 32), (168, 224, 128)),
    "lords_of_the_abyss": ((100, 24, 100), (244, 140, 196)),
}
"""The colour of each faction on light and on dark grounds."""


def faction_colour(faction: str, style: SeatStyle) -> Colour:
    """Return the colour of a faction on the ground of a seat."""
    return FACTION_COLOURS[faction][0 if style.light else 1]


def _palette() -> Palette:
    shared = (PAGE, PANEL, SLOT, SLOT_RIM, TEXT, MUTED, MARK, DARK, WHITE, WOUND, POISON, EARTH, EMPTY_BAR)
    arena = (STONE, STONE_LIGHT, STONE_DARK, EMBER, *GLOW)
    colours: dict[Colour, None] = dict.fromkeys((*shared, *arena))
    pairs: list[tuple[Colour, Colour, int]] = []
    for s in _OWN:
        symbols = (s.melee, s.ranged, s.armor, s.net, s.path, s.strike)
        colours.update(dict.fromkeys((s.ground, s.ink, s.ring, s.grain, s.frame, s.accent, *symbols)))
        pairs += [(s.ground, s.ink, 5), (s.ring, s.frame, 1), (PAGE, s.frame, 2), (s.frame, s.accent, 1)]
        pairs += [(s.ring, symbol, 2) for symbol in symbols]
        pairs += [(s.ring, s.ink, 2), (s.frame, WHITE, 1), (s.path, s.ground, 2)]
        for home in FACTION_COLOURS:
            colours[faction_colour(home, s)] = None
            pairs.append((s.ground, faction_colour(home, s), 2))
    pairs += [(PAGE, TEXT, 6), (PAGE, MARK, 3), (MARK, DARK, 5), (SLOT, TEXT, 4), (PANEL, TEXT, 4)]
    pairs += [(WOUND, WHITE, 4), (POISON, WHITE, 4), (PAGE, MUTED, 2), (DARK, WHITE, 6), (PAGE, SLOT, 1)]
    pairs += [(EARTH, WHITE, 3), (PANEL, MARK, 2), (STONE, MUTED, 4), (GLOW[-1], EMBER, 2)]
    return Palette(blended(colours, pairs))


PALETTE: Final = _palette()
"""All colours of the pictures: those above and the steps between those that touch."""
index_of: Final = PALETTE.index_of
new_plane: Final = PALETTE.new_plane
to_plane: Final = PALETTE.to_plane


def _printed() -> object:
    """Return what is printed on tiles, which go by faction and id in the keys of drawings."""
    tiles = [tile for home in FACTIONS for tile in faction(home).tiles]
    return AXIAL, NAMES, [(replace(tile, name="", text=""), tile.turned, tile.period) for tile in tiles]


STORE: Final = Store("monolith_arena", 12 << 20, PALETTE, PAGE, _printed)
"""The store of all pictures: memory for what some dozens of matches show, however many are played."""
part: Final = STORE.part
