"""What follows a transaction: one event, told to all who subscribed, after it is on the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CommitEvent:
    """What a transaction has written that somebody has to deal with now, or at a later time."""

    posts: bool = True
    """There are new rows in the outbox."""
    due_at: int | None = None
    """When a timer that it has set falls due, in unix milliseconds; `None` where it has set none for soon."""
    player: int | None = None
    """The user who has played an action of a game with it."""


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
