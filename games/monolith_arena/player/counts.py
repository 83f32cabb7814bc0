"""What the better of two turns comes to once the next player has answered, counted where both were tried.

Reviews say it where nothing that stands on the board right after the turns sets them apart: numbers of both, from the
same hidden tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.messages import Message
from games.monolith_arena.player.core import Core
from games.monolith_arena.player.turns import Line, Search, by_value
from games.monolith_arena.state import State
from games.reviews import spread

HUNDRED: Final = 100
"""Hit points are compared in hundredths, as their averages are told."""
LEAST: Final = 10
"""Of what differs by fewer hundredths nothing is said."""

DRAINS: Final = Message(
    "Once the next player has answered and a battle is fought, the enemy has {better} hit points on average, against"
    " {played} with what was played.",
    better=0.0,
    played=0.0,
)
KEEPS: Final = Message(
    "Once the next player has answered and a battle is fought, this side has {better} hit points on average, against"
    " {played} with what was played.",
    better=0.0,
    played=0.0,
)
DRAINS_LAST: Final = Message(
    "After the last battle the enemy has {better} hit points on average, against {played} with what was played.",
    better=0.0,
    played=0.0,
)
KEEPS_LAST: Final = Message(
    "After the last battle this side has {better} hit points on average, against {played} with what was played.",
    better=0.0,
    played=0.0,
)
AHEAD: Final = Message(
    "Nothing else speaks for it: with the hidden tiles dealt {count} times, it came out better in {better} and worse in"
    " {worse}.",
    count=0,
    better=0,
    worse=0,
)
BY_MORE: Final = Message(
    "Nothing else speaks for it: with the hidden tiles dealt {count} times, it came out better in {better} and worse in"
    " {worse}, but by less.",
    count=0,
    better=0,
    worse=0,
)


def of_worlds(
    search: Search[Any], start: Any, lines: tuple[Line[Any], Line[Any]], worlds: Sequence[State]
) -> Message | None:
    """Return in whose hit points the second of two turns comes out better in these worlds, two at least.

    `None` where that is not certain, or too little to be told.
    """
    core = search.core
    _, team = core.seat(start)
    last = core.decides(start)
    played, better = (list(_points(search, start, line, worlds)) for line in lines)
    found: list[tuple[int, Message]] = []
    for said, side, sign in ((DRAINS_LAST if last else DRAINS, 1 - team, -1), (KEEPS_LAST if last else KEEPS, team, 1)):
        pairs = zip(played, better, strict=True)
        gained, around = spread([sign * HUNDRED * (theirs[side] - mine[side]) for mine, theirs in pairs])
        if gained > around and gained >= LEAST:
            means = [round(sum(one[side] for one in some) / len(worlds), 2) for some in (better, played)]
            found.append((gained, Message(said.template, better=means[0], played=means[1])))
    return max(found, key=lambda one: one[0])[1] if found else None


def of_values(played: Sequence[int], better: Sequence[int]) -> Message:
    """Return how often the second of two turns came out better, by what both were worth in the same worlds."""
    pairs = list(zip(played, better, strict=True))
    ahead, behind = sum(mine < theirs for mine, theirs in pairs), sum(mine > theirs for mine, theirs in pairs)
    said = AHEAD if ahead > behind else BY_MORE
    return Message(said.template, count=len(pairs), better=ahead, worse=behind)


def _points(search: Search[Any], start: Any, line: Line[Any], worlds: Sequence[State]) -> Iterator[tuple[int, int]]:
    """Yield the hit points of both teams after a turn, the answer to it and a battle, in each of these worlds."""
    core: Core[Any] = search.core
    for state in worlds:
        begun = position = core.in_world(start, state)
        for move in line.moves:
            position = core.play(position, move)
        if core.same_turn(begun, position):
            position = core.end(position)
        if core.over(position) is not None:
            yield core.strength(position).points
            continue
        answer = max(search.turn(position, 1), key=by_value)
        fought = any(core.verb(move) == "battle" for move in answer.moves) or core.over(answer.position) is not None
        yield (core.strength if fought else core.after_battle)(answer.position).points
