"""The kinds of jobs and who handles each; how an attempt at a job has ended, and when the next one follows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import aiohttp
import discord

from bot.log import incident, told
from bot.matches.loaded import LoadedMatch
from storage import ClaimedJob, MessageNote, StorageError


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a handled job leaves behind."""

    messages: tuple[MessageNote, ...] = ()
    """What is to be noted of messages on Discord, in the transaction that ends the job."""
    again_at: int | None = None
    """When the same job falls due again, in unix milliseconds; `None`: it is done."""


JobHandler = Callable[[LoadedMatch, ClaimedJob, int], Awaitable[Outcome | None]]
"""Does a job of a match at this moment (unix milliseconds).

It may be called twice for one job, after a crash and after a failure, so it asks whether there is still something to
do. It raises for a further attempt, later. `None` stands for an
outcome that leaves nothing behind.
"""


class JobKinds:
    """The handlers of all kinds of jobs of this process."""

    def __init__(self, handlers: Mapping[str, JobHandler] | None = None) -> None:
        self._handlers = dict(handlers or {})

    def handle(self, kind: str, handler: JobHandler) -> None:
        """Let `handler` do the jobs of a kind. Raises `ValueError` for a kind that has a handler."""
        if kind in self._handlers:
            raise ValueError(f"jobs of the kind {kind!r} have a handler already")
        self._handlers[kind] = handler

    def __contains__(self, kind: str) -> bool:
        """Return True if jobs of a kind have a handler."""
        return kind in self._handlers

    def handler(self, kind: str) -> JobHandler:
        """Return the handler of a kind. Raises `KeyError` for a kind without one."""
        return self._handlers[kind]


PASSING_WAITS: Final = (1_000, 5_000, 15_000, 60_000, 300_000)
"""Milliseconds before a further attempt after what passes by itself: the network, Discord, the database."""
STRANGE: Final = (1_000, 15_000, 60_000, 300_000, 900_000, 3_600_000)
"""The same after what nobody has foreseen: it may never pass, or in the next version of the bot."""
PERMISSION: Final = (60_000, 300_000, 900_000, 3_600_000)
"""The same while a permission is missing; Discord's news about permissions come first."""
TOO_MANY_OLD_EDITS: Final = 30_046
"""Discord's code for too many edits of old messages in a channel."""
OLD_EDITS_MS: Final = 10_000
"""How long to wait when too many old messages were edited in a channel."""
SPARE_MS: Final = 500
"""What is added to the time that Discord asks for."""
NOTE_LENGTH: Final = 200

_PASSING_ERRORS: Final = (aiohttp.ClientError, OSError, StorageError)


@dataclass(frozen=True, slots=True)
class End:
    """How an attempt has ended."""

    how: Literal["told", "retried", "waiting", "given_up"]
    note: str = ""
    wait_ms: int = 0
    """How long to wait before the next attempt, if there is one."""
    messages: tuple[MessageNote, ...] = ()
    """What is to be noted of messages that were sent."""
    again_at: int | None = None
    """When a job that was done falls due once more."""


DONE: Final = End("told")


def nth(waits: tuple[int, ...], attempts: int) -> int:
    """Return the wait after so many attempts, in milliseconds; the last one for all later."""
    return waits[min(max(attempts, 1), len(waits)) - 1]


def failed(what: str, attempts: int, error: BaseException) -> End:
    """Return the end of an attempt that failed: there is another one after a while. Nothing is given up for a failure.

    `what` names the work in the log. What nobody has foreseen, and what the database says, is logged with an id, once.
    """
    note = told(error)[:NOTE_LENGTH]
    if isinstance(error, discord.RateLimited):
        return End("retried", note, int(error.retry_after * 1000) + SPARE_MS)
    if isinstance(error, discord.HTTPException) and error.code == TOO_MANY_OLD_EDITS:
        return End("retried", note, OLD_EDITS_MS)
    passing = isinstance(error, _PASSING_ERRORS) or (
        isinstance(error, discord.HTTPException) and (error.status >= 500 or error.status == 429)
    )
    if attempts <= 1 and (not passing or isinstance(error, StorageError)):
        incident(what, error)
    return End("retried", note, nth(PASSING_WAITS if passing else STRANGE, attempts))
