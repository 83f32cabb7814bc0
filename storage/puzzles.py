"""Puzzles: what people have tried and solved, and the one a day that a server has in a channel."""

from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import Connection, cast, func, insert, select, true, update

from storage.engine import Repository
from storage.puzzle_tables import daily, daily_solver, puzzle
from storage.schema import BIG, player, server

DAY_MS: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class Tried:
    """What somebody has done with a puzzle."""

    game: str
    puzzle: str
    grade: int
    """How hard it was then."""
    actions: str
    """What was done in it last, one action a line."""
    tries: int
    """How many attempts have failed."""
    begun_at: int
    solved_at: int | None = None
    """When it was solved, without its solution having been shown before."""
    shown_at: int | None = None
    """When its solution was shown."""


TRIED = [puzzle.c[name] for name in Tried.__dataclass_fields__]


class PuzzleRepository(Repository):
    """What people have done with puzzles."""

    async def of(self, user_id: int) -> list[Tried]:
        """Return all puzzles that a user has begun, in the order in which they were."""
        statement = select(*TRIED).where(puzzle.c.user_id == user_id).order_by(puzzle.c.begun_at)
        return await self._db.read(lambda connection: [Tried(*row) for row in connection.execute(statement)])

    async def keep(self, user_id: int, tried: Tried) -> None:
        """Write what somebody has done with a puzzle. What was solved or shown once stays so, since the first time."""
        which = (puzzle.c.user_id == user_id, puzzle.c.game == tried.game, puzzle.c.puzzle == tried.puzzle)
        values = {"actions": tried.actions, "tries": tried.tries}

        def body(connection: Connection) -> None:
            if connection.execute(update(puzzle).where(*which).values(**values)).rowcount == 0:
                new = values | {"game": tried.game, "puzzle": tried.puzzle, "grade": tried.grade}
                connection.execute(insert(puzzle).values(user_id=user_id, begun_at=tried.begun_at, **new))
            for column, at in ((puzzle.c.solved_at, tried.solved_at), (puzzle.c.shown_at, tried.shown_at)):
                if at is not None:
                    connection.execute(update(puzzle).where(*which, column.is_(None)).values({column: at}))

        await self._db.write(body)


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzle of a day on a server.

    `posted_at` is None until it stands in its channel, `told_at` until its results do.
    """

    guild_id: int
    day: int
    """The number of the day since 1970."""
    channel_id: int
    game: str
    puzzle: str
    posted_at: int | None = None
    told_at: int | None = None


DAILY = [daily.c[name] for name in Daily.__dataclass_fields__]


@dataclass(frozen=True, slots=True)
class Solver:
    """Somebody who took the puzzle of a day up where it stood. `named`: others may read that they solved it."""

    user_id: int
    named: bool
    tries: int
    solved_at: int | None


@dataclass(frozen=True, slots=True)
class Climber:
    """Somebody on the ladder of a server. `solved`: puzzles of the day, on their day; `tries`: attempts that failed."""

    user_id: int
    solved: int
    tries: int


class DailyRepository(Repository):
    """The puzzles of the day."""

    async def channels(self) -> list[tuple[int, int, str | None]]:
        """Return the servers with a channel that gets a puzzle a day, with the game of which it is, if of only one."""
        chosen = server.c.guild_id, server.c.puzzle_channel_id, server.c.puzzle_game
        statement = select(*chosen).where(server.c.puzzle_channel_id.is_not(None))
        return await self._db.read(lambda connection: [tuple(row) for row in connection.execute(statement)])

    async def of(self, guild_id: int) -> list[Daily]:
        """Return all puzzles of the day that a server has had, the latest first."""
        statement = select(*DAILY).where(daily.c.guild_id == guild_id).order_by(daily.c.day.desc())
        return await self._db.read(lambda connection: [Daily(*row) for row in connection.execute(statement)])

    async def note(self, new: Daily) -> None:
        """Keep a puzzle of the day, in the place of the one that was noted for the same day."""
        which = (daily.c.guild_id == new.guild_id, daily.c.day == new.day)
        values = asdict(new)

        def body(connection: Connection) -> None:
            if connection.execute(update(daily).where(*which).values(**values)).rowcount == 0:
                connection.execute(insert(daily).values(**asdict(new)))

        await self._db.write(body)

    async def take_up(self, guild_id: int, day: int, user_id: int) -> None:
        """Note that a user takes a puzzle of the day up; named as the last time, at first not."""
        which = (daily_solver.c.guild_id == guild_id, daily_solver.c.day == day, daily_solver.c.user_id == user_id)
        last = (
            select(daily_solver.c.named)
            .where(daily_solver.c.user_id == user_id, daily_solver.c.guild_id == guild_id)
            .order_by(daily_solver.c.day.desc())
            .limit(1)
        )
        there = select(daily.c.day).where(daily.c.guild_id == guild_id, daily.c.day == day)

        def body(connection: Connection) -> None:
            known = connection.scalar(there) is not None
            if known and connection.execute(select(daily_solver.c.day).where(*which)).first() is None:
                named = connection.scalar(last) or 0
                connection.execute(
                    insert(daily_solver).values(guild_id=guild_id, day=day, user_id=user_id, named=named)
                )

        await self._db.write(body)

    async def name(self, guild_id: int, day: int, user_id: int, *, named: bool) -> None:
        """Set if others may read that a user has solved the puzzle of a day."""
        which = (daily_solver.c.guild_id == guild_id, daily_solver.c.day == day, daily_solver.c.user_id == user_id)
        await self._db.write(
            lambda connection: connection.execute(update(daily_solver).where(*which).values(named=int(named)))
        )

    async def taken_up(self, user_id: int, game: str, name: str) -> list[tuple[Daily, bool]]:
        """Return the days on which a user took a puzzle up as that of the day, the latest first, and if named."""
        joined = (daily_solver.c.guild_id == daily.c.guild_id) & (daily_solver.c.day == daily.c.day)
        statement = (
            select(*DAILY, daily_solver.c.named)
            .join(daily_solver, joined)
            .where(daily_solver.c.user_id == user_id, daily.c.game == game, daily.c.puzzle == name)
            .order_by(daily.c.day.desc())
        )

        def body(connection: Connection) -> list[tuple[Daily, bool]]:
            return [(Daily(*row[:-1]), bool(row[-1])) for row in connection.execute(statement)]

        return await self._db.read(body)

    async def solvers(self, of: Daily) -> list[Solver]:
        """Return who took a puzzle of the day up, and what came of it."""
        theirs = (
            (puzzle.c.user_id == daily_solver.c.user_id) & (puzzle.c.game == of.game) & (puzzle.c.puzzle == of.puzzle)
        )
        statement = (
            select(daily_solver.c.user_id, daily_solver.c.named, puzzle.c.tries, puzzle.c.solved_at)
            .join(puzzle, theirs, isouter=True)
            .where(daily_solver.c.guild_id == of.guild_id, daily_solver.c.day == of.day)
        )

        def body(connection: Connection) -> list[Solver]:
            return [
                Solver(user, bool(named), tries or 0, solved)
                for user, named, tries, solved in connection.execute(statement)
            ]

        return await self._db.read(body)

    async def ladder(self, guild_id: int, since: int, until: int, most: int) -> list[Climber]:
        """Return who solved most puzzles of the days from `since` to before `until`, each on its day; the best first.

        Only what others may read: of each day whoever was named, and nobody who keeps their statistics to themselves.
        """
        return await self._db.read(lambda connection: climbers(connection, guild_id, since, until, most))


def climbers(connection: Connection, guild_id: int, since: int, until: int, most: int) -> list[Climber]:
    """Return the ladder of a server inside an open transaction, as `DailyRepository.ladder`."""
    begun = cast(daily.c.day, BIG) * DAY_MS
    solved, tries = func.count(), func.sum(puzzle.c.tries)
    statement = (
        select(daily_solver.c.user_id, solved, tries)
        .join(daily, (daily.c.guild_id == daily_solver.c.guild_id) & (daily.c.day == daily_solver.c.day))
        .join(
            puzzle,
            (puzzle.c.user_id == daily_solver.c.user_id)
            & (puzzle.c.game == daily.c.game)
            & (puzzle.c.puzzle == daily.c.puzzle),
        )
        .join(player, player.c.user_id == daily_solver.c.user_id, isouter=True)
        .where(daily_solver.c.guild_id == guild_id, daily_solver.c.named == 1)
        .where(daily.c.day >= since, daily.c.day < until)
        .where(puzzle.c.solved_at >= begun, puzzle.c.solved_at < begun + DAY_MS)
        .where(func.coalesce(player.c.stats, true()))
        .group_by(daily_solver.c.user_id)
        .order_by(solved.desc(), tries, daily_solver.c.user_id)
        .limit(most)
    )
    return [Climber(user, int(count), int(misses)) for user, count, misses in connection.execute(statement)]
