"""The picture of a position: the table of nations by seats, the dice of the last roll, the reader's hand; warming.

A private picture also shows the draft of a decision, and the picture of a round what it has changed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import CODES, CREATURES, NATIONS, NONE, Cards, Ranks, Troops, size
from games.monsters_and_myths.cards import name as card_name
from games.monsters_and_myths.view import SeatView, Target, View
from render.canvas import Canvas
from render.encode import png
from render.labels import Labels, refuse_hidden
from render.monsters_and_myths import attack, hand, heads, rows
from render.monsters_and_myths.attack import Way
from render.monsters_and_myths.heads import header_lines
from render.monsters_and_myths.layout import (
    CELL,
    HEADER,
    LEFT,
    MARGIN,
    RIGHT,
    ROW,
    STORE,
    Table,
    cell_left,
    ground,
    over,
    row_top,
)
from render.monsters_and_myths.rows import Cell
from render.store import Cache, Job, Warming, cache_folder


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


def cell(view: View, seat: SeatView, nation: int, draft: Draft = EMPTY, changes: Changes | None = None) -> Cell:
    """Return what a cell shows."""
    active, own = seat.seat == view.active, seat.seat == view.reader
    new = sum(CREATURES[code][0] == nation for code in draft.lifted if code in CREATURES) if own else 0
    target = Target(seat.seat, nation)
    committed = view.force if size(view.force) else draft.force
    crown = seat.seat in view.largest(nation)
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
    strip: Image.Image | None = None,
    *,
    own_hand: bool = False,
    title: str = "",
    won: Sequence[int] = (),
) -> Image.Image:
    """Return the picture as a palette image; `strip` stands in the place of the dice.

    Raises `TypeError` without a view.

    A `title` stands in the place of its heading; `won` is how many cards each seat has captured lately.
    """
    refuse_hidden(view, View)
    rolled = attack.strip_of(view)
    below = strip if strip is not None else attack.strip_plane(rolled) if rolled is not None else None
    mine = view.seats[view.reader] if own_hand and view.reader is not None else None
    cards = (mine.hand or mine.kept or ()) if mine is not None else ()
    table = Table(len(view.seats), below is not None, bool(cards))
    plane = ground(table)
    plane.paste(heads.header(view, labels, title), (0, 0))
    for nation in NATIONS:
        plane.paste(heads.head(nation.index, labels), (cell_left(nation.index) - 4, HEADER + 2))
    if view.round:
        plane.paste(heads.seal(view.round), (RIGHT + 16, HEADER + 22))
    for row, seat in enumerate(view.seats):
        _put_row(plane, view, seat, row, labels, draft, changes)
        more = won[row] if won else 0
        plane.paste(rows.right(view, seat, labels, more), (RIGHT, row_top(row)))
    shown_ways = ways(view, draft)
    attack.put_ways(plane, shown_ways)
    if shown_ways and view.active is not None:
        _put_committed(plane, view, view.active, draft, changes)
    if below is not None:
        plane.paste(below, (20, table.foot + 2))
    if cards:
        choosing = mine is not None and bool(mine.hand)
        shown = draft if choosing else EMPTY
        hand.put(plane, cards, shown.lifted, labels, table.sheet + MARGIN // 2, kept=not choosing, keeps=shown.keeps)
    return plane


def _put_row(
    plane: Image.Image,
    view: View,
    seat: SeatView,
    row: int,
    labels: Labels,
    draft: Draft,
    changes: Changes | None,
) -> None:
    top = row_top(row)
    plane.paste(rows.left(view, seat, labels), (LEFT - rows.SEAT - 6, top))
    for nation in NATIONS:
        shown = cell(view, seat, nation.index, draft, changes)
        if shown != Cell(nation.index):
            plane.paste(rows.cell_plane(shown), (cell_left(nation.index) - rows.HALF, top - rows.EDGE))


def _put_committed(plane: Image.Image, view: View, row: int, draft: Draft, changes: Changes | None) -> None:
    """Draw the numbers of those who fight once more, over the ways that begin below them."""
    for nation in NATIONS:
        shown = cell(view, view.seats[row], nation.index, draft, changes)
        if shown.fight or shown.flipped:
            left, foot = cell_left(nation.index), row_top(row)
            box = (left - rows.HALF, foot + ROW - rows.EDGE - 2, left + CELL + rows.HALF, foot + ROW + rows.EDGE + 2)

            def draw(canvas: Canvas, shown: Cell = shown, left: int = left, foot: int = foot) -> None:
                rows.draw_committed(canvas.moved(left, foot), shown)

            over(plane, box, draw)


def draw_table(view: View, labels: Labels) -> bytes:
    """Return the PNG of a position. Raises `TypeError` for anything but a view."""
    return _files.get(shown(view, labels), lambda: png(table_plane(view, labels)))


def draw_private(view: View, labels: Labels, draft: Draft = EMPTY) -> bytes:
    """Return the PNG of a private panel: the position, the reader's hand, the draft of a decision."""
    key = (
        shown(view, labels),
        view.reader,
        view.seats[view.reader].hand if view.reader is not None else None,
        draft,
    )
    return _files.get(key, lambda: png(table_plane(view, labels, draft, own_hand=True)))


def shown(view: View, labels: Labels) -> tuple[object, ...]:
    """Return all that the public picture depends on. Raises `TypeError` for anything but a view."""
    refuse_hidden(view, View)
    seats = tuple((seat.troops, seat.catapults, seat.attacks, len(seat.captured), seat.left) for seat in view.seats)
    return (
        labels, seats, view.active, view.turn, view.card, view.force, view.flipped, view.target, view.exchange,
        view.result, *header_lines(view, labels), view.phase,
    )  # fmt: skip


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
