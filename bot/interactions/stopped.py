"""Why what players gave in one go has stopped (`games.errands`), for as long as they have done nothing since.

Panels say it: a computer may have answered what stopped it, and the panel be drawn anew, before anybody has read it.
It is kept in memory, of those who were told last.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.matches.loaded import LoadedMatch
from games.messages import Message

KEPT: Final = 1_000
"""Of so many it is remembered at once."""


class Stopped:
    """Why the last errand of each user in each match has stopped."""

    def __init__(self) -> None:
        self._why: OrderedDict[tuple[int, str], tuple[int, Message]] = OrderedDict()
        """With the number of the entry that its owner had made last."""

    def note(self, user: int, match: LoadedMatch, why: Message | None) -> None:
        """Note why an errand has stopped; `None` where what happened last says it."""
        self._why.pop((user, match.id), None)
        if why is not None:
            self._why[user, match.id] = _last_own(match, user), why
            while len(self._why) > KEPT:
                self._why.popitem(last=False)

    def of(self, user: int, match: LoadedMatch) -> Message | None:
        """Return why the errand of a user has stopped; `None` where nothing was said, or they have acted since."""
        number, why = self._why.get((user, match.id), (0, None))
        return why if why is not None and number == _last_own(match, user) else None

    def forget(self, user: int) -> None:
        """Drop what is remembered of a user."""
        for here in [here for here in self._why if here[0] == user]:
            del self._why[here]


def _last_own(match: LoadedMatch, user: int) -> int:
    seat = match.seat_of(user)
    return 0 if seat is None else match.past.last_of([seat])
