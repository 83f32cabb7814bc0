"""The stops of a replay: the entries that count, the turns they belong to, and where scenes begin.

Stop 0 is the start. Entries that were taken back are passed over, and so is what took them back: neither changes a
position that is left. A number that has no stop any more, because its entry was taken back since, means the one before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.limits import SELECT_OPTIONS
from bot.matches.loaded import LoadedMatch
from bot.panels.model import AnyView
from bot.publish.summary import shown
from games.history import Replayed
from games.reviews import answered


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a match, or of several seats at once."""

    number: int
    first: int
    """The number of its first entry that counts."""
    last: int
    """The number of the entry that ended it; of the turn that is on, of the newest one."""
    seats: tuple[int, ...]
    """Whose it was; empty while it is on."""


class Stops:
    """The stops of a match as it is now; nothing of it is kept between two steps."""

    def __init__(self, match: LoadedMatch) -> None:
        self.match = match
        past = match.past
        self._entries: Mapping[int, Replayed] = {
            one.number: one for one in past.after(0) if one.step is not None and past.counts(one.number)
        }
        self.numbers: Sequence[int] = (0, *self._entries)
        """The numbers of the stops: those of their entries, as the history has them."""

    def at(self, number: int) -> int:
        """Return the number of the stop that a number means."""
        return self.numbers[bisect_right(self.numbers, number) - 1]

    def entry(self, number: int) -> Replayed | None:
        """Return the entry of a stop; `None` at the start."""
        return self._entries.get(number)

    def view(self, number: int, reader: int | None) -> AnyView:
        """Return the position at a stop as a seat saw it (`None`: as everybody did)."""
        one = self.entry(number)
        position = one.after if one is not None else self.match.start
        view: AnyView = self.match.face.game.view(position.state, reader)
        return view

    def before(self, number: int) -> int | None:
        """Return the stop before one; `None` at the start."""
        at = bisect_left(self.numbers, number)
        return self.numbers[at - 1] if at else None

    def after(self, number: int) -> int | None:
        """Return the stop after one; `None` at the end."""
        at = bisect_right(self.numbers, number)
        return self.numbers[at] if at < len(self.numbers) else None

    @property
    def last(self) -> int:
        """Return the last stop."""
        return self.numbers[-1]

    def next_scene(self, number: int) -> int | None:
        """Return the stop after one at which the next scene begins; `None` where there is none, or no films are."""
        film = self.match.face.film
        if film is None:
            return None
        inside = number in self._entries and film.covers(shown(self.match, self._entries[number], None))
        for one in self._after(number):
            previous = self._entries.get(self.before(one.number) or 0)
            ended = previous is not None and previous.step is not None and bool(previous.step.turns_ended)
            covered = film.covers(shown(self.match, one, None))
            if covered and (not inside or ended):
                return one.number
            inside = covered
        return None

    def _after(self, number: int) -> Iterator[Replayed]:
        for later in self.numbers[bisect_right(self.numbers, number) :]:
            yield self._entries[later]

    @cached_property
    def turns(self) -> Sequence[Turn]:
        """Return the turns of the match, the one that is on among them."""
        made: list[Turn] = []
        first = 0
        for number, one in self._entries.items():
            first = first or number
            if one.step is not None and one.step.turns_ended:
                made.append(Turn(len(made) + 1, first, number, one.step.turns_ended))
                first = 0
        rest = [one for number, one in self._entries.items() if first and number >= first]
        if rest and made and self.match.match.status == "over" and answered(self.match.face.game, rest):
            made[-1] = replace(made[-1], last=self.last)  # what was asked in the last battle is no turn of its own
        elif rest:
            made.append(Turn(len(made) + 1, first, self.last, ()))
        return made

    def turn(self, number: int) -> Turn | None:
        """Return the turn that a stop belongs to; `None` at the start."""
        at = bisect_left(self.turns, number, key=lambda turn: turn.last)
        return self.turns[at] if number and at < len(self.turns) else None

    def of(self, turn: Turn) -> Sequence[Replayed]:
        """Return the entries of a turn."""
        at = bisect_left(self.numbers, turn.first)
        return [self._entries[number] for number in self.numbers[at : bisect_right(self.numbers, turn.last)]]

    def near(self, number: int, most: int = SELECT_OPTIONS) -> Sequence[Turn]:
        """Return at most so many turns: those around a stop, and others evenly spread from the first to the last one.

        So every turn of a long match is a few choices away.
        """
        if len(self.turns) <= most:
            return self.turns
        here = self.turn(number)
        middle, close = (here.number if here is not None else 1) - 1, most // 4
        kept = set(range(max(0, middle - close), min(len(self.turns), middle + close + 1)))
        others = [at for at in range(len(self.turns)) if at not in kept]
        room = most - len(kept)
        kept.update(others[at * (len(others) - 1) // (room - 1)] for at in range(room))
        return [self.turns[at] for at in sorted(kept)]
