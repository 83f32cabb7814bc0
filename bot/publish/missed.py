"""What others did since a player's last turn and action, told in as much room as there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.publish.summary import Summary
from bot.texts import columns, story
from bot.texts import match as texts
from bot.texts.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Missed:
    """What others did since a player's last turn and action: before the present turn, and in it."""

    say: Phrases
    earlier: Summary
    news: Summary
    seat: int | None
    """The seat of the player."""
    name: str

    @property
    def concerns(self) -> bool:
        """Return True if the player has to be told of it, whatever else is left out."""
        return self._concerns(self.earlier) or self._concerns(self.news)

    def _concerns(self, news: Summary) -> bool:
        return any(story.concerns(sentence, self.seat) for sentence in news.sentences)

    @property
    def moves(self) -> Sequence[str]:
        """Return what the player has to be told of: the latest moves, and what was done to them."""
        return [
            one
            for part in (self.earlier, self.news)
            for at, one in enumerate(part.sentences)
            if story.matters(one, self.seat, old=at not in part.latest)
        ]

    def whole(self, told: str) -> bool:
        """Return True if all of that has been told, be it in short."""
        return all(one in told or story.brief(one) in told for one in self.moves)

    def told(self, rows: int, space: int) -> str:
        """Return it in so many lines of a phone and of a laptop: the latest moves, and what was done to the player.

        What happened in the present turn is told first, unless only what happened before it was done to the player. It
        leaves room for what has to be told of the rest.
        """
        spared = (self._told(rows, space, spare) for spare in range(max(1, min(rows, space))))
        fullest = self._told(rows, space, 0)
        return next((told for told in spared if self.whole(told)), fullest)

    def _told(self, rows: int, space: int, spared: int) -> str:
        first_before = self._concerns(self.earlier) and not self._concerns(self.news)
        parts = [(self.news, texts.this_turn), (self.earlier, texts.since_your_turn)]
        first, second = parts[::-1] if first_before else parts
        told = self._part(*first, rows - spared, space - spared, whole=False)
        left, room = rows - columns.height(told), space - columns.height(told, columns.LAPTOP)
        rest = self._part(*second, left, room, whole=bool(told))
        return texts.lines(told, rest) if first_before else texts.lines(rest, told)

    def _part(self, news: Summary, under: Callable[[Phrases, str], str], rows: int, space: int, *, whole: bool) -> str:
        return story.within(
            news.sentences,
            rows,
            space,
            whole=whole,
            under=partial(under, self.say),
            latest=news.latest,
            seat=self.seat,
            name=self.name,
            left_out=partial(texts.left_out, self.say),
        )
