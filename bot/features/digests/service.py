"""A calm daily digest for those who want one: the matches that wait for them, and how much time is left."""

from __future__ import annotations

from typing import Final

from bot.clocks import calendar as calendars
from bot.features.clocks.reminders import Notices
from bot.features.digests import texts
from bot.life import rows
from bot.limits import BUTTON_LABEL, cut
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.panels.model import Button, Press, Row
from storage import Digest, OutboxRow

LOOK_EVERY: Final = 60.0
"""Seconds between two looks for digests that are due."""
AT_ONCE: Final = 100
LISTED: Final = 10
"""How many matches a digest names."""
DEED: Final = "digest"


class Digests:
    """Notes who wants a digest, and sends it once a day where anything waits."""

    def __init__(self, matches: Matches, notices: Notices) -> None:
        self.matches = matches
        self.store = matches.store
        self.notices = notices

    async def want(self, user: int, minute: int) -> None:
        """Let somebody have a digest at a minute of the day, from now on."""
        await self.store.digests.set(Digest(user, minute, await self._next(user, minute, self.matches.clock())))
        await self.store.people.set_player(user, now=self.matches.clock(), dm_closed=False)

    async def stop(self, user: int) -> bool:
        """Let somebody have no digest any more. Returns whether there was one."""
        return await self.store.digests.remove(user)

    async def look_again(self, user: int) -> None:
        """Work out anew when a digest is due: its reader's calendar has changed."""
        mine = await self.store.digests.find(user)
        if mine is not None:
            now = self.matches.clock()
            await self.store.digests.reschedule(mine, await self._next(user, mine.minute, now), now=now)

    async def look(self) -> None:
        """Send what is due; where nothing waits, nothing."""
        now = self.matches.clock()
        sent = False
        for one in await self.store.digests.due(now, AT_ONCE):
            waiting = await self.store.clocks.waiting_for(one.user_id)
            post = rows.notice(rows.DIGEST, one.user_id) if waiting else None
            match_id = waiting[0].match_id if waiting else None
            due_at = await self._next(one.user_id, one.minute, now)
            sent |= await self.store.digests.reschedule(one, due_at, now=now, match_id=match_id, post=post)
        if sent:
            await self.matches.commits.announce(CommitEvent())

    async def publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Send a digest, of what waits by now. Raises Discord's errors."""
        user = row.recipient
        assert user is not None
        waiting = await self.store.clocks.waiting_for(user)
        if not waiting or await self.store.digests.find(user) is None:
            return
        later = calendars.awake((await self.matches.calendars.of((user,)))[user], now)
        if later > now:
            again = rows.notice(rows.DIGEST, user, version=row.version, due_at=later)
            await self.store.jobs.add(match.id, (again,), now=now, version=row.version)
            return
        say = await self.notices.languages.for_message(user, match.language)
        first = await self.matches.peek(waiting[0].match_id)
        lines = []
        for one in waiting[:LISTED]:
            found = await self.matches.peek(one.match_id)
            lines.append(texts.line(say, await self.notices.called(say, found, user), one))
        text = texts.digest(say, lines, len(waiting))
        play = Button(cut(await self.notices.game(say, first, user), BUTTON_LABEL), Press("play"), "primary")
        buttons: tuple[Row, ...] = ((play, Button(texts.stop_label(say), Press(DEED))),)
        await self.notices.by_dm(first, row, user, text, buttons, anyway=True)

    async def _next(self, user: int, minute: int, now: int) -> int:
        mine = (await self.matches.calendars.of((user,)))[user]
        return calendars.daily(mine, minute, now)
