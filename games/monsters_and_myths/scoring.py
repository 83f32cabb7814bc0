"""The count at the end of the match (M7)."""

from __future__ import annotations

from games.api import Result
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.state import State
from games.monsters_and_myths.troops import NONE
from games.monsters_and_myths.view import CAPTURED

COUNTED = "points"
"""The reason of a result that was counted."""


def largest(state: State, nation: int) -> tuple[int, ...]:
    """Return the seats with the largest nation of a type, all that are tied; nobody where nobody owns one (M7.2)."""
    sizes = [what.troops[nation].size for what in state.seats]
    most = max(sizes)
    return tuple(seat for seat, size in enumerate(sizes) if size == most > 0)


def points(state: State) -> tuple[int, ...]:
    """Return the victory points of each seat as the cards lie now (M7.1, M7.2)."""
    found = [CAPTURED * len(what.captured) for what in state.seats]
    for nation in NATIONS:
        for seat in largest(state, nation.index):
            found[seat] += nation.largest
    return tuple(found)


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats in groups, the best first: by points, then by captured cards (M7.3).

    Whoever has given up stands behind all others, who gave up last first (M9.2).
    """
    counted = points(state)
    groups: dict[tuple[int, int], list[int]] = {}
    for seat in state.playing():
        groups.setdefault((counted[seat], len(state.seats[seat].captured)), []).append(seat)
    behind = ((seat,) for seat in reversed(state.left))
    return (*(tuple(groups[key]) for key in sorted(groups, reverse=True)), *behind)


def count(draft: State, events: list[ev.Event]) -> None:
    """Count the points and end the match (M7)."""
    crowns = ((nation, largest(draft, nation.index)) for nation in NATIONS)
    events += [ev.LargestCounted(nation.index, seats, nation.largest) for nation, seats in crowns if seats]
    counted = points(draft)
    events += [ev.PointsCounted(seat, counted[seat], len(what.captured)) for seat, what in enumerate(draft.seats)]
    end(draft, Result(ranking(draft), COUNTED, counted), events)


def end(draft: State, result: Result, events: list[ev.Event]) -> None:
    """End the match with that result."""
    draft.phase, draft.result = "over", result
    draft.turn, draft.active, draft.card = -1, -1, 0
    draft.force = draft.flipped = NONE
    draft.target, draft.fought, draft.paid, draft.rolling = None, (), False, None
    draft.wait, draft.owe, draft.given = (), (), ()
    events.append(ev.Ended(result))
