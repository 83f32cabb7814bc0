"""What a round has changed: the table at its end, with gains and losses in every cell."""

from __future__ import annotations

from dataclasses import replace

from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.view import Target, View
from render.encode import png
from render.labels import Labels
from render.monsters_and_myths.table import refuse_hidden, table_plane


def gained(before: View, after: View) -> dict[Target, int]:
    """How many creatures each nation has more (below 0: fewer) than before; those that stayed are left out."""
    found = {}
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        for nation in NATIONS:
            at = nation.index
            if more := new.troops[at].size - old.troops[at].size:
                found[Target(seat, at)] = more
    return found


def draw_round(before: View, after: View, labels: Labels) -> bytes:
    """The PNG of what has changed from the beginning of a round to its end. Raises `TypeError` without views."""
    refuse_hidden(before)
    refuse_hidden(after)
    pairs = zip(before.seats, after.seats, strict=True)
    won = [len(new.captured) - len(old.captured) for old, new in pairs]
    shown = replace(after, round=before.round, exchange=None, choices=())
    title = labels("Round {number}: won and lost", number=before.round)
    return png(table_plane(shown, labels, changes=gained(before, after), title=title, won=won))
