"""How often a seat wins that plays like this, as people are told it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action
from games.chances import brought_near
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths.player.habits import Habits
from games.monsters_and_myths.player.imagined import played_on
from games.monsters_and_myths.player.levels import LEVELS
from games.monsters_and_myths.view import View
from games.monsters_and_myths.worlds import world

EVEN: Final = 0
SLOPES: Final = {2: 800}
"""The curve (`games.chances.brought_near`), by the number of seats; with more than two what is imagined comes true."""
AS_IT_IS: Final = 1000
GAMES: Final = 48
"""In so many worlds it is played on to the end of the round."""


def outlook(view: View, actions: Sequence[Action], random: Random) -> int | None:
    """Return the chance of winning after actions of the reader, `None` before the deal: see `games.api.Outlook`."""
    assert view.reader is not None
    if not view.round:
        return None
    habits, total = Habits(LEVELS["knight"].taste), 0
    for _ in range(GAMES):
        state, draws = world(view, random), Draws(random.randbytes(SEED_BYTES))
        total += played_on(state, view.reader, actions, habits, draws)
    return told(total // GAMES, len(view.seats))


def told(seen: int, seats: int) -> int:
    """Return the chance that people are told where it comes out as `seen`, in a match of so many seats."""
    return brought_near(seen, EVEN, SLOPES.get(seats, AS_IT_IS))
