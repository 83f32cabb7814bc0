"""What spectators of Monolith Arena may predict: which side loses the most hit points in the next battle.

The hit points are on the board for everybody, before and after. So neither the question nor its answer tells anything
about reserves and stacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.monolith_arena.texts.standing import sides, together
from bot.panels.predicting import Answer, Predictions, Question, Verdict
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.api import formation_for
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.view import View

EVEN: Final = "even"
"""The token of the answer that no single side loses the most; those of the sides are their numbers."""
STAGES: Final = ("turn", "order")
"""The stages of a match in which a battle can be the next thing to come."""


def ask(say: Phrases, view: View, names: Names) -> Question | None:
    """Return the question about the next battle; `None` before the first turn and while a battle is fought."""
    if view.stage not in STAGES:
        return None
    teams = [(team, seats) for team, seats in enumerate(sides(view)) if view.hit_points[team]]
    answers = [Answer(str(team), together(names, seats)) for team, seats in teams]
    if len(answers) == 2:
        text = say("Who will lose more hit points in the next battle?")
        even = say("Both the same")
    else:
        text = say("Who will lose the most hit points in the next battle?")
        even = say("No single side")
    return Question(text, (*answers, Answer(EVEN, even)))


def begins(event: object) -> bool:
    """Return True for the beginning of a battle."""
    return isinstance(event, ev.BattleBegan)


def ends(event: object) -> bool:
    """Return True for the end of a battle."""
    return isinstance(event, ev.BattleEnded)


def judge(events: Sequence[object]) -> Verdict | None:
    """Return which side has lost the most hit points from the beginning of a battle to its end."""
    began = events[0]
    assert isinstance(began, ev.BattleBegan)
    ended = next((event for event in events if isinstance(event, ev.BattleEnded)), None)
    if ended is None:
        return None
    lost = [before - after for before, after in zip(began.hit_points, ended.hit_points, strict=True)]
    most = max(lost)
    return Verdict(str(lost.index(most)) if lost.count(most) == 1 else EVEN)


def told(say: Phrases, answer: str, names: Names) -> str:
    """Return which side has lost the most hit points."""
    seats = formation_for(GAME, len(names)).teams
    team = [seat for seat, one in enumerate(seats) if str(one) == answer]
    if len(set(seats)) == 2:
        if not team:
            return say("Both lost the same number of hit points in the battle")
        return say("Lost more hit points in the battle: {players}", players=together(names, team))
    if not team:
        return say("No single side lost the most hit points in the battle")
    return say("Lost the most hit points in the battle: {players}", players=together(names, team))


PREDICTIONS: Final = Predictions(
    label=Message("Predict the battle"), ask=ask, begins=begins, ends=ends, judge=judge, told=told
)
"""What spectators may predict."""
