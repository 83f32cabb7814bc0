"""The few values that the whole bot remembers, each under a key."""

from sqlalchemy import Connection, insert, select, update

from storage.engine import Repository
from storage.schema import meta


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
