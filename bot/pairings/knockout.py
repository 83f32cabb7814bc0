"""Single and double elimination: brackets of any size, and what is to be played next in one.

A bracket is a row of nodes. Where a side of a node is nobody, because there are fewer entrants than places or because
somebody has left, the other side goes on without playing. So byes need no rule of their own: the strongest have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Part = Literal["seed", "winner", "loser"]
Wing = Literal["upper", "lower", "final", "again"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side of a node comes from: a seed, or the winner or loser of an earlier node."""

    part: Part
    number: int


@dataclass(frozen=True, slots=True)
class Node:
    """A pairing of a bracket. `again` is the second final: it is played if who came from below has won the first."""

    wing: Wing
    round: int
    """From 1, within its wing."""
    one: Source
    other: Source


Bracket = tuple[Node, ...]
Won = Mapping[int, int | None]
"""The winners of the nodes that are decided; `None` where both have left."""
OPEN: Final = -1
"""A side that is not known yet."""
Side = int | None
"""An entrant, nobody, or `OPEN`."""


def seeding(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of the bracket: 1 and 2 can meet in the final only, 1 to 4 in the semifinals."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


def single(entrants: int) -> Bracket:
    """Return the bracket in which who loses is out."""
    nodes: list[Node] = []
    _upper(nodes, entrants)
    return tuple(nodes)


def double(entrants: int) -> Bracket:
    """Return the bracket in which who has lost twice is out."""
    nodes: list[Node] = []
    upper = _upper(nodes, entrants)
    below = [Source("loser", node) for node in upper[0]]
    number = 0
    for depth, fallen in enumerate(upper[1:], start=1):
        number += 1
        below = _row(nodes, "lower", number, below)
        # Those who fall come in from the other end every second time, so that two meet again as late as possible.
        order = fallen[::-1] if depth % 2 else fallen
        sides = [side for pair in zip(below, (Source("loser", n) for n in order), strict=True) for side in pair]
        number += 1
        below = _row(nodes, "lower", number, sides)
    ends = [Source("winner", upper[-1][0]), below[0]]
    final = len(nodes)
    nodes.append(Node("final", 1, *ends))
    nodes.append(Node("again", 1, Source("winner", final), Source("loser", final)))
    return tuple(nodes)


def _upper(nodes: list[Node], entrants: int) -> list[list[int]]:
    """Add the nodes in which nobody has lost yet, round by round; return their numbers. Raises `ValueError`."""
    if entrants < 2:
        raise ValueError(entrants)
    sides = [Source("seed", seed) for seed in seeding(1 << (entrants - 1).bit_length())]
    sides = [side if side.number <= entrants else Source("seed", 0) for side in sides]
    rounds: list[list[int]] = []
    while len(sides) > 1:
        begin = len(nodes)
        sides = _row(nodes, "upper", len(rounds) + 1, sides)
        rounds.append(list(range(begin, len(nodes))))
    return rounds


def _row(nodes: list[Node], wing: Wing, number: int, sides: Sequence[Source]) -> list[Source]:
    """Add a round in which neighbors meet; return its winners."""
    begin = len(nodes)
    nodes += [Node(wing, number, one, other) for one, other in zip(sides[::2], sides[1::2], strict=True)]
    return [Source("winner", node) for node in range(begin, len(nodes))]


@dataclass(frozen=True, slots=True)
class Played:
    """A node as it stands: its sides, and who has won and lost it."""

    one: Side
    other: Side
    winner: Side
    loser: Side

    @property
    def ready(self) -> bool:
        """Return True if two are there who have to play."""
        return self.winner == OPEN and OPEN not in (self.one, self.other)


def progress(bracket: Bracket, won: Won) -> tuple[Played, ...]:
    """Return all nodes as they stand after these winners."""
    done: list[Played] = []
    for number, node in enumerate(bracket):
        if node.wing == "again":
            done.append(_again(bracket, done, number, won))
            continue
        one, other = (_side(source, done) for source in (node.one, node.other))
        done.append(_decided(one, other, number, won))
    return tuple(done)


def _side(source: Source, done: Sequence[Played]) -> Side:
    if source.part == "seed":
        return source.number or None
    return done[source.number].winner if source.part == "winner" else done[source.number].loser


def _decided(one: Side, other: Side, number: int, won: Won) -> Played:
    if OPEN in (one, other):
        return Played(one, other, OPEN, OPEN)
    if one is None or other is None:
        return Played(one, other, other if one is None else one, None)
    if number not in won:
        return Played(one, other, OPEN, OPEN)
    winner = won[number]
    if winner is None:
        return Played(one, other, None, None)
    return Played(one, other, winner, other if winner == one else one)


def _again(bracket: Bracket, done: Sequence[Played], number: int, won: Won) -> Played:
    """Return the second final: it falls away where the one without a loss has won the first."""
    first = done[number - 1]
    if first.winner == OPEN:
        return Played(OPEN, OPEN, OPEN, OPEN)
    if first.winner == first.one or None in (first.one, first.other) or first.loser is None:
        return Played(first.winner, None, first.winner, None)
    return _decided(first.winner, first.loser, number, won)


def ready(bracket: Bracket, won: Won) -> tuple[tuple[int, int, int], ...]:
    """Return the nodes that can be played now, each with its two entrants."""
    nodes = enumerate(progress(bracket, won))
    return tuple((n, node.one, node.other) for n, node in nodes if node.ready and node.one and node.other)


def champion(bracket: Bracket, won: Won) -> int | None:
    """Return who has won it all; `None` while that is open, and where nobody is left."""
    last = progress(bracket, won)[-1].winner
    return None if last == OPEN else last


def places(bracket: Bracket, won: Won) -> dict[int, int]:
    """Return the places, from 1, of those who are out and of the champion; who went out in the same round share one.

    Nobody has the first place where nobody is left.
    """
    nodes = progress(bracket, won)
    entrants = {node.number for each in bracket for node in (each.one, each.other) if node.part == "seed"} - {0}
    last: dict[int, int] = {}
    for number, played in enumerate(nodes):
        last |= {side: number for side in (played.one, played.other) if side is not None and side != OPEN}
    winner = champion(bracket, won)
    playing = {side for node in nodes if node.winner == OPEN for side in (node.one, node.other)}
    out = [one for one in entrants if one != winner and one not in playing]

    def depth(entrant: int) -> tuple[int, int]:
        node = bracket[last[entrant]]
        return (node.wing in ("final", "again"), node.round)

    found, before = {} if winner is None else {winner: 1}, max(1, len(entrants) - len(out))
    for one in out:
        found[one] = 1 + before + sum(depth(other) > depth(one) for other in out)
    return found
