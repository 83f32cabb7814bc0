"""What one way came to more of than another, counted where both were played on to the end of the round.

Reviews say it where no rule of thumb sets the two apart: numbers of both, from the same worlds with the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.messages import Message
from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.player.worth import chance
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import CAPTURED, largest
from games.reviews import spread

HUNDRED: Final = 100
"""What is counted is counted in hundredths, as it is told."""
TWO: Final = 2
LEAST: Final = 10
"""Of what differs by fewer hundredths nothing is said."""

CAPTURES: Final = Message(
    "By the end of the round it captures {better} cards on average, against {played} with what was played.",
    better=0.0,
    played=0.0,
)
SPARES: Final = Message(
    "By the end of the round the other side captures {better} cards on average, against {played} with what was played.",
    better=0.0,
    played=0.0,
)
SPARES_ALL: Final = Message(
    "By the end of the round the others capture {better} cards on average, against {played} with what was played.",
    better=0.0,
    played=0.0,
)
CROWNS: Final = Message(
    "At the end of the round its crowns are worth {better} points on average, against {played} with what was played.",
    better=0.0,
    played=0.0,
)
TOPPLES: Final = Message(
    "At the end of the round the crowns of the other side are worth {better} points on average, against {played} with"
    " what was played.",
    better=0.0,
    played=0.0,
)
TOPPLES_ALL: Final = Message(
    "At the end of the round the crowns of the others are worth {better} points on average, against {played} with what"
    " was played.",
    better=0.0,
    played=0.0,
)
AHEAD: Final = Message(
    "Nothing else speaks for it: of {count} rounds played on to the end, it came out better in {better} and worse in"
    " {worse}.",
    count=0,
    better=0,
    worse=0,
)
BY_MORE: Final = Message(
    "Nothing else speaks for it: of {count} rounds played on to the end, it came out better in {better} and worse in"
    " {worse}, but by less.",
    count=0,
    better=0,
    worse=0,
)


class _Counted(NamedTuple):
    """What can be counted at the end of a round, more being better."""

    captured: int
    spared: int
    """The cards that the others have captured, below 0."""
    crowns: int
    """The points for largest nations."""
    toppled: int
    """The same of all others, below 0."""


SAID: Final = (CAPTURES, SPARES, CROWNS, TOPPLES)
SAID_OF_ALL: Final = (CAPTURES, SPARES_ALL, CROWNS, TOPPLES_ALL)
"""The same where there are several others."""
_POINTS: Final = (CAPTURED, CAPTURED, 1, 1)
"""The victory points of one of each."""


def of_pairs(ends: Sequence[tuple[State, State]], seat: int, start: State) -> Message:
    """Return what the second of each two ways came to more of, of two games at least that began at `start`.

    It is what is worth most points of what is certain; where nothing is, how often it came out better.
    """
    begun = _counted(start, seat)
    pairs = [(_counted(played, seat), _counted(better, seat)) for played, better in ends]
    found: list[tuple[int, Message]] = []
    told = SAID if len(start.seats) == TWO else SAID_OF_ALL
    for at, (said, points) in enumerate(zip(told, _POINTS, strict=True)):
        gained, around = spread([HUNDRED * (theirs[at] - mine[at]) for mine, theirs in pairs])
        if gained > around and gained >= LEAST:
            mine, theirs = (_mean(side, at, 0 if points == 1 else begun[at]) for side in zip(*pairs, strict=True))
            found.append((points * gained, Message(said.template, better=theirs, played=mine)))
    if found:
        return max(found, key=lambda one: one[0])[1]
    chances = [(chance(played, seat), chance(better, seat)) for played, better in ends]
    ahead, behind = sum(mine < theirs for mine, theirs in chances), sum(mine > theirs for mine, theirs in chances)
    said = AHEAD if ahead > behind else BY_MORE
    return Message(said.template, count=len(ends), better=ahead, worse=behind)


def _counted(state: State, seat: int) -> _Counted:
    troops, crowns = [each.troops for each in state.seats], [0] * len(state.seats)
    for nation in NATIONS:
        for leader in largest(troops, nation.index):
            crowns[leader] += nation.largest
    captured = [len(each.captured) for each in state.seats]
    own, others = captured[seat], sum(captured) - captured[seat]
    return _Counted(own, -others, crowns[seat], crowns[seat] - sum(crowns))


def _mean(counted: Sequence[_Counted], at: int, begun: int) -> float:
    """Return how much there was on average, of captured cards since the start."""
    return round(abs(sum(one[at] - begun for one in counted)) / len(counted), 2)
