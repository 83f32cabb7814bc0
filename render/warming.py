"""Drawing what will be needed before anybody asks for it, in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Final

from render.store import Store

Job = Callable[[], object]
"""Draws something through the store, unless the store has it."""

_PAUSE: Final = 0.002
"""Seconds that other threads get after each drawing."""


class Warming:
    """The drawing in the background, which may be stopped at any time.

    First come the drawings that are kept in memory, then those that wait in the store's folder, where they cost none;
    without a folder that can be written those are left out.
    """

    def __init__(self, store: Store, kept: Iterable[Job], aside: Iterable[Job] = ()) -> None:
        self._store, self._kept, self._aside = store, kept, aside
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        if self._draw(self._kept) and self._store.writable:
            with self._store.aside():
                self._draw(self._aside)

    def _draw(self, jobs: Iterable[Job]) -> bool:
        """Do these jobs with pauses; says whether none is left."""
        for job in jobs:
            if self._stop.is_set():
                return False
            before = self._store.misses
            job()
            if self._store.misses != before:
                self._stop.wait(_PAUSE)
        return True

    def stop(self) -> None:
        """End it after the drawing that is under way."""
        self._stop.set()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, no longer than that; says whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
