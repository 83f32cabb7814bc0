"""Who is worked for: a few interactions at once, few of one person, and those who wait are let in by turns."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final

AT_ONCE: Final = 8
"""Interactions in work; two processors and one thread for the database have no use for more."""
OF_ONE: Final = 2
"""Of these at most so many of one person: a second one goes on when the first waits for Discord."""
WAITING: Final = 256
"""Interactions that may wait, all together. At some fifty a second these are done before anybody gives up."""
WAITING_OF_ONE: Final = 16
"""Of these at most so many of one person."""


class Gate:
    """The way into the work. Whoever is in at the time matters, never who has asked most often.

    People wait in a ring: the one who was let in goes to its end. So from the moment somebody asks until it is their
    turn one more piece of each other person is begun at most, however many those have asked for.
    """

    def __init__(self, at_once: int = AT_ONCE, of_one: int = OF_ONE) -> None:
        self._at_once = at_once
        self._of_one = of_one
        self._inside: Counter[int] = Counter()
        self._ring: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        """Who waits, each with what they wait for, the next one first."""

    @property
    def waiting(self) -> int:
        """Return how many interactions wait."""
        return sum(map(len, self._ring.values()))

    def room(self, user_id: int) -> bool:
        """Return True if one more interaction of this user may wait."""
        return len(self._ring.get(user_id, ())) < WAITING_OF_ONE and self.waiting < WAITING

    async def enter(self, user_id: int) -> None:
        """Wait for one's turn. Whoever has entered has to `leave`."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ring.setdefault(user_id, deque()).append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(user_id, turn)
            else:
                self.leave(user_id)
            raise

    def leave(self, user_id: int) -> None:
        """Make room for the next one."""
        self._inside[user_id] -= 1
        if not self._inside[user_id]:
            del self._inside[user_id]
        self._let_in()

    def _let_in(self) -> None:
        while self._inside.total() < self._at_once:
            user_id = next((one for one in self._ring if self._inside[one] < self._of_one), None)
            if user_id is None:
                return
            turns = self._ring.pop(user_id)
            turn = turns.popleft()
            if turns:
                self._ring[user_id] = turns  # at the end of the ring
            if not turn.done():
                self._inside[user_id] += 1
                turn.set_result(None)

    def _forget(self, user_id: int, turn: asyncio.Future[None]) -> None:
        turns = self._ring.get(user_id)
        if turns is not None and turn in turns:
            turns.remove(turn)
            if not turns:
                del self._ring[user_id]
