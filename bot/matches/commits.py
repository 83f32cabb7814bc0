"""What follows a transaction: one event, told to all who subscribed, after it is on the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field

from storage import POST, NewJob


@dataclass(frozen=True, slots=True)
class CommitEvent:
    """What a transaction has written that somebody has to deal with now, or at a later time."""

    due: Mapping[str, int] = field(default_factory=lambda: {POST: 0})
    """For each pool of jobs that were added, when the first of them falls due, in unix milliseconds; 0 for at once."""
    player: int | None = None
    """The user who has played an action of a game with it."""

    @classmethod
    def of(cls, jobs: Iterable[NewJob], player: int | None = None) -> CommitEvent:
        """Return the event of a transaction that has added these jobs."""
        due: dict[str, int] = {}
        for job in jobs:
            due_at = job.due_at or 0
            due[job.pool] = min(due.get(job.pool, due_at), due_at)
        return cls(due, player)


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
