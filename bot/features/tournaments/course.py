"""The course of a tournament: from what is stored of it to what comes next, and to how all stand. Numbers alone.

Of a Swiss or a round robin a stored round is a round. Of a bracket each node is a round of its own, the first node the
first one, since a node is played as soon as both who meet there are known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.pairings import knockout, robin, standings, swiss
from bot.pairings.knockout import Bracket
from bot.pairings.rounds import DRAW, LOSS, WIN, Pairing
from bot.pairings.standings import Standing
from games.api import Formation, Game
from games.messages import Message
from storage import StoredPairing, WholeTournament

KINDS: Final = {
    "swiss": Message("Swiss"),
    "robin": Message("Round robin"),
    "single": Message("Single elimination"),
    "double": Message("Double elimination"),
}
MOST: Final = {"swiss": 200, "robin": 24, "single": 64, "double": 64}
"""So many may enter, by the kind: a round robin of 24 has 23 rounds."""
LEAST: Final = 2
BRACKETS: Final = ("single", "double")
UNPLAYED: Final = ("absent", "left")
"""How pairings were decided that were not played."""
REPLAYS: Final = 1
"""So often a pairing of a bracket that was drawn is played again; then the better seed goes on."""
DRAWN: Final = (DRAW, DRAW)


def sides(formation: Formation) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team of a formation, the team of the first seat first."""
    teams = dict.fromkeys(formation.teams)
    return tuple(tuple(seat for seat, team in enumerate(formation.teams) if team == one) for one in teams)


def formations(game: Game[Any]) -> list[Formation]:
    """Return the formations in which two of the same size meet: a tournament is played in one of these."""
    return [one for one in game.formations if len(teams := sides(one)) == 2 and len(teams[0]) == len(teams[1])]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pairing that comes next."""

    round: int
    board: int
    pairing: Pairing


def left(whole: WholeTournament) -> frozenset[int]:
    """Return the seeds that have withdrawn."""
    return frozenset(one.seed for one in whole.entrants if one.seed is not None and one.left_at is not None)


def seeds(whole: WholeTournament) -> list[int]:
    """Return all seeds, the strongest first."""
    return sorted(one.seed for one in whole.entrants if one.seed is not None)


def rounds(whole: WholeTournament) -> list[list[Pairing]]:
    """Return the rounds of a Swiss or round robin so far."""
    found: dict[int, list[Pairing]] = {}
    for one in whole.pairings:
        found.setdefault(one.round, []).append(pairing_of(one))
    return [found[number] for number in sorted(found)]


def pairing_of(one: StoredPairing) -> Pairing:
    """Return a stored pairing as tables are counted from."""
    return Pairing(one.first, one.second, one.points, one.how in UNPLAYED)


def bracket(whole: WholeTournament) -> Bracket:
    """Return the bracket of an elimination."""
    entrants = len(seeds(whole))
    return knockout.single(entrants) if whole.head.kind == "single" else knockout.double(entrants)


def won(whole: WholeTournament) -> dict[int, int | None]:
    """Return the winners of the nodes of a bracket that are decided; a draw decides nothing yet."""
    return {one.round - 1: winner(one) for one in whole.pairings if one.points is not None and one.points != DRAWN}


def winner(one: StoredPairing) -> int | None:
    """Return who has won a pairing; `None` for nobody."""
    first, second = one.points or (LOSS, LOSS)
    if first == second:
        return None
    return one.first if first > second else one.second


def drawn(whole: WholeTournament) -> list[StoredPairing]:
    """Return the pairings of a bracket that were drawn, so that somebody has to be found who goes on."""
    return [one for one in whole.pairings if whole.head.kind in BRACKETS and one.points == DRAWN]


def follows(whole: WholeTournament, one: StoredPairing, points: tuple[int, int]) -> bool:
    """Return True if all later pairings of a bracket stay as they are where one has come to these points.

    Not only those of the same two: where both had lost, their next opponent has gone on without playing.
    """
    nodes = knockout.progress(bracket(whole), won(whole) | {one.round - 1: winner(replace(one, points=points))})
    return all((nodes[n.round - 1].one, nodes[n.round - 1].other) == (n.first, n.second) for n in whole.pairings)


def by_seed(one: StoredPairing) -> tuple[int, int]:
    """Return the points of a pairing that the better seed wins."""
    assert one.second is not None
    return (WIN, LOSS) if one.first < one.second else (LOSS, WIN)


def forfeited(one: StoredPairing, gone: Collection[int]) -> tuple[int, int]:
    """Return the points of a pairing of which some do not play."""
    if one.second is None:
        return (LOSS, LOSS) if one.first in gone else (WIN, LOSS)
    both = one.first in gone and one.second in gone
    return (LOSS, LOSS) if both else (LOSS, WIN) if one.first in gone else (WIN, LOSS)


def following(whole: WholeTournament, apart: Collection[frozenset[int]] = ()) -> list[Drawn] | None:
    """Return the pairings that come next, none while others are waited for; `None` where the tournament is over.

    With 200 entrants that takes seconds, so it belongs into a thread.
    """
    if whole.head.kind in BRACKETS:
        return _in_bracket(whole)
    played = rounds(whole)
    if any(one.points is None for each in played for one in each):
        return []
    found = _round(whole, played, apart)
    return None if found is None else [Drawn(len(played) + 1, board, one) for board, one in enumerate(found)]


def _round(
    whole: WholeTournament, played: Sequence[Sequence[Pairing]], apart: Collection[frozenset[int]]
) -> Sequence[Pairing] | None:
    entrants, gone = seeds(whole), left(whole)
    if whole.head.kind == "robin":
        table = robin.berger(len(entrants))
        return table[len(played)] if len(played) < len(table) else None
    still = [one for one in entrants if one not in gone]
    if len(played) >= (whole.head.rounds or 0) or len(still) < LEAST:
        return None
    for kept in (apart, ()):  # rather those meet who would rather not than that the tournament ends early
        try:
            return swiss.pair(still, played, kept)
        except swiss.CannotPair:
            continue
    return None


def _in_bracket(whole: WholeTournament) -> list[Drawn] | None:
    nodes, decided = bracket(whole), won(whole)
    there = {one.round - 1 for one in whole.pairings}
    ready = [node for node in knockout.ready(nodes, decided) if node[0] not in there]
    if not ready and knockout.progress(nodes, decided)[-1].winner != knockout.OPEN:
        return None
    return [Drawn(number + 1, 0, Pairing(one, other)) for number, one, other in ready]


def table(whole: WholeTournament) -> tuple[Standing, ...]:
    """Return the table of a Swiss or round robin, the best first."""
    played = rounds(whole)
    if whole.head.kind == "robin":
        return standings.table(seeds(whole), robin.counted(played, left(whole)), standings.ROBIN)
    return standings.table(seeds(whole), played, standings.SWISS)


def places(whole: WholeTournament) -> list[tuple[int, int]]:
    """Return the places that are known, each with its seed, the best first."""
    if whole.head.kind in BRACKETS:
        found = knockout.places(bracket(whole), won(whole))
        return sorted((place, seed) for seed, place in found.items())
    return [(line.place, line.entrant) for line in table(whole)]


def number_of_rounds(whole: WholeTournament) -> int:
    """Return how many rounds a Swiss or round robin has in all."""
    entrants = len(seeds(whole))
    if whole.head.kind == "robin":
        return len(robin.berger(entrants))
    return whole.head.rounds or swiss.rounds_for(entrants)


def now_played(whole: WholeTournament) -> Iterator[StoredPairing]:
    """Yield the pairings of the latest round; of a bracket those that are open."""
    latest = max((one.round for one in whole.pairings), default=0)
    for one in whole.pairings:
        if one.points is None if whole.head.kind in BRACKETS else one.round == latest:
            yield one
