"""How much one person may ask for: token buckets in memory, looked at before anything else is touched."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.matches.refusals import Refusal
from games.messages import Message

Limit = Literal["presses", "typing", "pictures", "matches", "sentences"]


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
    # How often somebody over a limit is told so; after that a press stays without an answer, which costs nothing.
    "sentences": Rate(3, 3.0),
}
TOLD: Final[Mapping[Limit, Message]] = {
    "presses": Message("You press faster than I can draw. Try again in a moment."),
    "typing": Message("You press faster than I can draw. Try again in a moment."),
    "pictures": Message("You look at pictures faster than I can draw them. Try again in a moment."),
    "matches": Message("You open matches faster than anybody can play them. Try again in a few minutes."),
}
"""What somebody over a limit hears."""
ROUNDING: Final = 1e-6
"""Seconds by which sums of intervals may be off."""
KEPT: Final = 20_000
"""How many buckets are remembered; one that is forgotten is full again."""


class Limits:
    """The buckets of everybody. `rates` without a limit leave that one open."""

    def __init__(self, rates: Mapping[Limit, Rate] = RATES, *, clock: Callable[[], float] = time.monotonic) -> None:
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

    def must(self, user_id: int, limit: Limit) -> None:
        """Take one token as `take` does. Raises `Refusal` when there is none left."""
        if not self.take(user_id, limit):
            raise Refusal(TOLD[limit])
