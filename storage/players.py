"""Settings of people and of servers, and the few values the whole bot remembers."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from storage.part import Part
from storage.records.people import Guild, Player
from storage.schema import guild, meta, player

PLAYER = [player.c[field.name] for field in fields(Player)]
_PLAYERS = select(*PLAYER).where(player.c.user_id.in_(bindparam("user_ids", expanding=True)))


class PlayerPart(Part):
    """The part of the store that knows players, servers and single values."""

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
            )
            values = {"dm": new.dm, "dm_closed": new.dm_closed, "updated_at": now, "language": new.language}
            changed = connection.execute(update(player).where(player.c.user_id == user_id).values(**values))
            if changed.rowcount == 0:
                connection.execute(insert(player).values(user_id=user_id, **values))
            return new

        return await self._db.write(body)

    async def guild(self, guild_id: int) -> Guild:
        """Return a server's settings; an unknown one has the defaults."""
        statement = select(guild).where(guild.c.guild_id == guild_id)

        def body(connection: Connection) -> Guild:
            row = connection.execute(statement).first()
            return Guild(guild_id) if row is None else Guild(**row._mapping)

        return await self._db.read(body)

    async def set_guild(self, guild_id: int, *, now: int, language: str | None) -> Guild:
        """Set a server's language, None leaves it to Discord; returns the settings as they are now."""
        new = Guild(guild_id, language, now)
        values: dict[str, Any] = {"language": language, "updated_at": now}

        def body(connection: Connection) -> Guild:
            if connection.execute(update(guild).where(guild.c.guild_id == guild_id).values(**values)).rowcount == 0:
                connection.execute(insert(guild).values(guild_id=guild_id, **values))
            return new

        return await self._db.write(body)

    async def meta(self, key: str) -> str | None:
        """Return a remembered value, None if there is none."""
        return await self._db.read(lambda connection: get_meta(connection, key))

    async def set_meta(self, key: str, value: str) -> None:
        """Remember a value under a key, in place of an earlier one."""
        await self._db.write(lambda connection: put_meta(connection, key, value))


def get_meta(connection: Connection, key: str) -> str | None:
    """Return a remembered value inside an open transaction."""
    return connection.scalar(select(meta.c.value).where(meta.c.key == key))


def put_meta(connection: Connection, key: str, value: str) -> None:
    """Remember a value inside an open transaction."""
    if connection.execute(update(meta).where(meta.c.key == key).values(value=value)).rowcount == 0:
        connection.execute(insert(meta).values(key=key, value=value))


def get_players(connection: Connection, user_ids: Collection[int]) -> dict[int, Player]:
    """Return the settings of several users inside an open transaction, in their order."""
    rows = connection.execute(_PLAYERS, {"user_ids": list(user_ids)})
    known = {row.user_id: player_of(row) for row in rows}
    return {user: known.get(user, Player(user)) for user in user_ids}


def player_of(values: Sequence[Any]) -> Player:
    """Return somebody's settings from the values of `PLAYER`."""
    user_id, dm, dm_closed, *rest = values
    return Player(user_id, bool(dm), bool(dm_closed), *rest)
