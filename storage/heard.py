"""When the bot last heard from Discord, and of each shard apart where processes share them out.

Kept as values: `heard_at` for all, `heard_at:SHARD/COUNT` for each. An outage is measured by them, so what is known of
shards that were counted in another way is handed on to those of now, and then forgotten: else it would be taken for an
outage when they are counted that way again.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from sqlalchemy import Connection, delete, select

from storage.engine import Repository
from storage.job_sql import Home
from storage.schema import meta
from storage.settings import get_value, put_value

HEARD: Final = "heard_at"
"""The key of when the bot last heard from Discord at all, in Unix milliseconds."""


class HeardRepository(Repository):
    """When the bot last heard from Discord."""

    async def earliest(self) -> int | None:
        """Return since when some shard may not have been heard of; None where nothing was ever noted."""
        return await self._db.read(_earliest)

    async def of(self, home: Home) -> dict[int, int]:
        """Return when each of some shards was last heard of; of one without a note, the earliest that there is of any.

        Empty where nothing was ever noted.
        """
        return await self._db.read(partial(_of, home))

    async def note(self, home: Home | None, at: int) -> None:
        """Note that the bot hears from Discord on some shards, or on all where nobody shares them out."""
        await self._db.write(lambda connection: put_heard(connection, home, at))


def put_heard(connection: Connection, home: Home | None, at: int) -> None:
    """Note inside an open transaction that the bot hears from Discord, as `HeardRepository.note`."""
    earliest = _earliest(connection)
    put_value(connection, HEARD, str(at))  # first: processes that note at the same time do so one after the other
    known = _each(connection)
    if home is not None:
        if earliest is not None:
            for number in range(home.count):
                if _key(number, home.count) not in known and number not in home.shards:
                    put_value(connection, _key(number, home.count), str(earliest))
        for number in home.shards:
            put_value(connection, _key(number, home.count), str(at))
    counted_so = set() if home is None else {_key(number, home.count) for number in range(home.count)}
    if others := known.keys() - counted_so:
        connection.execute(delete(meta).where(meta.c.key.in_(others)))


def _key(number: int, count: int) -> str:
    return f"{HEARD}:{number}/{count}"


def _each(connection: Connection) -> Mapping[str, int]:
    """Return the notes of single shards by their keys, however these are counted."""
    single = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(f"{HEARD}:", autoescape=True))
    return {key: int(value) for key, value in connection.execute(single)}


def _earliest(connection: Connection) -> int | None:
    anywhere = get_value(connection, HEARD)
    return min((*_each(connection).values(), *(() if anywhere is None else (int(anywhere),))), default=None)


def _of(home: Home, connection: Connection) -> dict[int, int]:
    known, earliest = _each(connection), _earliest(connection)
    found = {number: known.get(_key(number, home.count), earliest) for number in home.shards}
    return {number: at for number, at in found.items() if at is not None}
