"""People's settings, and the few values the whole bot remembers."""

from sqlalchemy import Connection, insert, select, update

from storage.part import Part
from storage.records import Player
from storage.schema import meta, player


class PlayerPart(Part):
    """The part of the store that knows players and single values."""

    async def player(self, user_id: int) -> Player:
        """Return a user's settings; somebody unknown has the defaults."""
        return await self._db.read(lambda connection: _player(connection, user_id))

    async def set_player(
        self, user_id: int, *, now: int, dm: bool | None = None, dm_closed: bool | None = None
    ) -> Player:
        """Change a user's settings, None leaves as it is; returns them as they are now."""

        def body(connection: Connection) -> Player:
            old = _player(connection, user_id)
            new = Player(
                user_id,
                dm=old.dm if dm is None else dm,
                dm_closed=old.dm_closed if dm_closed is None else dm_closed,
                updated_at=now,
            )
            values = {"dm": new.dm, "dm_closed": new.dm_closed, "updated_at": now}
            changed = connection.execute(update(player).where(player.c.user_id == user_id).values(**values))
            if changed.rowcount == 0:
                connection.execute(insert(player).values(user_id=user_id, **values))
            return new

        return await self._db.write(body)

    async def meta(self, key: str) -> str | None:
        """Return a remembered value, None if there is none."""
        statement = select(meta.c.value).where(meta.c.key == key)
        return await self._db.read(lambda connection: connection.scalar(statement))

    async def set_meta(self, key: str, value: str) -> None:
        """Remember a value under a key, in place of an earlier one."""

        def body(connection: Connection) -> None:
            if connection.execute(update(meta).where(meta.c.key == key).values(value=value)).rowcount == 0:
                connection.execute(insert(meta).values(key=key, value=value))

        await self._db.write(body)


def _player(connection: Connection, user_id: int) -> Player:
    row = connection.execute(select(player).where(player.c.user_id == user_id)).first()
    return Player(user_id) if row is None else Player(user_id, bool(row.dm), bool(row.dm_closed), row.updated_at)
