"""Seasons of servers: begun, read, closed with their titles, and what of them was posted."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, true, union, update

from storage.engine import Repository
from storage.errors import Taken
from storage.puzzles import DAY_MS, climbers
from storage.result_tables import finished, rating_change
from storage.schema import player
from storage.season_points import ALL_GAMES, of_person
from storage.season_tables import season, season_meeting, season_score, season_title
from storage.strength import Strength

CHAMPION, IMPROVED, SOLVER, RELIABLE = "champion", "improved", "solver", "reliable"
"""The titles: most points in a game, the largest rise of a rating, most puzzles of the day, most matches in time."""
LEAST: Final = {CHAMPION: 3, IMPROVED: 6, SOLVER: 3, RELIABLE: 5}
"""So many matches, or puzzles, a title asks for at least."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server."""

    id: int
    guild_id: int
    channel_id: int
    name: str
    games: tuple[str, ...]
    """Empty for all there are."""
    last_before: int
    """The number of the last result from before it."""
    begun_at: int
    ends_at: int
    announced_at: int | None = None
    """When its beginning was posted."""
    closed_at: int | None = None
    """When its titles were awarded: from then on nothing changes."""
    told_at: int | None = None
    """When its picture was posted."""


@dataclass(frozen=True, slots=True)
class Score:
    """A line of a table of a season. `kept`: matches that were played to the end in time."""

    user_id: int
    points: int
    matches: int
    won: int
    kept: int


@dataclass(frozen=True, slots=True)
class Title:
    """A title that somebody has won. `number` is what for: points, the rise of a mean, puzzles, matches."""

    title: str
    game: str
    user_id: int
    number: int


SEASON = [season.c[name] for name in Season.__dataclass_fields__]
SCORE = [season_score.c[name] for name in Score.__dataclass_fields__]
TITLE = [season_title.c[name] for name in Title.__dataclass_fields__]


class SeasonRepository(Repository):
    """Seasons, their tables and titles."""

    async def begin(
        self, guild_id: int, channel_id: int, name: str, games: Sequence[str], *, now: int, end: int
    ) -> int:
        """Begin a season; return its id, or 0 where one is open."""
        last = select(func.coalesce(func.max(finished.c.number), 0))
        values = {"guild_id": guild_id, "channel_id": channel_id, "name": name, "games": " ".join(games)}

        def body(connection: Connection) -> int:
            if connection.execute(_open(guild_id)).first() is not None:
                return 0
            times = {"begun_at": now, "ends_at": end, "last_before": connection.scalar(last)}
            made = connection.execute(insert(season).values(**values, **times).returning(season.c.id))
            return int(made.scalar_one())

        try:
            return await self._db.write(body)
        except Taken:  # another process was faster
            return 0

    async def change(self, season_id: int, *, end: int | None = None, name: str | None = None) -> bool:
        """Change when an open season ends or what it is called; return False where it is closed."""
        values = {"ends_at": end, "name": name}
        given = {column: value for column, value in values.items() if value is not None}
        statement = update(season).where(season.c.id == season_id, season.c.closed_at.is_(None)).values(**given)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def of(self, season_id: int) -> Season | None:
        """Return a season."""
        statement = select(*SEASON).where(season.c.id == season_id)
        return await self._db.read(lambda connection: next(_seasons(connection, statement), None))

    async def on(self, guild_id: int) -> list[Season]:
        """Return all seasons of a server, the latest first."""
        statement = select(*SEASON).where(season.c.guild_id == guild_id).order_by(season.c.id.desc())
        return await self._db.read(lambda connection: list(_seasons(connection, statement)))

    async def untold(self, now: int) -> list[Season]:
        """Return the seasons of which something is to be posted now, and nobody is at it."""
        due = or_(season.c.announced_at.is_(None), season.c.ends_at <= now)
        waiting = (season.c.told_at.is_(None), season.c.leased_until <= now, due)
        statement = select(*SEASON).where(*waiting).order_by(season.c.id)
        return await self._db.read(lambda connection: list(_seasons(connection, statement)))

    async def lease(self, season_id: int, now: int, until: int) -> bool:
        """Take what is to be posted of a season for oneself until then; return False where somebody else has it."""
        free = (season.c.id == season_id, season.c.leased_until <= now)
        statement = update(season).where(*free).values(leased_until=until)
        return await self._db.write(lambda connection: connection.execute(statement).rowcount > 0)

    async def announced(self, season_id: int, now: int) -> None:
        """Note that the beginning of a season stands in its channel, and let go of it."""
        await self._note(season_id, announced_at=now, leased_until=0)

    async def told(self, season_id: int, now: int) -> None:
        """Note that the picture of a season stands in its channel."""
        await self._note(season_id, announced_at=now, told_at=now, leased_until=0)

    async def _note(self, season_id: int, **values: int) -> None:
        statement = update(season).where(season.c.id == season_id).values(**values)
        await self._db.write(lambda connection: connection.execute(statement))

    async def close(self, season_id: int, now: int) -> None:
        """Award the titles of a season that is over; a second time nothing happens."""

        def body(connection: Connection) -> None:
            one = next(_seasons(connection, select(*SEASON).where(season.c.id == season_id)))
            closed = update(season).where(season.c.id == season_id, season.c.closed_at.is_(None))
            if connection.execute(closed.values(closed_at=now)).rowcount == 0:
                return
            titles = [
                *_champions(connection, one),
                *_improved(connection, one),
                *_solvers(connection, one),
                *_reliable(connection, one),
            ]
            if titles:
                values = [{"season_id": one.id} | {c: getattr(title, c) for c in _TITLE_FIELDS} for title in titles]
                connection.execute(insert(season_title), values)
            connection.execute(delete(season_meeting).where(season_meeting.c.season_id == season_id))

        await self._db.write(body)

    async def table(self, season_id: int, game: str, most: int) -> list[Score]:
        """Return the best of a season in a game, or in all (`ALL_GAMES`), of people who show how they play."""
        statement = _shown(select(*SCORE), season_id, game).limit(most)
        return await self._db.read(lambda connection: [Score(*row) for row in connection.execute(statement)])

    async def score(self, season_id: int, game: str, user_id: int) -> Score | None:
        """Return the line of one person."""
        mine = (season_score.c.season_id == season_id, season_score.c.game == game, season_score.c.user_id == user_id)

        def body(connection: Connection) -> Score | None:
            row = connection.execute(select(*SCORE).where(*mine)).first()
            return None if row is None else Score(*row)

        return await self._db.read(body)

    async def took_part(self, season_id: int) -> int:
        """Return how many people have finished a match that counts in a season."""
        everybody = (season_score.c.season_id == season_id, season_score.c.game == ALL_GAMES)
        statement = select(func.count()).select_from(season_score).where(*everybody)
        return await self._db.read(lambda connection: connection.scalar(statement) or 0)

    async def titles(self, season_id: int) -> list[Title]:
        """Return the titles of a season that its winners show, those of a game by points."""
        statement = select(*TITLE).join(player, player.c.user_id == season_title.c.user_id, isouter=True)
        statement = statement.where(season_title.c.season_id == season_id, func.coalesce(player.c.stats, true()))
        order = statement.order_by(season_title.c.title, season_title.c.game, season_title.c.user_id)
        return await self._db.read(lambda connection: [Title(*row) for row in connection.execute(order)])


_TITLE_FIELDS: Final = tuple(Title.__dataclass_fields__)


def _open(guild_id: int) -> Select[Any]:
    return select(season.c.id).where(season.c.guild_id == guild_id, season.c.closed_at.is_(None))


def _seasons(connection: Connection, statement: Select[Any]) -> Any:
    for row in connection.execute(statement).mappings():
        yield Season(**{**row, "games": tuple(row["games"].split())})


def _shown(statement: Select[Any], season_id: int, game: str) -> Select[Any]:
    """Return what selects the lines of a table, the best first: of those who show how they play."""
    there = statement.join(player, player.c.user_id == season_score.c.user_id, isouter=True)
    here = (season_score.c.season_id == season_id, season_score.c.game == game, func.coalesce(player.c.stats, true()))
    best = (season_score.c.points.desc(), season_score.c.won.desc(), season_score.c.user_id.desc())
    return there.where(*here).order_by(*best)


# Titles: of those who show how they play and were not deleted; equal ones share a title.


def _champions(connection: Connection, one: Season) -> list[Title]:
    games = select(season_score.c.game).where(season_score.c.season_id == one.id, season_score.c.game != ALL_GAMES)
    found = []
    for game in connection.scalars(games.distinct().order_by(season_score.c.game)).all():
        enough = (season_score.c.matches >= LEAST[CHAMPION], season_score.c.points > 0, season_score.c.user_id > 0)
        rows = [Score(*row) for row in connection.execute(_shown(select(*SCORE), one.id, game).where(*enough))]
        best = [row for row in rows if (row.points, row.won) == (rows[0].points, rows[0].won)]
        found += [Title(CHAMPION, game, row.user_id, row.points) for row in best]
    return found


def _improved(connection: Connection, one: Season) -> list[Title]:
    """Return who has risen most in one game and kind of match, from the first settled rating of the season on.

    A rating that is still provisional moves by leaps: that is no getting better.
    """
    change = rating_change
    columns = (change.c.user_id, change.c.game, change.c.kind, change.c.mu_before, change.c.sigma_before, change.c.mu)
    within = (
        change.c.number > one.last_before,
        change.c.guild_id == one.guild_id,
        finished.c.ended_at < one.ends_at,
        func.coalesce(player.c.stats, true()),
        *([change.c.game.in_(one.games)] if one.games else []),
    )
    statement = (
        select(*columns)
        .join(finished, finished.c.number == change.c.number)
        .join(player, player.c.user_id == change.c.user_id, isouter=True)
        .where(*within)
        .order_by(change.c.number)
    )
    rises: dict[tuple[int, str, str], list[int]] = {}
    for user, game, kind, mu_before, sigma_before, mu in connection.execute(statement):
        key = (user, game, kind)
        if key in rises or Strength(mu_before, sigma_before).settled:
            rises.setdefault(key, [mu_before]).append(mu)
    risen: dict[tuple[int, str], int] = {}
    for (user, game, _), means in rises.items():
        if len(means) > LEAST[IMPROVED] and means[-1] > means[0]:
            risen[user, game] = max(means[-1] - means[0], risen.get((user, game), 0))
    most = max(risen.values(), default=0)
    return [Title(IMPROVED, game, user, rise) for (user, game), rise in risen.items() if rise == most]


def _solvers(connection: Connection, one: Season) -> list[Title]:
    rows = climbers(connection, one.guild_id, one.begun_at // DAY_MS, one.ends_at // DAY_MS, 100)
    best = [row for row in rows if (row.solved, row.tries) == (rows[0].solved, rows[0].tries)]
    return [Title(SOLVER, "", row.user_id, row.solved) for row in best if row.solved >= LEAST[SOLVER]]


def _reliable(connection: Connection, one: Season) -> list[Title]:
    """Return who has played most matches, all of them to the end and in time."""
    always = (season_score.c.kept == season_score.c.matches, season_score.c.matches >= LEAST[RELIABLE])
    statement = _shown(select(*SCORE), one.id, ALL_GAMES).where(*always, season_score.c.user_id > 0)
    rows = [Score(*row) for row in connection.execute(statement)]
    most = max((row.matches for row in rows), default=0)
    return [Title(RELIABLE, "", row.user_id, row.matches) for row in rows if row.matches == most]


# Export and deletion


def kept(connection: Connection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return every row about a user, by table."""
    wanted = {
        season_score: season_score.c.user_id == user_id,
        season_meeting: of_person(user_id),
        season_title: season_title.c.user_id == user_id,
    }
    return {
        table.name: [dict(row._mapping) for row in connection.execute(select(table).where(where))]
        for table, where in wanted.items()
    }


def forget(connection: Connection, user_id: int) -> int:
    """Let a stand-in keep a user's place in every table, another one in each season; return how many rows changed."""
    count = connection.execute(delete(season_meeting).where(of_person(user_id))).rowcount
    tables = (season_score, season_title)
    theirs = union(*(select(table.c.season_id).where(table.c.user_id == user_id) for table in tables))
    for season_id in connection.scalars(theirs).all():
        instead = -secrets.randbits(62) - 1
        for table in tables:
            mine = (table.c.season_id == season_id, table.c.user_id == user_id)
            count += connection.execute(update(table).where(*mine).values(user_id=instead)).rowcount
    return count
