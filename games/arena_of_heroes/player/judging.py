"""What a turn was worth, for reviews: its choices against the best ones by the exact odds of the dice, and its luck.

Everything that is weighed follows from the views of the seat that played, so a turn is judged by what could be known
then. Dice fall after every action, so each is judged by itself, and told is the one that lost most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from games.api import Action
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.player import reasons
from games.arena_of_heroes.player.deciding import turn_of
from games.arena_of_heroes.player.outlook import CLOSE, in_turn, told, weighed
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worlds import world
from games.chances import CERTAIN
from games.messages import Message
from games.reviews import Judged, Moment

VERSION: Final = 3
"""One more whenever the same turn is judged otherwise."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """What a choice was worth, and the best one; chances in ten-thousandths, as they are told."""

    place: int
    """Which action of the turn it was."""
    played: int
    best: int
    better: Action
    why: Message

    @property
    def lost(self) -> int:
        return self.best - self.played


def judge(turn: Sequence[Moment], random: Random) -> Judged | None:
    """Return what the choice of a turn was worth that lost most; `None` where nothing was to be chosen."""
    choices = (_weighed(place, moment, random) for place, moment in enumerate(turn))
    found = [one for one in choices if one is not None]
    if not found:
        return None
    came = [*(one.best for one in found[1:]), _worth(turn[-1].after, random)]
    luck = sum(after - one.played for one, after in zip(found, came, strict=True))
    # Where none lost anything the last one tells how the turn has left the seat.
    most = max(found, key=lambda one: (max(0, one.lost), one.place))
    said = Judged(most.played, most.played, luck=luck, skipped=most.place, length=1, came=came[-1])
    if most.lost <= 0:
        return said
    return replace(said, best=most.best, better=(most.better,), why=most.why)


def _weighed(place: int, moment: Moment, random: Random) -> _Weighed | None:
    """Return what an action was worth; `None` for answers, and for what is done beside the actions of a turn."""
    view, action = moment.view, moment.action
    if not in_turn(view):
        return None
    turn = turn_of(view, CLOSE, random)
    known = weighed(turn, action)
    if action not in known:
        return None
    legal = _legal(view, random)
    best = max((one for one in known if one in legal or one == action), key=lambda one: (known[one], one))
    played, most = (told(turn, known[one]) for one in (action, best))
    return _Weighed(place, played, most, best, reasons.of_better(turn, best, action))


def _legal(view: View, random: Random) -> frozenset[Action]:
    """Return what the reader of a view may do, which follows from what it sees."""
    state, seat = world(view, random), view.reader
    keys = [choice.key for choice in GAME.choices(state) if choice.seat == seat]
    assert seat is not None
    return frozenset(action for key in keys for action in GAME.legal(state, seat, key))


def _worth(view: View, random: Random) -> int:
    """Return the chance of winning in a position, with the best turn where it is one's own."""
    assert view.reader is not None
    if view.result is not None:
        return CERTAIN if view.reader in view.result.winners else 0
    if not view.seats[view.reader].alive:
        return 0
    turn = turn_of(view, CLOSE, random)
    return told(turn, turn.value(turn.start(), CLOSE.ahead) if in_turn(view) else turn.end(turn.start()))
