"""What a position is worth to each hero, and the chances of winning that follow from it.

A hero's worth is a sum of weights, in thousandths; the chances of winning are to each other as e to the power of these.
The weights are fitted to matches that computer players have played against each other; those of being out and suspected
are set by hand, for there was too little to tell them from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from games.arena_of_heroes.cards import hero_type
from games.arena_of_heroes.view import SeatView
from games.chances import CERTAIN

OUT: Final = -2000
"""What a hero is worth that is out."""
STAMINA: Final = (OUT, 0, 910, 1520, 2130, 2280)
FOUND: Final = (-340, -720, -970, -990)
"""Of a hero that is found, by how many others play before it."""
HELD: Final = -420
"""A delay token of a hero that is found, which cannot hide before it is worked off."""
LATER: Final = -250
"""A delay token of a hidden hero."""
UNEXPLORED: Final = -500
"""A hero that is found and has to explore before it can leave."""
SUSPECTED: Final = -300
"""A hidden hero whose place everybody is sure of."""
HEROES: Final = {
    "Bg": -70, "Bo": 50, "Dg": -90, "Do": -420, "Fg": 440, "Fo": 390,
    "Mg": -60, "Mo": -340, "Tg": -100, "To": -500, "Wg": 130, "Wo": 580,
}  # fmt: skip
"""What a hero is worth more than its stamina for what it can do."""


def worth(code: str, stamina: int, delay: int, *, explored: bool, found: bool, before: int, suspected: int) -> int:
    """Return what a hero is worth; `before` are the others that play before it, `suspected` is of ten thousand."""
    if stamina <= 0:
        return OUT
    total = STAMINA[min(stamina, len(STAMINA) - 1)] + HEROES[code]
    if found:
        total += FOUND[min(before, len(FOUND) - 1)] + HELD * min(delay, 3)
        return total if explored else total + UNEXPLORED
    return total + LATER * min(delay, 3) + SUSPECTED * suspected // CERTAIN


def strength(code: str) -> int:
    """Return what a hero is worth before the first turn."""
    return STAMINA[min(hero_type(code).stamina, len(STAMINA) - 1)] + HEROES[code]


def code_of(seat: SeatView) -> str:
    """Return the code of a seat's hero."""
    assert seat.hero is not None
    return seat.hero.code


def chances(worths: Sequence[int]) -> list[int]:
    """Return the chances of winning of heroes that are worth so much, in ten-thousandths."""
    best = max(worths)
    weights = [exp((own - best) / 1000) for own in worths]
    return [round(CERTAIN * weight / sum(weights)) for weight in weights]
