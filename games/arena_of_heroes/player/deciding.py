"""What a computer player does: one entry for every choice that a seat may have."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action, Decision
from games.arena_of_heroes.cards import BREAD, FRUIT, ROPE
from games.arena_of_heroes.player.beliefs import belief, guessed
from games.arena_of_heroes.player.levels import LEVELS, READ, Level
from games.arena_of_heroes.player.turns import Turn
from games.arena_of_heroes.player.worth import strength
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.view import View
from games.messages import Message

_FREE: Final[tuple[Action, ...]] = (("use", FRUIT), ("use", BREAD))
"""What costs nothing and is done first."""

HITS: Final = Message("Somebody is in reach who can be hit.")
FINDS: Final = Message("A hidden hero is most likely to be found here.")
_WHY: Final = {
    "hide": Message("Nobody can hit a hero that is out of sight."),
    "work": Message("Delay keeps a hero where it is found."),
    "explore": Message("Nobody leaves a hideout that is not explored."),
}
"""Why an action is the best one, in one sentence, by its verb."""


def decide(view: View, legal: Sequence[Action], random: Random, level: str | Level = "knight") -> Decision:
    """Return what the reader of a view does, of the legal actions of one open choice.

    Raises `KeyError` for a level that does not exist.
    """
    chosen = LEVELS[level] if isinstance(level, str) else level
    assert view.reader is not None
    if len(legal) == 1:
        return Decision(legal[0])
    if view.question is not None:
        return Decision(_answer(view, legal))
    if view.phase == "draft":
        return Decision(_pick(legal, random, chosen))
    if ("pass",) in legal:
        return Decision(("pass",))
    return _turn(view, legal, random, chosen)


def _pick(legal: Sequence[Action], random: Random, level: Level) -> Action:
    """Return a hero, one of the strongest for those who plan."""
    known = sorted(
        (action for action in legal if action[1] != RANDOM), key=lambda action: (-strength(action[1]), action)
    )
    return random.choice(known if level.ahead == 1 else known[:2])


def _answer(view: View, legal: Sequence[Action]) -> Action:
    """Return what a timeout answers: abilities are used, what hurts is not chosen."""
    assert view.question is not None
    wanted = view.question.default
    return next((action for action in legal if action[-1] == wanted), legal[0])


def _turn(view: View, legal: Sequence[Action], random: Random, level: Level) -> Decision:
    assert view.reader is not None
    me = view.seats[view.reader]
    for free in _FREE:
        if free in legal:
            return Decision(free)
    if me.delay > 1 and ("use", ROPE) in legal:
        return Decision(("use", ROPE))
    turn = turn_of(view, level, random)
    start, allowed = turn.start(), set(legal)
    found = [(value, action) for action, value in turn.choices(start, level.ahead, level.width) if action in allowed]
    if me.stamina > level.cover:
        found = [(value, action) for value, action in found if action[0] not in ("hide", "work")]
    found.append((turn.end(start), ("end",)))
    _, action = max(found)
    why = _WHY.get(action[0])
    if action[0].startswith("attack"):
        fan = turn.fans[int(action[1])]
        others = (seat for seat in turn.living if seat != turn.me and not start.hit >> seat & 1)
        why = HITS if any(start.seen[seat] in fan for seat in others) else FINDS
    return Decision(action, why=why, chance=turn.chance, nodes=turn.nodes)


def turn_of(view: View, level: Level, random: Random) -> Turn:
    """Return the reader's turn as a level sees it."""
    assert view.reader is not None
    me = view.seats[view.reader]
    reading = level.reading and len(view.seats) <= READ
    beliefs = [belief(view, seat, me, reading=reading) if seat.hidden or seat is me else {} for seat in view.seats]
    if level.guesses:
        others = (seat for seat in view.seats if seat is not me and seat.hidden)
        for seat in others:
            beliefs[seat.seat] = guessed(beliefs[seat.seat], level.guesses, random)
    return Turn(view, beliefs, level.width, reading=reading)
