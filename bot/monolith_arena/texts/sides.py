"""Teams in words: who stands on which side, their hit points, whose turns come next, how near the end is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.limits import cut
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import formation_for
from games.monolith_arena.game import GAME
from games.monolith_arena.view import View

SHORT: Final = 14
"""How much of a name the line on the lock screen has room for where there are four of them."""


def sides(view: View) -> list[list[int]]:
    """Return the seats of each team."""
    return [[s.seat for s in view.seats if s.team == team] for team in range(len(view.hit_points))]


def in_teams(view: View) -> bool:
    """Return True if anybody has an ally."""
    return len(view.seats) > len(view.hit_points)


def together(names: Names, seats: Sequence[int], length: int = 32) -> str:
    """Return a team by its names (``Anna & Tina``)."""
    return " & ".join(cut(player(names, seat), length) for seat in seats)


def points(say: Phrases, hit_points: Sequence[int], names: Names) -> str:
    """Return hit points by team (``Anna & Tina 14, Max 17``); without names where they are not known."""
    return by_team(say, [str(left) for left in hit_points], names)


def change(say: Phrases, before: Sequence[int], after: Sequence[int], names: Names) -> str:
    """Return how hit points have changed, by team (``Anna 20 → 17, Max 18``)."""
    pairs = zip(before, after, strict=True)
    return by_team(say, [str(new) if old == new else f"{old} → {new}" for old, new in pairs], names)


def by_team(say: Phrases, numbers: Sequence[str], names: Names) -> str:
    """Return something of each team, with names (``Anna & Tina 14, Max 17``); without them where they are not known."""
    if set(names) != set(range(len(names))) or len(names) < 2:
        one, other = numbers
        return say("{one} to {other}", one=one, other=other)
    teams = formation_for(GAME, len(names)).teams
    groups = [[seat for seat, team in enumerate(teams) if team == one] for one in range(len(numbers))]
    return ", ".join(f"{together(names, group)} {number}" for group, number in zip(groups, numbers, strict=True))


def score(say: Phrases, view: View, names: Names) -> str:
    """Return the hit points for the lock screen, always with names and in the order of the seats."""
    groups = sides(view)
    room = SHORT if in_teams(view) else 32
    return ", ".join(
        f"{together(names, group, room)} {left}" for group, left in zip(groups, view.hit_points, strict=True)
    )


def ahead(say: Phrases, view: View, names: Names) -> str:
    """Return whose turns come next, where more than two play."""
    seats = view.upcoming
    if len(view.seats) < 3 or not seats or view.result is not None or view.last_turns is not None:
        return ""
    return say("next: {players}", players=", ".join(player(names, seat) for seat in seats))


def last_turns(say: Phrases, view: View, names: Names) -> str:
    """Return how near the last battle is."""
    if view.last_turns is None or view.result is not None:
        return ""
    left = view.last_turns
    if not left:
        return say("additional battle after this turn") if view.extra_turns else say("Final Battle after this turn")
    if len(view.seats) > 2:
        who = say.every(player(names, seat) for seat in left)
        return _after_turns_of(say, view, who, len(left))
    if view.extra_turns:
        return say.plural(
            "additional battle after the next turn", "additional battle after {count} more turns", len(left)
        )
    return say.plural("Final Battle after the next turn", "Final Battle after {count} more turns", len(left))


def _after_turns_of(say: Phrases, view: View, who: str, count: int) -> str:
    if view.extra_turns:
        return say.plural(
            "additional battle after the turn of {players}",
            "additional battle after the turns of {players}",
            count,
            players=who,
        )
    return say.plural(
        "Final Battle after the turn of {players}", "Final Battle after the turns of {players}", count, players=who
    )
