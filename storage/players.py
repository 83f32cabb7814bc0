"""Settings of people."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from storage.engine import Repository
from storage.records.people import Player
from storage.schema import player

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


def get_players(connection: Connection, user_ids: Collection[int]) -> dict[int, Player]:
    """Return the settings of several users inside an open transaction, in their order."""
    rows = connection.execute(_PLAYERS, {"user_ids": list(user_ids)})
    known = {row.user_id: player_of(row) for row in rows}
    return {user: known.get(user, Player(user)) for user in user_ids}


def player_of(values: Sequence[Any]) -> Player:
    """Return somebody's settings from the values of `PLAYER`."""
    user_id, dm, dm_closed, *rest = values
    return Player(user_id, bool(dm), bool(dm_closed), *rest)
