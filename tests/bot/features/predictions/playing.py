"""The toy with something to predict: whoever scores more in a round, which begins when the die is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.panels.predicting import Answer, Predictions, Question, Verdict
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.messages import Message
from tests.bot.world import World
from tests.toy.face import FACE
from tests.toy.state import Rolled, RoundEnded, View


def ask(say: Phrases, view: View, names: Names) -> Question | None:
    if not all(view.colours):
        return None
    answers = [Answer(str(seat), player(names, seat)) for seat in range(len(view.scores))]
    return Question(f"Who leads after round {view.round}?", (*answers, Answer("even", "Nobody")))


def judge(events: Sequence[Any]) -> Verdict | None:
    scores = events[-1].scores
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    return Verdict(str(best[0]) if len(best) == 1 else "even")


def told(say: Phrases, answer: str, names: Names) -> str:
    return "Nobody leads" if answer == "even" else f"{player(names, int(answer))} leads"


PREDICTIONS = Predictions(
    label=Message("Predict the round"),
    ask=ask,
    begins=lambda event: isinstance(event, Rolled),
    ends=lambda event: isinstance(event, RoundEnded),
    judge=judge,
    told=told,
)
PREDICTED = replace(
    FACE, predictions=PREDICTIONS, high_point=lambda events: any(isinstance(event, RoundEnded) for event in events)
)
"""The toy with predictions, whose rounds are high points, too."""


async def rolled(made: World, match_id: str) -> None:
    """Both pick, which rolls the die."""
    await made.play(match_id, made.anna.id, ("pick", "4", "5"))
    await made.play(match_id, made.max.id, ("pick", "1", "2"))


async def ended(made: World, match_id: str) -> str:
    """End the round; returns the token of the answer that is right."""
    (caller,) = (await made.bot.matches.load(match_id)).waited_for()
    await made.play(match_id, caller, ("pass",))
    return leader(await made.bot.matches.load(match_id))


async def a_round(made: World, match_id: str) -> str:
    """A whole round; returns the token of the answer that is right."""
    await rolled(made, match_id)
    return await ended(made, match_id)


def leader(match: Any) -> str:
    first, second = match.state.scores
    return "even" if first == second else str(int(second > first))


def others(right: str) -> list[str]:
    """The tokens of the answers that are wrong."""
    return [token for token in ("0", "1", "even") if token != right]


def said_in_public(made: World, since: int) -> list[dict[str, Any]]:
    """What was posted about predictions."""
    sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
    return [one for one in sent if "🔮" in str(one.get("content"))]
