"""The pairings of a Swiss tournament: equals meet, nobody twice, and nobody has two byes.

A round is the cheapest perfect matching. What it keeps to, the weightiest first (`docs/tournaments.md`):

1. Nobody meets somebody again, and who has had a win without playing has no bye.
2. The bye goes to the fewest points.
3. Those who meet have equal points; the sum of the squares of the differences is the least there can be.
4. Among equals the upper half meets the lower half, in the order of the seeds; who has to meet fewer points is the
   last of their equals, and meets the first of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import networkx  # type: ignore[import-untyped]

from bot.pairings.rounds import Pairing, Record, Round, bye, records

NOBODY: Final = 0
"""Whoever is matched with this has the bye."""


class CannotPair(Exception):
    """There is no round any more in which nobody meets somebody again: the tournament is over."""


def rounds_for(entrants: int) -> int:
    """Return how many rounds find one winner: as many as an elimination would have."""
    return max(1, (entrants - 1).bit_length())


def pair(
    entrants: Sequence[int], rounds: Sequence[Round], apart: Collection[frozenset[int]] = ()
) -> tuple[Pairing, ...]:
    """Return the next round of those who still play, the most points first and a bye last. Raises `CannotPair`.

    Whoever is kept `apart` does not meet. With 200 entrants that takes seconds, so it belongs into a thread.
    """
    had = records(entrants, rounds)
    for pair in apart:
        for one in pair:
            if one in had:
                had[one].paired |= pair
    ranked = sorted(entrants, key=lambda one: (-had[one].points, one))
    matched = _matched(ranked, had)
    pairs = [(one, other) for one, other in matched.items() if NOBODY not in (one, other)]
    places = {entrant: place for place, entrant in enumerate(ranked)}
    upper = sorted((pair for pair in pairs if places[pair[0]] < places[pair[1]]), key=lambda pair: places[pair[0]])
    round_ = [_seated(one, other, had, len(rounds) + number) for number, (one, other) in enumerate(upper)]
    return (*round_, *([bye(matched[NOBODY])] if NOBODY in matched else []))


def _seated(one: int, other: int, had: Mapping[int, Record], number: int) -> Pairing:
    """Return a pairing in which who was first less often is first; both equal, the places alternate."""
    swap = had[one].first - had[other].first or (number % 2)
    return Pairing(other, one) if swap > 0 else Pairing(one, other)


def _matched(ranked: Sequence[int], had: Mapping[int, Record]) -> dict[int, int]:
    """Return the partner of everybody, `NOBODY` among them where the number is odd. Raises `CannotPair`."""
    if not ranked:
        return {}
    graph = networkx.Graph()
    costs = _costs(ranked, had)
    heaviest = max(costs.values(), default=0)
    graph.add_weighted_edges_from((*pair, heaviest - cost) for pair, cost in costs.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) != len(ranked) + len(ranked) % 2:
        raise CannotPair
    return {one: other for pair in matching for one, other in (pair, pair[::-1])}


def _costs(ranked: Sequence[int], had: Mapping[int, Record]) -> dict[tuple[int, int], int]:
    """Return what each pairing that may be costs, and each bye."""
    groups: dict[int, list[int]] = {}
    for entrant in ranked:
        groups.setdefault(had[entrant].points, []).append(entrant)
    inside = {entrant: place for group in groups.values() for place, entrant in enumerate(group)}
    most, count = max(groups), len(ranked)
    # One step of a weightier rule costs more than all that the lighter ones can come to in a round.
    uneven = (count + 1) ** 3
    of_bye = uneven * (most + 1) ** 2 * count
    costs: dict[tuple[int, int], int] = {}
    for place, one in enumerate(ranked):
        for other in ranked[place + 1 :]:
            if other in had[one].paired:
                continue
            apart = had[one].points - had[other].points
            if apart:
                off = len(groups[had[one].points]) - 1 - inside[one] + inside[other]
            else:
                off = inside[other] - inside[one] - len(groups[had[one].points]) // 2
            costs[one, other] = apart * apart * uneven + off * off
        if count % 2 and not had[one].free:
            costs[NOBODY, one] = had[one].points * of_bye + count - 1 - place
    return costs
