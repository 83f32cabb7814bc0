"""Who looks how: allies share a light or a dark ground and differ by colour and by the pattern of their frames."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from games.monolith_arena.view import TileView, View
from render.theme import SEATS, look_of

_SIDES = (("solid", "double"), ("dashed", "dotted"))
"""The patterns of the seats of each team, in their order."""


@cache
def looks(teams: tuple[int, ...]) -> tuple[int, ...]:
    """The look of each seat by its number in `render.theme.SEATS`, from the team of each seat.

    Two sides, each of one or two seats, are told apart by their grounds; in every other match each seat looks as its
    letter does by itself.
    """
    sides = [[seat for seat, team in enumerate(teams) if team == side] for side in sorted(set(teams))]
    if len(sides) != 2 or max(map(len, sides)) > 2:
        return tuple(range(len(teams)))
    found = {
        seat: look_of(SEATS[seat].letter, pattern)
        for seats, patterns in zip(sides, _SIDES, strict=True)
        for seat, pattern in zip(seats, patterns, strict=False)
    }
    return tuple(found[seat] for seat in range(len(teams)))


def look(view: View, seat: int) -> int:
    """The look of a seat in a match."""
    return looks(tuple(s.team for s in view.seats))[seat]


def dressed(view: View, tile: TileView) -> TileView:
    """A tile of a match as it is drawn: with the look of its seat in the place of the seat."""
    worn = look(view, tile.seat)
    return tile if worn == tile.seat else replace(tile, seat=worn)
