"""The emblem of every tile and the icons of features, as small drawings in a box from -1 to 1.

A drawing is a line of strokes. ``p`` is a filled polygon, ``c x y r`` a filled circle, ``l w`` a line of that width
through points; capital letters draw in the colour of the ground, that is, they cut out.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.monolith_arena.tiles import TileType
from render.canvas import Canvas, Point
from render.theme import Colour

_HORSE: Final = (
    "p -.4 .95 -.45 .3 -.1 -.05 -.5 .15 -.85 .1 -.85 -.2 -.25 -.7 -.15 -1 .1 -.75 .5 -.55 .75 .1 .8 .95; C -.2 -.4 .1"
)
_SWORD: Final = "p 0 -1 .17 -.75 .17 .35 -.17 .35 -.17 -.75; l .17 -.5 .42 .5 .42; l .17 0 .45 0 .85; c 0 .88 .16"
_CROSSED: Final = (
    "l .2 -.8 -.85 .75 .7; l .2 .8 -.85 -.75 .7; l .16 -.85 .3 -.3 .85; l .16 .85 .3 .3 .85;"
    "p -1 -1.05 -.6 -.9 -.85 -.65; p 1 -1.05 .6 -.9 .85 -.65"
)
_FOUR_WAYS: Final = (
    "l .2 -.7 0 .7 0; l .2 0 -.7 0 .7; p 0 -1.05 .36 -.58 -.36 -.58; p 0 1.05 .36 .58 -.36 .58;"
    "p -1.05 0 -.58 .36 -.58 -.36; p 1.05 0 .58 .36 .58 -.36"
)
_CIRCLE_ARROW: Final = (
    "l .22 .45 -.55 .05 -.72 -.4 -.6 -.7 -.15 -.65 .35 -.25 .68 .25 .68 .6 .4; p .95 -.55 .3 -1.05 .2 -.1"
)
_SPIRAL: Final = (
    "l .2 .0 .05 .22 -.02 .2 -.28 -.08 -.38 -.38 -.18 -.4 .22 -.1 .52 .38 .48 .7 .12 .66 -.4 .28 -.8 -.3 -.86;"
    "c -.3 -.86 .12; c -.8 -.35 .13; c -.88 .2 .13; c -.6 .7 .13"
)
_DROP: Final = "p 0 -1 .3 -.45 .56 0 -.56 0 -.3 -.45; c 0 .28 .64; C -.22 .2 .14; C .22 .2 .14; L .1 -.25 .58 .25 .58"
_DAGGER: Final = "p 1 -1 .38 .12 -.12 -.38; l .18 -.6 -.2 .2 .6; l .22 -.3 .3 -.8 .8"
_CROSS: Final = "p -.3 -.9 .3 -.9 .3 -.3 .9 -.3 .9 .3 .3 .3 .3 .9 -.3 .9 -.3 .3 -.9 .3 -.9 -.3 -.3 -.3"
_CHEVRON: Final = "l .26 -.75 .45 0 -.3 .75 .45"
_MESH: Final = (
    "l .12 -.9 -.45 .9 -.45; l .12 -.9 .05 .9 .05; l .12 -.9 .55 .9 .55;"
    "l .12 -.55 -.9 -.55 .9; l .12 0 -.9 0 .9; l .12 .55 -.9 .55 .9"
)

EMBLEMS: Final = {
    "pikeman": (
        "l .14 -.75 .95 .6 -.6; p .9 -1.05 .78 -.4 .35 -.75; l .14 .75 .95 -.6 -.6; p -.9 -1.05 -.78 -.4 -.35 -.75"
    ),
    "knight": _HORSE,
    "dragon_rider": ("p -.95 .95 -.7 -.5 0 -1 -.1 -.5 .95 -.8 .5 -.25 1 .1 .4 .12 .65 .65 .05 .42 -.2 .95 -.4 .4"),
    "swordsman": _SWORD,
    "landsknecht": (
        "l .15 0 1 0 -.7; p 0 -1.1 .18 -.6 -.18 -.6; p .07 -.5 .6 -.7 .75 -.2 .55 .15 .07 -.1; p -.07 -.5 "
        "-.6 -.3 -.07 -.1"
    ),
    "arquebusier": (
        "p -1.1 -.3 .2 -.3 .2 -.04 -1.1 -.04; p -.55 -.04 .25 -.3 .45 -.3 1.1 .15 1.1 .72 .8 .72 .3 .14 -.55 .14;"
        "l .1 -.02 .14 .02 .42 .28 .46 .4 .25; l .13 .3 -.35 .12 -.62 -.1 -.62; c -.98 -.66 .2; c -.62 -.86 .14"
    ),
    "axeman": "l .18 -.45 1 .25 -.9; p .05 -.85 .75 -.95 .95 -.3 .7 .15 .35 -.1 -.1 -.25",
    "crossbowman": (
        "l .16 0 -.7 0 .95; l .17 -.9 .1 -.65 -.35 0 -.5 .65 -.35 .9 .1; l .08 -.9 .1 0 .4 .9 .1; p 0 -1.1 "
        ".24 -.65 -.24 -.65"
    ),
    "veteran": (
        "p -.8 -.9 .8 -.9 .8 .1 .45 .65 0 1 -.45 .65 -.8 .1; P 0 -.7 .15 -.25 .6 -.25 .25 .05 .37 .5 0 .22 "
        "-.37 .5 -.25 .05 -.6 -.25 -.15 -.25"
    ),
    "golem": (
        "p -.38 -1 .38 -1 .38 -.55 .95 -.55 .95 .4 .62 .4 .62 -.1 .5 -.1 .5 1 .1 1 .1 .45 -.1 .45 -.1 1 -.5 "
        "1 -.5 -.1 -.62 -.1 -.62 .4 -.95 .4 -.95 -.55 -.38 -.55; C -.16 -.78 .1; C .16 -.78 .1"
    ),
    "combat_platform": (
        "p -.85 -.95 -.48 -.95 -.48 -.65 -.2 -.65 -.2 -.95 .2 -.95 .2 -.65 .48 -.65 .48 -.95 .85 -.95 .85 "
        "-.3 .55 -.1 .55 .95 -.55 .95 -.55 -.1 -.85 -.3; P -.18 .4 .18 .4 .18 .95 -.18 .95"
    ),
    "pupil": (
        "p -1 -.6 -.1 -.35 -.1 .75 -1 .5; p 1 -.6 .1 -.35 .1 .75 1 .5; L .08 -.8 -.2 -.3 -.05; L .08 .8 -.2 .3 -.05"
    ),
    "wyvern": (
        "p 0 1 -.18 .15 -.5 .4 -.6 .05 -1 .1 -.8 -.65 -.25 -.35 0 -1 .25 -.35 .8 -.65 1 .1 .6 .05 .5 .4 .18 .15"
    ),
    "morlock": (
        "c -.15 .28 .66; l .16 .25 -.25 .5 -.6 .8 -.6; p .8 -1 .88 -.7 1.1 -.6 .88 -.5 .8 -.2 .7 -.5 .5 -.6 "
        ".7 -.7; C -.4 .05 .14"
    ),
    "spark": (
        "p 0 -1.05 .18 -.18 1.05 0 .18 .18 0 1.05 -.18 .18 -1.05 0 -.18 -.18; l .12 -.55 -.55 .55 .55; l "
        ".12 .55 -.55 -.55 .55"
    ),
    "hunter": (
        "l .17 -.25 -.95 .3 -.6 .5 0 .3 .6 -.25 .95; l .08 -.25 -.95 -.25 .95; l .13 -.95 0 .75 0; p 1.1 0 "
        ".62 -.28 .62 .28"
    ),
    "sorcerer": "p .15 -1.05 .5 .42 -.5 .42; p -1 .5 1 .5 .7 .85 -.7 .85; C .02 .02 .17",
    "herne": (
        "l .15 -.15 .4 -.55 .1 -.85 -.3 -.75 -.9; l .14 -.68 -.05 -.35 -.6; l .15 .15 .4 .55 .1 .85 -.3 .75 "
        "-.9; l .14 .68 -.05 .35 -.6; p -.32 .25 .32 .25 .12 1 -.12 1"
    ),
    "assassin": _DAGGER,
    "wyrm": (
        "l .3 .75 .82 -.45 .82 -.72 .5 -.45 .2 .4 .14 .66 -.12 .5 -.45 .0 -.52; p .1 -.95 -.95 -.5 .1 -.15; "
        "C -.15 -.6 .09"
    ),
    "mygalomorph": (
        "c 0 .3 .42; c 0 -.3 .27; l .11 0 0 -.55 -.3 -.7 -.85; l .11 0 0 .55 -.3 .7 -.85; l .11 0 .1 -.7 "
        "-.1 -1 -.4; l .11 0 .1 .7 -.1 1 -.4; l .11 0 .25 -.7 .25 -1 .65; l .11 0 .25 .7 .25 1 .65; l .11 0 "
        ".4 -.5 .6 -.6 1; l .11 0 .4 .5 .6 .6 1"
    ),
    "spike": "p 0 -1.05 .3 .95 -.3 .95; p -.65 -.35 -.3 .95 -.95 .95; p .65 -.35 .95 .95 .3 .95",
    "chaos": (
        "l .15 -.85 0 .85 0; l .15 0 -.85 0 .85; l .15 -.6 -.6 .6 .6; l .15 -.6 .6 .6 -.6; c 0 0 .42; C 0 0 "
        ".2; p 0 -1.1 .2 -.75 -.2 -.75; p 0 1.1 .2 .75 -.2 .75; p -1.1 0 -.75 .2 -.75 -.2; p 1.1 0 .75 .2 "
        ".75 -.2"
    ),
    "horror": (
        "c 0 -.35 .6; C 0 -.35 .34; c 0 -.35 .17; l .18 -.4 0 -.8 .4 -.55 .95; l .18 0 .2 -.12 .55 .1 .95; "
        "l .18 .4 0 .8 .4 .55 .95"
    ),
    "nightmare": (
        "c 0 -.25 .74; p -.4 .2 .4 .2 .4 .95 -.4 .95; C -.3 -.2 .22; C .3 -.2 .22; P 0 .08 .12 .3 -.12 .3; "
        "L .08 -.13 .65 -.13 .95; L .08 .13 .65 .13 .95"
    ),
    "wraith": ("c 0 -.35 .64; p -.64 -.35 .64 -.35 .64 1 .32 .68 0 1 -.32 .68 -.64 1; C -.24 -.4 .15; C .24 -.4 .15"),
    "demon": (
        "p -.62 -.35 .62 -.35 .42 .6 0 1 -.42 .6; p -.6 -.2 -1 -1.05 -.1 -.35; p .6 -.2 1 -1.05 .1 -.35; P "
        "-.42 -.1 -.08 .14 -.4 .22; P .42 -.1 .08 .14 .4 .22"
    ),
    "rune_of_minor_acceleration": "l .28 -.75 .35 0 -.4 .75 .35",
    "rune_of_greater_acceleration": "l .26 -.75 0 0 -.7 .75 0; l .26 -.75 .75 0 .05 .75 .75",
    "rune_of_regeneration": _CROSS,
    "rune_of_agility": _FOUR_WAYS,
    "rune_of_strength": _SWORD + "; l .16 .4 -.6 1 -.6; l .16 .7 -.9 .7 -.3",
    "rune_of_charge": _HORSE,
    "rune_of_reinforcement": (
        "p -.5 -1 -.32 -.7 -.32 .4 -.68 .4 -.68 -.7; l .15 -.9 .45 -.1 .45; l .16 -.5 .45 -.5 .9; l .14 .5 "
        ".9 .5 -.5; p .5 -1 .82 -.4 .18 -.4; l .12 .3 .95 .5 .7 .7 .95"
    ),
    "rune_of_double_attack": (
        "p -.45 -1 -.27 -.7 -.27 .4 -.63 .4 -.63 -.7; l .15 -.85 .45 -.05 .45; l .16 -.45 .45 -.45 .9; p "
        ".45 -1 .63 -.7 .63 .4 .27 .4 .27 -.7; l .15 .85 .45 .05 .45; l .16 .45 .45 .45 .9"
    ),
    "rune_of_penetration": (
        "l .15 -1 0 .7 0; p 1.1 0 .6 -.32 .6 .32; l .2 -.45 -.8 -.45 -.25; l .2 -.45 .25 -.45 .8; l .2 .15 "
        "-.8 .15 -.25; l .2 .15 .25 .15 .8"
    ),
    "rune_of_accuracy": "c 0 0 .95; C 0 0 .72; c 0 0 .5; C 0 0 .28; c 0 0 .15",
    "rune_of_disarmament": _SWORD + "; L .42 -.85 .75 .85 -.75; l .17 -.85 .75 .85 -.75",
    "rune_of_teleportation": _SPIRAL,
    "battle": _CROSSED,
    "battle_charge": _CROSSED,
    "move": "p -.95 -.25 .2 -.25 .2 -.7 1 0 .2 .7 .2 .25 -.95 .25",
    "push_back": "p -.95 -.22 0 -.22 0 -.65 .6 0 0 .65 0 .22 -.95 .22; l .22 .85 -.8 .85 .8",
    "fire_concoction": (
        "p .05 -1.1 .3 -.6 .65 -.25 .75 .3 .45 .85 0 1 -.45 .85 -.75 .35 -.6 -.1 -.35 -.4 -.25 -.05 -.05 "
        "-.45; P .05 -.05 .3 .35 .2 .75 -.1 .8 -.3 .5 -.1 .3"
    ),
    "precise_shot": (
        "c 0 0 .78; C 0 0 .56; l .15 0 -1 0 -.3; l .15 0 .3 0 1; l .15 -1 0 -.3 0; l .15 .3 0 1 0; c 0 0 .14"
    ),
    "entrenchment": (
        "p -1 .35 -.1 .35 -.1 .85 -1 .85; p .05 .35 .95 .35 .95 .85 .05 .85; p -.5 -.25 .45 -.25 .45 .22 "
        "-.5 .22; p -.95 -.25 -.65 -.25 -.65 .22 -.95 .22; p .6 -.25 .95 -.25 .95 .22 .6 .22; p -.2 -.8 .3 "
        "-.8 .3 -.38 -.2 -.38"
    ),
    "rotation": _CIRCLE_ARROW,
    "false_order": "p -.8 -.85 .8 -.85 .8 .85 -.8 .85; L .22 -.4 -.45 .4 .45; L .22 .4 -.45 -.4 .45",
    "net": _MESH,
    "banner": "l .17 -.7 -1 -.7 1; p -.6 -.95 1 -.95 .65 -.4 1 .15 -.6 .15",
}
"""By tile id; tiles of the same id look alike in all factions."""

FEATURES: Final = {
    "maneuver": _FOUR_WAYS,
    "rotation": _CIRCLE_ARROW,
    "teleport": _SPIRAL,
    "cavalry": _HORSE,
    "venom": _DROP,
    "boundless": ("l .22 0 0 .3 -.4 .65 -.42 .9 0 .65 .42 .3 .4 0 0 -.3 -.4 -.65 -.42 -.9 0 -.65 .42 -.3 .4 0 0"),
    "assassination": _DAGGER,
    "transformation": (
        "p -.9 -.65 .3 -.65 .3 -1 1 -.4 .3 .2 .3 -.2 -.9 -.2; p .9 .65 -.3 .65 -.3 1 -1 .4 -.3 -.2 -.3 .2 .9 .2"
    ),
}
"""By the name of the feature in `TileType`."""

EXTRAS: Final = {
    "mesh": _MESH,
    "drop": "p 0 -1.05 .32 -.5 .62 .05 -.62 .05 -.32 -.5; c 0 .3 .68",
    "wall": ("p -1 .1 -.08 .1 -.08 .75 -1 .75; p .08 .1 1 .1 1 .75 .08 .75; p -.55 -.7 .55 -.7 .55 -.06 -.55 -.06"),
    "noblade": _SWORD + "; L .4 -.85 .75 .85 -.75; l .18 -.85 .75 .85 -.75",
}
"""Icons of markers."""


@cache
def _strokes(drawing: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    parts = (part.split() for part in drawing.split(";"))
    return tuple((part[0], tuple(float(n) for n in part[1:])) for part in parts if part)


def draw(canvas: Canvas, drawing: str, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw one of the drawings above into the square of half width `half` around a point."""
    for kind, numbers in _strokes(drawing):
        colour = ink if kind.islower() else ground

        def points(flat: tuple[float, ...]) -> list[Point]:
            return [(x + a * half, y + b * half) for a, b in zip(flat[::2], flat[1::2], strict=True)]

        if kind in "pP":
            canvas.polygon(points(numbers), colour)
        elif kind in "cC":
            canvas.disc(x + numbers[0] * half, y + numbers[1] * half, numbers[2] * half, colour)
        else:
            canvas.line(points(numbers[1:]), numbers[0] * half, colour)


def emblem(tile: TileType) -> str:
    """The drawing of a tile; a plain disc for a tile that has none."""
    return EMBLEMS.get(tile.id, "c 0 0 .7")
