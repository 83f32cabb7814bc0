"""What boards will need: the drawings that are made in the background after a start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from games.arena_of_heroes.ring import OFFSETS, RING
from render.arena_of_heroes import board, machine, strip, wedges
from render.arena_of_heroes.geometry import HEIGHT, WIDTH
from render.arena_of_heroes.planes import STORE
from render.arena_of_heroes.theme import NIGHT, PALETTE
from render.labels import Labels
from render.store import cache_folder
from render.warming import Job, Warming

DECK: Final = {2: 11, 3: 12, 4: 11}
"""The hideout deck after the deal, by the number of players (A4)."""


def _kept(plane: Image.Image) -> Iterator[Job]:
    """What every board shows."""
    yield board.ground
    yield partial(machine.put_middle, plane, machine.Middle())
    for hideout in RING:
        plain = wedges.Wedge(hideout)
        for wedge in (plain, replace(plain, closed=True), replace(plain, light="struck")):
            yield partial(wedges.put_wedge, plane, wedge)


def _aside(plane: Image.Image, languages: Sequence[Labels]) -> Iterator[Job]:
    """Every aim with every symbol, and the deck in every language."""
    for aim in RING:
        for symbol in OFFSETS:
            yield partial(machine.put_middle, plane, machine.Middle(aim, symbol))
    for labels in languages:
        for full in sorted(set(DECK.values())):
            for left in range(1, full + 1):
                shown = strip.Strip(labels(strip.DECK), left, full, "", None, labels(strip.EMPTY))
                yield partial(strip.put_strip, plane, shown)


def warm(languages: Sequence[Labels], folder: Path | None = None) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what boards need.

    It returns at once. A folder that cannot be written only means that every start has to draw again.
    """
    STORE.open(folder or cache_folder())
    plane = PALETTE.new_plane(WIDTH, HEIGHT, NIGHT)
    return Warming(STORE, _kept(plane), _aside(plane, languages))
