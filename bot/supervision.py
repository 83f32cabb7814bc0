"""Long-running work that cannot die in silence: it goes on after a failure, or the whole process ends.

Every task of the bot that lives longer than one interaction or one send is started by a `Supervisor`. What it raises is
logged once, with an id, and after a pause the work begins anew. Only `Fatal` ends it: what no repetition can heal (the
file of the database is gone, another process holds the lease on it) stops the bot in good order, and the process ends
with `EX_TEMPFAIL`, upon which service managers start it again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from bot.log import incident

log = logging.getLogger("bot")

EX_TEMPFAIL: Final = 75
"""The exit status of a process that is to be started again (sysexits.h)."""
BACK_OFF: Final = (1.0, 5.0, 15.0, 60.0)
"""Seconds that a piece of work pauses after its first failure, its second, and so on; the last for all later ones."""
RAN_WELL: Final = 60.0
"""Seconds without a failure after which the next one counts as the first again."""

Work = Callable[[], Awaitable[object]]


class Fatal(Exception):
    """What no repetition of the work can heal: the process has to end and to be started again. The message says why."""


@dataclass(frozen=True, slots=True)
class Incident:
    """A failure of a piece of work."""

    id: str
    """The id under which the log has it."""
    at: float
    """When it was, in unix seconds."""
    error: str
    """The name of the exception's class: its message may hold what is not for everybody."""


@dataclass(frozen=True, slots=True)
class Piece:
    """How a piece of work stands."""

    name: str
    state: Literal["running", "paused", "done"]
    """Paused is what has failed and will begin anew; done is what has come to its own end."""
    since: float
    """Since when it is in that state, in unix seconds."""
    incidents: int = 0
    """How often it has failed since the start of the process."""
    last: Incident | None = None


async def pause(seconds: float) -> None:
    """Wait, as all background work does: in one place, so that a test can make time stand still."""
    await asyncio.sleep(seconds)


class Nap:
    """Waiting for the next thing to do that can be cut short."""

    def __init__(self) -> None:
        self._awake = False
        self._sleeping: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """End the wait now, or let the next one not begin."""
        self._awake = True
        if self._sleeping is not None:
            self._sleeping.cancel()

    async def take(self, seconds: float) -> None:
        """Wait, but not when somebody has called `wake` since the last nap."""
        if not self._awake and seconds > 0:
            self._sleeping = asyncio.create_task(pause(seconds))
            try:
                await asyncio.wait({self._sleeping})
            finally:
                self._sleeping.cancel()
                self._sleeping = None
        self._awake = False


class Supervisor:
    """Starts pieces of work, keeps them going, and tells how they stand."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._pieces: dict[str, Piece] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ending: asyncio.Task[object] | None = None
        self.fatal: Fatal | None = None
        """Why the process has to end; `None` while nothing forces it to."""
        self.on_fatal: Work | None = None
        """What stops the bot in good order; begun once, in a task of its own."""

    def start(self, name: str, work: Work) -> None:
        """Run `work` until it returns; begin anew when it raises. Raises `ValueError` for a name that runs already."""
        running = self._tasks.get(name)
        if running is not None and not running.done():
            raise ValueError(f"{name!r} is running already")
        self._pieces[name] = Piece(name, "running", self._clock())
        self._tasks[name] = asyncio.create_task(self._supervise(name, work), name=f"bot: {name}")

    def every(self, name: str, seconds: float, work: Work, *, at_once: bool = False) -> None:
        """Run `work` again and again, with `seconds` between; for the first time then, or `at_once`.

        After a failure the next round comes as soon as that of any other work.
        """
        due = at_once

        async def rounds() -> None:
            nonlocal due
            while True:
                if not due:
                    await pause(seconds)
                due = True
                await work()
                due = False

        self.start(name, rounds)

    def pieces(self) -> tuple[Piece, ...]:
        """Return the states of all pieces of work, in the order in which they were started."""
        return tuple(self._pieces.values())

    def fail(self, reason: Fatal) -> None:
        """End the process in good order, with `EX_TEMPFAIL`. Only the first reason counts."""
        if self.fatal is not None:
            return
        self.fatal = reason
        log.critical("the bot stops and has to be started again: %s", reason)
        if self.on_fatal is not None:
            self._ending = asyncio.ensure_future(_stopped(self.on_fatal))

    async def stop(self) -> None:
        """End all pieces and wait until none is left; whatever they raise meanwhile is logged."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _supervise(self, name: str, work: Work) -> None:
        failures = 0
        while True:
            begun = self._clock()
            self._note(name, state="running")
            try:
                await work()
            except Fatal as reason:
                self._failed(name, reason)
                self.fail(reason)
                return
            except asyncio.CancelledError as error:
                if is_cancelled():
                    self._note(name, state="done")
                    raise
                self._failed(name, error)  # something that it waited for was cancelled, not the work itself
            except Exception as error:
                self._failed(name, error)
            else:
                self._note(name, state="done")
                return
            failures = 1 if self._clock() - begun >= RAN_WELL else failures + 1
            await pause(BACK_OFF[min(failures, len(BACK_OFF)) - 1])

    def _failed(self, name: str, error: BaseException) -> None:
        number = incident(f"{name} failed", error)
        piece = self._pieces[name]
        last = Incident(number, self._clock(), type(error).__name__)
        self._pieces[name] = replace(piece, incidents=piece.incidents + 1, last=last)
        self._note(name, state="done" if isinstance(error, Fatal) else "paused")

    def _note(self, name: str, *, state: Literal["running", "paused", "done"]) -> None:
        self._pieces[name] = replace(self._pieces[name], state=state, since=self._clock())


def is_cancelled() -> bool:
    """Return True if the present task itself is to end, and not only something that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _stopped(stop: Work) -> None:
    try:
        await stop()
    except Exception as error:
        incident("stopping failed", error)
