"""Seeks: people who look for a match, brought together as soon as they fit.

Everything that decides who plays whom is one transaction: whoever is matched stands in no seek afterwards, and the
match is there with its first job. So nobody is matched twice, however many ask at once and whenever the process ends.

People of several servers gather in one seek as those of one server do. What they and their servers want is asked anew
with everybody who comes; whoever came from a server that has changed its mind waits on that server again.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, func, select

from storage import seek_rows
from storage.engine import Database, Repository
from storage.errors import Taken
from storage.seek_fit import Seek, Seeker, SeekTerms, elsewhere
from storage.seek_meeting import Meeting, SeekFound, SeekRules, SeekUnfit, SeekWaits
from storage.seek_rows import drop, same, with_people_of, with_somebody
from storage.seek_tables import seek, seeker

LOST_RACES: Final = 20
"""How often a seek that has changed meanwhile is looked at anew."""
T = TypeVar("T")


class SeekRepository(Repository):
    """Seeks and the people who wait in them."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._sealing = database.sealing

    async def place(self, new: Seek, rules: SeekRules) -> SeekWaits | SeekFound | SeekUnfit:
        """Let the one seeker of `new` come to the first seek that fits, else open this one."""
        return await self._won(lambda connection: Meeting(connection, self._sealing, rules).place(new))

    async def take(self, seek_id: str, who: Seeker, rules: SeekRules) -> SeekWaits | SeekFound | SeekUnfit:
        """Let somebody come to this seek and no other."""
        return await self._won(lambda connection: Meeting(connection, self._sealing, rules).take(seek_id, who))

    async def settle(self, seek_id: str, rules: SeekRules, now: int) -> list[SeekFound]:
        """Let all of a seek who fit better elsewhere go there `now`; return the matches that begin by it."""
        return await self._won(lambda connection: Meeting(connection, self._sealing, rules).settle(seek_id, now))

    async def _won(self, body: Callable[[Connection], T]) -> T:
        """Carry out what brings people together; anew where another process was faster with the same seek."""
        for _ in range(LOST_RACES):
            try:
                return await self._db.write(body)
            except Taken:
                continue  # now it sees what the other transaction has written
        return await self._db.write(body)

    async def leave(self, user_id: int, guild_id: int | None = None, seek_id: str | None = None) -> list[int]:
        """Take somebody out of their seeks: all of them, those of a server, or one; return the servers concerned."""
        mine = [seeker.c.user_id == user_id]
        mine += [] if guild_id is None else [seeker.c.guild_id == guild_id]
        mine += [] if seek_id is None else [seeker.c.seek_id == seek_id]
        return await self._db.write(lambda connection: drop(connection, *mine))

    async def expire(self, now: int) -> list[int]:
        """Take out all whose time is over; return the servers concerned."""
        return await self._db.write(lambda connection: drop(connection, seeker.c.expires_at <= now))

    async def find(self, seek_id: str) -> Seek | None:
        """Return a seek; `None` for one that is no longer open."""
        return await self._db.read(lambda connection: next(iter(self._read(connection, seek.c.id == seek_id)), None))

    async def alike(self, terms: SeekTerms, guild_id: int, most: int, *, across: bool = False) -> list[Seek]:
        """Return seeks with the same terms in which people of a server are, those that have waited longest first.

        With `across` they are those of other servers whose people come together with this one's.
        """
        where = (*same(terms), *(elsewhere(guild_id) if across else (with_people_of(guild_id),)))
        return await self._db.read(lambda connection: self._read(connection, *where, most=most))

    async def of_server(self, guild_id: int, most: int) -> list[Seek]:
        """Return seeks in which people of a server are, those that have waited longest first."""
        return await self._db.read(lambda connection: self._read(connection, with_people_of(guild_id), most=most))

    async def of_user(self, user_id: int) -> list[Seek]:
        """Return the seeks in which somebody waits."""
        theirs = with_somebody(seeker.c.user_id == user_id)
        return await self._db.read(lambda connection: self._read(connection, theirs))

    async def count(self, guild_id: int) -> int:
        """Return in how many seeks people of a server are."""
        counted = select(func.count(seeker.c.seek_id.distinct())).where(seeker.c.guild_id == guild_id)
        return await self._db.read(lambda connection: connection.scalar(counted) or 0)

    async def ids(self, after: str, most: int) -> list[str]:
        """Return the ids of seeks behind this one."""
        behind = select(seek.c.id).where(seek.c.id > after).order_by(seek.c.id).limit(most)
        return await self._db.read(lambda connection: list(connection.scalars(behind)))

    def _read(self, connection: Connection, *which: Any, most: int | None = None) -> list[Seek]:
        return seek_rows.read(connection, self._sealing, *which, most=most)
