"""Following a match without playing in it: its high points, or its end alone, as each follower wants it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from bot.clocks import calendar as calendars
from bot.matches.commits import CommitEvent
from bot.matches.highlights import Followers, high_point
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.rows import follower_row
from bot.matches.service import Matches
from bot.publish import announce
from bot.publish.notifier import Notifier
from bot.publish.summary import tell
from bot.texts import story
from bot.texts.phrases import Phrases, phrases
from games.messages import Message
from storage import Follower, OutboxRow

Wants = Literal["highlights", "end"]
MOST: Final = 25
"""How many open matches one person can follow."""


class FollowedMatches:
    """Notes who follows which match, and tells the followers."""

    def __init__(self, matches: Matches, notifier: Notifier) -> None:
        self.matches = matches
        self.followers: Followers = matches.followers
        self.store = matches.store
        self.notifier = notifier

    async def follow(self, match: LoadedMatch, user: int, wants: Wants) -> None:
        """Let a user follow a match from now on, or change what they hear of it. Raises `Refusal`."""
        match.must_run()
        if match.seat_of(user) is not None:
            raise Refusal(Message("You play in this match; you hear of it anyway."))
        if match.match.private:
            raise Refusal(Message("A private match concerns its players alone; nobody else can follow it."))
        new = Follower(user, wants, match.newest)
        if not await self.followers.follow(match.id, new, MOST):
            raise Refusal(Message("You already follow {count} matches; leave one of them first.", count=MOST))
        # What has happened just now, before anybody knew of this follower, is told, too.
        await self.store.jobs.add(
            match.id, (follower_row(user),), now=self.matches.clock(), version=match.match.version
        )
        await self.matches.commits.announce(CommitEvent())

    async def leave(self, match: LoadedMatch, user: int) -> None:
        """End the following of a match. Raises `Refusal`."""
        if not await self.followers.unfollow(match.id, user):
            raise Refusal(Message("You do not follow this match."))

    def forget(self, user: int) -> None:
        """Drop what is kept in memory: a user was forgotten."""
        self.followers.forget()

    async def publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Tell one follower what is new, by direct message or by a ping. Raises `PlaceLost` or Discord's errors."""
        user = row.recipient
        assert user is not None
        follower = await self.followers.mine(match.id, user)
        if follower is None:
            return
        if match.seat_of(user) is not None or match.match.private:
            await self.followers.unfollow(match.id, user)
            return
        over = match.match.status == "over"
        fresh = [one for one in match.past.after(follower.told) if match.past.counts(one.number)]
        if not over and (follower.wants == "end" or not any(high_point(match, one) for one in fresh)):
            return
        later = calendars.awake((await self.matches.calendars.of((user,)))[user], now)
        if later > now:
            again = replace(follower_row(user), due_at=later, version=row.version)
            await self.store.jobs.add(match.id, (again,), now=now, version=row.version)
            return
        await self._tell(match, row, user, follower.told, now)
        if over:
            await self.followers.unfollow(match.id, user)
        else:
            await self.followers.told(match.id, user, match.newest)

    async def _tell(self, match: LoadedMatch, row: OutboxRow, user: int, since: int, now: int) -> None:
        say = await self.notifier.languages.for_message(user, match.language)
        title = await self.notifier.describe(say, match, user)
        text = f"📣 {title}: {await self._news(say, match, since)}"
        if not await self.notifier.send_dm(match, row, user, text):
            say = phrases(match.language)
            text = f"📣 {announce.title(say, match)}: {await self._news(say, match, since)}"
            # The thread of a match that is over is archived; a message would open it again.
            place = match.match.channel_id if match.match.status == "over" else match.match.thread_id
            await self.notifier.ping(match, row, user, f"<@{user}> {text}", (), place)

    async def _news(self, say: Phrases, match: LoadedMatch, since: int) -> str:
        """Return the high points since an entry as everybody may know them; of a finished match, how it ended."""
        names = await self.notifier.names.seats(say, match)
        if match.match.status == "over":
            return announce.finished_text(say, match, names)
        sentences: list[str] = []
        for one in match.past.after(since):
            if match.past.counts(one.number) and high_point(match, one):
                sentences += tell(say, match, one, names, None)[0]
        return story.told(story.results(sentences))
