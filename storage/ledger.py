"""What follows from results: ratings, tallies and meetings, brought up to date match by match.

The same few lines do that when a match ends, in its transaction, and when all is worked out anew from the history
(`storage.results`); so both come to the same.
"""

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select

from storage import strength
from storage.result_tables import finished, meeting, rating, rating_change, tally
from storage.strength import UNKNOWN, Strength

Came = Literal["won", "drawn", "lost", "left", "off"]
"""What a match came to for a seat. `left`: its player has handed it over; `off`: the match was called off."""
Rates = Literal["all", "leavers", "none"]
"""Whose ratings a match moves: those of all, only of those who have handed their seats over, or nobody's."""
SOMEBODY: Final = 0
"""Stands in meetings for everybody who was deleted."""
COMPUTERS: Final = "computers"
"""The kind under which matches with computer players are counted, apart from all others."""
ALL: Final = ""
"""The topic, and its one word, of the tally of whole matches."""
PACE, LEVEL = "pace", "level"
"""The topics that matches of all games have."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a match was for whoever had a seat in it from the start."""

    seat: int
    user_id: int
    team: int
    place: int
    """That of the team: 0 for the best; equal ones are tied."""
    came: Came
    person: bool = True
    late: bool = False
    """Their time ran out, and they did nothing more."""
    words: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What of it is worth counting: how often which word, by topic."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match that is over came to, as far as it is counted."""

    match_id: str
    guild_id: int
    """0: on no server."""
    game: str
    kind: str
    rates: Rates
    ended_at: int
    computer: str = ""
    """The level of the computer players in it; empty where only people played."""
    pace: str = ""
    turns: int = 0
    lasted: int = 0
    """In milliseconds."""
    played: tuple[Played, ...] = ()


class Rated(NamedTuple):
    """How a match has moved somebody's rating."""

    user_id: int
    before: Strength
    now: Strength


@dataclass(slots=True)
class Rating:
    """Somebody's rating in a game and kind of match on a server, and how many matches it follows from."""

    strength: Strength = UNKNOWN
    matches: int = 0


@dataclass(slots=True)
class Tally:
    """How often something was, in the matches of somebody."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    left: int = 0
    late: int = 0
    times: int = 0
    turns: int = 0
    lasted: int = 0
    streak: int = 0
    """How many of the last matches were won in a row."""
    longest: int = 0
    """How many were at most."""

    def add(self, one: Outcome, mine: Played, times: int) -> None:
        """Count a match."""
        self.matches += 1
        self.won += mine.came == "won"
        self.drawn += mine.came == "drawn"
        self.left += mine.came == "left"
        self.late += mine.late
        self.times += times
        self.turns += one.turns
        self.lasted += one.lasted
        self.streak = self.streak + 1 if mine.came == "won" else 0
        self.longest = max(self.longest, self.streak)


@dataclass(slots=True)
class Meeting:
    """How often two have met as opponents, and how that went for the first of them."""

    matches: int = 0
    won: int = 0
    drawn: int = 0


Key = tuple[Any, ...]
"""What names a row: the columns of its primary key."""
_TABLES: Final = {Rating: rating, Tally: tally, Meeting: meeting}
_KEYS: Final = {made: [column.name for column in table.primary_key.columns] for made, table in _TABLES.items()}
_COUNTS: Final[Mapping[type, tuple[str, ...]]] = {
    made: tuple(one.name for one in fields(made)) for made in (Tally, Meeting)
}
"""The columns beside the keys."""
_OF_PEOPLE: Final[BindParameter[Any]] = bindparam("users", expanding=True)
_READ: Final = {
    made: select(table).where(
        table.c.guild_id == bindparam("guild"),
        table.c.game == bindparam("game"),
        table.c.kind == bindparam("kind"),
        table.c.user_id.in_(_OF_PEOPLE),
    )
    for made, table in _TABLES.items()
}
_DROP: Final = {
    made: delete(table).where(*(table.c[name] == bindparam(f"key_{name}") for name in _KEYS[made]))
    for made, table in _TABLES.items()
}


FULL: Final = 5
"""So many matches of the same people move their ratings in full; each one more half as much as the one before it."""
WITHIN_MS: Final = 30 * 24 * 3_600_000
"""Within that time."""
_LATEST: Final = 50
"""So far back among somebody's rated matches those with the same people are looked for."""
_RECENT: Final = (
    select(rating_change.c.number, finished.c.ended_at)
    .join(finished, finished.c.number == rating_change.c.number)
    .where(
        rating_change.c.user_id == bindparam("user"),
        rating_change.c.guild_id == bindparam("guild"),
        rating_change.c.game == bindparam("game"),
        rating_change.c.kind == bindparam("kind"),
    )
    .order_by(rating_change.c.number.desc())
    .limit(_LATEST)
)


class Ledger:
    """What some results have changed, until it is written; nothing else may write these tables meanwhile."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: set[Key] = set()
        """Whose rows were read, by server, game, kind and user."""
        self._rows: dict[type, dict[Key, Any]] = {made: {} for made in _TABLES}
        self._stored: set[tuple[type, Key]] = set()
        self._changed: dict[tuple[type, Key], None] = {}
        self._moves: list[dict[str, Any]] = []
        self._recent: dict[Key, deque[tuple[int, int]]] = {}
        """Number and end of the last matches that moved somebody's rating, by user, server, game and kind."""

    def count(self, number: int, one: Outcome, kept: Sequence[Rated] | None = None) -> None:
        """Count a result, the one of this number. `kept` is how it moved ratings when not all was unknown of it."""
        people = [mine for mine in one.played if mine.person and mine.user_id > 0 and mine.came != "off"]
        kind = COMPUTERS if one.computer else one.kind
        self._learn(one, kind, [mine.user_id for mine in people])
        for mine in people:
            for topic, word, times in _counted(one, mine):
                self._row(Tally, (mine.user_id, one.guild_id, one.game, kind, topic, word)).add(one, mine, times)
            if not one.computer:
                self._meet(one, mine)
        if one.rates != "none":
            self._learn(one, one.kind, [mine.user_id for mine in people])
            for moved in self._rated(one) if kept is None else self._again(one, kept):
                self._move(number, one, moved)

    def write(self) -> None:
        """Write all that has changed; this is the end of a ledger."""
        for made, table in _TABLES.items():
            changed = [key for kind, key in self._changed if kind is made]
            old = [key for key in changed if (made, key) in self._stored]
            if old:
                names = [f"key_{name}" for name in _KEYS[made]]
                self._connection.execute(_DROP[made], [dict(zip(names, key, strict=True)) for key in old])
            if changed:
                self._connection.execute(insert(table), [self._values(made, key) for key in changed])
        if self._moves:
            self._connection.execute(insert(rating_change), self._moves)

    def _values(self, made: type, key: Key) -> dict[str, Any]:
        row, values = self._rows[made][key], dict(zip(_KEYS[made], key, strict=True))
        if isinstance(row, Rating):
            now = row.strength
            return values | {"matches": row.matches, "settled": now.settled, "low": now.low, **now._asdict()}
        return values | {name: getattr(row, name) for name in _COUNTS[made]}

    def _learn(self, one: Outcome, kind: str, users: Iterable[int]) -> None:
        """Read what is stored of some people."""
        where = (one.guild_id, one.game, kind)
        missing = [user for user in users if (*where, user) not in self._known]
        if not missing:
            return
        self._known.update((*where, user) for user in missing)
        asked = {"guild": one.guild_id, "game": one.game, "kind": kind, "users": missing}
        for made in _TABLES:
            for row in self._connection.execute(_READ[made], asked).mappings():
                key = tuple(row[name] for name in _KEYS[made])
                self._rows[made][key] = _read(made, row)
                self._stored.add((made, key))

    def _row(self, made: type, key: Key) -> Any:
        """Return a row that is about to change."""
        self._changed[made, key] = None
        return self._rows[made].setdefault(key, made())

    def _meet(self, one: Outcome, mine: Played) -> None:
        for other in one.played:
            if other.team == mine.team or "left" in (mine.came, other.came):
                continue
            whom = other.user_id if other.user_id > 0 else SOMEBODY
            met: Meeting = self._row(Meeting, (mine.user_id, one.guild_id, whom, one.game, one.kind))
            met.matches += 1
            met.won += mine.place < other.place
            met.drawn += mine.place == other.place

    # Ratings

    def _known_strength(self, one: Outcome, user: int) -> Strength:
        known = self._rows[Rating].get((user, one.guild_id, one.game, one.kind))
        return UNKNOWN if known is None else known.strength

    def _rated(self, one: Outcome) -> Iterator[Rated]:
        """Yield how a match moves ratings; of a seat that was handed over it is a loss for whoever has left."""
        teams: dict[int, list[Played]] = defaultdict(list)
        for mine in one.played:
            teams[mine.team].append(mine)
        before = {mine.seat: self._known_strength(one, mine.user_id) for mine in one.played}
        sides = list(teams.values())
        known = [[before[mine.seat] for mine in side] for side in sides]
        if one.rates == "all":
            strengths = strength.after(known, [side[0].place for side in sides])
        else:
            # Each side as if it alone had left: on one place they would tie, and the weaker of them gain by it.
            alone = [[int(other is side) for other in sides] for side in sides]
            strengths = [strength.after(known, places)[n] for n, places in enumerate(alone)]
        halvings = self._halvings(one) if one.rates == "all" else 0
        for side, now in zip(sides, strengths, strict=True):
            for mine, its in zip(side, now, strict=True):
                if mine.user_id > 0 and (one.rates == "all" or mine.came == "left"):
                    was = before[mine.seat]
                    yield Rated(mine.user_id, was, strength.lessened(was, its, halvings))

    def _halvings(self, one: Outcome) -> int:
        """Return how many times a match counts half: whoever plays each other all the time makes no ratings by it."""
        since = one.ended_at - WITHIN_MS
        latest = ({number for number, at in self._latest(one, mine.user_id) if at > since} for mine in one.played)
        return max(0, len(set.intersection(*latest)) + 1 - FULL)

    def _latest(self, one: Outcome, user: int) -> deque[tuple[int, int]]:
        key = (user, one.guild_id, one.game, one.kind)
        if key not in self._recent:
            asked = {"user": user, "guild": one.guild_id, "game": one.game, "kind": one.kind}
            rows = self._connection.execute(_RECENT, asked).all()
            self._recent[key] = deque(((number, at) for number, at in reversed(rows)), maxlen=_LATEST)
        return self._recent[key]

    def _again(self, one: Outcome, kept: Sequence[Rated]) -> Iterator[Rated]:
        """Yield the same moves as before, of a match of which some players are not known any more."""
        for was in kept:
            now = self._known_strength(one, was.user_id)
            sigma = now.sigma * was.now.sigma // was.before.sigma
            moved = Strength(now.mu + was.now.mu - was.before.mu, sigma)
            yield Rated(was.user_id, now, was.now if now == was.before else moved)

    def _move(self, number: int, one: Outcome, moved: Rated) -> None:
        where = {"user_id": moved.user_id, "guild_id": one.guild_id, "game": one.game, "kind": one.kind}
        row: Rating = self._row(Rating, tuple(where.values()))
        row.strength, row.matches = moved.now, row.matches + 1
        self._latest(one, moved.user_id).append((number, one.ended_at))
        before = {"mu_before": moved.before.mu, "sigma_before": moved.before.sigma}
        self._moves.append({**where, "number": number, **before, **moved.now._asdict()})


def _counted(one: Outcome, mine: Played) -> Iterator[tuple[str, str, int]]:
    """Yield what a match counts for: topic, word, and how often."""
    yield ALL, "", 1
    if one.computer:
        yield LEVEL, one.computer, 1
        return
    yield PACE, one.pace, 1
    for topic, words in mine.words.items():
        for word, times in words.items():
            yield topic, word, times


def _read(made: type, row: Mapping[Any, Any]) -> Any:
    if made is Rating:
        return Rating(Strength(row["mu"], row["sigma"]), row["matches"])
    return made(*(row[name] for name in _COUNTS[made]))


def dump_words(words: Mapping[str, Mapping[str, int]]) -> str:
    """Return words by topic as JSON; equal ones give equal texts."""
    return json.dumps({topic: dict(sorted(words[topic].items())) for topic in sorted(words)})
