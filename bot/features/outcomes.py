"""What standing instructions and plans have done, in words for their owner alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.plans import texts as plans
from bot.matches.loaded import LoadedMatch
from bot.matches.plans import Outcome
from bot.texts.phrases import Phrases
from storage import StoredPlan


def told(say: Phrases, match: LoadedMatch, numbers: Sequence[int]) -> str:
    """What instructions have done, by the numbers of the entries."""
    return say("Your standing instructions have answered: {actions}", actions=" · ".join(_actions(say, match, numbers)))


def outcome(say: Phrases, match: LoadedMatch, plan: StoredPlan) -> str:
    """What came of a plan."""
    came = Outcome.read(plan.outcome or "")
    return plans.outcome(say, _actions(say, match, came.done), came.left, came.why, came.rule)


def _actions(say: Phrases, match: LoadedMatch, numbers: Sequence[int]) -> list[str]:
    return [match.face.words.action_text(say, tuple(one.text.split())) for one in match.entries if one.seq in numbers]
