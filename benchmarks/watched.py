"""Starts the bot of any revision in this process and notes where its processor time goes.

``python watched.py HOUSE`` is ``python -m bot run`` with the packages in the folder HOUSE. On SIGUSR1 the seconds of
processor time so far, whole and by what they went into, are written to the file ``processor.json`` in the working
folder. Every few milliseconds of processor time the main thread is interrupted, sees how much each thread has used
since, and counts that for what the thread is doing; the time of these looks counts for nothing. Nothing of the house is
imported before the bot is.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import runpy
import secrets
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final

REPORT: Final = "processor.json"
EVERY: Final = 0.004
"""Seconds of processor time between two looks."""
PARTS: Final = (
    ("/render/encode.py", "encoding pictures"),
    ("/render/", "drawing"),
    ("/storage/", "database"),
    ("/sqlalchemy/", "database"),
    ("/aiosqlite/", "database"),
    ("/discord/", "Discord's events and requests"),
    ("/aiohttp/", "Discord's events and requests"),
    ("/games/", "rules"),
    ("/bot/", "panels, texts, services"),
    ("/asyncio/base_events.py", "event loop"),
)
"""Parts of paths, and what counts for them: the innermost function that fits decides."""
REST: Final = "everything else"


def part_of(frame: FrameType | None) -> str:
    """Return what a thread is doing that has come to this frame."""
    while frame is not None:
        path = frame.f_code.co_filename
        for piece, name in PARTS:
            if piece in path:
                return name
        frame = frame.f_back
    return REST


class Watch:
    """Counts the processor time of all threads."""

    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self._known: dict[int, float] = {}
        self._own = 0.0
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        atexit.register(self.end)  # when Python ends, so does its handling of signals

    @staticmethod
    def end() -> None:
        """Look no more."""
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _look(self, _signal: int, interrupted: FrameType | None) -> None:
        begin = time.thread_time()
        for ident, frame in sys._current_frames().items():
            now = time.clock_gettime(time.pthread_getcpuclockid(ident))
            main = ident == threading.get_ident()
            self.parts[part_of(interrupted if main else frame)] += max(0.0, now - self._known.get(ident, 0.0))
            self._known[ident] = now
        own = time.thread_time()
        self._known[threading.get_ident()] = own
        self._own += own - begin

    def report(self, *_signal: Any) -> None:
        """Write what was counted so far."""
        times = os.times()
        whole = times.user + times.system - self._own
        beside = Path(f"{REPORT}.new")
        warming = any(thread.name == "warming" for thread in threading.enumerate())
        beside.write_text(json.dumps({"whole": whole, "parts": dict(self.parts), "warming": warming}), encoding="utf-8")
        beside.replace(REPORT)


def main(house: str) -> None:
    """Become the bot. Every start deals the same: matches that are made in the same order have the same seeds."""
    secrets.token_bytes = Random(10).randbytes  # type: ignore[assignment]
    watch = Watch()
    signal.signal(signal.SIGUSR1, watch.report)
    _end_with_the_loop(watch)
    sys.path[0] = house
    sys.argv = ["bot", "run"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


def _end_with_the_loop(watch: Watch) -> None:
    """Let no look fall into the closing of the event loop, whose end of every signal is closed before its handlers."""
    close = asyncio.SelectorEventLoop.close

    def closing(loop: asyncio.SelectorEventLoop) -> None:
        watch.end()
        close(loop)

    asyncio.SelectorEventLoop.close = closing  # type: ignore[method-assign]


if __name__ == "__main__":
    main(sys.argv[1])
