"""Who has called whom to a match in vain: each call is a ping, so the same person is called a few times an hour.

This is kept in memory alone. No player can restart the bot, so after a restart somebody gets `MOST` more at most, and
nothing has to be kept about who wanted to play with whom, nor deleted on demand. Only where several processes share a
database it is in there, for that hour.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from bot.matches.refusals import Refusal
from games.messages import Message
from storage import Store

MOST: Final = 3
"""So often one person may call another one within `WITHIN_MS`, unless they come."""
WITHIN_MS: Final = 3_600_000
ANYBODY: Final = 0
"""Stands for the role of a server that is pinged for matches open to anybody."""
ENOUGH: Final = Message("You have pinged the same people three times within an hour. Give them time to answer.")


class Calls:
    """The calls of the last hour that nobody has answered by coming: challenges by name, and offers of seats."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._made: OrderedDict[tuple[int, int], list[int]] = OrderedDict()
        """When somebody has called somebody, the oldest call first; last in it who has called last."""

    async def note(self, caller: int, called: Sequence[int]) -> None:
        """Note a call before it is made, so that many at once cannot pass. Raises `Refusal`, and then notes nothing."""
        if self._store.shared:
            if not await self._store.allowances.call(caller, called, most=MOST, within_ms=WITHIN_MS):
                raise Refusal(ENOUGH)
            return
        now = self._clock()
        recent = {user: [at for at in self._made.get((caller, user), ()) if now - at < WITHIN_MS] for user in called}
        if any(len(made) >= MOST for made in recent.values()):
            raise Refusal(ENOUGH)
        for user, made in recent.items():
            self._made[caller, user] = [*made, now]
            self._made.move_to_end((caller, user))
        while self._made and now - next(iter(self._made.values()))[-1] >= WITHIN_MS:
            self._made.popitem(last=False)

    async def forget(self, caller: int, called: Sequence[int]) -> None:
        """Take back the newest call of each: it was not made after all, or they have come."""
        if self._store.shared:
            await self._store.allowances.take_back(caller, called)
            return
        for user in called:
            made = self._made.get((caller, user), [])[:-1]
            if made:
                self._made[caller, user] = made
            else:
                self._made.pop((caller, user), None)
