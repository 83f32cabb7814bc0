"""What a computer player does: one entry for every choice that a seat may have."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action, Decision
from games.arena_of_heroes.cards import BREAD, FRUIT, ROPE
from games.arena_of_heroes.player import reasons
from games.arena_of_heroes.player.beliefs import belief, guessed
from games.arena_of_heroes.player.levels import LEVELS, Level
from games.arena_of_heroes.player.turns import Turn
from games.arena_of_heroes.player.worth import drafted
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import best_aim
from games.computers import ONLY

_FREE: Final[tuple[Action, ...]] = (("use", FRUIT), ("use", BREAD))
"""What costs nothing and is done first."""
ALIKE: Final = 30
"""Heroes whose wins in a thousand are no further apart are as good as each other, as far as that was measured."""
ALONE: Final = 2
"""So many heroes have nobody else who would look for them."""


def decide(view: View, legal: Sequence[Action], random: Random, level: str | Level = "knight") -> Decision:
    """Return what the reader of a view does, of the legal actions of one open choice.

    Raises `KeyError` for a level that does not exist.
    """
    chosen = LEVELS[level] if isinstance(level, str) else level
    assert view.reader is not None
    if len(legal) == 1:
        return Decision(legal[0], why=ONLY)
    if view.question is not None:
        action = _answer(view, legal)
        return Decision(action, why=reasons.of_answer(view.question.kind, action[-1]))
    if view.phase == "draft":
        return Decision(_pick(view, legal, random, chosen), why=reasons.PICK if chosen.ahead > 1 else None)
    if ("pass",) in legal:
        return Decision(("pass",), why=reasons.PASS)
    return _turn(view, legal, random, chosen)


def _pick(view: View, legal: Sequence[Action], random: Random, level: Level) -> Action:
    """Return a hero; for those who plan it is one of those with whom most matches are won."""
    known = [action for action in legal if action[1] != RANDOM]
    if level.ahead > 1:
        won = {action: drafted(action[1], view.mode, len(view.seats)) for action in known}
        known = [action for action in known if won[action] > max(won.values()) - ALIKE]
    return random.choice(known)


def _answer(view: View, legal: Sequence[Action]) -> Action:
    """Return what a timeout answers, abilities are used and what hurts is not chosen; or what helps who is revealed."""
    assert view.question is not None
    assert view.reader is not None
    wanted = view.question.default
    if not view.seats[view.reader].hidden:
        wanted, _ = reasons.REVEALED.get(view.question.kind, (wanted, None))
    return next((action for action in legal if action[-1] == wanted), legal[0])


def _turn(view: View, legal: Sequence[Action], random: Random, level: Level) -> Decision:
    assert view.reader is not None
    me = view.seats[view.reader]
    for free in _FREE:
        if free in legal:
            return Decision(free, why=reasons.of_item(free[1]))
    if me.delay > 1 and ("use", ROPE) in legal:
        return Decision(("use", ROPE), why=reasons.of_item(ROPE))
    turn = turn_of(view, level, random)
    start, allowed = turn.start(), set(legal)
    found = [(value, action) for action, value in turn.choices(start, level.ahead, level.width) if action in allowed]
    if me.stamina > level.cover:
        found = [(value, action) for value, action in found if action[0] not in ("hide", "work")]
    ended = turn.end(start), ("end",)
    _, action = max([*found, ended])
    if action == ("end",) and _keeps_looking(view, turn, level):
        shots = [one for one in found if one[1][0] in ("attack", "attack2")]
        _, action = max(shots, default=ended)
    return Decision(action, why=reasons.of(turn, action), chance=turn.chance, nodes=turn.nodes)


def _keeps_looking(view: View, turn: Turn, level: Level) -> bool:
    """Return whether a shot that may do something is fired, though the turn seems better over.

    Two who wait for each other would do so for ever: in every turn they look for somebody once at least. With more
    than two left, players who always fired have won more.
    """
    rests = level.rests and len(turn.living) <= ALONE and view.used > 0
    return not rests and best_aim(view) is not None


def turn_of(view: View, level: Level, random: Random) -> Turn:
    """Return the reader's turn as a level sees it."""
    assert view.reader is not None
    me = view.seats[view.reader]
    beliefs = [
        belief(view, seat, me, reading=level.reading) if seat.hidden or seat is me else {} for seat in view.seats
    ]
    if level.guesses:
        others = (seat for seat in view.seats if seat is not me and seat.hidden)
        for seat in others:
            beliefs[seat.seat] = guessed(beliefs[seat.seat], level.guesses, random)
    return Turn(view, beliefs, level.width, reading=level.reading)
