"""Results of matches: entered when they end, worked out anew from the history, and asked for.

Every question is answered from rows under its own key: none is larger because others have played more.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from sqlalchemy import Connection, Select, and_, bindparam, delete, func, insert, select, text, true, update

from storage.engine import Repository
from storage.ledger import SOMEBODY, Ledger, Meeting, Outcome, Played, Rated, Tally, dump_words
from storage.reliability import Reliability, get_reliability
from storage.result_tables import finished, meeting, played, rating, rating_change, tally
from storage.schema import match, player
from storage.season_points import score
from storage.strength import Strength

AT_ONCE: Final = 2000
"""So many results are counted before what follows is written."""
PLACES: Final = 100
"""Up to this place somebody is told theirs: so many lines are read for it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table of ratings."""

    user_id: int
    strength: Strength
    matches: int


@dataclass(frozen=True, slots=True)
class Counted:
    """How often something was in the matches of somebody: of a game and kind, by topic and word."""

    game: str
    kind: str
    topic: str
    word: str
    tally: Tally


_NUMBER: Final = select(finished.c.number).where(finished.c.match_id == bindparam("one"))

_SHARED: Final = text("SELECT pg_advisory_xact_lock_shared(hashtext('results'), 0)")
_TURN: Final = text("SELECT pg_advisory_xact_lock(hashtext('results of'), hashtext(:place))")
_ALONE: Final = text("SELECT pg_advisory_xact_lock(hashtext('results'), 0)")

_BEST: Final = (rating.c.settled.desc(), rating.c.low.desc(), rating.c.user_id.desc())
"""The order of a table."""


def _take_turns(connection: Connection, outcomes: Iterable[Outcome]) -> None:
    """Wait until nobody else enters results of the same servers and games, or changes those of all.

    What follows from a result is read, and then written anew: of two processes at once one would undo what the other
    has written. This lasts until the end of the transaction; what is read from here on is what the one before has left.
    Turns are taken in one order by all, and after the rows of matches, so that no two wait for each other.
    """
    if connection.dialect.name != "postgresql":
        return  # one transaction writes at a time
    connection.execute(_SHARED)
    for place in sorted({f"{one.guild_id} {one.game}" for one in outcomes}):
        connection.execute(_TURN, {"place": place})


def _take_all_turns(connection: Connection) -> None:
    """Wait until nobody else enters results, and keep others from it until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ALONE)


def enter(connection: Connection, one: Outcome) -> None:
    """Write a result and all that follows from it; one that was entered before changes nothing."""
    _take_turns(connection, (one,))
    _enter(connection, one)


def _enter(connection: Connection, one: Outcome) -> None:
    if connection.scalar(_NUMBER, {"one": one.match_id}) is not None:
        return
    values = asdict(one)
    values.pop("played")
    connection.execute(insert(finished).values(**values))
    number = connection.execute(_NUMBER, {"one": one.match_id}).scalar_one()
    if one.played:
        connection.execute(insert(played), [_row(one, mine) for mine in one.played])
    ledger = Ledger(connection)
    ledger.count(number, one)
    ledger.write()
    score(connection, one)


def _row(one: Outcome, mine: Played) -> dict[str, Any]:
    return asdict(mine) | {"match_id": one.match_id, "words": dump_words(mine.words)}


def recompute(connection: Connection) -> int:
    """Work ratings, tallies and meetings out anew from all results, in the order of their numbers; return how many.

    What a match has done to ratings is kept where one of its players was deleted: nothing tells how strong they were.
    """
    _take_all_turns(connection)
    kept = _kept(connection)
    for table in (rating_change, rating, tally, meeting):
        connection.execute(delete(table))
    ledger, count = Ledger(connection), 0
    for number, one in _history(connection):
        unknown = any(mine.user_id < 0 for mine in one.played)
        ledger.count(number, one, kept[number] if unknown else None)
        count += 1
        if count % AT_ONCE == 0:
            ledger.write()
            ledger = Ledger(connection)
    ledger.write()
    return count


def _kept(connection: Connection) -> dict[int, list[Rated]]:
    """Return how ratings were moved by the matches in which somebody was deleted."""
    gone = select(finished.c.number).join(played, played.c.match_id == finished.c.match_id).where(played.c.user_id < 0)
    rows = connection.execute(
        select(rating_change).where(rating_change.c.number.in_(gone)).order_by(rating_change.c.user_id)
    )
    found: dict[int, list[Rated]] = defaultdict(list)
    for row in rows:
        before, now = Strength(row.mu_before, row.sigma_before), Strength(row.mu, row.sigma)
        found[row.number].append(Rated(row.user_id, before, now))
    return found


def _history(connection: Connection) -> Iterator[tuple[int, Outcome]]:
    last = 0
    while rows := connection.execute(
        select(finished).where(finished.c.number > last).order_by(finished.c.number).limit(AT_ONCE)
    ).all():
        last = rows[-1].number
        ids = [row.match_id for row in rows]
        seats: dict[str, list[Played]] = defaultdict(list)
        mine = select(played).where(played.c.match_id.in_(ids)).order_by(played.c.match_id, played.c.seat)
        for row in connection.execute(mine).mappings():
            values = {one.name: row[one.name] for one in fields(Played)}
            values |= {"late": bool(row["late"]), "person": bool(row["person"]), "words": json.loads(row["words"])}
            seats[row["match_id"]].append(Played(**values))
        for one in rows:
            values = {name: value for name, value in one._mapping.items() if name != "number"}
            yield one.number, Outcome(**values, played=tuple(seats[one.match_id]))


def rename(connection: Connection, match_id: str, user_id: int, instead: int) -> int:
    """Let the result of a match name `instead` for a user; return how many rows changed."""
    mine = (played.c.match_id == match_id, played.c.user_id == user_id)
    return connection.execute(update(played).where(*mine).values(user_id=instead)).rowcount


def forget(connection: Connection, user_id: int) -> int:
    """Let a stand-in take a user's place in the meetings of all others; return how many rows changed.

    Until the end of the transaction no result is entered in which the user could come back.
    """
    _take_all_turns(connection)
    rows = connection.execute(select(meeting).where(meeting.c.other_id == user_id)).mappings().all()
    connection.execute(delete(meeting).where(meeting.c.other_id == user_id))
    for row in rows:
        values = dict(row) | {"other_id": SOMEBODY}
        key = [meeting.c[name] == values[name] for name in ("guild_id", "user_id", "other_id", "game", "kind")]
        more = {one.name: meeting.c[one.name] + values[one.name] for one in fields(Meeting)}
        if connection.execute(update(meeting).where(*key).values(**more)).rowcount == 0:
            connection.execute(insert(meeting).values(**values))
    return len(rows)


class ResultRepository(Repository):
    """Ratings, statistics and tables."""

    async def enter(self, outcomes: Sequence[Outcome]) -> None:
        """Enter results of matches that ended before results were counted."""

        def body(connection: Connection) -> None:
            _take_turns(connection, outcomes)
            for one in outcomes:
                _enter(connection, one)

        await self._db.write(body)

    async def recompute(self) -> int:
        """Work everything out anew from all results; return how many there are."""
        return await self._db.write(recompute)

    async def missing(self, games: Collection[str]) -> list[str]:
        """Return the ids of matches of these games that are over but whose results were never entered, oldest first."""
        known = select(finished.c.match_id)
        over = (match.c.status == "over", match.c.game.in_(games), match.c.id.not_in(known))
        ordered = select(match.c.id).where(*over).order_by(match.c.updated_at, match.c.id)
        return await self._db.read(lambda connection: list(connection.scalars(ordered)))

    async def tallies(self, user_id: int, guild_id: int | None, game: str | None = None) -> list[Counted]:
        """Return all that is counted of somebody on a server, or everywhere (`None`)."""
        mine = [tally.c.user_id == user_id]
        mine += [] if guild_id is None else [tally.c.guild_id == guild_id]
        mine += [] if game is None else [tally.c.game == game]
        keys = (tally.c.game, tally.c.kind, tally.c.topic, tally.c.word)
        most = {"streak", "longest"}
        numbers = [(func.max if one.name in most else func.sum)(tally.c[one.name]) for one in fields(Tally)]
        statement = select(*keys, *numbers).where(*mine).group_by(*keys).order_by(*keys)

        def body(connection: Connection) -> list[Counted]:
            return [_counted(*row) for row in connection.execute(statement)]

        return await self._db.read(body)

    async def meetings(self, user_id: int, other_id: int, guild_id: int | None) -> dict[tuple[str, str], Meeting]:
        """Return how two have met as opponents, by game and kind."""
        mine = [meeting.c.user_id == user_id, meeting.c.other_id == other_id]
        mine += [] if guild_id is None else [meeting.c.guild_id == guild_id]
        keys = (meeting.c.game, meeting.c.kind)
        numbers = [func.sum(meeting.c[one.name]) for one in fields(Meeting)]
        statement = select(*keys, *numbers).where(*mine).group_by(*keys).order_by(*keys)

        def body(connection: Connection) -> dict[tuple[str, str], Meeting]:
            return {(row[0], row[1]): Meeting(*map(int, row[2:])) for row in connection.execute(statement)}

        return await self._db.read(body)

    async def ratings(self, user_id: int, guild_id: int) -> dict[tuple[str, str], Line]:
        """Return somebody's ratings on a server, by game and kind."""
        columns = (rating.c.game, rating.c.kind, rating.c.mu, rating.c.sigma, rating.c.matches)
        statement = select(*columns).where(rating.c.user_id == user_id, rating.c.guild_id == guild_id)

        def body(connection: Connection) -> dict[tuple[str, str], Line]:
            return {
                (game, kind): Line(user_id, Strength(mu, sigma), matches)
                for game, kind, mu, sigma, matches in connection.execute(statement)
            }

        return await self._db.read(body)

    async def course(self, user_id: int, guild_id: int, game: str, kind: str, most: int) -> list[Strength]:
        """Return somebody's last ratings, one after each match, the oldest first; before the first that before it."""
        change = rating_change
        mine = and_(
            change.c.guild_id == guild_id, change.c.game == game, change.c.kind == kind, change.c.user_id == user_id
        )
        columns = (change.c.mu_before, change.c.sigma_before, change.c.mu, change.c.sigma)
        statement = select(*columns).where(mine).order_by(change.c.number.desc()).limit(most)

        def body(connection: Connection) -> list[Strength]:
            rows = connection.execute(statement).all()[::-1]
            first = [Strength(rows[0][0], rows[0][1])] if rows else []
            return first + [Strength(mu, sigma) for _, _, mu, sigma in rows]

        return await self._db.read(body)

    async def moved(self, match_id: str) -> list[Rated]:
        """Return how a match has moved the ratings of those who show theirs, who gained most first."""
        change = rating_change
        columns = (change.c.user_id, change.c.mu_before, change.c.sigma_before, change.c.mu, change.c.sigma)
        there = select(*columns).join(finished, finished.c.number == change.c.number)
        there = there.join(player, player.c.user_id == change.c.user_id, isouter=True)
        mine = there.where(finished.c.match_id == match_id, func.coalesce(player.c.stats, true()))
        statement = mine.order_by((change.c.mu_before - change.c.mu), change.c.user_id)

        def body(connection: Connection) -> list[Rated]:
            return [
                Rated(user, Strength(mu_before, sigma_before), Strength(mu, sigma))
                for user, mu_before, sigma_before, mu, sigma in connection.execute(statement)
            ]

        return await self._db.read(body)

    async def table(self, guild_id: int, game: str, kind: str, offset: int, most: int) -> list[Line]:
        """Return lines of a table: those whose ratings are settled first, of people who show theirs."""
        columns = (rating.c.user_id, rating.c.mu, rating.c.sigma, rating.c.matches)
        statement = _shown(select(*columns), guild_id, game, kind).order_by(*_BEST).offset(offset).limit(most)

        def body(connection: Connection) -> list[Line]:
            rows = connection.execute(statement)
            return [Line(user, Strength(mu, sigma), matches) for user, mu, sigma, matches in rows]

        return await self._db.read(body)

    async def reliability(self, user_id: int, guild_id: int, now: int) -> Reliability | None:
        """Return how reliably somebody finishes matches on a server; `None` where too little is known."""
        return await self._db.read(lambda connection: get_reliability(connection, user_id, guild_id, now))

    async def place(self, user_id: int, guild_id: int, game: str, kind: str) -> int | None:
        """Return somebody's place in a table, from 1; `None` for who is not in it, or far behind."""
        first = _shown(select(rating.c.user_id), guild_id, game, kind).order_by(*_BEST).limit(PLACES)

        def body(connection: Connection) -> int | None:
            users = list(connection.scalars(first))
            return users.index(user_id) + 1 if user_id in users else None

        return await self._db.read(body)


def _counted(game: str, kind: str, topic: str, word: str, *numbers: int) -> Counted:
    return Counted(game, kind, topic, word, Tally(*map(int, numbers)))


def _shown(statement: Select[Any], guild_id: int, game: str, kind: str) -> Select[Any]:
    """Return what selects of a table only those who show their ratings."""
    there = statement.join(player, player.c.user_id == rating.c.user_id, isouter=True)
    here = (rating.c.guild_id == guild_id, rating.c.game == game, rating.c.kind == kind)
    return there.where(*here, func.coalesce(player.c.stats, true()))
