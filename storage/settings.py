"""What is kept of users and servers: languages, settings, progress in lessons; named values."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from storage.engine import Repository
from storage.schema import guild, lesson, meta, player, server


@dataclass(frozen=True, slots=True)
class Player:
    """A person's settings. `dm`: wants direct messages; `dm_closed`: Discord refused the last one.

    `language` is None for somebody who leaves it to Discord. `invitations`: others may challenge them, and offer them
    seats, by name. `stats`: others may see how they have played.
    """

    user_id: int
    dm: bool = False
    dm_closed: bool = False
    updated_at: int = 0
    language: str | None = None
    invitations: bool = True
    stats: bool = True


@dataclass(frozen=True, slots=True)
class Server:
    """What a server has set for its matches; None where it has set nothing."""

    guild_id: int
    pace: str | None = None
    """The pace of matches for which none is chosen; "none" for no clocks."""
    abandon_days: int | None = None
    most_open: int | None = None
    """How many open matches a member may have here."""
    channel_id: int | None = None
    """The one channel in which matches are opened."""
    role_id: int | None = None
    """The role that may open matches."""
    ping_role_id: int | None = None
    """The role that is told of challenges that anybody may join."""
    archive_days: int | None = None
    """How many days after its end the thread of a match is archived."""
    log_channel_id: int | None = None
    """The channel in which those who manage the server are told what needs their help."""
    stand_in: str | None = None
    """The level of computers that play on for people who do not, in a word of the caller's."""
    puzzle_channel_id: int | None = None
    """The channel that gets a puzzle a day."""
    puzzle_game: str | None = None
    """The game of which these puzzles are; None for another one every day."""
    seek_channel_id: int | None = None
    """The channel in which the open seeks are listed."""
    report_channel_id: int | None = None
    """The channel that gets reports about people."""
    across: bool = False
    """Members may look for opponents on other servers, too."""
    predictions: bool | None = None
    """Whether spectators may predict what comes; they may where nothing is set."""


PLAYER = [player.c[field.name] for field in fields(Player)]
_PLAYERS = select(*PLAYER).where(player.c.user_id.in_(bindparam("user_ids", expanding=True)))


class PeopleRepository(Repository):
    """Settings of people."""

    async def player(self, user_id: int) -> Player:
        """Return a user's settings; somebody unknown has the defaults."""
        return (await self.players((user_id,)))[user_id]

    async def players(self, user_ids: Collection[int]) -> dict[int, Player]:
        """Return the settings of several users, in their order; somebody unknown has the defaults."""
        return await self._db.read(lambda connection: get_players(connection, user_ids))

    async def set_player(
        self,
        user_id: int,
        *,
        now: int,
        dm: bool | None = None,
        dm_closed: bool | None = None,
        language: str | None = None,
        invitations: bool | None = None,
        stats: bool | None = None,
    ) -> Player:
        """Change a user's settings, None leaves as it is; returns them as they are now.

        An empty `language` leaves the language to Discord again.
        """

        def body(connection: Connection) -> Player:
            old = get_players(connection, (user_id,))[user_id]
            new = Player(
                user_id,
                dm=old.dm if dm is None else dm,
                dm_closed=old.dm_closed if dm_closed is None else dm_closed,
                updated_at=now,
                language=old.language if language is None else language or None,
                invitations=old.invitations if invitations is None else invitations,
                stats=old.stats if stats is None else stats,
            )
            values = {name: value for name, value in asdict(new).items() if name != "user_id"}
            changed = connection.execute(update(player).where(player.c.user_id == user_id).values(**values))
            if changed.rowcount == 0:
                connection.execute(insert(player).values(user_id=user_id, **values))
            return new

        return await self._db.write(body)


def get_players(connection: Connection, user_ids: Collection[int]) -> dict[int, Player]:
    """Return the settings of several users inside an open transaction, in their order."""
    rows = connection.execute(_PLAYERS, {"user_ids": list(user_ids)})
    players = {row.user_id: player_of(row) for row in rows}
    return {user: players.get(user, Player(user)) for user in user_ids}


def player_of(values: Sequence[Any]) -> Player:
    """Return somebody's settings from the values of `PLAYER`."""
    user_id, dm, dm_closed, updated_at, language, invitations, stats = values
    return Player(user_id, bool(dm), bool(dm_closed), updated_at, language, bool(invitations), bool(stats))


class ServerRepository(Repository):
    """Settings of servers."""

    async def find(self, guild_id: int) -> Server:
        """Return the settings of a server; the defaults for an unknown one."""
        columns = (server.c[name] for name in Server.__dataclass_fields__)
        statement = select(*columns).where(server.c.guild_id == guild_id)

        def body(connection: Connection) -> Server:
            row = connection.execute(statement).first()
            if row is None:
                return Server(guild_id)
            found = Server(*row)
            return replace(found, across=bool(found.across))

        return await self._db.read(body)

    async def set(self, new: Server, *, now: int) -> None:
        """Keep what a server sets, in place of what it had set."""
        values = asdict(new) | {"updated_at": now}
        which = server.c.guild_id == new.guild_id

        def body(connection: Connection) -> None:
            if connection.execute(update(server).where(which).values(**values)).rowcount == 0:
                connection.execute(insert(server).values(**values))

        await self._db.write(body)

    async def language(self, guild_id: int) -> str | None:
        """Return a server's language, None where it is left to Discord."""
        statement = select(guild.c.language).where(guild.c.guild_id == guild_id)
        return await self._db.read(lambda connection: connection.scalar(statement))

    async def set_language(self, guild_id: int, language: str | None, *, now: int) -> None:
        """Set a server's language, None to leave it to Discord."""
        values = {"language": language, "updated_at": now}

        def body(connection: Connection) -> None:
            if connection.execute(update(guild).where(guild.c.guild_id == guild_id).values(**values)).rowcount == 0:
                connection.execute(insert(guild).values(guild_id=guild_id, **values))

        await self._db.write(body)


class ValueRepository(Repository):
    """Values under keys."""

    async def find(self, key: str) -> str | None:
        """Return a remembered value, None if there is none."""
        return await self._db.read(lambda connection: get_value(connection, key))

    async def set(self, key: str, value: str) -> None:
        """Remember a value under a key, in place of an earlier one."""
        await self._db.write(lambda connection: put_value(connection, key, value))


def get_value(connection: Connection, key: str) -> str | None:
    """Return a remembered value inside an open transaction."""
    return connection.scalar(select(meta.c.value).where(meta.c.key == key))


def put_value(connection: Connection, key: str, value: str) -> None:
    """Remember a value inside an open transaction."""
    if connection.execute(update(meta).where(meta.c.key == key).values(value=value)).rowcount == 0:
        connection.execute(insert(meta).values(key=key, value=value))


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """What somebody has done in a lesson: the actions, one a line, and when it was first solved (None: not yet)."""

    actions: str
    done_at: int | None


class LessonRepository(Repository):
    """Progress in lessons."""

    async def progress(self, user_id: int, game: str) -> dict[str, LessonProgress]:
        """Return a user's progress in the lessons of a game, by their ids; none for those that were never begun."""
        statement = select(lesson).where(lesson.c.user_id == user_id, lesson.c.game == game)

        def body(connection: Connection) -> dict[str, LessonProgress]:
            rows = connection.execute(statement)
            return {row.lesson: LessonProgress(row.actions, row.done_at) for row in rows}

        return await self._db.read(body)

    async def save(self, user_id: int, game: str, name: str, actions: str, *, done: bool, now: int) -> None:
        """Keep the actions of a lesson that is on. What has been done once stays done, since the first time."""
        which = (lesson.c.user_id == user_id, lesson.c.game == game, lesson.c.lesson == name)

        def body(connection: Connection) -> None:
            values = {"actions": actions, "updated_at": now}
            if connection.execute(update(lesson).where(*which).values(**values)).rowcount == 0:
                connection.execute(insert(lesson).values(user_id=user_id, game=game, lesson=name, **values))
            if done:
                connection.execute(update(lesson).where(*which, lesson.c.done_at.is_(None)).values(done_at=now))

        await self._db.write(body)
