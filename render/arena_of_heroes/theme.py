"""The colours of Arena of Heroes: an amphitheatre by torchlight, and the look of each seat.

Grounds differ by lightness as well as by colour, so that they are told apart in grey; patterns and signs say the same
once more. Seats differ by colour, by a light or dark ground and by the pattern of their frames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.arena_of_heroes.ring import FOREST, WASTELAND, WATER
from render.theme import DARK, MARK, MUTED, SLOT, TEXT, WHITE, Colour, Palette, blended

NIGHT: Final[Colour] = (20, 20, 40)
"""The ground of all pictures."""
TERRACES: Final[tuple[Colour, ...]] = ((60, 48, 64), (52, 44, 60), (44, 36, 56), (36, 32, 52), (28, 28, 48))
"""The rows of the amphitheatre, the lowest and brightest first."""
STEP: Final[Colour] = (16, 16, 32)
"""The shadow at the foot of a row."""
KERB: Final[Colour] = (120, 100, 92)
"""The wall round the ring."""
JOINT: Final[Colour] = (16, 16, 24)
"""What lies between two hideouts."""
BOARD: Final[Colour] = (36, 36, 60)
"""The ground of panels."""
WELL: Final[Colour] = (56, 56, 84)
"""What is empty on a panel: lost stamina, the spent part of a bar."""
IRON: Final[Colour] = (44, 40, 52)
PLATE: Final[Colour] = (56, 48, 56)
BRONZE_DARK: Final[Colour] = (72, 52, 40)
BRONZE: Final[Colour] = (124, 92, 56)
BRONZE_LIGHT: Final[Colour] = (188, 148, 88)
EMBER: Final[Colour] = (252, 168, 60)
FAN: Final[tuple[Colour, ...]] = ((240, 172, 72), (188, 116, 52), (132, 80, 48))
"""The beams of the machine: at the aim, beside it, two steps from it."""
BLOOD: Final[Colour] = (212, 32, 44)
LIFE: Final[Colour] = (252, 100, 100)
"""A point of stamina."""
DIMMED: Final[Colour] = (116, 112, 120)
CLOSED: Final[Colour] = (32, 28, 36)
CLOSED_RIM: Final[Colour] = (24, 20, 28)
SCAR: Final[Colour] = (88, 76, 88)
"""The cross over a closed hideout."""
VENOM: Final[Colour] = (196, 240, 96)
SAFE: Final[Colour] = (124, 220, 140)
"""The green of the hide die and of the explored mark."""


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """How a kind of hideout looks."""

    ground: Colour
    pattern: Colour
    rim: Colour
    """The ground of its number."""
    sign: Colour
    icon: str
    """The small sign: an icon of `render.icons`."""


GROUNDS: Final = {
    FOREST: GroundStyle((32, 72, 48), (48, 96, 60), (16, 44, 32), (172, 228, 136), "pine-tree"),
    WATER: GroundStyle((40, 104, 152), (80, 148, 192), (16, 56, 92), (196, 232, 252), "waves"),
    WASTELAND: GroundStyle((176, 132, 76), (204, 164, 104), (92, 60, 32), (64, 40, 20), "stone-pile"),
}
"""The looks of the three kinds of hideouts."""


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """The look of a seat."""

    pattern: str
    """The pattern of its frame: ``solid``, ``dashed``, ``double`` or ``dotted``."""
    ground: Colour
    ink: Colour
    frame: Colour
    accent: Colour
    """The second colour of the frame's pattern."""


SEATS: Final = (
    SeatStyle("solid", (248, 236, 208), (36, 24, 20), (220, 56, 44), (252, 228, 196)),
    SeatStyle("dashed", (20, 48, 100), (244, 248, 252), (92, 176, 252), (12, 24, 56)),
    SeatStyle("double", (212, 236, 204), (16, 40, 24), (28, 140, 64), (240, 252, 236)),
    SeatStyle("dotted", (80, 32, 92), (252, 244, 252), (236, 172, 48), (64, 24, 40)),
)
"""The looks of the seats A to D."""

HIDE_COLOURS: Final[dict[str, Colour]] = {"green": (40, 152, 80), "red": (200, 40, 44), "blank": (232, 232, 232)}
"""The faces of the hide die."""


def _palette() -> Palette:
    plain = (
        NIGHT, *TERRACES, STEP, KERB, JOINT, BOARD, WELL, IRON, PLATE, BRONZE_DARK, BRONZE, BRONZE_LIGHT, EMBER, *FAN,
        BLOOD, LIFE, DIMMED, CLOSED, CLOSED_RIM, SCAR, VENOM, SAFE, SLOT, TEXT, MUTED, MARK, DARK, WHITE,
        *HIDE_COLOURS.values(),
    )  # fmt: skip
    colours: dict[Colour, None] = dict.fromkeys(plain)
    pairs: list[tuple[Colour, Colour, int]] = [
        (NIGHT, TEXT, 3), (BOARD, TEXT, 5), (BOARD, MUTED, 2), (DARK, WHITE, 5), (MARK, DARK, 4), (MARK, JOINT, 2),
        (BRONZE, BRONZE_LIGHT, 2), (BRONZE_DARK, BRONZE, 1), (IRON, BRONZE_DARK, 1), (IRON, TEXT, 3), (IRON, EMBER, 3),
        (BLOOD, WHITE, 4), (BOARD, LIFE, 2), (CLOSED, SCAR, 2), (CLOSED_RIM, DIMMED, 3), (BOARD, SAFE, 2),
        (TERRACES[0], KERB, 2), (BOARD, EMBER, 2), (JOINT, VENOM, 2), (BOARD, NIGHT, 1), (PLATE, BRONZE_DARK, 1),
    ]  # fmt: skip
    pairs += [(beam, DARK, 3) for beam in FAN]
    for style in GROUNDS.values():
        colours.update(dict.fromkeys((style.ground, style.pattern, style.rim, style.sign)))
        pairs += [(style.ground, style.pattern, 2), (style.rim, WHITE, 4), (style.ground, style.sign, 3)]
        pairs += [(style.ground, JOINT, 2), (style.ground, WHITE, 2), (style.ground, MARK, 1)]
    for seat in SEATS:
        colours.update(dict.fromkeys((seat.ground, seat.ink, seat.frame, seat.accent)))
        pairs += [(seat.ground, seat.ink, 4), (seat.frame, seat.accent, 1), (seat.frame, seat.ground, 2)]
        pairs += [(seat.frame, JOINT, 1), (seat.frame, BOARD, 1)]
    for face in HIDE_COLOURS.values():
        pairs.append((face, DARK, 2))
    return Palette(blended(colours, pairs))


PALETTE: Final = _palette()
"""All colours of the pictures: those above and the steps between those that touch."""
