"""What tables will need: the drawings that are made in the background after a start."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from games.monsters_and_myths.cards import CODES, NATIONS, Ranks
from games.monsters_and_myths.cards import name as card_name
from render.labels import Labels
from render.monsters_and_myths import hand, heads, rows
from render.monsters_and_myths.layout import STORE, Table, ground
from render.monsters_and_myths.rows import Cell
from render.store import Job, Warming, cache_folder

MOST = (4, 2, 2)
"""Up to so many infantry, archers and riders a nation nearly always has."""


def _words(labels: Labels) -> Iterator[Job]:
    for nation in NATIONS:
        yield partial(heads.head, nation.index, labels)
    for code in CODES:
        for lifted in (False, True):
            yield partial(hand.card_plane, code, labels(card_name(code)), lifted)


def _tables() -> Iterator[Job]:
    for seats in (2, 3, 4):
        for rolled in (False, True):
            yield partial(ground, Table(seats, rolled))
        yield partial(ground, Table(seats, False, True))
    for number in (1, 2, 3):
        yield partial(heads.seal, number)


def _cells() -> Iterator[Job]:
    for nation in NATIONS:
        for counts in itertools.product(*(range(most + 1) for most in MOST)):
            if any(counts):
                for crown in (False, True):
                    yield partial(rows.cell_plane, Cell(nation.index, Ranks(*counts), crown))


def warm(languages: Sequence[Labels], folder: Path | None = None) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what tables need."""
    STORE.open(folder or cache_folder())
    kept = itertools.chain(_tables(), _words(languages[0]), _cells())
    return Warming(STORE, kept, itertools.chain.from_iterable(map(_words, languages[1:])))
