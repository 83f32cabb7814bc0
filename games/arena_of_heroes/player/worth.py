"""What a position is worth to each hero, and the chances of winning that follow from it.

A hero's worth is a sum of weights, in thousandths; the chances of winning are to each other as e to the power of these.
The weights are fitted to the ends of turns in matches of two to four seats and all modes, most seats played by the
simulations' player (`games.arena_of_heroes.referee.playout`), the others by knights.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from games.arena_of_heroes.view import SeatView
from games.chances import CERTAIN

HIDDEN: Final = (-1140, -250, 400, 870, 1330)
"""A hidden hero, by its stamina from one on."""
FOUND: Final = (-940, -590, 150, 750, 1110)
"""A hero that is found, by its stamina from one on; the next weights are added."""
EXPOSED: Final = (450, 160, -20, -40)
"""A hero that is found, by how many others play before it."""
LAST: Final = (-240, -1060, -1210, -950)
"""The same with one point of stamina left: whoever strikes it has it out."""
HELD: Final = -230
"""A delay token of a hero that is found, which cannot hide before it is worked off."""
LATER: Final = -250
"""A delay token of a hidden hero."""
UNEXPLORED: Final = -350
"""A hero that is found and has to explore before it can leave."""
UNSEEN: Final = -170
"""A hidden hero that has not explored its hideout."""
SUSPECTED: Final = -200
"""A hidden hero whose place everybody is sure of."""
SUDDEN: Final = 370
"""Sudden death: a hidden hero is worth so much more, and one that is found so much less."""
HIDDEN_HEROES: Final = {
    "Bg": -200, "Bo": 530, "Dg": 170, "Do": -190, "Fg": 290, "Fo": 450,
    "Mg": -70, "Mo": 210, "Tg": 210, "To": -210, "Wg": 240, "Wo": 660,
}  # fmt: skip
"""What a hidden hero is worth more than its stamina for what it can do."""
FOUND_HEROES: Final = {
    "Bg": -630, "Bo": 350, "Dg": -450, "Do": -690, "Fg": -130, "Fo": -160,
    "Mg": -440, "Mo": -100, "Tg": -380, "To": -820, "Wg": -50, "Wo": 160,
}  # fmt: skip
"""The same of a hero that is found."""
MOST_DELAY: Final = 3
"""More delay tokens than these weigh no more."""
PAIR: Final = 2
"""With more seats than these a hero has several others against it."""
DRAFTED: Final[Mapping[tuple[str, bool], Mapping[str, int]]] = {
    ("basic", False): {"Bg": 625, "Dg": 612, "Fg": 508, "Mg": 531, "Tg": 480, "Wg": 538},
    ("basic", True): {"Bg": 391, "Dg": 423, "Fg": 214, "Mg": 270, "Tg": 313, "Wg": 174},
    ("heroes", False): {
        "Bg": 614, "Bo": 551, "Dg": 630, "Do": 569, "Fg": 540, "Fo": 763,
        "Mg": 469, "Mo": 304, "Tg": 568, "To": 516, "Wg": 539, "Wo": 711,
    },
    ("heroes", True): {
        "Bg": 351, "Bo": 214, "Dg": 397, "Do": 479, "Fg": 266, "Fo": 362,
        "Mg": 279, "Mo": 150, "Tg": 265, "To": 245, "Wg": 230, "Wo": 386,
    },
    ("advanced", False): {
        "Bg": 677, "Bo": 630, "Dg": 593, "Do": 600, "Fg": 573, "Fo": 661,
        "Mg": 625, "Mo": 394, "Tg": 355, "To": 519, "Wg": 581, "Wo": 803,
    },
    ("advanced", True): {
        "Bg": 376, "Bo": 272, "Dg": 306, "Do": 299, "Fg": 300, "Fo": 356,
        "Mg": 260, "Mo": 139, "Tg": 192, "To": 262, "Wg": 216, "Wo": 386,
    },
}  # fmt: skip
"""How many of a thousand matches a knight won with each hero against the simulations' player, in a mode of the game,
with two seats or with more: 235 to 1,029 matches a hero in the basic game, 104 to 275 in the others. Those with more
had four, and the knight was that of version 4."""
_LOW, _HIGH, _UNIT = -6000, 4000, 10**6
_POWERS: Final = tuple(round(_UNIT * exp(worth / 1000)) for worth in range(_LOW, _HIGH + 1))
"""e to the power of each worth, in millionths: whole numbers, so that every machine compares alike."""


def worth(
    code: str, stamina: int, delay: int, *, explored: bool, found: bool, before: int, suspected: int, sudden: bool
) -> int:
    """Return what a hero is worth that is not out; `before` are the others that play before it.

    `suspected` is how sure others can be of its place, of ten thousand.
    """
    level, delay = min(stamina, len(HIDDEN)) - 1, min(delay, MOST_DELAY)
    if found:
        exposed = (EXPOSED if level else LAST)[before]
        total = FOUND[level] + FOUND_HEROES[code] + exposed + HELD * delay - SUDDEN * sudden
        return total if explored else total + UNEXPLORED
    total = HIDDEN[level] + HIDDEN_HEROES[code] + LATER * delay + SUSPECTED * suspected // CERTAIN + SUDDEN * sudden
    return total if explored else total + UNSEEN


def power(worth: int) -> int:
    """Return what the chance of winning is in proportion to, from what a hero is worth."""
    return _POWERS[max(_LOW, min(worth, _HIGH)) - _LOW]


def drafted(code: str, mode: str, seats: int) -> int:
    """Return how many of a thousand matches are won with a hero, in a mode and with so many seats."""
    return DRAFTED[mode, seats > PAIR][code]


def code_of(seat: SeatView) -> str:
    """Return the code of a seat's hero."""
    assert seat.hero is not None
    return seat.hero.code
