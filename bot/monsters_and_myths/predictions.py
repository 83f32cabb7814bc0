"""What spectators of Monsters & Myths may predict: who will capture more creatures in the attack that is on.

Between the attack card and the first dice everybody sees who attacks whom with what. What is captured is told to
everybody when it is, so neither the question nor its answer tells anything about hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.panels.predicting import Answer, Predictions, Question, Verdict
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.view import View

ATTACKER, DEFENDERS, EVEN = "attacker", "defenders", "even"
"""The tokens of the answers."""


def ask(say: Phrases, view: View, names: Names) -> Question | None:
    """Return the question about the attack that is on; `None` where no attack card is resolved."""
    if view.active is None or view.card is None or view.result is not None:
        return None
    attacker = player(names, view.active)
    return Question(
        say("Attack by {player}: who will capture more creatures?", player=attacker),
        (Answer(ATTACKER, attacker), Answer(DEFENDERS, say("The defenders")), Answer(EVEN, say("Both the same"))),
        _subject(view.active, view.card.number),
    )


def _subject(seat: int, number: int) -> str:
    """Return the subject of an attack: after a takeback another one may come in its place."""
    return f"{seat}-{number}"


def begins(event: object) -> bool:
    """Return True for the first dice of an attack, and for the end of one without any."""
    return isinstance(event, ev.Rolled | ev.CardDone)


def ends(event: object) -> bool:
    """Return True for the end of an attack."""
    return isinstance(event, ev.CardDone)


def judge(events: Sequence[object]) -> Verdict | None:
    """Return who captured more from the first dice to the end of an attack; nobody is right where none were rolled."""
    done = events[-1]
    assert isinstance(done, ev.CardDone)
    subject = _subject(done.seat, done.number)
    if len(events) == 1:
        return Verdict(None, subject)
    lost = [event for event in events if isinstance(event, ev.Lost)]
    more = sum(1 if event.winner == done.seat else -1 for event in lost)
    return Verdict(ATTACKER if more > 0 else DEFENDERS if more < 0 else EVEN, subject)


def told(say: Phrases, answer: str, names: Names) -> str:
    """Return who captured more."""
    if answer == ATTACKER:
        return say("The attacker captured more creatures")
    if answer == DEFENDERS:
        return say("The defenders captured more creatures")
    return say("Attacker and defenders captured the same number of creatures")


PREDICTIONS: Final = Predictions(
    label=Message("Predict the attack"), ask=ask, begins=begins, ends=ends, judge=judge, told=told
)
"""What spectators may predict."""
