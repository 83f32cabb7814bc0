"""What standing instructions have done, in words for their owner alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.loaded import LoadedMatch
from bot.texts.phrases import Phrases


def told(say: Phrases, match: LoadedMatch, numbers: Sequence[int]) -> str:
    """What instructions have done, by the numbers of the entries."""
    done = [match.face.action_text(say, tuple(one.text.split())) for one in match.entries if one.seq in numbers]
    return say("Your standing instructions have answered: {actions}", actions=" · ".join(done))
