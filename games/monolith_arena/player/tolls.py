"""What the next battle costs, counted as on the page that forecasts it: for reasons that a reader can check."""

from __future__ import annotations

from typing import NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.consequences import foreseeable, fought
from games.monolith_arena.view import View


class Toll(NamedTuple):
    """What a battle costs the teams."""

    points: tuple[int, int]
    """The hit points that each team loses."""
    tiles: tuple[int, int]
    """The number of tiles that each team loses."""


def toll(view: View) -> Toll | None:
    """Return what a battle would cost in a position; `None` where that depends on choices, or none can be fought."""
    if not foreseeable(view):
        return None
    events = fought(view)
    ended = next((event for event in events if isinstance(event, ev.BattleEnded)), None)
    if ended is None:
        return None
    one, other = (a - b for a, b in zip(view.hit_points, ended.hit_points, strict=True))
    teams = [view.seats[tile.seat].team for tile in ev.lost(events)]
    return Toll((one, other), (teams.count(0), teams.count(1)))
