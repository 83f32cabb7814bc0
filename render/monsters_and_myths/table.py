"""The picture of a position: the table of nations by seats, the dice of the last roll, the reader's hand; warming.

A private picture also shows the draft of a decision, and the picture of a round what it has changed.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import CODES, CREATURES, NATIONS, NONE, Cards, Ranks, Troops, size
from games.monsters_and_myths.cards import name as card_name
from games.monsters_and_myths.view import SeatView, Target, View
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.monsters_and_myths import cells, hand, header, heads, seats, strip
from render.monsters_and_myths import ways as routes
from render.monsters_and_myths.cells import Cell
from render.monsters_and_myths.layout import (
    CELL,
    HEADER,
    LEFT,
    MARGIN,
    PITCH,
    ROW,
    STORE,
    Table,
    cell_left,
    ground,
    row_top,
)
from render.monsters_and_myths.theme import PALETTE, SHEET
from render.monsters_and_myths.ways import Way
from render.store import Cache, Job, Warming, cache_folder
from render.theme import lay


class Draft(NamedTuple):
    """A decision that is only proposed."""

    lifted: Cards = ()
    """Cards of the reader's hand that would be kept."""
    keeps: int = 0
    """How many of them are kept in this round; 0 where none are being chosen."""
    wizards: tuple[int, ...] = ()
    """Nations that would get a wizard."""
    force: Troops = NONE
    """What would attack."""
    target: Target | None = None
    """What would be attacked."""
    aim: Target | None = None
    """The nation that a catapult is aimed at."""


EMPTY = Draft()
_PALE = 0.55
"""How pale rows are that take no part in what a replay shows."""


_files: Cache[bytes] = Cache(64)
Changes = Mapping[Target, int]
"""How many cards a nation has won or lost lately."""


def ways(view: View, draft: Draft = EMPTY) -> tuple[Way, ...]:
    """Return the attack that is on, and the one that is proposed."""
    attacks = []
    mercenary = view.card is not None and not view.card.battle
    if view.active is not None and view.target is not None and size(view.force):
        attacks.append(Way(view.active, _sources(view.force), view.target, mercenary))
    elif view.active is not None and draft.target is not None and size(draft.force):
        attacks.append(Way(view.active, _sources(draft.force), draft.target, mercenary, draft=True))
    return tuple(attacks)


def _sources(force: Sequence[object]) -> tuple[int, ...]:
    return tuple(at for at, ranks in enumerate(force) if any(ranks[:3]))  # type: ignore[index]


def cell(view: View, seat: SeatView, nation: int, draft: Draft, changes: Changes | None, *, crown: bool) -> Cell:
    """Return what a cell shows; `crown` if it is the largest of its kind."""
    active, own = seat.seat == view.active, seat.seat == view.reader
    new = sum(CREATURES[code][0] == nation for code in draft.lifted if code in CREATURES) if own else 0
    target = Target(seat.seat, nation)
    committed = view.force if size(view.force) else draft.force
    return Cell(
        nation,
        seat.troops[nation],
        crown,
        committed[nation].size if active else 0,
        view.flipped[nation].size if active else 0,
        new or (changes or {}).get(target, 0),
        bool(new) and not crown and _would_lead(view, seat, nation, new),
        draft.wizards.count(nation) if own else 0,
        draft.aim == target,
    )


def _would_lead(view: View, seat: SeatView, nation: int, new: int) -> bool:
    others = (other.troops[nation].size for other in view.seats if other.seat != seat.seat)
    return seat.troops[nation].size + new >= max(others, default=0)


def table_plane(
    view: View,
    labels: Labels,
    draft: Draft = EMPTY,
    changes: Changes | None = None,
    below: Image.Image | None = None,
    *,
    own_hand: bool = False,
    title: str = "",
    won: Sequence[int] = (),
    dim: Collection[int] = (),
) -> Image.Image:
    """Return the picture as a palette image; `below` stands in the place of the dice.

    Raises `TypeError` without a view.

    A `title` stands in the place of the round; `won` is how many cards each seat has captured lately; the rows that
    take no part are to `dim`.
    """
    refuse_hidden(view, View)
    fight = strip.fight_of(view, draft.force, draft.target)
    if below is None and fight is not None:
        below = strip.plane(fight, labels)
    own = view.reader if own_hand else None
    mine = view.seats[own] if own is not None else None
    cards = (mine.hand or mine.kept or ()) if mine is not None else ()
    table = Table(len(view.seats), below is not None, len(cards), own)
    plane = ground(table)
    lay(plane, header.header(header.shown(view, labels, title)), 0, 0)
    lay(plane, heads.legend(labels), MARGIN + 2, HEADER + 4)
    for nation in NATIONS:
        lay(plane, heads.head(nation.index, labels), cell_left(nation.index) - (PITCH - CELL) // 2, HEADER + 4)
    crowned = [view.largest(nation.index) for nation in NATIONS]
    shown_cells = [
        (row, cell(view, seat, nation, draft, changes, crown=row in leaders))
        for row, seat in enumerate(view.seats)
        for nation, leaders in enumerate(crowned)
    ]
    for row, one in shown_cells:
        if one != Cell(one.nation):
            left, top = cell_left(one.nation) - cells.HALF, row_top(row) - cells.EDGE
            lay(plane, cells.cell_plane(one, row == own), left, top)
    for row, seat in enumerate(view.seats):
        panel = seats.shown(view, seat, labels, won[row] if won else 0, own=row == own)
        lay(plane, seats.panel_plane(panel), MARGIN + 4, row_top(row) - seats.ABOVE)
        if row in dim:
            _dim(plane, row)
    routes.put_ways(plane, ways(view, draft))
    for row, one in shown_cells:
        cells.put_hanging(plane, one, cell_left(one.nation), row_top(row))
    if below is not None:
        lay(plane, below, 20, table.foot + 2)
    if cards:
        choosing = mine is not None and bool(mine.hand)
        chosen = draft if choosing else EMPTY
        top = table.sheet + MARGIN // 2
        hand.put(plane, cards, chosen.lifted, labels, top, kept=not choosing, keeps=chosen.keeps)
    return plane


def _dim(plane: Image.Image, row: int) -> None:
    """Make a row pale."""
    box = (MARGIN + 4, row_top(row) - cells.EDGE, LEFT + 6 * PITCH, row_top(row) + ROW + cells.EDGE)
    plane.paste(PALETTE.toned(plane.crop(box), SHEET, _PALE), box)


def draw_table(view: View, labels: Labels) -> bytes:
    """Return the PNG of a position. Raises `TypeError` for anything but a view."""
    return _files.get(shown(view, labels), lambda: png(table_plane(view, labels)))


def draw_private(view: View, labels: Labels, draft: Draft = EMPTY) -> bytes:
    """Return the PNG of a private panel: the position, the reader's hand, the draft of a decision."""
    key = (
        shown(view, labels),
        view.reader,
        (view.seats[view.reader].hand, view.seats[view.reader].kept) if view.reader is not None else None,
        draft,
    )
    return _files.get(key, lambda: png(table_plane(view, labels, draft, own_hand=True)))


def shown(view: View, labels: Labels) -> tuple[object, ...]:
    """Return all that the public picture depends on. Raises `TypeError` for anything but a view."""
    refuse_hidden(view, View)
    troops = tuple((seat.troops, seats.shown(view, seat, labels)) for seat in view.seats)
    return labels, troops, header.shown(view, labels), view.force, view.flipped, view.target, strip.fight_of(view)


def forget() -> None:
    """Empty the cache in memory."""
    _files.clear()


def gained(before: View, after: View) -> dict[Target, int]:
    """Return how many creatures each nation has more (below 0: fewer) than before; those that stayed are left out."""
    changes = {}
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        for nation in NATIONS:
            at = nation.index
            if more := new.troops[at].size - old.troops[at].size:
                changes[Target(seat, at)] = more
    return changes


def draw_round(before: View, after: View, labels: Labels) -> bytes:
    """Return the PNG of what has changed from the beginning of a round to its end. Raises `TypeError` without views."""
    refuse_hidden(before, View)
    refuse_hidden(after, View)
    pairs = zip(before.seats, after.seats, strict=True)
    won = [len(new.captured) - len(old.captured) for old, new in pairs]
    shown = replace(after, round=before.round, exchange=None, choices=())
    title = labels("Round {number}: won and lost", number=before.round)
    return png(table_plane(shown, labels, changes=gained(before, after), title=title, won=won))


MOST = (4, 2, 2)
"""Up to so many infantry, archers and riders a nation nearly always has."""


def _words(labels: Labels) -> Iterator[Job]:
    yield partial(heads.legend, labels)
    for nation in NATIONS:
        yield partial(heads.head, nation.index, labels)
    for code in CODES:
        for lifted in (False, True):
            yield partial(hand.card_plane, code, labels(card_name(code)), lifted)


def _tables() -> Iterator[Job]:
    for number in (2, 3, 4):
        for rolled in (False, True):
            yield partial(ground, Table(number, rolled))


def _cells() -> Iterator[Job]:
    for nation in NATIONS:
        for counts in itertools.product(*(range(most + 1) for most in MOST)):
            if any(counts):
                for crown in (False, True):
                    yield partial(cells.cell_plane, Cell(nation.index, Ranks(*counts), crown))


def warm(languages: Sequence[Labels], folder: Path | None = None) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what tables need."""
    STORE.open(folder or cache_folder())
    kept = itertools.chain(_tables(), _words(languages[0]), _cells())
    return Warming(STORE, kept, itertools.chain.from_iterable(map(_words, languages[1:])))
