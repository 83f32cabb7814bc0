"""How often a hero wins that does something in its turn, as people are told it: in hints and in reviews alike.

What is told is what a close look at the rest of the turn sees, on a curve. The look sees its shots and its cover come
out on average, and not what the others do then. So one that is to move sees itself better than it is, and on the curve
both who is to move and who has just ended a turn stand where they win as often as they are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action
from games.arena_of_heroes.player.deciding import turn_of
from games.arena_of_heroes.player.levels import LEVELS
from games.arena_of_heroes.player.turns import WON, Turn
from games.arena_of_heroes.view import View
from games.chances import CERTAIN, brought_near

CURVES: Final = {2: (-75, 800), 3: (-270, 600), 4: (-460, 575)}
"""The curve (`games.chances.brought_near`) by how many are in the arena: of 286 matches of knights and squires in all
modes, most with two seats; with more, slopes are of 450 earlier matches of knights, and all who are to move win their
share."""
CLOSE: Final = LEVELS["warlord"]
"""How closely a turn is looked at."""
END: Final[Action] = ("end",)
SHOTS: Final = {"attack": 1, "attack2": 2}
"""The actions by which it is fired, with their dice."""


def outlook(view: View, actions: Sequence[Action], random: Random) -> int | None:
    """Return the chance of winning with what the reader does next in its own turn: see `games.api.Outlook`.

    `None` at any other time. Of what the search does not weigh, such as items, it is that of the best way to go on.
    """
    if not in_turn(view):
        return None
    turn = turn_of(view, CLOSE, random)
    known = weighed(turn, actions[0]) if actions else {}
    value = known[actions[0]] if actions and actions[0] in known else turn.value(turn.start(), CLOSE.ahead)
    return told(turn, value)


def in_turn(view: View) -> bool:
    """Return True if the reader of a view is to play its turn."""
    return view.phase == "turn" and view.question is None and view.active == view.reader


def weighed(turn: Turn, played: Action) -> dict[Action, int]:
    """Return what the ways to go on come to, in parts of `WON`; among them what was played where it can be weighed."""
    scene = turn.start()
    known: dict[Action, int] = dict(turn.choices(scene, CLOSE.ahead, CLOSE.width))
    if played[0] in SHOTS and played not in known:
        known[played] = turn.shot(scene, int(played[1]), CLOSE.ahead, SHOTS[played[0]])
    known[END] = turn.end(scene)
    return known


def told(turn: Turn, value: int) -> int:
    """Return the chance of winning that is told of a turn that comes to so many parts of `WON`."""
    return brought_near(value * CERTAIN // WON, *CURVES[len(turn.living)])
