"""A daily digest for players who want one: the matches that wait for them, and how much time is left."""

from __future__ import annotations

from typing import Final

from bot.clocks import calendar as calendars
from bot.limits import BUTTON_LABEL, cut
from bot.matches.commits import CommitEvent
from bot.matches.jobs import user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.panels.model import Button, Press
from bot.publish.notifier import Notifier
from bot.texts.phrases import Phrases
from bot.texts.time import moment
from storage import ClaimedJob, Digest, Waiting

LOOK_EVERY: Final = 60.0
"""Seconds between two looks for digests that are due."""
AT_ONCE: Final = 100
LISTED: Final = 10
"""How many matches a digest lists."""
KIND: Final = "digest"
"""The kind of the rows, and the action id of the button below a digest."""


class Digests:
    """Notes who wants a digest, and sends it once a day to those for whom a match waits."""

    def __init__(self, matches: Matches, notifier: Notifier) -> None:
        self.matches = matches
        self.store = matches.store
        self.notifier = notifier

    async def want(self, user: int, minute: int) -> None:
        """Send a user a digest at this minute of the day, from now on."""
        await self.store.digests.set(Digest(user, minute, await self._next(user, minute, self.matches.clock())))
        await self.store.people.set_player(user, now=self.matches.clock(), dm_closed=False)

    async def stop(self, user: int) -> bool:
        """Send a user no more digests; return whether there were any."""
        return await self.store.digests.remove(user)

    async def look_again(self, user: int) -> None:
        """Work out anew when the digest of a user is due: their calendar has changed."""
        mine = await self.store.digests.find(user)
        if mine is not None:
            now = self.matches.clock()
            await self.store.digests.reschedule(mine, await self._next(user, mine.minute, now), now=now)

    async def look(self) -> None:
        """Add jobs for the digests that are due; none for users for whom nothing waits."""
        now = self.matches.clock()
        sent = False
        for one in await self.store.digests.due(now, AT_ONCE):
            waiting = await self.store.clocks.waiting_for(one.user_id)
            post = user_job(KIND, one.user_id) if waiting else None
            match_id = waiting[0].match_id if waiting else None
            due_at = await self._next(one.user_id, one.minute, now)
            sent |= await self.store.digests.reschedule(one, due_at, now=now, match_id=match_id, post=post)
        if sent:
            await self.matches.commits.announce(CommitEvent())

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Send a digest of what waits by now. Raises Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        waiting = await self.store.clocks.waiting_for(user)
        if not waiting or await self.store.digests.find(user) is None:
            return
        later = calendars.awake((await self.matches.calendars.of((user,)))[user], now)
        if later > now:
            again = user_job(KIND, user, version=job.version, due_at=later)
            await self.store.jobs.add(match.id, (again,), now=now, version=job.version)
            return
        say = await self.notifier.languages.for_message(user, match.language)
        first = await self.matches.peek(waiting[0].match_id)
        lines = []
        for one in waiting[:LISTED]:
            title = await self.notifier.describe(say, await self.matches.peek(one.match_id), user)
            lines.append(f"- {title} · {_time(say, one)}")
        head = say.plural("☀️ {count} match waits for you:", "☀️ {count} matches wait for you:", len(waiting))
        if more := len(waiting) - len(lines):
            lines.append(say.plural("… and {count} more", "… and {count} more", more))
        play = Button(cut(await self.notifier.title(say, first, user), BUTTON_LABEL), Press("play"), "primary")
        stop = Button(say("No more digests"), Press(KIND))
        text = "\n".join((head, *lines))
        await self.notifier.send_dm(first, job, user, text, ((play, stop),), requested=True)

    async def _next(self, user: int, minute: int, now: int) -> int:
        mine = (await self.matches.calendars.of((user,)))[user]
        return calendars.daily(mine, minute, now)


def _time(say: Phrases, waiting: Waiting) -> str:
    """Return how much time is left in a match that waits, or since when it does."""
    if waiting.runs_out is not None:
        return say("time runs out {over}", over=moment(waiting.runs_out))
    return say("since {since}", since=moment(waiting.since))
