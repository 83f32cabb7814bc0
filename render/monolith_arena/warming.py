"""Drawing what will be needed before anybody asks for it, in the background."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import TileView
from render.monolith_arena import board, header, panel, slots, sprites
from render.store import STORE, cache_folder
from render.theme import SEATS

COUNTED: Final = 40
"""Numbers of turns and tiles up to this one are drawn ahead."""
PHASES: Final = 7
"""Phases of a battle are numbered below this one, nearly always."""
_LOOSE: Final = 64
"""From so many small files on they are gathered before anything is drawn."""
_PAUSE: Final = 0.002
"""Seconds that other threads get after each drawing."""


def _panels(worn: Sequence[int], lettering: Lettering) -> Iterator[Callable[[], object]]:
    for look in worn:
        for points in range(panel.FULL + 1):
            yield partial(panel.track, points, (SEATS[look].frame,))
        for home in FACTIONS:
            for bright, asked, state in panel.STATES:
                shown = panel.Corner.made(look, faction(home), (0, 0, 0), bright, asked, state, lettering)
                yield partial(panel.corner, shown)


def _numbers() -> Iterator[Callable[[], object]]:
    for number in range(COUNTED):
        yield partial(panel.number, number)
        for second in ("", "Last turns: A", "Last turns: B"):
            yield partial(header.planes, f"Turn {number}", second)
    for phase in range(PHASES):
        yield partial(header.planes, "Turn 1", f"Battle, phase {phase}")
        yield partial(header.planes, "Turn 10", f"Battle, phase {phase}")


def _teams() -> Iterator[Callable[[], object]]:
    """What matches of teams and of monoliths have besides the looks of their seats."""
    for one, other in ((0, 2), (1, 3)):
        for points in range(panel.FULL + 1):
            yield partial(panel.track, points, (SEATS[one].frame, SEATS[other].frame))
    for name in NAMES:
        yield partial(slots.socket_plane, name)


def _tiles(worn: Sequence[int]) -> Iterator[TileView]:
    for seat in worn:
        for facing in range(6):
            for home in FACTIONS:
                for tile in faction(home).tiles:
                    if facing < tile.period:
                        view = replace(sprites.plain(tile, seat), facing=facing)
                        yield view
                        if tile.kind == "champion":
                            yield replace(view, melee_bonus=1, ranged_bonus=1)


def _markers(worn: Sequence[int]) -> Iterator[TileView]:
    """One tile with every marker, and with every number that runes may make of its own."""
    for seat in worn:
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


def _looks(worn: Sequence[int]) -> Iterator[Callable[[], object]]:
    """What most boards show of seats with those looks."""
    yield from _panels(worn)
    for view in (*_tiles(worn), *_markers(worn)):
        yield partial(sprites.ground_sprite, view.type, view.facing, view.seat)
        for layer in sprites.layers(view):
            yield partial(sprites.layer_sprite, layer)
    for look in worn:
        for name in NAMES:
            yield partial(slots.label_sprite, name, look)


class Warming:
    """The drawing in the background, which may be stopped at any time."""

    def __init__(self, teams: bool) -> None:
        self._stop = threading.Event()
        self._teams = teams
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        STORE.gather(_LOOSE)
        if not self._draw(itertools.chain((board.ground_plane,), _numbers(), _looks(range(2)))):
            return
        STORE.gather()
        if self._teams and STORE.writable:
            # Matches of teams are rare: their drawings wait in the folder, where they cost no memory.
            with STORE.aside():
                self._draw(itertools.chain(_teams(), _looks(range(2, len(SEATS)))))
            STORE.gather()

    def _draw(self, jobs: Iterable[Callable[[], object]]) -> bool:
        """Do these jobs with pauses; says whether none is left."""
        for job in jobs:
            if self._stop.is_set():
                return False
            before = STORE.misses
            job()
            if STORE.misses != before:
                self._stop.wait(_PAUSE)
        return True

    def stop(self) -> None:
        """End it after the drawing that is under way."""
        self._stop.set()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, no longer than that; says whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


def warm(folder: Path | None = None, *, teams: bool = True) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what boards need.

    First comes what boards of two seats need, then, unless `teams` is false, what only matches of teams need. It
    returns at once. A folder that cannot be written only means that every start has to draw again.
    """
    STORE.open(folder or cache_folder())
    return Warming(teams)
