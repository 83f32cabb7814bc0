"""The kinds of jobs and who handles each: registered once, beside what the handler does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.matches.loaded import LoadedMatch
from storage import ClaimedJob, MessageNote


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a handled job leaves behind."""

    messages: tuple[MessageNote, ...] = ()
    """What is to be noted of messages on Discord, in the transaction that ends the job."""
    again_at: int | None = None
    """When the same job falls due again, in unix milliseconds; `None`: it is done."""


Handler = Callable[[LoadedMatch, ClaimedJob, int], Awaitable[Outcome | None]]
"""Does a job of a match at this moment (unix milliseconds).

It may be called twice for one job, after a crash and after a failure, so it asks whether there is still something to
do. It raises for a further attempt, later. `None` stands for an
outcome that leaves nothing behind.
"""


class JobKinds:
    """The handlers of all kinds of jobs of this process."""

    def __init__(self, handlers: Mapping[str, Handler] | None = None) -> None:
        self._handlers = dict(handlers or {})

    def handle(self, kind: str, handler: Handler) -> None:
        """Let `handler` do the jobs of a kind. Raises `ValueError` for a kind that has a handler."""
        if kind in self._handlers:
            raise ValueError(f"jobs of the kind {kind!r} have a handler already")
        self._handlers[kind] = handler

    def handler(self, kind: str) -> Handler:
        """Return the handler of a kind. Raises `KeyError` for a kind without one."""
        return self._handlers[kind]
