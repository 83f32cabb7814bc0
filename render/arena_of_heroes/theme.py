"""The colours of Arena of Heroes: an amphitheatre by torchlight, and the look of each seat.

Grounds differ by lightness as well as by colour, so that they are told apart in grey; patterns and signs say the same
once more. Seats differ by colour, by a light or dark ground, by the pattern round their heroes and by the division of
their shields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.arena_of_heroes.ring import FOREST, WASTELAND, WATER
from render.panel import Arms
from render.theme import DARK, MARK, MUTED, SLOT, TEXT, WHITE, Colour, Palette, blended, mix

NIGHT: Final[Colour] = (20, 20, 40)
"""The ground of all pictures."""
TERRACES: Final[tuple[Colour, ...]] = ((72, 52, 60), (60, 44, 56), (48, 36, 52), (40, 32, 48), (32, 28, 44))
"""The rows of the amphitheatre, the lowest and brightest first."""
STEP: Final[Colour] = (16, 16, 32)
"""The shadow at the foot of a row."""
KERB: Final[Colour] = (132, 108, 92)
"""The wall round the ring."""
JOINT: Final[Colour] = (16, 16, 24)
"""What lies between two hideouts."""
BOARD: Final[Colour] = (36, 36, 60)
"""The ground of panels."""
WELL: Final[Colour] = (60, 60, 88)
"""What is empty on a panel: lost stamina, the spent part of a bar."""
GLOW: Final[tuple[Colour, ...]] = ((36, 28, 36), (44, 36, 40), (56, 40, 40), (72, 52, 44), (92, 64, 44), (116, 80, 48))
"""The floor under the machine, lit from its fire: the outermost and darkest ring first."""
BRONZE_DARK: Final[Colour] = (72, 52, 40)
BRONZE: Final[Colour] = (124, 92, 56)
BRONZE_LIGHT: Final[Colour] = (188, 148, 88)
EMBER: Final[Colour] = (252, 168, 60)
FAN: Final[tuple[Colour, ...]] = ((248, 184, 88), (216, 140, 64), (180, 112, 56))
"""The beams of the machine: at the aim, beside it, two steps from it."""
BLOOD: Final[Colour] = (212, 32, 44)
LIFE: Final[Colour] = (252, 100, 100)
"""A point of stamina."""
DUST: Final[Colour] = (200, 188, 172)
"""What a shot raises that strikes nobody."""
DIMMED: Final[Colour] = (144, 140, 148)
"""Numbers of hideouts where nobody can be."""
VENOM: Final[Colour] = (196, 240, 96)
SAFE: Final[Colour] = (124, 220, 140)
"""The green of the hide die and of the explored mark."""


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """How a kind of hideout looks."""

    ground: Colour
    glow: Colour
    """Its middle, where light falls."""
    rim: Colour
    """The ground of its number."""
    sign: Colour
    small: Colour
    """The sign beside the number."""
    sunk: Colour
    """The pit that is left when it is closed: dark, of the same hue."""
    bar: Colour
    """The grating over the pit."""
    icon: str
    """Its sign: an icon of `render.icons`."""

    @property
    def lit(self) -> Colour:
        """Return the step between the ground and the light in its middle."""
        return mix(self.ground, self.glow, 0.5)


GROUNDS: Final = {
    FOREST: GroundStyle(
        (36, 88, 52),
        (52, 120, 68),
        (16, 48, 32),
        (188, 240, 148),
        (188, 240, 148),
        (16, 32, 24),
        (40, 64, 48),
        "pine-tree",
    ),
    WATER: GroundStyle(
        (40, 104, 160),
        (60, 128, 184),
        (16, 56, 96),
        (220, 244, 252),
        (220, 244, 252),
        (16, 28, 44),
        (40, 64, 84),
        "waves",
    ),
    WASTELAND: GroundStyle(
        (176, 128, 72),
        (208, 164, 100),
        (84, 52, 28),
        (56, 32, 16),
        (232, 196, 140),
        (40, 32, 24),
        (76, 60, 44),
        "stone-pile",
    ),
}
"""The looks of the three kinds of hideouts."""


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """The look of a seat."""

    pattern: str
    """The pattern round the discs of its hero: ``solid``, ``dashed``, ``double`` or ``dotted``."""
    ground: Colour
    ink: Colour
    frame: Colour
    accent: Colour
    """The second colour of the pattern, and that of the letter on its shield."""
    second: Colour
    division: str
    """The other part of its shield, and how it is divided."""
    away: tuple[Colour, Colour, Colour]
    """The sign that its hero is not there: ground, letter, and what strikes it out."""

    @property
    def arms(self) -> Arms:
        """Return what it wears on panels and in films."""
        return Arms(self.ground, self.ink, self.frame, self.accent, self.second, self.division)


SEATS: Final = (
    SeatStyle(
        "solid",
        (248, 236, 208),
        (36, 24, 20),
        (220, 56, 44),
        (252, 228, 196),
        (220, 56, 44),
        "plain",
        (WHITE, DARK, BLOOD),
    ),
    SeatStyle(
        "dashed",
        (20, 48, 100),
        (244, 248, 252),
        (92, 176, 252),
        (12, 24, 56),
        (60, 140, 220),
        "pale",
        ((20, 48, 100), WHITE, LIFE),
    ),
    SeatStyle(
        "double",
        (212, 236, 204),
        (16, 40, 24),
        (28, 140, 64),
        (240, 252, 236),
        (16, 108, 48),
        "chief",
        ((212, 236, 204), DARK, BLOOD),
    ),
    SeatStyle(
        "dotted",
        (80, 32, 92),
        (252, 244, 252),
        (236, 172, 48),
        (64, 24, 40),
        (252, 208, 104),
        "bend",
        ((252, 228, 160), DARK, BLOOD),
    ),
)
"""The looks of the seats A to D."""

HIDE_COLOURS: Final[dict[str, Colour]] = {"green": (40, 152, 80), "red": (200, 40, 44), "blank": (232, 232, 232)}
"""The faces of the hide die."""


def _palette() -> Palette:
    plain = (
        NIGHT, *TERRACES, STEP, KERB, JOINT, BOARD, WELL, *GLOW, BRONZE_DARK, BRONZE, BRONZE_LIGHT, EMBER, *FAN, BLOOD,
        LIFE, DUST, DIMMED, VENOM, SAFE, SLOT, TEXT, MUTED, MARK, DARK, WHITE, *HIDE_COLOURS.values(),
    )  # fmt: skip
    colours: dict[Colour, None] = dict.fromkeys(plain)
    pairs: list[tuple[Colour, Colour, int]] = [
        (BOARD, TEXT, 5), (DARK, WHITE, 5), (MARK, DARK, 4), (NIGHT, TEXT, 3), (BOARD, MUTED, 2), (MARK, JOINT, 2),
        (BLOOD, WHITE, 4), (DARK, MARK, 3), (BRONZE, BRONZE_LIGHT, 2), (BRONZE_DARK, BRONZE, 1), (GLOW[2], BRONZE, 1),
        (BOARD, LIFE, 2), (WELL, TEXT, 3), (BOARD, SAFE, 2), (TERRACES[0], KERB, 2), (BOARD, EMBER, 2),
        (DARK, VENOM, 2), (BOARD, NIGHT, 1), (DARK, BLOOD, 2), (DARK, DUST, 2), (JOINT, BOARD, 1),
    ]  # fmt: skip
    pairs += [(beam, DARK, 3) for beam in FAN]
    for style in GROUNDS.values():
        colours.update(dict.fromkeys((style.ground, style.lit, style.glow, style.rim, style.sign, style.small)))
        colours.update(dict.fromkeys((style.sunk, style.bar)))
        pairs += [(style.rim, WHITE, 4), (style.glow, style.sign, 3), (style.sunk, DIMMED, 3), (style.ground, JOINT, 1)]
        pairs += [(style.rim, style.small, 2), (style.rim, DIMMED, 2), (style.sunk, style.bar, 1)]
        pairs += [(style.glow, DARK, 1), (style.glow, WHITE, 1)]
    for seat in SEATS:
        colours.update(dict.fromkeys((seat.ground, seat.ink, seat.frame, seat.accent, seat.second, *seat.away)))
        pairs += [(seat.ground, seat.ink, 4), (seat.frame, seat.accent, 1), (seat.frame, seat.ground, 2)]
        pairs += [(seat.frame, JOINT, 1), (seat.accent, seat.frame, 2), (seat.away[0], seat.away[2], 1)]
    for face in HIDE_COLOURS.values():
        pairs.append((face, DARK, 2))
    return Palette(blended(colours, pairs))


PALETTE: Final = _palette()
"""All colours of the pictures: those above and the steps between those that touch."""
