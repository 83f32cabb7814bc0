"""When the simulated bot rests: found out as soon as it does, and without waiting for time to pass.

simcord looks every few hundredths of a second whether what the bot has to do is done, at each look at every task, and
lets the bot's timers run as long as they take. Here it looks when the event loop has nothing left but to wait, at the
tasks that have run since, and moves its clock on when the bot does nothing but wait for a timer. What counts as rest is
simcord's own.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import Any, Final

from simcord import Env, _settlement

from bot.app import ArenaBot

WITHOUT_TIMERS: Final = -math.inf
"""The deadline of a look at which no timer counts as still to come."""


async def settle(env: Env, *, timeout: float | None = None, dispatch: str | None = None, **more: Any) -> None:
    """Wait until the bot rests; takes the place of `Env._settle_internal`. Raises `TimeoutError` if it does not."""
    effective = env.settle_timeout if timeout is None else env._validate_timeout(timeout, "timeout")
    loop = env._loop
    assert loop is not None
    env._last_dispatch = dispatch
    given: float | None = more.get("_deadline")
    deadline = loop.time() + effective if given is None else given
    lull = _Lull.of(loop)
    rest = lull.rest
    busy: asyncio.Task[Any] | None = None
    stirred = True  # at first, and whenever something was done here, it is looked at the next lull, whatever comes
    while True:
        _settlement._run_due_virtual_callbacks(env._settlement_state(), deadline)
        await lull.come(deadline, stirred)
        stirred = True
        advancing = env._real_advance_task or env._advance_task
        if advancing is not None and advancing is not asyncio.current_task():
            done, _ = await asyncio.wait((advancing,), timeout=max(0.0, deadline - loop.time()))
            if not done:
                raise TimeoutError("bot did not settle while advancing time")
            if env._real_advance_task is advancing:
                env._real_advance_task = None
            advancing.result()
            continue
        state = env._settlement_state()
        if env._work.executors:
            stirred = False
        elif not _due(state):
            busy = rest.busy(state, deadline, busy)
            if busy is None and not _calling(state, deadline):
                return
            if (busy is None or rest.busy(state, WITHOUT_TIMERS, busy) is None) and not _calling(state, WITHOUT_TIMERS):
                await _move_on(env, state, deadline)
                continue
            stirred = False
        if loop.time() >= deadline:
            raise TimeoutError(_why(state, effective, deadline))


async def _move_on(env: Env, state: Any, deadline: float) -> None:
    """Let the time pass for which the bot does nothing but wait for the next timer that it has set."""
    began = env._virtual_time
    until = max(began, min(record.when for record in _calling(state, deadline)))
    if isinstance(env.bot, ArenaBot):
        env.bot.clock.ahead += math.ceil(1000 * (until - began))
    await env._advance_to(until, deadline)


def _due(state: Any) -> bool:
    """Return whether a timer of the bot is due by the clock of the simulation, which nothing of the loop will call."""
    callbacks = _settlement._active_callbacks(state)
    return any(record.when is not None and record.when <= state.virtual_time for record in callbacks)


def _calling(state: Any, deadline: float) -> list[Any]:
    """Return what will be called for the bot before the deadline."""
    callbacks = _settlement._active_callbacks(state)
    return [record for record in callbacks if not _settlement._callback_is_parked(state, record, deadline)]


def _why(state: Any, effective: float, deadline: float) -> str:
    tasks = _settlement._owned_tasks(state)
    stuck = [task for task in tasks if not _settlement._is_parked(state, task, deadline)]
    return _settlement._settle_timeout_message(state, stuck, tasks, effective, _calling(state, deadline))


class _Rest:
    """Which tasks of the bot are at rest, kept from look to look for those that have not run in between."""

    def __init__(self) -> None:
        self._resting: dict[asyncio.Task[Any], Any] = {}
        """The tasks that were at rest at the last look that found no other, each with what it waited for."""
        self._until = -math.inf
        """The first deadline by which one of their timers would have come."""

    def busy(self, state: Any, deadline: float, last: asyncio.Task[Any] | None) -> asyncio.Task[Any] | None:
        """Return a task of the bot that is not at rest, if there is one; `last` was such a one at the last look."""
        if last is not None and not last.done() and not _rests(state, last, deadline):
            return last
        known = self._resting if deadline < self._until else {}
        found: dict[asyncio.Task[Any], Any] = {}
        for task in _settlement._owned_tasks(state):
            waiter = getattr(task, "_fut_waiter", None)
            same = waiter is not None and known.get(task) is waiter and not waiter.done()
            if not same and not _rests(state, task, deadline):
                return task
            found[task] = waiter
        if deadline > WITHOUT_TIMERS:
            times = [_settlement._callback_fire_time(state, record) for record in _settlement._active_callbacks(state)]
            self._resting, self._until = found, min((time for time in times if time > deadline), default=math.inf)
        return None


def _rests(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
    _settlement._virtualize_recognized_waits(state, [task])
    return _settlement._is_parked(state, task, deadline)


@dataclass(eq=False)
class _Waiting:
    """Somebody who waits for a lull, in the seconds of the loop until `deadline` at most."""

    woken: asyncio.Future[None]
    deadline: float
    stirred: bool
    """The loop has done something since they began to wait."""

    def wake(self) -> None:
        if not self.woken.done():
            self.woken.set_result(None)


class _Lull:
    """Tells when an event loop has nothing left but to wait for what comes from outside, as from a thread."""

    def __init__(self, loop: Any) -> None:
        self._loop: Any = loop
        self._select = loop._selector.select
        loop._selector.select = self._watched
        self._waiting: list[_Waiting] = []
        self.rest = _Rest()

    @staticmethod
    def of(loop: Any) -> _Lull:
        """Return that of a loop, which keeps it; so it lasts as long as the loop."""
        known = getattr(loop._selector.select, "__self__", None)
        return known if isinstance(known, _Lull) else _Lull(loop)

    async def come(self, deadline: float, stirred: bool) -> None:
        """Wait for the next lull, until the deadline at most; unless `stirred`, for one after something has come."""
        waiting = _Waiting(self._loop.create_future(), deadline, stirred)
        self._waiting.append(waiting)
        try:
            await waiting.woken
        finally:
            self._waiting.remove(waiting)

    def _watched(self, timeout: float | None = None) -> Any:
        """Wait as the selector does; the loop calls this whenever it has called all that was ready."""
        if self._waiting:
            blocks, now = timeout is None or timeout > 0, self._loop.time()
            for waiting in self._waiting:
                left = waiting.deadline - now
                if (blocks and waiting.stirred) or left <= 0:
                    waiting.wake()
                    left = 0
                timeout = left if timeout is None else min(timeout, left)
        came = self._select(timeout)
        for waiting in self._waiting:
            waiting.stirred = True
        return came
