"""Teams in words: who stands on which side, whose turns come next, who agrees to a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.limits import cut
from bot.monolith_arena.texts.words import Names, listed, player, seat_letter
from games.monolith_arena.game import FORMATIONS
from games.monolith_arena.view import View

NOBODY: Final[Names] = {}
"""No names: seats go by their letters."""
SHORT: Final = 14
"""How much of a name the line on the lock screen has room for where there are four of them."""


def sides(view: View) -> list[list[int]]:
    """The seats of each team."""
    return [[s.seat for s in view.seats if s.team == team] for team in range(len(view.hit_points))]


def in_teams(view: View) -> bool:
    """Whether anybody has an ally."""
    return len(view.seats) > len(view.hit_points)


def allies(view: View, seat: int) -> list[int]:
    """The other seats of a seat's team."""
    return [other for other in sides(view)[view.seats[seat].team] if other != seat]


def together(names: Names, seats: Sequence[int], length: int = 32) -> str:
    """A team by its names (``Anna & Tina``)."""
    return " & ".join(cut(player(names, seat), length) for seat in seats)


def points(hit_points: Sequence[int], names: Names) -> str:
    """Hit points by team (``Anna & Tina 14, Max 17``); without names where they are not known."""
    teams = {way.seats: way.teams for way in FORMATIONS}.get(len(names))
    if teams is None or set(names) != set(range(len(teams))):
        return " to ".join(map(str, hit_points))
    groups = [[seat for seat, team in enumerate(teams) if team == one] for one in range(len(hit_points))]
    return ", ".join(f"{together(names, group)} {left}" for group, left in zip(groups, hit_points, strict=True))


def score(view: View, names: Names) -> str:
    """The standing for the lock screen, the active side first; who is on it only where there are teams."""
    first = view.seats[view.active].team if view.active is not None else 0
    order = [first, *(team for team in range(len(view.hit_points)) if team != first)]
    if not in_teams(view):
        return " to ".join(str(view.hit_points[team]) for team in order)
    groups = sides(view)
    return ", ".join(f"{together(names, groups[team], SHORT)} {view.hit_points[team]}" for team in order)


def ahead(view: View, names: Names) -> str:
    """Whose turns come next, where more than two play."""
    seats = view.upcoming
    if len(view.seats) < 3 or not seats or view.result is not None or view.last_turns is not None:
        return ""
    return f"next {', '.join(player(names, seat) for seat in seats)}"


def last_turns(view: View, names: Names) -> str:
    """How near the last battle is."""
    if view.last_turns is None or view.result is not None:
        return ""
    which = "additional battle" if view.extra_turns else "Final Battle"
    left = len(view.last_turns)
    if len(view.seats) > 2 and left:
        whose = listed([player(names, seat) for seat in view.last_turns])
        return f"{which} after the turn{'s' * (left > 1)} of {whose}"
    after = "this turn" if not left else "the next turn" if left == 1 else f"{left} more turns"
    return f"{which} after {after}"


def turn_order(order: Sequence[int], names: Mapping[int, str]) -> str:
    """The order that was drawn; of two players only who begins."""
    if len(order) < 3:
        return f"{player(names, order[0])} begins"
    return f"the turns go {', '.join(player(names, seat) for seat in order)}, and so on"


def letters(seats: Sequence[int]) -> str:
    """A team by its letters (``A+B``)."""
    return "+".join(seat_letter(seat) for seat in seats)
