"""Drawing what will be needed before anybody asks for it, in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from render.monolith_arena import slots, sprites
from render.store import STORE, cache_folder

_PAUSE: Final = 0.002
"""Seconds that other threads get after each drawing."""


def _jobs(seats: int) -> Iterator[Callable[[], object]]:
    """Everything that boards without changed numbers are made of, what is needed first at first."""
    for name in NAMES:
        yield partial(slots.empty_plane, name)
    for seat in range(seats):
        for facing in range(6):
            for home in FACTIONS:
                for tile in faction(home).tiles:
                    if facing < tile.period:
                        yield partial(sprites.ground_sprite, tile, facing, seat)
                        view = replace(sprites.plain(tile, seat), facing=facing)
                        for layer in sprites.layers(view):
                            yield partial(sprites.layer_sprite, layer)


class Warming:
    """The drawing in the background, which may be stopped at any time."""

    def __init__(self, seats: int) -> None:
        self._stop = threading.Event()
        self._seats = seats
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        for job in _jobs(self._seats):
            if self._stop.is_set():
                return
            before = STORE.misses
            job()
            if STORE.misses != before:
                self._stop.wait(_PAUSE)

    def stop(self) -> None:
        """End it after the drawing that is under way."""
        self._stop.set()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, no longer than that; says whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


def warm(folder: Path | None = None, *, seats: int = 2) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what boards need.

    It returns at once. A folder that cannot be written only means that every start has to draw again.
    """
    STORE.open(folder or cache_folder())
    return Warming(seats)
