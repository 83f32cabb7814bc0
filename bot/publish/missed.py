"""What others did since a player's last turn and action, told in as much room as there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.texts import match as texts
from bot.texts import story
from bot.texts.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Missed:
    """What others did since a player's last turn and action: before the present turn, and in it."""

    earlier: Sequence[str]
    news: Sequence[str]
    seat: int | None
    """The seat of the player."""
    name: str

    @property
    def concerns(self) -> bool:
        """Return True if the player has to be told of it, whatever else is left out."""
        return self._concerns(self.earlier) or self._concerns(self.news)

    def _concerns(self, sentences: Sequence[str]) -> bool:
        return any(story.concerns(sentence, self.seat) for sentence in sentences)

    def whole(self, told: str) -> bool:
        """Return True if all of that has been told, be it in short."""
        kept = [one for one in (*self.earlier, *self.news) if story.concerns(one, self.seat)]
        return all(one in told or story.brief(one) in told for one in kept)

    def told(self, say: Phrases, rows: int, space: int) -> str:
        """Return it in so many lines of a phone and of a laptop: the newest, and what was done to the player."""

        def now() -> str:
            under = partial(texts.this_turn, say)
            return story.concerning(self.news, rows, self.name, space, seat=self.seat, under=under)

        def before() -> str:
            under = partial(texts.since_your_turn, say)
            return story.concerning(self.earlier, rows, self.name, space, seat=self.seat, under=under)

        first_before = self._concerns(self.earlier) and not self._concerns(self.news)
        first = before() if first_before else now()
        rows, space = rows - story.height(first), space - story.height(first, story.LAPTOP)
        return texts.lines(first, now()) if first_before else texts.lines(before(), first)
