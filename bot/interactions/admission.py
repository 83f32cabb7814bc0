"""Which interactions are let in: token buckets of each user, looked at before anything else, and a gate with turns."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.matches.refusals import Refusal
from games.messages import Message
from storage import Store

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
        """Return the number of interactions that wait."""
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
            user_id = next((user for user in self._ring if self._inside[user] < self._of_one), None)
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


Limit = Literal[
    "presses",
    "typing",
    "pictures",
    "matches",
    "deletions",
    "exports",
    "seeks",
    "reports",
    "sentences",
    "greetings",
    "hints",
]


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more every so many seconds."""

    burst: int
    every: float


RATES: Final[Mapping[Limit, Rate]] = {
    # Placing a tile takes four presses; whoever knows the way makes two or three a second, and scripts of friends a few
    # more. A press costs some 20 ms of a processor, so one person can have about a tenth of it.
    "presses": Rate(20, 0.25),
    # One autocomplete a keystroke, and half as dear.
    "typing": Rate(40, 0.1),
    # What is only looked at: boards, piles, films. A film is drawn for seconds, a picture looked at for longer.
    "pictures": Rate(8, 2.0),
    # Every match makes a thread, and everybody in it is pinged.
    "matches": Rate(10, 120.0),
    # Every seek changes a message that all of a server see, and may make a match.
    "seeks": Rate(10, 360.0),
    # Each one is read by people who have other things to do.
    "reports": Rate(3, 1200.0),
    # Each one writes the whole database anew, and whoever plays has to wait for that.
    "deletions": Rate(2, 3600.0),
    # Every match of a server is read with its whole history, and written out; for a person every message is looked at.
    "exports": Rate(2, 600.0),
    # How often somebody over a limit is told so; after that a press stays without an answer, which costs nothing.
    "sentences": Rate(3, 3.0),
    # Whoever writes to the bot is told once what it can do, not after every line.
    "greetings": Rate(1, 3600.0),
    # One process thinks for seconds about each, and every computer player waits for it meanwhile.
    "hints": Rate(3, 10.0),
}
TOLD: Final[Mapping[Limit, Message]] = {
    "presses": Message("You press faster than I can draw. Try again in a moment."),
    "typing": Message("You press faster than I can draw. Try again in a moment."),
    "pictures": Message("You look at pictures faster than I can draw them. Try again in a moment."),
    "matches": Message("You open matches faster than anybody can play them. Try again in a few minutes."),
    "seeks": Message("You look for matches faster than anybody can answer. Try again in a few minutes."),
    "reports": Message(
        "You have sent several reports already. Try again in an hour, or write to those who manage the server."
    ),
    "deletions": Message("You have just deleted everything. Try again in an hour."),
    "exports": Message("You have just got everything. Try again in ten minutes."),
    "hints": Message("You ask for hints faster than I can think. Try again in a moment."),
}
"""What somebody over a limit hears."""
EVERYWHERE: Final[frozenset[Limit]] = frozenset({"matches", "seeks", "deletions", "exports"})
"""What a person is allowed on all servers together, whichever process hears of it: it disturbs others, or all of them.

Every other limit keeps one process from being busy with one person; each process keeps it for itself.
"""
ROUNDING: Final = 1e-6
"""Seconds by which sums of intervals may be off."""
KEPT: Final = 20_000
"""How many buckets are remembered; one that is forgotten is full again."""


class Limits:
    """The buckets of everybody. `rates` without a limit leave that one open."""

    def __init__(self, rates: Mapping[Limit, Rate] = RATES, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.store: Store | None = None
        """Where processes that share a database keep what a person is allowed `EVERYWHERE`."""
        self._rates = rates
        self._clock = clock
        self._full_at: OrderedDict[tuple[Limit, int], float] = OrderedDict()
        """When each bucket will be full again; those that are not in it are full now."""

    def take(self, user_id: int, limit: Limit) -> bool:
        """Take one token of a person; false when there is none left, and then nothing has changed."""
        rate = self._rates.get(limit)
        if rate is None:
            return True
        now, key = self._clock(), (limit, user_id)
        full_at = max(now, self._full_at.get(key, now))
        if full_at - now > (rate.burst - 1) * rate.every + ROUNDING:
            return False
        self._full_at[key] = full_at + rate.every
        self._full_at.move_to_end(key)
        if len(self._full_at) > KEPT:
            self._full_at.popitem(last=False)
        return True

    async def must_everywhere(self, user_id: int, limit: Limit) -> None:
        """Take one token of what is allowed on all servers together. Raises `Refusal` when there is none left."""
        rate = self._rates.get(limit)
        if self.store is None or not self.store.shared or rate is None:
            self.must(user_id, limit)
            return
        every = round(rate.every * 1000)
        if not await self.store.allowances.take(limit, user_id, burst=rate.burst, every_ms=every):
            raise Refusal(TOLD[limit])

    def must(self, user_id: int, limit: Limit) -> None:
        """Take one token as `take` does. Raises `Refusal` when there is none left."""
        if not self.take(user_id, limit):
            raise Refusal(TOLD[limit])
