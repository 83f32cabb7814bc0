"""The colors of Monsters & Myths: a parchment on a table of dark wood, six nations, four seats.

Nations and seats differ by emblem and pattern too, never by color alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from render import icons
from render.panel import Arms
from render.theme import DARK, MARK, MUTED, SLOT, TEXT, WHITE, Colour, Palette, blended, mix

WOOD: Final[Colour] = (52, 36, 28)
GRAIN: Final[Colour] = (64, 44, 32)
SHEET: Final[Colour] = (236, 220, 184)
SHEET_EDGE: Final[Colour] = (196, 164, 112)
WAX: Final[Colour] = (148, 28, 32)
WAX_LIGHT: Final[Colour] = (184, 56, 52)
CARD: Final[Colour] = (252, 244, 224)
INK: Final[Colour] = (44, 28, 20)
FADED: Final[Colour] = (112, 84, 56)
"""Words of less weight on parchment."""
RULE: Final[Colour] = (204, 180, 136)
"""The outline of an empty place."""
BLOOD: Final[Colour] = (176, 24, 28)
"""Attacks and red dice."""
NIGHT: Final[Colour] = (28, 24, 32)
"""Black dice."""
GOLD: Final[Colour] = (252, 204, 68)
"""Crowns, and what has won."""
SPELL: Final[Colour] = (84, 36, 124)
"""Wizards."""
ASLEEP: Final[Colour] = (116, 108, 100)
"""Cards that lie face down."""


@dataclass(frozen=True, slots=True)
class NationStyle:
    """The look of a nation."""

    icon: str
    cloth: Colour
    """Its banner."""
    ink: Colour
    """What stands on the banner."""

    @property
    def ground(self) -> Colour:
        """Return the ground of its cells."""
        return mix(CARD, self.cloth, 0.2)


NATIONS: Final = (
    NationStyle("death-skull", (84, 88, 92), WHITE),
    NationStyle("dwarf-helmet", (144, 200, 232), INK),
    NationStyle("ogre", (184, 52, 40), WHITE),
    NationStyle("woman-elf-face", (156, 216, 112), INK),
    NationStyle("goblin", (28, 104, 52), WHITE),
    NationStyle("viking-helmet", (232, 196, 40), INK),
)
HAT: Final = "pointy-hat"
CATAPULT: Final = "catapult"
PURSE: Final = "swap-bag"
HORSE: Final = "horse-head"
BATTLE: Final = "crossed-swords"
TURNED: Final = "clockwise-rotation"
"""Lies face down."""
ICONS: Final = frozenset({*(style.icon for style in NATIONS), HAT, icons.CROWN, CATAPULT, PURSE, HORSE, BATTLE, TURNED})
"""All icons of these pictures."""


def _arms(field: Colour, second: Colour, division: str) -> Arms:
    return Arms(mix(field, INK, 0.4), WHITE, field, WHITE, second, division)


SEATS: Final = (
    _arms((140, 28, 44), (196, 76, 72), "plain"),
    _arms((28, 68, 132), (84, 132, 196), "pale"),
    _arms((16, 92, 84), (72, 152, 136), "chief"),
    _arms((92, 44, 112), (152, 104, 172), "bend"),
)
"""What the seats wear."""


def _palette() -> Palette:
    plain = (WOOD, GRAIN, SHEET, SHEET_EDGE, WAX, WAX_LIGHT, CARD, INK, FADED, RULE, BLOOD, NIGHT, GOLD, SPELL, ASLEEP)
    colours: dict[Colour, None] = dict.fromkeys((*plain, SLOT, DARK, MARK, MUTED, TEXT, WHITE))
    pairs: list[tuple[Colour, Colour, int]] = [(SHEET, INK, 5), (CARD, INK, 5), (INK, GOLD, 4), (SHEET, BLOOD, 4)]
    pairs += [(WOOD, TEXT, 5), (BLOOD, WHITE, 5), (NIGHT, WHITE, 4), (SHEET, FADED, 2), (CARD, SPELL, 3)]
    pairs += [(INK, TEXT, 4), (MARK, DARK, 4), (DARK, TEXT, 4), (WOOD, MUTED, 3)]
    for style in NATIONS:
        colours.update(dict.fromkeys((style.cloth, style.ground)))
        pairs += [(style.cloth, style.ink, 4), (style.ground, INK, 4), (SHEET, style.cloth, 2), (INK, style.cloth, 2)]
    for arms in SEATS:
        second = arms.second or arms.field
        colours.update(dict.fromkeys((arms.field, second, arms.ground)))
        pairs += [(arms.field, WHITE, 3), (second, WHITE, 2), (arms.ground, arms.ink, 3), (SHEET, arms.field, 1)]
    pairs += [(SHEET, SHEET_EDGE, 2), (WOOD, SHEET_EDGE, 1), (ASLEEP, WHITE, 3), (WOOD, GOLD, 2), (SHEET, SPELL, 2)]
    pairs += [
        (CARD, FADED, 2),
        (CARD, BLOOD, 3),
        (SHEET, RULE, 1),
        (BLOOD, GOLD, 2),
        (CARD, ASLEEP, 2),
        (SHEET, CARD, 1),
    ]
    pairs += [(WOOD, WAX, 2), (WAX, WAX_LIGHT, 1), (WAX_LIGHT, CARD, 2)]
    return Palette(blended(colours, pairs))


PALETTE: Final = _palette()
"""All colors of the pictures: those above and the steps between those that touch."""
