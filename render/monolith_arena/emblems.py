"""The icons that stand for tiles, factions and features. What no icon says well is drawn with strokes."""

from __future__ import annotations

from typing import Final

from games.monolith_arena.tiles import TileType
from render import icons
from render.canvas import Canvas, draw_strokes
from render.theme import Colour

EMBLEMS: Final = {
    "pikeman": "spears",
    "knight": "horse-head",
    "dragon_rider": "spiked-dragon-head",
    "swordsman": "broadsword",
    "landsknecht": "sharp-halberd",
    "arquebusier": "blunderbuss",
    "axeman": "battle-axe",
    "crossbowman": "crossbow",
    "veteran": "dwarf-helmet",
    "golem": "rock-golem",
    "combat_platform": "guarded-tower",
    "pupil": "open-book",
    "wyvern": "wyvern",
    "morlock": "goblin-head",
    "spark": "spark-spirit",
    "hunter": "bowman",
    "sorcerer": "wizard-face",
    "herne": "deer-head",
    "assassin": "cowled",
    "wyrm": "sea-serpent",
    "mygalomorph": "masked-spider",
    "spike": "scorpion-tail",
    "chaos": "twin-shell",
    "horror": "tentacles-skull",
    "nightmare": "dread-skull",
    "wraith": "ghost",
    "demon": "devil-mask",
    "rune_of_minor_acceleration": "wingfoot",
    "rune_of_greater_acceleration": "sprint",
    "rune_of_regeneration": "heart-plus",
    "rune_of_agility": "acrobatic",
    "rune_of_strength": "biceps",
    "rune_of_charge": "horseshoe",
    "rune_of_reinforcement": "mailed-fist",
    "rune_of_double_attack": "swords-power",
    "rune_of_penetration": "broken-shield",
    "rune_of_accuracy": "bullseye",
    "rune_of_disarmament": "broken-axe",
    "rune_of_teleportation": "magic-gate",
    "battle": "crossed-swords",
    "battle_charge": "mounted-knight",
    "move": "walking-boot",
    "push_back": "push",
    "fire_concoction": "fire-bottle",
    "precise_shot": "targeted",
    "entrenchment": "brick-wall",
    "rotation": "clockwise-rotation",
    "false_order": "tied-scroll",
    "net": "fishing-net",
}
"""By tile id; tiles of the same id look alike in all factions. A banner shows the crest of its faction."""

CRESTS: Final = {
    "dragon_empire": "double-dragon",
    "guardians_of_the_realm": "crenulated-shield",
    "harbingers_of_the_forest": "oak-leaf",
    "lords_of_the_abyss": "diablo-skull",
}
"""By faction."""

FEATURES: Final = {
    "maneuver": "move",
    "rotation": "clockwise-rotation",
    "teleport": "spiral",
    "cavalry": "bold-horseshoe",
    "venom": "skull-drop",
    "boundless": "loops",
    "assassination": "plain-dagger",
    "transformation": "opposite-arrows",
}
"""By the name of the feature in `TileType`."""

_DRAWN: Final = {
    "spiral": (
        "l .22 .0 .05 .22 -.02 .2 -.28 -.08 -.38 -.38 -.18 -.4 .22 -.1 .52 .38 .48 .7 .12 .66 -.4 .28 -.8 -.3 -.86;"
        "c -.3 -.86 .12; c -.8 -.35 .13; c -.88 .2 .13; c -.6 .7 .13"
    ),
    "skull-drop": (
        "p 0 -1 .3 -.45 .56 0 -.56 0 -.3 -.45; c 0 .28 .64; C -.24 .16 .17; C .24 .16 .17; L .12 -.25 .62 .25 .62"
    ),
    "bold-horseshoe": (
        "l .36 -.5 .85 -.72 .1 -.5 -.5 0 -.78 .5 -.5 .72 .1 .5 .85;"
        "p -.85 .7 -.2 .7 -.2 1 -.85 1; p .85 .7 .2 .7 .2 1 .85 1"
    ),
    "loops": "l .22 0 0 .3 -.4 .65 -.42 .9 0 .65 .42 .3 .4 0 0 -.3 -.4 -.65 -.42 -.9 0 -.65 .42 -.3 .4 0 0",
    "opposite-arrows": (
        "p -.9 -.65 .3 -.65 .3 -1 1 -.4 .3 .2 .3 -.2 -.9 -.2; p .9 .65 -.3 .65 -.3 1 -1 .4 -.3 -.2 -.3 .2 .9 .2"
    ),
    "mesh": (
        "l .12 -.9 -.45 .9 -.45; l .12 -.9 .05 .9 .05; l .12 -.9 .55 .9 .55;"
        "l .12 -.55 -.9 -.55 .9; l .12 0 -.9 0 .9; l .12 .55 -.9 .55 .9"
    ),
    "wall": "p -1 .1 -.08 .1 -.08 .75 -1 .75; p .08 .1 1 .1 1 .75 .08 .75; p -.55 -.7 .55 -.7 .55 -.06 -.55 -.06",
    "no-blade": (
        "p 0 -1 .17 -.75 .17 .35 -.17 .35 -.17 -.75; l .17 -.5 .42 .5 .42; l .17 0 .45 0 .85; c 0 .88 .16;"
        "L .4 -.85 .75 .85 -.75; l .18 -.85 .75 .85 -.75"
    ),
    "plates": ("p 0 -1 1.1 -.42 0 .16 -1.1 -.42; l .24 -1 0 0 .52 1 0; l .24 -1 .5 0 1.02 1 .5"),
}
"""Drawings of our own: signs so plain that an icon would say less at their size."""


def emblem(tile: TileType) -> str:
    """Return the name of a tile's emblem."""
    return CRESTS[tile.faction] if tile.is_banner else EMBLEMS[tile.id]


def draw(canvas: Canvas, name: str, x: float, y: float, half: float, ink: Colour, ground: Colour) -> None:
    """Draw an emblem or another sign into the square of half width `half` around a point."""
    if name in _DRAWN:
        draw_strokes(canvas, _DRAWN[name], x, y, half, ink, ground)
    else:
        icons.draw(canvas, name, x, y, half, ink, ground)
