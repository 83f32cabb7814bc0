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
from games.monolith_arena.view import TileView
from render.monolith_arena import header, panel, slots, sprites
from render.store import STORE, cache_folder
from render.theme import SEATS

COUNTED: Final = 40
"""Numbers of turns and tiles up to this one are drawn ahead."""
PHASES: Final = 7
"""Phases of a battle are numbered below this one, nearly always."""
_PAUSE: Final = 0.002
"""Seconds that other threads get after each drawing."""


def _panels(seats: int) -> Iterator[Callable[[], object]]:
    for seat in range(seats):
        for points in range(panel.FULL + 1):
            yield partial(panel.track, points, (SEATS[seat].frame,))
        for home in FACTIONS:
            for bright, asked, text in panel.STATES:
                shown = panel.Corner(seat, faction(home).name, (0, 0, 0), bright, asked, text)
                yield partial(panel.corner, shown)
    for number in range(COUNTED):
        yield partial(panel.number, number)
        for second in ("", "Last turns: A", "Last turns: B"):
            yield partial(header.planes, f"Turn {number}", second)
    for phase in range(PHASES):
        yield partial(header.planes, "Turn 1", f"Battle, phase {phase}")
        yield partial(header.planes, "Turn 10", f"Battle, phase {phase}")


def _tiles(seats: int) -> Iterator[TileView]:
    for seat in range(seats):
        for facing in range(6):
            for home in FACTIONS:
                for tile in faction(home).tiles:
                    if facing < tile.period:
                        view = replace(sprites.plain(tile, seat), facing=facing)
                        yield view
                        if tile.kind == "champion":
                            yield replace(view, melee_bonus=1, ranged_bonus=1)


def _markers(seats: int) -> Iterator[TileView]:
    """One tile with every marker, and with every number that runes may make of its own."""
    for seat in range(seats):
        plain = sprites.plain(faction(FACTIONS[0]).by_id["swordsman"], seat)
        for number in range(1, 4):
            yield replace(plain, wounds=number, poison=number)
            yield replace(plain, wounds=number, disarmed=True)
        yield replace(plain, netted=True, token=True)
        yield replace(plain, venomous=True, entrenched=True)
        for phase in range(PHASES):
            yield replace(plain, initiative=(phase,))
            yield replace(plain, initiative=(phase + 1, phase))
            yield replace(plain, initiative=(phase + 2, phase))


def _jobs(seats: int) -> Iterator[Callable[[], object]]:
    """What most boards are made of, what is needed first at first."""
    for name in NAMES:
        yield partial(slots.empty_plane, name)
    yield from _panels(seats)
    for view in (*_tiles(seats), *_markers(seats)):
        yield partial(sprites.ground_sprite, view.type, view.facing, view.seat)
        for layer in sprites.layers(view):
            yield partial(sprites.layer_sprite, layer)
    for seat in range(seats):
        for name in NAMES:
            yield partial(slots.label_sprite, name, seat)


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
