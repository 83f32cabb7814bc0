"""How often a hero wins from where it stands, as people are told it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action
from games.arena_of_heroes.player.deciding import turn_of
from games.arena_of_heroes.player.levels import LEVELS
from games.arena_of_heroes.view import View
from games.chances import brought_near

CURVES: Final = {2: (110, 920), 3: (-190, 650), 4: (-370, 575)}
"""The curve (`games.chances.brought_near`) by how many are in the arena: of 950 matches of knights with two to four
seats."""
PLAIN: Final = LEVELS["knight"]


def outlook(view: View, actions: Sequence[Action], random: Random) -> int | None:
    """Return the chance of winning in the reader's own turn; `None` at any other time. See `games.api.Outlook`.

    What is done in one turn moves it little, and is no part of it: dice decide what comes of that.
    """
    if view.phase != "turn" or view.question is not None or view.active != view.reader:
        return None
    turn = turn_of(view, PLAIN, random)
    return shown_chance(turn.chance, len(turn.living))


def shown_chance(seen: int, living: int) -> int:
    """Return the chance of winning that is told where a search sees another one, with so many heroes in the arena."""
    return brought_near(seen, *CURVES[living])
