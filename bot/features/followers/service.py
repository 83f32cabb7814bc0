"""Following a match without playing in it: its high points, or its end alone, as each follower wants it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final, Literal

from bot.features.predictions.pages import invitation
from bot.features.predictions.service import Predicting
from bot.matches.commits import CommitEvent, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.matches.work import Change, Extension
from bot.people.members import Members, Unanswered
from bot.publish import notices
from bot.publish.notifier import Notifier
from bot.publish.summary import shown, tell
from bot.texts import story
from bot.texts.phrases import Phrases, phrases
from games import history
from games.history import Replayed
from games.messages import Message
from storage import ClaimedJob, Follower, Job, Store

Wants = Literal["highlights", "end"]
KIND: Final = "follow"
"""The kind of jobs that tell a follower what is new."""
KEPT: Final = 5000
MOST: Final = 25
"""How many open matches one person can follow."""


class Followers(Extension):
    """The followers of matches, kept in memory. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Follower, ...]] = OrderedDict()
        self._changes = 0

    async def of(self, match_id: str) -> tuple[Follower, ...]:
        """Return the followers of a match."""
        kept = self._known.get(match_id)
        if kept is not None and not self._store.shared:  # else another process may have changed them
            return kept
        count = self._changes
        followers = await self._store.followers.of_match(match_id)
        if count == self._changes:  # else it may be old by now
            self._known[match_id] = followers
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return followers

    async def mine(self, match_id: str, user: int) -> Follower | None:
        """Return how a user follows a match; `None` for not at all."""
        return next((follower for follower in await self.of(match_id) if follower.user_id == user), None)

    async def follow(self, match_id: str, new: Follower, most: int) -> bool:
        """Let somebody follow a match (`storage.followers`)."""
        done = await self._store.followers.add(match_id, new, most)
        self._forget(match_id)
        return done

    async def unfollow(self, match_id: str, user: int) -> bool:
        """Let somebody follow a match no longer. Returns whether that was so."""
        done = await self._store.followers.remove(match_id, user)
        self._forget(match_id)
        return done

    async def mark_reported(self, match_id: str, user: int, number: int) -> None:
        """Note up to which entry a follower has been told what happened."""
        await self._store.followers.mark_reported(match_id, user, number)
        self._forget(match_id)

    def forget(self) -> None:
        """Ask again for all of them: somebody was forgotten."""
        self._changes += 1
        self._known.clear()

    def _forget(self, match_id: str) -> None:
        self._changes += 1
        self._known.pop(match_id, None)

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Tell the followers of a step that is worth telling."""
        followers = await self.of(match.id) if change.replayed else ()
        over = change.status == "over"
        if not followers or not (over or any(high_point(match, done) for done in change.replayed)):
            return change
        rows = [user_job(KIND, follower.user_id) for follower in followers if over or follower.wants == "highlights"]
        return replace(change, posts=(*change.posts, *rows))


class FollowedMatches:
    """Notes who follows which match, and tells the followers."""

    def __init__(
        self,
        matches: Matches,
        followers: Followers,
        notifier: Notifier,
        members: Members,
        predicting: Predicting,
    ) -> None:
        self.matches = matches
        self.followers = followers
        self.store = matches.store
        self.notifier = notifier
        self.members = members
        self.predicting = predicting

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
            match.id, (user_job(KIND, user),), now=self.matches.clock(), version=match.match.version
        )
        await self.matches.commits.announce(CommitEvent())

    async def leave(self, match: LoadedMatch, user: int) -> None:
        """End the following of a match. Raises `Refusal`."""
        if not await self.followers.unfollow(match.id, user):
            raise Refusal(Message("You do not follow this match."))

    def forget(self, user: int) -> None:
        """Drop what is kept in memory: a user was forgotten."""
        self.followers.forget()

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell one follower what is new, by direct message or by a ping. Raises `PlaceLost` or Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        follower = await self.followers.mine(match.id, user)
        if follower is None:
            return
        if match.seat_of(user) is not None or match.match.private:
            await self.followers.unfollow(match.id, user)
            return
        over = match.match.status == "over"
        if not over and (follower.wants == "end" or not any(high_point(match, done) for done in news(match, follower))):
            return
        if await put_off(self.matches, match, job, now):
            return
        sees = await self._sees(match, user)
        if sees:
            await self._tell(match, job, user, follower.told, now)
        if over or sees is None:
            await self.followers.unfollow(match.id, user)
        elif sees:
            await self.followers.mark_reported(match.id, user, match.newest)

    async def _sees(self, match: LoadedMatch, user: int) -> bool | None:
        """Return whether a user may see the match's channel, `None` for nobody of its server.

        Where Discord does not say, it is as it was when they began to follow.
        """
        guild_id, channel_id = match.match.guild_id, match.match.channel_id
        if guild_id is None:
            return True
        try:
            member = await self.members.find(guild_id, user)
            if member is None:
                return None
            return channel_id is not None and await self.members.sees(member, channel_id)
        except Unanswered:
            return True

    async def _tell(self, match: LoadedMatch, job: Job, user: int, since: int, now: int) -> None:
        say = await self.notifier.languages.for_message(user, match.language)
        title = await self.notifier.describe(say, match, user)
        text = f"📣 {title}: {await self._news(say, match, since)}"
        may_predict = await self.predicting.is_open(match, user)
        rows = invitation(say, match) if may_predict else ()
        if not await self.notifier.send_dm(match, job, user, text, rows):
            say = phrases(match.language)
            text = f"📣 {notices.title(say, match)}: {await self._news(say, match, since)}"
            # The thread of a match that is over is archived; a message would open it again.
            place = match.match.channel_id if match.match.status == "over" else match.match.thread_id
            rows = invitation(say, match) if may_predict else ()
            await self.notifier.ping(match, job, user, f"<@{user}> {text}", rows, place)

    async def _news(self, say: Phrases, match: LoadedMatch, since: int) -> str:
        """Return the high points since an entry as everybody may know them; of a finished match, how it ended."""
        names = await self.notifier.names.seats(say, match)
        if match.match.status == "over":
            return notices.finished_text(say, match, names)
        sentences: list[str] = []
        for done in match.past.after(since):
            if match.past.counts(done.number) and high_point(match, done):
                sentences += tell(say, match, done, names, None)[0]
        return story.joined(story.results(sentences))


def news(match: LoadedMatch, follower: Follower) -> list[Replayed]:
    """Return the entries that count and that a follower has not been told of.

    Actions are news only where the match has gone further than ever before: players who take back and play the same
    again would ping the follower each time.
    """
    fresh: list[Replayed] = []
    depth = furthest = 0
    actions: set[int] = set()
    for done in match.past.after(0):
        action = done.entry.kind == "action"
        if action:
            actions.add(done.number)
        depth += action - len(actions.intersection(done.takes_back))
        told = done.number <= follower.told
        if not told and match.past.counts(done.number) and (not action or depth > furthest):
            fresh.append(done)
        if told:
            furthest = max(furthest, depth)
    return fresh


def high_point(match: LoadedMatch, done: Replayed) -> bool:
    """Return True if an entry is a high point: a seat is out or changes hands, or the game says so."""
    if done.step is None or done.takes_back:
        return False
    game = match.face.game
    out = len(game.playing(done.after.state)) < len(game.playing(done.before.state))
    return out or history.hands_over(done.entry) or match.face.high_point(shown(match, done, None))
