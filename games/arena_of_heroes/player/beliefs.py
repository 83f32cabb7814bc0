"""Where heroes may be: for each of the others how likely each hideout is, as a seat can work it out (A3).

Likelihoods are whole numbers. Somebody's own hero is looked at in the same way, as all others see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from games.arena_of_heroes.ring import HIDEOUTS, PLACE
from games.arena_of_heroes.view import SeatView, View

Belief = Mapping[int, int]
"""How likely a hero is at each hideout, in parts of the sum; only hideouts where it may be."""
LIKELY: Final = 1_000_000
CERTAIN: Final = 100
SPARING: Final = (10, 20, 25)
"""How often somebody fires at the own hideout, or so many steps from it, for a hundred times that a stranger does."""


def belief(view: View, seat: SeatView, reader: SeatView | None, *, reading: bool = True) -> dict[int, int]:
    """Return where a hidden hero may be; `reader` is a seat that knows where it is itself.

    With `reading` where it has fired counts, too.

    No two heroes are hidden at the same hideout, for everybody has a card of their own (A4.4).
    """
    taken = {other.at for other in view.seats if other is not seat and other.at is not None and not other.hidden}
    if reader is not None and reader is not seat and reader.at is not None:
        taken.add(reader.at)
    open_ones = [hideout for hideout in HIDEOUTS if hideout not in view.closed and hideout not in taken]
    left = [hideout for hideout in open_ones if hideout not in seat.spared] or open_ones or HIDEOUTS
    return {hideout: read(LIKELY, hideout, seat.aims if reading else ()) for hideout in left}


def read(weight: int, hideout: int, aims: Sequence[int]) -> int:
    """Return how likely somebody is at a hideout who has fired there: whoever hides rather spares itself."""
    for aim in aims:
        distance = abs(PLACE[hideout] - PLACE[aim])
        distance = min(distance, len(PLACE) - distance)
        if distance < len(SPARING):
            weight = weight * SPARING[distance] // CERTAIN
    return max(1, weight)


def guessed(believed: Belief, guesses: int, random: Random) -> dict[int, int]:
    """Return some of the places only: what somebody thinks of who does not keep all of them in mind."""
    places = sorted(believed)
    return {place: believed[place] for place in random.sample(places, min(guesses, len(places)))}
