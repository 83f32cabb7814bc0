"""What spectators of Arena of Heroes may predict: who will be hit next.

Every hit is told to everybody, and each hero in the arena is an answer, hidden or not: the question says nothing about
who hides where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.panels.predicting import Answer, Predictions, Question, Verdict
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.view import View
from games.messages import Message

SEVERAL: Final = "several"
"""The token of the answer that one shot hits more than one; those of the heroes are their seats."""


def ask(say: Phrases, view: View, names: Names) -> Question | None:
    """Return the question who will be hit next; `None` while heroes are picked, and at the end."""
    living = [seat.seat for seat in view.seats if seat.alive]
    if view.phase != "turn" or len(living) < 2:
        return None
    answers = [Answer(str(seat), player(names, seat)) for seat in living]
    return Question(say("Who will be hit next?"), (*answers, Answer(SEVERAL, say("Several at once"))))


def begins(event: object) -> bool:
    """Return True for a hit."""
    return isinstance(event, ev.Hit)


def ends(event: object) -> bool:
    """Return True for the stamina that a hero has left: it follows when all hits of a shot are told."""
    return isinstance(event, ev.Stamina)


def judge(events: Sequence[object]) -> Verdict | None:
    """Return who was hit by the first shot that hit anybody."""
    hit = [event.seat for event in events if isinstance(event, ev.Hit)]
    return Verdict(str(hit[0]) if len(hit) == 1 else SEVERAL)


def told(say: Phrases, answer: str, names: Names) -> str:
    """Return who was hit."""
    if answer == SEVERAL:
        return say("Several heroes were hit at once")
    return say("{player} was hit", player=player(names, int(answer)))


PREDICTIONS: Final = Predictions(
    label=Message("Predict the next hit"), ask=ask, begins=begins, ends=ends, judge=judge, told=told
)
"""What spectators may predict."""
