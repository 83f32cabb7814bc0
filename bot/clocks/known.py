"""Calendars, outages and pauses, kept in memory for as long as they are asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from bot.clocks.calendar import Span
from storage import Calendar, Store

KEPT: Final = 5000
NEVER: Final = 1 << 62
"""A time that never comes, in unix milliseconds."""


class Calendars:
    """When each player can be reached. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Calendar] = OrderedDict()
        self._outages: tuple[Span, ...] | None = None
        self._pauses: dict[str, tuple[tuple[int, int | None], ...]] | None = None

    async def of(self, users: Collection[int]) -> dict[int, Calendar]:
        """Return the calendars of some users."""
        missing = [user for user in users if user not in self._known]
        found = {user: self._known[user] for user in users if user in self._known}
        if missing:
            asked = await self._store.calendars.of_users(missing)
            for user in missing:
                found[user] = self._known.setdefault(user, asked[user])  # what was set meanwhile is newer
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    def known(self, user: int) -> Calendar | None:
        """Return the calendar of a user if it is in memory."""
        return self._known.get(user)

    async def standstills(self, match_id: str) -> tuple[Span, ...]:
        """Return when the clocks of a match stood still: outages, then its own pauses, each the earliest first.

        A pause that is on ends at `NEVER`.
        """
        if self._outages is None:
            self._outages = await self._store.pauses.outages()
        if self._pauses is None:
            self._pauses = await self._store.pauses.of_running()
        own = self._pauses.get(match_id, ())
        return (*self._outages, *((since, NEVER if until is None else until) for since, until in own))

    async def paused(self) -> frozenset[str]:
        """Return the matches that stand still now."""
        if self._pauses is None:
            self._pauses = await self._store.pauses.of_running()
        pauses = self._pauses.items()
        return frozenset(match_id for match_id, spans in pauses if any(until is None for _, until in spans))

    async def pause(self, match_ids: Collection[str], now: int, timer: str) -> None:
        """Pause matches from now on; their timers of this kind fall due."""
        await self._store.pauses.begin(match_ids, now=now, timer=timer)
        self._pauses = await self._store.pauses.of_running()

    async def resume(self, match_ids: Collection[str], now: int, timer: str) -> None:
        """Resume matches that stood still; their timers of this kind fall due."""
        await self._store.pauses.end(match_ids, now=now, timer=timer)
        self._pauses = await self._store.pauses.of_running()

    async def set(self, new: Calendar, *, now: int) -> None:
        """Change what a player has set; absences are left as they are."""
        await self._store.calendars.set(new, now=now)
        await self.again(new.user_id)

    async def leave(self, user: int, since: int, until: int) -> None:
        """Note that a player is away from `since` until `until`."""
        await self._store.calendars.add_absence(user, since, until)
        await self.again(user)

    async def back(self, user: int, now: int) -> bool:
        """End a player's absence; return whether the player was away, or going to be."""
        ended = await self._store.calendars.end_absence(user, now)
        await self.again(user)
        return ended

    async def out(self, since: int, until: int) -> None:
        """Note that nobody could play from `since` until `until`."""
        await self._store.pauses.add_outage(since, until)
        self._outages = await self._store.pauses.outages()

    def forget(self, user: int) -> None:
        """Ask again the next time."""
        self._known.pop(user, None)

    async def again(self, user: int) -> None:
        """Read a calendar again that was changed past here."""
        self._known[user] = (await self._store.calendars.of_users((user,)))[user]
