"""What follows a transaction: the jobs that it adds, and one event, told to all who subscribed, once it is on disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from storage import POST, NewJob

PUBLIC: Final = "public"
"""The kind of jobs that bring everything public of a match up to date."""
DM: Final = "dm"
"""The kind of jobs that tell a player by direct message how a match stands."""
PING: Final = "ping"
"""The kind of jobs that ping a player in the thread who cannot be told by direct message."""
TURN: Final = "turn"
"""The kind of jobs that tell a player after their quiet hours that it is their turn."""
LOST: Final = "lost"
"""The kind of jobs that tell of a thread that was deleted, and of the messages that tell it."""
DECLINED: Final = "declined"
"""The kind of jobs that tell those who had accepted it that a challenge was declined, which leaves nothing behind."""


def match_job(kind: str, match_id: str, recipient: int | None = None) -> NewJob:
    """Return a job in the lane of a match, after what is public; it takes the place of an older one of its kind."""
    return NewJob(lane=f"match:{match_id}", kind=kind, recipient=recipient, supersedes=True)


def user_job(
    kind: str, user_id: int, *, version: int | None = None, due_at: int | None = None, direct: bool = False
) -> NewJob:
    """Return a job that tells a user something of a match; it takes the place of an older one of its kind about that.

    A user is told one thing at a time: Discord limits how fast. What cannot be told in one match holds up nothing that
    is told of others (`storage.job_sql`). `direct`: only for a user who wants direct messages and can get them.
    """
    lane = f"dm:{user_id}"
    return NewJob(lane, kind, recipient=user_id, version=version, due_at=due_at, supersedes=True, direct=direct)


def own_job(kind: str, user_id: int) -> NewJob:
    """Return a job that tells a user something that is about no match alone, in a lane that no match holds up."""
    return NewJob(f"user:{user_id}", kind, recipient=user_id, supersedes=True)


ANYWHERE: Final = -1
"""Stands for whatever servers jobs were added for."""


@dataclass(frozen=True, slots=True)
class CommitEvent:
    """What a transaction has written that somebody has to deal with now, or at a later time."""

    due: Mapping[str, int] = field(default_factory=lambda: {POST: 0})
    """For each pool of jobs that were added, when the first of them falls due, in unix milliseconds; 0 for at once."""
    player: int | None = None
    """The user who has played an action of a game with it."""
    match_id: str = ""
    """The match of which something else is the case now; empty where there is none."""
    guild_id: int | None = ANYWHERE
    """The server of the match that it was about; `None` for one in direct messages."""

    @classmethod
    def of(
        cls,
        jobs: Iterable[NewJob],
        player: int | None = None,
        match_id: str = "",
        guild_id: int | None = ANYWHERE,
    ) -> CommitEvent:
        """Return the event of a transaction that has added these jobs."""
        due: dict[str, int] = {}
        for job in jobs:
            due_at = job.due_at or 0
            due[job.pool] = min(due.get(job.pool, due_at), due_at)
        return cls(due, player, match_id, guild_id)


Subscriber = Callable[[CommitEvent], Awaitable[None]]


class Commits:
    """Hands every event to all subscribers, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call `subscriber` after every commit from now on."""
        self._subscribers.append(subscriber)

    async def announce(self, event: CommitEvent) -> None:
        """Tell all subscribers; called by everybody who has written something for them, as soon as it is written."""
        for subscriber in self._subscribers:
            await subscriber(event)
