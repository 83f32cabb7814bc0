"""The studies that are open: kept in memory alone, the last ones, for as long as somebody goes on with them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.studies import Study

ROOM: Final = 4000
"""How many positions are kept over all studies: those of twenty long ones, some KiB each."""
OF_ONE: Final = 3
"""Of how many matches one user has studies open."""
IDLE_SECONDS: Final = 3600.0
"""After so long without a press a study is gone."""


@dataclass(slots=True)
class Session:
    """A study that somebody has open."""

    study: Study
    number: int
    """The number of the match's entry after which it begins."""
    origin: str = ""
    """The place of the turn in a review from which the replay was opened that led here; empty without one."""
    touched: float = 0.0


class Studies:
    """The open studies, by user and match."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, room: int = ROOM) -> None:
        self._clock = clock
        self._room = room
        self._open: OrderedDict[tuple[int, str], Session] = OrderedDict()

    def __len__(self) -> int:
        """Return how many positions are kept."""
        return sum(1 + len(session.study.steps) for session in self._open.values())

    def find(self, user: int, match_id: str) -> Session | None:
        """Return the study that a user has open of a match; `None` where there is none any more."""
        self._make_room()
        session = self._open.get((user, match_id))
        if session is not None:
            self._touch(user, match_id, session)
        return session

    def keep(self, user: int, match_id: str, session: Session) -> None:
        """Keep a study that was begun, in the place of one of the same match; the user's oldest may go for it."""
        self._open.pop((user, match_id), None)
        own = [key for key in self._open if key[0] == user]
        for key in own[: len(own) + 1 - OF_ONE]:
            del self._open[key]
        self._touch(user, match_id, session)
        self._make_room()

    def forget(self, user: int) -> None:
        """Close all studies of a user."""
        for key in [key for key in self._open if key[0] == user]:
            del self._open[key]

    async def close_idle(self) -> None:
        """Close the studies that nobody has gone on with."""
        self._make_room()

    def _touch(self, user: int, match_id: str, session: Session) -> None:
        session.touched = self._clock()
        self._open[user, match_id] = session
        self._open.move_to_end((user, match_id))

    def _make_room(self) -> None:
        """Close what has been left for too long, and what was left longest ago where too much is kept."""
        too_long = self._clock() - IDLE_SECONDS
        while self._open:
            oldest = next(iter(self._open.values()))
            if oldest.touched > too_long and (len(self) <= self._room or len(self._open) == 1):
                return
            self._open.popitem(last=False)
