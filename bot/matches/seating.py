"""Who sits where: the teams that a match is opened with, the side that a newcomer takes, seats that are drawn.

The draw of the seats is verifiable and comes out the same whenever it is made: the ids of the players in ascending
order are shuffled with a stream of their own, that of `games.draws` for the seed SHA-256(seed of the match followed by
the letters ``seats``). The player who comes first gets the first seat, and so on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.matches.loaded import LoadedMatch
from bot.matches.service import Refusal
from games.draws import Draws
from storage import Seat

Side = Literal["with", "against"]
"""A side as seen from the one who opened the match."""
SIDES: Final[tuple[Side, ...]] = ("with", "against")
LABEL: Final = b"seats"
"""What makes the stream for the seats another one than that of the match."""


@dataclass(frozen=True, slots=True)
class Teams:
    """A way of forming teams."""

    title: str
    """How `/match new` offers it."""
    seats: int
    drawn: bool = False
    """Who plays with whom is drawn when all are there."""
    ally: bool = False
    """The one who opens the match may name a partner."""

    @property
    def opponents(self) -> int:
        """How many people can be named besides the partner."""
        return self.seats - 1 - self.ally


TEAMS: Final[Mapping[str, Teams]] = {
    "2v2": Teams("2 against 2", 4, ally=True),
    "2v2-drawn": Teams("2 against 2, teams drawn", 4, drawn=True),
    "1v2": Teams("1 against 2 (you alone)", 3),
    "1v2-drawn": Teams("1 against 2, drawn", 3, drawn=True),
}
"""What the option `teams` may be; left out, two play against each other."""


def others(teams: str | None, ally: int | None, opponents: Sequence[int]) -> tuple[int | None, ...]:
    """Who takes the seats after that of the one who opens the match, `None` for open ones. Raises `Refusal`."""
    if teams is None:
        if ally is not None:
            raise Refusal("An ally needs `teams`, for example “2 against 2”.")
        if len(opponents) > 1:
            raise Refusal("Two players have one opponent; for more people choose `teams`.")
        return (opponents[0] if opponents else None,)
    way = TEAMS.get(teams)
    if way is None:
        raise Refusal("There are no such teams; choose one of the list.")
    if ally is not None and way.drawn:
        raise Refusal("The teams are drawn, so nobody can be your ally yet; name everybody else as an opponent.")
    if ally is not None and not way.ally:
        raise Refusal("You play alone against two; leave `ally` out.")
    if len(opponents) > way.opponents:
        raise Refusal(f"“{way.title}” has room for {_count(way.opponents)}; leave the last one out.")
    partner = (ally,) if way.ally else ()
    return (*partner, *opponents, *(None,) * (way.opponents - len(opponents)))


def _count(opponents: int) -> str:
    return f"{('no', 'one', 'two', 'three')[opponents]} opponent{'s' * (opponents != 1)}"


def of_match(table: LoadedMatch) -> tuple[int, ...]:
    """The team of each seat."""
    return table.face.teams(len(table.match.seats))


def undecided(table: LoadedMatch) -> bool:
    """Whether the seats are still to be drawn."""
    return table.match.drawn and not table.started


def mates(table: LoadedMatch, seat: int) -> list[int]:
    """The other seats of a seat's team."""
    teams = of_match(table)
    return [other for other, team in enumerate(teams) if team == teams[seat] and other != seat]


def side_of(table: LoadedMatch, seat: int) -> Side:
    """The side of a seat as seen from the one who opened the match."""
    teams = of_match(table)
    own = next((s.seat for s in table.match.seats if s.user_id == table.match.creator), 0)
    return "with" if teams[seat] == teams[own] else "against"


def open_sides(table: LoadedMatch) -> list[Side]:
    """The sides that a newcomer can choose from; none where there is nothing to choose."""
    teams = of_match(table)
    if undecided(table) or len(set(teams)) == len(teams):
        return []
    free = {side_of(table, s.seat) for s in table.match.seats if s.user_id is None}
    return [side for side in SIDES if side in free]


def free_seat(table: LoadedMatch, side: str | None) -> Seat:
    """The open seat for a newcomer who wants to be on that side, or on any. Raises `Refusal`."""
    free = [s for s in table.match.seats if s.user_id is None]
    if not free:
        raise Refusal("There is no open seat in this match.")
    if side is None:
        # Where most are missing; the others' side where both lack as many.
        sides = [side_of(table, s.seat) for s in free]
        return max(free, key=lambda s: (sides.count(side_of(table, s.seat)), side_of(table, s.seat) == "against"))
    if side not in SIDES:
        raise Refusal("There is no such team; choose one of the list.")
    if undecided(table):
        raise Refusal("The teams of this match are drawn when all are there; join without choosing one.")
    found = next((s for s in free if side_of(table, s.seat) == side), None)
    if found is None:
        raise Refusal("There is no open seat on that side.")
    return found


def draw(seed: bytes, users: Iterable[int]) -> tuple[int, ...]:
    """The users in the order of the seats that they draw; see the module's docstring."""
    stream = Draws(hashlib.sha256(seed + LABEL).digest())
    return stream.shuffled(0, sorted(users))[0]


def names(table: LoadedMatch, words: Mapping[int, str]) -> list[list[str]]:
    """Words for the seats, such as names, grouped by teams; each alone while the seats are still to be drawn."""
    if undecided(table):
        return [[words[s.seat]] for s in table.match.seats if s.seat in words]
    found: dict[int, list[str]] = {}
    for seat, team in enumerate(of_match(table)):
        if seat in words:
            found.setdefault(team, []).append(words[seat])
    return list(found.values())
