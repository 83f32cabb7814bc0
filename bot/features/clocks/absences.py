"""Going away and coming back: the clocks of all matches of a player stand still meanwhile, and the others are told."""

from __future__ import annotations

from typing import Final

from bot.clocks import calendar as calendars
from bot.features.clocks.timer import Ticking
from bot.life import rows
from bot.log import incident
from bot.matches.commits import CommitEvent
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from games.messages import Message
from storage import StorageError

DAY_MS: Final = 86_400_000
DAYS_A_YEAR: Final = 30
YEAR_MS: Final = 365 * DAY_MS


class Absences:
    """Notes who is away."""

    def __init__(self, matches: Matches, ticking: Ticking) -> None:
        self.matches = matches
        self.calendars = matches.calendars
        self.ticking = ticking

    async def leave(self, user: int, until: int) -> None:
        """Let a player be away from now until then. Raises `Refusal` for more than thirty days a year."""
        now = self.matches.clock()
        if until <= now:
            raise Refusal(Message("That is in the past; choose a later day."))
        left = await self.left(user, now)
        if until - now > left:
            raise Refusal(
                Message.counted(
                    "You can be away for {days} days a year, and {count} of them is left.",
                    "You can be away for {days} days a year, and {count} of them are left.",
                    -(-left // DAY_MS),
                    days=DAYS_A_YEAR,
                )
            )
        await self.calendars.leave(user, now, until)
        await self.ticking.look_again(user)
        await self._tell_others(user, now)

    async def left(self, user: int, now: int) -> int:
        """How long a player can still be away, in milliseconds: what the year that ends now has left."""
        mine = (await self.calendars.of((user,)))[user]
        spent = sum(max(0, min(end, now) - max(begin, now - YEAR_MS)) for begin, end in mine.absences)
        return max(0, DAYS_A_YEAR * DAY_MS - spent)

    async def until(self, user: int) -> int | None:
        """Until when a player is away; `None` for whoever is there."""
        mine = (await self.calendars.of((user,)))[user]
        return calendars.away(mine, self.matches.clock())

    async def back(self, user: int) -> bool:
        """Let an absence end now. Returns whether there was one."""
        if not await self.calendars.back(user, self.matches.clock()):
            return False
        await self.ticking.look_again(user)
        return True

    async def after_commit(self, event: CommitEvent) -> None:
        """End the absence of a player who has just played."""
        if event.player is None:
            return
        mine = self.calendars.known(event.player)
        if mine is None or calendars.away(mine, self.matches.clock()) is None:
            return
        try:
            await self.back(event.player)
        except StorageError as error:
            incident("an absence did not end with a move", error)  # the move counts all the same

    async def _tell_others(self, user: int, now: int) -> None:
        """Tell those who wait for the player, once a match."""
        for waiting in await self.matches.store.clocks.waiting_for(user):
            match = await self.matches.peek(waiting.match_id)
            posts = [rows.notice(rows.AWAY, other) for other in match.users() if other != user]
            await self.matches.store.jobs.add(match.id, tuple(posts), now=now, version=match.match.version)
        await self.matches.commits.announce(CommitEvent())
