"""Who looks how: allies share a light or a dark ground and differ by colour and by the pattern of their frames.

A seat wears a style of `render.monolith_arena.theme.SEATS`; everything that is drawn knows it by its number.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from games.monolith_arena.view import MonolithView, TileView, View
from render.monolith_arena.folded_banner import Inside, folded, lying
from render.monolith_arena.theme import SEATS, style_number

_SIDES = (("solid", "double"), ("dashed", "dotted"))
"""The patterns of the seats of each team, in their order."""


@cache
def seat_styles(teams: tuple[int, ...]) -> tuple[int, ...]:
    """Return the style of each seat by its number in `render.monolith_arena.theme.SEATS`, from the team of each seat.

    Two sides, each of one or two seats, are told apart by their grounds; in every other match each seat looks as its
    letter does by itself.
    """
    sides = [[seat for seat, team in enumerate(teams) if team == side] for side in sorted(set(teams))]
    if len(sides) != 2 or max(map(len, sides)) > 2:
        return tuple(range(len(teams)))
    found = {
        seat: style_number(SEATS[seat].letter, pattern)
        for seats, patterns in zip(sides, _SIDES, strict=True)
        for seat, pattern in zip(seats, patterns, strict=False)
    }
    return tuple(found[seat] for seat in range(len(teams)))


def seat_style(view: View, seat: int) -> int:
    """Return the style of a seat in a match, by its number."""
    return seat_styles(tuple(s.team for s in view.seats))[seat]


def _inside(view: View, monolith: MonolithView) -> Inside:
    if monolith.inside is None:
        return None
    return tuple(None if tile is None else lying(tile, seat_style(view, tile.seat)) for tile in monolith.inside)


def dressed(view: View, tile: TileView) -> TileView:
    """Return a tile of a match as it is drawn: with the style of its seat in the place of the seat.

    The banner of a folded monolith gets what the reader knows of its inside.
    """
    worn = seat_style(view, tile.seat)
    found = tile if worn == tile.seat else replace(tile, seat=worn)
    if tile.type.is_banner and view.monoliths and not (monolith := view.monoliths[tile.seat]).segments:
        return folded(found, _inside(view, monolith))
    return found
